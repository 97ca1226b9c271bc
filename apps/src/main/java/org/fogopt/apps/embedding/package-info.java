/**
 * Maps of high-dimensional points: stochastic neighbour embedding and t-SNE as compositional
 * problems.
 *
 * <p>A table of points enters, becomes similarities of pairs, and these a problem whose unknowns
 * are the points' places on the map. What leaves besides is how good a map is: its divergence,
 * trustworthiness and agreement of labels.
 */
@NullMarked
package org.fogopt.apps.embedding;

import org.jspecify.annotations.NullMarked;
