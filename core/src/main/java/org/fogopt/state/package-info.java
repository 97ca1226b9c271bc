/**
 * How something that runs tells its state, to be written down and restored.
 *
 * <p>Whatever has a state enters by describing it once ({@link org.fogopt.state.Stateful}); bytes
 * leave, or are put back. Nothing here knows what the numbers mean or where the bytes are kept.
 */
package org.fogopt.state;
