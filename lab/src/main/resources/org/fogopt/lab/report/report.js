'use strict';

/* Draws the page that HtmlReport put into #data. All strings of the page enter as text, never as HTML. */

const page = JSON.parse(document.getElementById('data').textContent);
const narrow = window.matchMedia('(max-width: 36rem)');
const fingers = window.matchMedia('(pointer: coarse)');
const pictures = []; // one for each chart: {chart, kind, draw}

// --- small things ---------------------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(text, onClick, attributes = {}) {
  const made = element('button', {type: 'button', ...attributes}, text);
  made.addEventListener('click', onClick);
  return made;
}

const raised = digits => String(digits).replace(/./g, c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? '⁻');

/** 1.23e-7 as 1.23·10⁻⁷, 1234567 as 1.23M, 12.5 as it is. */
function brief(value, digits = 3) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e3 && size < 1e12) {
    const [unit, letter] = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']].find(([u]) => size >= u * 0.9999);
    return Number((value / unit).toPrecision(digits)) + letter;
  }
  if (size >= 1e-3 && size < 1e3) return String(Number(value.toPrecision(digits)));
  const [mantissa, power] = value.toExponential(digits - 1).split('e');
  const times = Number(mantissa);
  return (times === 1 ? '' : times + '·') + '10' + raised(Number(power));
}

/** A power of ten by its logarithm; between whole powers, the number itself. */
function powerOfTen(logarithm, digits) {
  const whole = Math.round(logarithm);
  if (Math.abs(logarithm - whole) > 1e-6) return brief(10 ** logarithm, digits);
  return whole >= -2 && whole <= 2 ? brief(10 ** whole, 1) : '10' + raised(whole);
}

// --- light and dark -------------------------------------------------------------------------------------------

// Okabe and Ito's colours, distinguishable in every kind of colour vision; lighter ones on dark.
const LINES = {
  light: ['#0072b2', '#d55e00', '#009e73', '#c4629b', '#b87a00', '#3fa0dc', '#222222'],
  dark: ['#4aa8e8', '#f5864a', '#2bc79b', '#e79ac6', '#f0b429', '#a6dcff', '#f2f2f2'],
};
// Tol's muted scheme and his light one: more colours, for filled marks.
const LABELS = {
  light: ['#332288', '#cc6677', '#b8a22e', '#117733', '#5fb4dd', '#882255', '#44aa99', '#808020', '#aa4499', '#222222'],
  dark: ['#77aadd', '#ee8866', '#eedd88', '#44bb99', '#99ddff', '#ffaabb', '#bbcc33', '#aaaa00', '#c792ff', '#dddddd'],
};
// From low to high, for numbers: viridis, without its ends.
const SCALE = ['#46327e', '#3f4889', '#365c8d', '#2b748e', '#1fa187', '#3bbb75', '#6ece58', '#a5db36', '#dde318'];
// In grey and at a glance, lines differ by their dashes and marks too.
const DASHES = [[], [8, 4], [2, 3], [9, 3, 2, 3], [14, 4], [9, 3, 2, 3, 2, 3], [4, 4]];
const MARKS = [
  'circle', 'rect', 'triangle', 'diamond', 'path://M0,0L10,0L5,9Z',
  'path://M3.5,0h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5Z',
  'path://M0,2L2,0L5,3L8,0L10,2L7,5L10,8L8,10L5,7L2,10L0,8L3,5Z',
];

const theme = () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

function dress(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.getElementById('theme').textContent = dark ? 'Light' : 'Dark';
  pictures.forEach(picture => picture.draw());
}

function lineStyle(k) {
  return {color: LINES[theme()][k % LINES.light.length], type: DASHES[k % DASHES.length], mark: MARKS[k % MARKS.length]};
}

// --- parts that charts share ----------------------------------------------------------------------------------

/** Buttons of which one is pressed. */
function choice(label, options, chosen, onChoice) {
  const group = element('div', {class: 'switch', role: 'group', 'aria-label': label});
  const labelled = element('div', {class: 'labelled'}, element('span', {}, label), group);
  for (const [key, text] of options) {
    group.append(button(text, () => {
      for (const other of group.children) other.setAttribute('aria-pressed', other.dataset.key === key);
      onChoice(key);
    }, {'data-key': key, 'aria-pressed': key === chosen}));
  }
  return labelled;
}

