package org.fogopt.theory;

/**
 * Constants of a problem with the set on which they hold.
 *
 * @param constants M_g, L_g, M_f, L_f and the gap
 * @param variances H1, H2, H3
 * @param set where, in words
 */
public record Bounds(Constants constants, Variances variances, String set) {}
