/**
 * Several methods on one problem under one budget of calls. Problems and methods enter; results
 * with medians and quartiles over the seeds, and curves for a report, leave.
 */
package org.fogopt.lab.compare;