/** A button for each name, which hides and shows it. */
function legend(entries, hidden, swatch, onChange) {
  const list = element('div', {class: 'legend', role: 'group', 'aria-label': 'Hide or show'});
  entries.forEach(({name, status}, k) => {
    const made = button('', () => {
      hidden.has(k) ? hidden.delete(k) : hidden.add(k);
      made.setAttribute('aria-pressed', !hidden.has(k));
      onChange();
    }, {'aria-pressed': true, title: 'Hide or show'});
    made.append(element('span', {class: 'swatch'}), element('span', {}, name || '(no label)'));
    if (status && status !== 'done') made.append(element('small', {}, status));
    list.append(made);
  });
  list.draw = () => [...list.children].forEach((made, k) => made.querySelector('.swatch').replaceChildren(swatch(k)));
  return list;
}

function svg(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const SHAPES = {
  circle: 'M10 7a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  rect: 'M10.5 2.5h9v9h-9z',
  triangle: 'M15 1.5l5 10h-10z',
  diamond: 'M15 1l5 6l-5 6l-5 -6z',
  [MARKS[4]]: 'M10 2.5h10l-5 10z',
  [MARKS[5]]: 'M13.5 2h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z',
  [MARKS[6]]: 'M10 4l2 -2l3 3l3 -3l2 2l-3 3l3 3l-2 2l-3 -3l-3 3l-2 -2l3 -3z',
};

function sample(style, line, mark) {
  const picture = svg('svg', {viewBox: '0 0 30 14', 'aria-hidden': 'true'});
  if (line) {
    picture.append(svg('line', {
      x1: 0, x2: 30, y1: 7, y2: 7, stroke: style.color, 'stroke-width': 2.2, 'stroke-dasharray': style.type.join(' '),
    }));
  }
  if (mark) picture.append(svg('path', {d: SHAPES[style.mark], fill: style.color}));
  return picture;
}

/** An axis of values, or of their logarithms: with these, ticks stay at powers of ten over any number of decades. */
function axis(name, logarithmic, [min, max], across) {
  const small = narrow.matches;
  return {
    type: 'value',
    name,
    nameLocation: across ? 'middle' : 'end',
    nameGap: across ? 28 : 14,
    nameTextStyle: {color: colour('ink'), fontSize: small ? 12 : 13, align: across ? 'center' : 'left'},
    min,
    max,
    splitNumber: small ? 4 : 7,
    ...(logarithmic && max - min >= 2 ? {interval: every(min, max, across)} : {}),
    axisLabel: {
      color: colour('ink'),
      fontSize: small ? 11 : 12,
      hideOverlap: true,
      showMinLabel: logarithmic || min === 0, // other ends of a linear axis are no round numbers
      showMaxLabel: logarithmic,
      formatter: logarithmic ? value => powerOfTen(value, max - min < 1 ? 3 : 2) : value => brief(value),
    },
    axisLine: {show: across, onZero: false, lineStyle: {color: colour('soft')}},
    axisTick: {show: across},
    splitLine: {lineStyle: {color: colour('grid')}},
  };
}

/** Zoom by dragging a rectangle or with Ctrl and the wheel; with fingers, by pinching. A page still scrolls over it. */
function zooming(move) {
  const inside = {
    type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: move,
    moveOnMouseWheel: false, preventDefaultMouseMove: false,
  };
  return {
    dataZoom: [{...inside, xAxisIndex: 0}, {...inside, yAxisIndex: 0}],
    toolbox: {
      show: !fingers.matches, itemSize: 0, top: -30,
      feature: {dataZoom: {filterMode: 'none', brushStyle: {color: colour('chosen'), opacity: 0.15}}},
    },
  };
}

const HINTS = fingers.matches
  ? {chart: 'Pinch to zoom. Tap a name to hide it.', map: 'Pinch to zoom. Tap a name to hide it.'}
  : {
    chart: 'Drag a rectangle to zoom, double-click to see all. Click a name to hide it.',
    map: 'Zoom with Ctrl and the wheel, drag to move, double-click to see all. Click a name to hide it.',
  };

/** A chart in its place: drawn by option(), with buttons to see all again and to save it. */
function picture(section, kind, title, controls, list, option, renderer = 'svg') {
  const place = element('div', {class: kind, role: 'img', 'aria-label': title});
  section.append(element('div', {class: 'plot'}, controls, list, place), element('p', {class: 'hint'}, HINTS[kind]));
  const chart = echarts.init(place, null, {renderer}); // in the page by now, so it has a size
  const all = () => chart.dispatchAction({type: 'dataZoom', batch: [0, 1].map(k => ({dataZoomIndex: k, start: 0, end: 100}))});
  controls.append(button('See all', all, {class: 'all'}), button('Save picture', () => save(chart, title, renderer === 'svg' ? 'svg' : 'png')));
  chart.getZr().on('dblclick', all);
  const draw = () => {
    list.draw();
    chart.setOption({animation: false, textStyle: {fontFamily: getComputedStyle(place).fontFamily}, ...option(chart)}, {replaceMerge: ['series']});
    if (!fingers.matches && kind === 'chart') {
      chart.dispatchAction({type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true});
    }
  };
  new ResizeObserver(() => {
    chart.resize();
    draw();
  }).observe(place);
  pictures.push({chart, kind, draw});
  draw();
  return {draw, all};
}


function save(chart, title, type) {
  const link = element('a', {
    href: chart.getDataURL({type, pixelRatio: 2, backgroundColor: colour('card')}),
    download: title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase() + '.' + type,
  });
  link.click();
}

function tip(heading, rows) {
  const box = element('div', {class: 'tip'}, element('b', {}, heading));
  for (const [name, value, shade] of rows) {
    const left = element('span', {});
    if (shade) left.append(element('i', {style: 'background:' + shade}));
    left.append(name);
    box.append(element('div', {}, left, element('span', {}, value)));
  }
  return box;
}

function tooltip(trigger, formatter) {
  return {
    trigger, formatter, confine: true,
    backgroundColor: colour('card'), borderColor: colour('line'), textStyle: {color: colour('ink')},
    axisPointer: {type: 'line', snap: false, lineStyle: {color: colour('soft')}, label: {show: false}},
  };
}

/** A band between two lines, or a bar from low to high at each point: what ECharts has no series for. */
function band(data, shade, opacity = 0.18) {
  return {
    type: 'custom', silent: true, clip: true, z: 1, data: data.length ? [[data[0][0], data[0][1]]] : [],
    renderItem: (params, api) => ({
      type: 'polygon',
      shape: {points: [...data.map(d => api.coord([d[0], d[2]])), ...data.map(d => api.coord([d[0], d[1]])).reverse()]},
      style: {fill: shade, opacity},
    }),
  };
}

function bars(data, shade) {
  return {
    type: 'custom', silent: true, clip: true, z: 2, data,
    renderItem: (params, api) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const line = (x1, y1, x2, y2) => ({type: 'line', shape: {x1, y1, x2, y2}, style: {stroke: shade, lineWidth: 1.5}});
      return {type: 'group', children: [line(x, low, x, high), line(x - 4, low, x + 4, low), line(x - 4, high, x + 4, high)]};
    },
  };
}

