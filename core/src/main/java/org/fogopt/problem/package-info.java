/**
 * What is minimised: f∘g + h, given as components.
 *
 * <p>A user's functions enter, either one component at a time ({@link
 * org.fogopt.problem.Components}) or as batch operations ({@link org.fogopt.problem.Inner}, {@link
 * org.fogopt.problem.Outer}). A {@link org.fogopt.problem.Problem} leaves; nothing here knows which
 * algorithm evaluates it or what that costs.
 */
package org.fogopt.problem;
