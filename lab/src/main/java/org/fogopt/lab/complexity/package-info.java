/**
 * How the calls of a method grow with the number of components and with the accuracy: a family of
 * problems whose constants are known, runs on it, and exponents fitted to what they cost. Names of
 * methods enter; findings, a page and a picture leave.
 */
package org.fogopt.lab.complexity;
