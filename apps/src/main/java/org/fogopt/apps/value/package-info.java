/**
 * Value functions of policies: a Markov chain with rewards enters, from files, logs or a generator;
 * a problem, its exact reference and values by state leave.
 */
package org.fogopt.apps.value;
