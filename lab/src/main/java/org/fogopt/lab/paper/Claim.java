package org.fogopt.lab.paper;

/**
 * A claim of the paper, checked.
 *
 * @param part {@code figure1} … {@code figure4}, {@code table1} or {@code theory}
 * @param settings under which it was checked
 * @param statement the claim in a sentence
 * @param measured what was found here
 * @param verdict what follows
 */
public record Claim(
    String part, String settings, String statement, String measured, Verdict verdict) {}