function extent(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

/** Values that differ by less than this factor would be a flat line between whole decades. */
const NARROW = 3;

/** Whole decades around positive values, as logarithms; close around values that hardly differ. */
function decades(values) {
  const [min, max] = extent(values.filter(v => v > 0));
  if (min === Infinity) return [0, 1];
  if (max < NARROW * min) return [Math.log10(min) - 0.01, Math.log10(max) + 0.01];
  const low = Math.floor(Math.log10(min) + 1e-9);
  return [low, Math.max(low + 1, Math.ceil(Math.log10(max) - 1e-9))];
}

/** How many decades from tick to tick. */
const every = (min, max, across) => Math.ceil((max - min) / (narrow.matches && across ? 5 : 9));

/** The same, extended downwards to have a tick at either end. */
function evenDecades(values) {
  const [min, max] = decades(values);
  if (max - min < 1) return [min, max];
  const step = every(min, max, false);
  return [max - step * Math.ceil((max - min) / step), max];
}

// --- convergence ----------------------------------------------------------------------------------------------

const XS = [['calls', 'calls', 0], ['passes', 'passes', 1], ['seconds', 'seconds', 2]];
const X_NAMES = {calls: 'calls', passes: 'passes over the data', seconds: 'seconds of work'};
const YS = {gap: [3, 5, 6], norm: [4, 7, 8]}; // the median and its quartiles

/** A curve that leaves its start behind by more than this has nothing more to show. */
const TOP = 100;

function drawChart(section, data) {
  const has = column => data.curves.some(curve => curve.points.some(point => point[column] !== null));
  const xs = XS.filter(([, , column]) => has(column));
  const ys = [['gap', data.gapName], ['norm', 'gradient norm']].filter(([key]) => has(YS[key][0]));
  if (!xs.length || !ys.length) {
    section.append(element('p', {}, 'There is nothing to draw.'));
    return;
  }
  const state = {x: xs[0][0], y: ys[0][0], scale: 'linear'};
  const hidden = new Set();
  const remark = element('p', {class: 'note'});
  const controls = element('div', {class: 'controls'});
  const change = key => value => {
    state[key] = value;
    drawn.draw();
    drawn.all();
  };
  if (ys.length > 1) controls.append(choice('Show', ys, state.y, change('y')));
  if (xs.length > 1) controls.append(choice('over', xs, state.x, change('x')));
  controls.append(choice('horizontal axis', [['linear', 'linear'], ['log', 'log']], state.scale, change('scale')));
  const list = legend(data.curves, hidden, k => sample(lineStyle(k), true, true), () => drawn.draw());
  const drawn = picture(section, 'chart', data.title, controls, list, option);
  section.querySelector('.hint').before(remark);

  function option() {
    const column = XS.find(([key]) => key === state.x)[2];
    const [middle, low, high] = YS[state.y];
    const shown = data.curves
      .map((curve, k) => ({curve, k, points: curve.points.filter(p => p[column] !== null && p[middle] !== null)}))
      .filter(({k, points}) => !hidden.has(k) && points.length);
    const points = shown.flatMap(s => s.points);
    const first = Math.max(...shown.map(s => s.points[0][middle]));
    // A gradient norm may begin small where the objective is flat, as that of t-SNE does.
    const isCut = state.y === 'gap' || shown.some(s => s.curve.status === 'diverged');
    const top = isCut && first > 0 ? TOP * first : Infinity;
    const tops = points.map(p => p[high] ?? p[middle]).filter(v => v <= top);
    const range = evenDecades([...points.flatMap(p => [p[middle], p[low]]), ...tops].filter(v => !(v > top)));
    const up = value => Math.max(range[0], Math.log10(Math.max(value, 0))); // what is not positive lies on the lower edge
    const logX = state.scale === 'log';
    const costs = points.map(p => p[column]);
    const most = Math.max(extent(costs)[1], Number.MIN_VALUE);
    const reach = logX ? decades(costs) : [0, points.length ? most : 1];
    const across = cost => (logX ? Math.max(reach[0], Math.log10(Math.max(cost, 0))) : cost);

    const isClipped = points.some(p => p[middle] <= 0);
    const beyond = points.some(p => p[middle] > top && Math.log10(p[middle]) > range[1]);
    remark.textContent = [
      isClipped ? 'Hollow marks at the lower edge: zero or less in floating point, which a logarithm cannot show.' : '',
      beyond ? 'Curves that leave at the top went beyond ' + TOP + ' times the start.' : '',
      points.some(p => p[low] !== null) ? 'Lines are medians over the seeds, bands reach from quartile to quartile.' : '',
    ].join(' ').trim();

    const series = [];
    for (const {curve, k, points: own} of shown) {
      const style = lineStyle(k);
      const line = own.map(p => [across(p[column]), up(p[middle])]);
      const banded = own.filter(p => p[low] !== null && p[high] !== null);
      if (banded.length > 1) {
        series.push(band(banded.map(p => [across(p[column]), up(p[low]), up(p[high])]), style.color));
      }
      series.push({
        type: 'line', name: curve.name, data: line, showSymbol: own.length === 1, symbol: style.mark, symbolSize: 9, z: 3,
        sampling: own.length > 4000 ? 'lttb' : undefined,
        lineStyle: {color: style.color, width: 2.2, type: style.type.length ? style.type : 'solid'}, itemStyle: {color: style.color},
        emphasis: {disabled: true},
      });
      // About eight marks, at other places on each curve; and the last point, which is the result.
      const gap = Math.max(1, Math.ceil(line.length / 8));
      const marked = line.filter((p, i) => i === line.length - 1 || (i % gap === (k * 3) % gap && line.length > 12) || line.length <= 12);
      series.push({type: 'scatter', silent: true, data: marked, symbol: style.mark, symbolSize: 8, itemStyle: {color: style.color}, z: 4});
      const zeros = own.filter(p => p[middle] <= 0).map(p => [across(p[column]), range[0]]);
      if (zeros.length) {
        series.push({
          type: 'scatter', silent: true, data: zeros, symbol: style.mark, symbolSize: 10, z: 5,
          itemStyle: {color: colour('card'), borderColor: style.color, borderWidth: 2},
        });
      }
    }
    const at = cost => shown
      .map(({curve, k, points: own}) => [curve.name, own.filter(p => across(p[column]) <= cost + 1e-12).pop(), lineStyle(k).color])
      .filter(([, point]) => point)
      .sort((a, b) => a[1][middle] - b[1][middle])
      .map(([name, point, shade]) => [name, brief(point[middle]), shade]);
    return {
      grid: {left: 8, right: 20, top: 34, bottom: 34, containLabel: true},
      xAxis: axis(X_NAMES[state.x], logX, reach, true),
      yAxis: axis(ys.find(([key]) => key === state.y)[1], true, range, false),
      tooltip: tooltip('axis', all => {
        const cost = all[0].axisValue;
        return tip('after ' + brief(logX ? 10 ** cost : cost) + ' ' + state.x, at(cost));
      }),
      series,
      ...zooming('shift'),
    };
  }
}

// --- any lines ------------------------------------------------------------------------------------------------

function drawLines(section, data) {
  const all = data.series.flatMap(s => s.spots.map(spot => spot[1])).filter(y => y !== null);
  const [least, most] = extent(all);
  if (all.length < 2 || least === most) {
    section.append(element('p', {}, all.length ? 'Throughout, ' + data.yName + ' is ' + brief(least) + '.' : 'There is nothing to draw.'));
    return;
  }
  const stacked = stack(data.series);
  const logY = data.logY && !(most < 10 * least); // within a decade, a linear axis is the fuller one
  const hidden = new Set();
  const families = [...new Set(data.series.map(s => s.family))];
  const styleOf = k => lineStyle(families.indexOf(data.series[k].family));
  const controls = element('div', {class: 'controls'});
  const marked = style => style === 'LINE' || style === 'MARKS';
  const dashed = k => ({...styleOf(k), type: data.series[k].style === 'DASHED' ? [7, 4] : []});
  const list = legend(
    data.series, hidden, k => sample(dashed(k), data.series[k].style !== 'MARKS', marked(data.series[k].style)),
    () => drawn.draw());
  const drawn = picture(section, 'chart', data.title, controls, list, option);

  function option() {
    const shown = data.series.map((s, k) => ({...s, k})).filter(s => !hidden.has(s.k));
    const spots = shown.flatMap(s => s.spots).filter(([x, y]) => x !== null && y !== null);
    const reach = data.logX ? decades(spots.map(s => s[0])) : padded(spots.map(s => s[0]));
    const heights = [...shown.flatMap(s => (stacked.get(s.k) ?? []).flatMap(([, low, high]) => [low, high])), ...spots.flatMap(([, y, low, high]) => [y, low ?? y, high ?? y])];
    const range = logY ? evenDecades(heights) : padded(heights);
    const placed = (value, logarithmic, least) => (logarithmic ? Math.max(least, Math.log10(Math.max(value, 0))) : value);
    const place = ([x, y]) => [placed(x, data.logX, reach[0]), placed(y, logY, range[0])];
    const series = [];
    for (const {name, style, spots: own, k} of shown) {
      const drawn = styleOf(k);
      const known = own.filter(([x, y]) => x !== null && y !== null);
      const between = known.filter(([, , low, high]) => low !== null && high !== null);
      if (between.length) {
        series.push(bars(between.map(([x, , low, high]) => [
          placed(x, data.logX, reach[0]), placed(low, logY, range[0]), placed(high, logY, range[0]),
        ]), drawn.color));
      }
      if (style === 'AREA') { // ECharts would stack along x, as both axes have values
        const area = stacked.get(k);
        series.push(band(area, drawn.color, 0.6));
        series.push({
          type: 'line', name, data: area.map(([x, , high]) => [x, high]), showSymbol: false, z: 3,
          lineStyle: {color: drawn.color, width: 1}, itemStyle: {color: drawn.color}, emphasis: {disabled: true},
        });
        continue;
      }
      series.push({
        type: style === 'MARKS' ? 'scatter' : 'line', name, data: known.map(place), symbol: drawn.mark, symbolSize: 9, z: 3,
        showSymbol: marked(style),
        lineStyle: {color: drawn.color, width: 2.2, type: style === 'DASHED' ? [7, 4] : 'solid'}, itemStyle: {color: drawn.color},
        emphasis: {disabled: true},
      });
    }
    const value = (logarithmic, v) => brief(logarithmic ? 10 ** v : v);
    return {
      grid: {left: 8, right: 20, top: 34, bottom: 34, containLabel: true},
      xAxis: axis(data.xName, data.logX, reach, true),
      yAxis: axis(data.yName, logY, range, false),
      tooltip: tooltip('item', ({seriesName, data: [x, y]}) =>
        tip(seriesName, [[data.xName, value(data.logX, x)], [data.yName, value(logY, y)]])),
      series,
      ...zooming('shift'),
    };
  }
}

/** From where to where each area reaches: on those before it, below zero on those below zero. */
function stack(series) {
  const tops = [];
  const bottoms = [];
  return new Map(series.map((s, k) => [s, k]).filter(([s]) => s.style === 'AREA').map(([s, k]) => [k, s.spots.map(([x, y], t) => {
    const sums = y < 0 ? bottoms : tops;
    const from = sums[t] ?? 0;
    sums[t] = from + y;
    return [x, from, sums[t]];
  })]));
}

function padded(values) {
  const [min, max] = extent(values);
  if (min === Infinity) return [0, 1];
  const margin = (max - min || Math.abs(max) || 1) * 0.05;
  return [min >= 0 && min < max / 3 ? 0 : min - margin, max + margin];
}

// --- maps -----------------------------------------------------------------------------------------------------

const MOST_LABELS = 10;
const MOST_SHAPES = 5000; // more points are drawn on a canvas

/** Groups of one colour: the most frequent labels, or, of many different numbers, ranges that hold as many points each. */
function grouped(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  let names = [...counts.keys()];
  if (names.length > 2 * MOST_LABELS && names.every(name => name.trim() !== '' && isFinite(name))) {
    const sorted = labels.map(Number).sort((a, b) => a - b);
    const starts = [...new Set(SCALE.map((_, k) => sorted[Math.floor(k * sorted.length / SCALE.length)]))];
    const last = sorted[sorted.length - 1];
    return {
      groups: starts.map((low, k) => ({name: brief(low) + ' to ' + brief(starts[k + 1] ?? last), places: []})),
      of: i => starts.findLastIndex(low => Number(labels[i]) >= low),
      isScale: true,
    };
  }
  const many = names.length > MOST_LABELS;
  if (many) names = names.sort((a, b) => counts.get(b) - counts.get(a)).slice(0, MOST_LABELS - 1);
  names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const index = new Map(names.map((name, k) => [name, k]));
  return {
    groups: names.concat(many ? ['others'] : []).map(name => ({name, places: []})),
    of: i => index.get(labels[i]) ?? names.length,
    isScale: false,
  };
}

function drawScatter(section, data) {
  data.places.forEach((place, i) => place.push(i + 1));
  const large = data.places.length > MOST_SHAPES;
  const labels = data.places.map(place => place[2]);
  const colourings = data.columns.map(({name, values}) => ({name, values: values.map(String)}));
  if (labels.some(label => label) || !colourings.length) colourings.unshift({name: 'label', values: labels});
  let by, groups, isScale;
  const colourBy = k => {
    by = colourings[k];
    const made = grouped(by.values);
    ({groups, isScale} = made);
    data.places.forEach((place, i) => groups[made.of(i)].places.push(place));
    hidden.clear();
    list.replaceChildren(...(groups.length === 1 && !groups[0].name
      ? [] : [legend(groups, hidden, j => sample(style(j), false, true), () => drawn.draw())]));
  };
  const style = k => ({
    color: isScale ? SCALE[Math.round(k * (SCALE.length - 1) / Math.max(1, groups.length - 1))] : LABELS[theme()][k],
    mark: isScale ? 'circle' : MARKS[k % 4], type: [],
  });

  const hidden = new Set();
  const search = element('input', {type: 'search', placeholder: 'Label or row', 'aria-label': 'Find points by label or row'});
  const found = () => data.places.filter(p => search.value && (p[2] === search.value.trim() || String(p[3]) === search.value.trim()));
  search.addEventListener('input', () => drawn.draw());
  const controls = element('div', {class: 'controls'}, search);
  const list = Object.assign(element('div'), {draw: () => list.firstChild?.draw()});
  if (colourings.length > 1) {
    const select = element('select', {}, ...colourings.map(({name}, k) => element('option', {value: k}, name)));
    select.addEventListener('change', () => {
      colourBy(Number(select.value));
      drawn.draw();
    });
    controls.append(element('label', {class: 'labelled'}, element('span', {}, 'Colour by'), select));
  }
  colourBy(0);
  const [left, right] = extent(data.places.map(p => p[0]));
  const [low, high] = extent(data.places.map(p => p[1]));
  const size = data.places.length > 20000 ? 2 : large ? 3 : data.places.length > 1000 || narrow.matches ? 5 : 9;
  const drawn = picture(section, 'map', data.title, controls, list, option, large ? 'canvas' : 'svg');

  function option(chart) {
    // One scale for both directions: the roomier direction is given more of it.
    const unit = 1.06 * Math.max((right - left) / chart.getWidth(), (high - low) / chart.getHeight(), 1e-300);
    const around = (a, b, pixels) => [(a + b - unit * pixels) / 2, (a + b + unit * pixels) / 2];
    const [x0, x1] = around(left, right, chart.getWidth());
    const [y0, y1] = around(low, high, chart.getHeight());
    return {
      grid: {left: 0, right: 0, top: 0, bottom: 0},
      xAxis: {type: 'value', show: false, min: x0, max: x1},
      yAxis: {type: 'value', show: false, min: y0, max: y1},
      tooltip: tooltip('item', ({data: [x, y, label, row]}) => tip(label || 'a point', [
        ['row', row], ['at', brief(x) + ', ' + brief(y)],
        ...(by.values === labels ? [] : [[by.name, brief(Number(by.values[row - 1]))]]),
      ])),
      series: groups.map((group, k) => ({
        type: 'scatter', name: group.name, data: hidden.has(k) ? [] : group.places, symbol: style(k).mark, symbolSize: size,
        itemStyle: {color: style(k).color, opacity: 0.85}, large, largeThreshold: 0,
      })).concat({
        type: 'scatter', name: 'found', data: found(), symbol: 'circle', symbolSize: size + 8, z: 5,
        itemStyle: {color: 'transparent', borderColor: colour('ink'), borderWidth: 1.5}, large: false,
      }),
      ...zooming(!fingers.matches),
    };
  }
}

// --- tables and text ------------------------------------------------------------------------------------------

const TONES = {
  done: 'good', holds: 'good', 'holds in part': 'part', 'out of budget': 'part', diverged: 'bad', 'does not': 'bad',
  'does not hold': 'bad',
};
const number = text => (/^[-+−]?(\d{1,3}(\s\d{3})+|[\d.,]*\d)([eE][-+]?\d+)?\s?[%×a-z]{0,2}$/.test(text) ? parseFloat(text.replace('−', '-').replace(/[,\s]/g, '')) : NaN);

/** A table of more rows than these scrolls in itself. */
const MOST_WHOLE = 20;

/** A text whose exponents, as that of 5.1e-06, stay in one line. */
const joined = text => text.replace(/(\de)-(?=\d)/g, '$1\u2011');

function drawGrid(section, data) {
  const numeric = data.columns.map((_, c) => data.rows.some(row => !isNaN(number(row[c])))
    && data.rows.every(row => !isNaN(number(row[c])) || /^[-–—]?$/.test(row[c])));
  const body = element('tbody');
  const heads = data.columns.map((name, c) => {
    const head = element('th', {scope: 'col', tabindex: 0, class: numeric[c] ? 'number' : ''}, joined(name));
    const sort = () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      fill([...data.rows].sort((a, b) => (down ? -1 : 1) * (numeric[c]
        ? (number(a[c]) || 0) - (number(b[c]) || 0) : a[c].localeCompare(b[c]))));
    };
    head.addEventListener('click', sort);
    head.addEventListener('keydown', event => event.key === 'Enter' && sort());
    return head;
  });
  function fill(rows) {
    body.replaceChildren(...rows.map(row => element('tr', {}, ...row.map((text, c) => {
      const short = c === 0 && text.length <= 20 ? 'short' : '';
      const cell = element('td', {class: numeric[c] ? 'number' : text.length > 40 ? 'long' : short},
        numeric[c] ? text : joined(text));
      if (TONES[text]) cell.dataset.tone = TONES[text];
      cell.dataset.name = data.columns[c];
      return cell;
    }))));
  }
  fill(data.rows);
  const isTall = data.rows.length > MOST_WHOLE;
  const hasRemarks = data.columns.length === 4 && data.columns[3] === '';
  const kind = data.columns.length > 4 ? 'wide' : hasRemarks ? 'remarked' : '';
  section.append(element('div', {class: isTall ? 'table tall' : 'table', tabindex: 0, role: 'region', 'aria-label': data.title},
    element('table', {class: kind}, element('thead', {}, element('tr', {}, ...heads)), body)));
  if (isTall) section.append(element('p', {class: 'hint'}, data.rows.length + ' rows; the table scrolls.'));
}

