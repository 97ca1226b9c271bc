/** What is made of results: traces as files, and plots. Results of runs enter; files leave. */
package org.fogopt.lab;
