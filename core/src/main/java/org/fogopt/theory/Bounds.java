package org.fogopt.theory;

/**
 * Constants of a problem with the set on which they hold.
 *
 * @param constants M_g, L_g, M_f, L_f and the gap
 * @param variances H1, H2, H3
 * @param everywhere whether they hold for all x, and not on a ball only
 * @param set where, in words
 */
public record Bounds(Constants constants, Variances variances, boolean everywhere, String set) {}