function drawText(section, data) {
  section.append(...data.paragraphs.map(text => element('p', {}, text)));
}

/** How to get the same again. */
function drawFacts(section) {
  if (page.command) {
    const copy = button('Copy', () => {
      getSelection().selectAllChildren(command);
      document.execCommand('copy'); // the clipboard's own interface is not there for pages opened from a disk
      copy.textContent = 'Copied';
    }, {id: 'copy'});
    const command = element('pre', {}, page.command);
    section.append(command, copy);
  }
  section.append(element('dl', {}, ...page.facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])));
}

// --- the page -------------------------------------------------------------------------------------------------

const DRAW = {chart: drawChart, lines: drawLines, scatter: drawScatter, grid: drawGrid, text: drawText};
const night = window.matchMedia('(prefers-color-scheme: dark)');
dress(night.matches);
night.addEventListener('change', () => dress(night.matches));
document.getElementById('theme').addEventListener('click', () => dress(theme() === 'light'));

const main = document.getElementById('page');
for (const data of page.sections) {
  const section = element('section', {'data-kind': data.kind}, element('h2', {}, data.title));
  if (data.note) section.append(element('p', {class: 'note'}, data.note));
  main.append(section);
  DRAW[data.kind](section, data);
}
if (page.command || page.facts.length) {
  const section = element('section', {'data-kind': 'facts'}, element('h2', {}, 'How to repeat it'));
  main.append(section);
  drawFacts(section);
}

// Paper is white, and has a width of its own, which the style sheet for print knows too.
const PAPER = {chart: {width: 680, height: 380}, map: {width: 680, height: 520}};
let worn = 'light';
window.addEventListener('beforeprint', () => {
  worn = theme();
  dress(false);
  pictures.forEach(({chart, kind, draw}) => { chart.resize(PAPER[kind]); draw(); });
});
window.addEventListener('afterprint', () => {
  pictures.forEach(({chart}) => chart.resize({width: 'auto', height: 'auto'}));
  dress(worn === 'dark');
});
