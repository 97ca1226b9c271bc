/**
 * The loop around an algorithm: when to stop, what to record, which point to hand back.
 *
 * <p>A problem, an algorithm, a starting point and a seed enter; a {@link org.fogopt.run.Result}
 * leaves. Observers see every step and may not change it.
 */
package org.fogopt.run;
