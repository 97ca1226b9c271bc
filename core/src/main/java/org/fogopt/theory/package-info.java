/**
 * The theorems as a calculator: constants of a problem enter, parameters of Algorithm 1 and the
 * calls they will cost leave. It depends on nothing else, so a plan can be made before there is a
 * problem.
 */
package org.fogopt.theory;
