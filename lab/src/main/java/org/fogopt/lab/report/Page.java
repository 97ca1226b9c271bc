package org.fogopt.lab.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A report.
 *
 * @param title over everything
 * @param command that makes the same again; may be empty
 * @param facts what else is needed to repeat it, in order: parameters, seed, version, data
 * @param sections in order
 */
public record Page(
    String title, String command, Map<String, String> facts, List<Section> sections) {
  public Page {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    sections = List.copyOf(sections);
  }
}
