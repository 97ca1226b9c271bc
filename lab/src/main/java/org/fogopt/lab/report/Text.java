package org.fogopt.lab.report;

import java.util.List;

/**
 * Prose, plain: no mark-up.
 *
 * @param title over it
 * @param paragraphs one string each
 */
public record Text(String title, List<String> paragraphs) implements Section {
  public Text {
    paragraphs = List.copyOf(paragraphs);
  }
}
