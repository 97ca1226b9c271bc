/** Risk-averse portfolios: a table of returns enters, a problem and its exact reference leave. */
package org.fogopt.apps.portfolio;
