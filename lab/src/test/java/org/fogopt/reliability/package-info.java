/**
 * Campaigns that try to break the promises: thousands of runs each, with counts and a bar to clear.
 * {@code bench/reliability} runs them whole, {@code ReliabilityTest} a short form of each.
 */
package org.fogopt.reliability;
