/**
 * What the theorems need to know of a problem at hand, measured: a short run, constants estimated
 * around it, and the curvature that decides which steps really work. Problems enter; numbers leave.
 */
package org.fogopt.lab.planning;
