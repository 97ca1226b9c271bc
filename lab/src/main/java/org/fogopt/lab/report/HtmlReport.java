package org.fogopt.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fogopt.apps.io.file.AtomicFile;

/**
 * Writes a page as one HTML file with everything in it: it opens offline and asks no network.
 *
 * <pre>{@code
 * var page = new Page("Two methods", "fog compare portfolio", Map.of("seed", "1"), sections);
 * HtmlReport.write(page, Path.of("report.html"));
 * }</pre>
 */
public final class HtmlReport {
  private static final String ECHARTS =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  /** What stands for a part in report.html. */
  private static final Pattern PART = Pattern.compile("\\{\\{(title|style|data|charts|script)}}");

  private HtmlReport() {}

  /**
   * Writes the page, whole or not at all.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Page page, Path file) {
    String html = html(page);
    AtomicFile.write(file, out -> out.write(html));
  }

  static String html(Page page) {
    // In one pass, so that what is put in is never itself taken for a part to be filled.
    return PART.matcher(resource("report.html"))
        .replaceAll(part -> Matcher.quoteReplacement(part(part.group(1), page)));
  }

  private static String part(String name, Page page) {
    return switch (name) {
      case "title" -> escaped(page.title());
      case "style" -> resource("report.css");
      // In JSON, < stands in strings only, where it may be written so: no </script> can arise.
      case "data" -> PageJson.of(page).replace("<", "\\u003c");
      case "charts" -> inScript(resource(ECHARTS));
      case "script" -> inScript(resource("report.js"));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** In JavaScript, {@code </script} stands in strings only, where a backslash changes nothing. */
  private static String inScript(String code) {
    return code.replace("</script", "<\\/script");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String resource(String name) {
    try (var in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
