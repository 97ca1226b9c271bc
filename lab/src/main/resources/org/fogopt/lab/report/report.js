'use strict';
const page = JSON.parse(document.getElementById('data').textContent);
const heading = document.createElement('h1');
heading.textContent = page.title;
document.getElementById('page').append(heading);
for (const section of page.sections) {
  const title = document.createElement('h2');
  title.textContent = section.title;
  document.getElementById('page').append(title);
}
