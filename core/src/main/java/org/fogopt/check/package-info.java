/**
 * Finite-difference checks that a user can run on an own problem before trusting it to an
 * algorithm. A problem enters, a report in words leaves.
 */
package org.fogopt.check;
