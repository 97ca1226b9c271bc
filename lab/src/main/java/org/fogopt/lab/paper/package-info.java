/**
 * The paper's experiments and claims, checked. Data or nothing enter; outcomes, pictures and a
 * verdict for each claim leave. The verdicts are computed from what was measured.
 */
package org.fogopt.lab.paper;
