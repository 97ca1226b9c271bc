/**
 * A report as one page that opens offline in any browser. A {@link org.fogopt.lab.report.Page} of
 * charts, tables and text enters; an HTML file with everything in it leaves.
 */
package org.fogopt.lab.report;
