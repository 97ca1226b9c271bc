package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Rows;

/** Makes the small files that the tests read. */
public final class FileKit {
  private final Path folder;

  FileKit(Path folder) {
    this.folder = folder;
  }

  Path file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  Path file(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] gzip(String text) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Names and contents in turn. */
  public static byte[] zip(String... namesAndTexts) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        out.putNextEntry(new ZipEntry(namesAndTexts[i]));
        out.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  Table read(String text) {
    return read(text, ReadOptions.defaults());
  }

  Table read(String text, ReadOptions options) {
    return TableReader.read(file("t.csv", text), options);
  }

  InputException refusal(String text) {
    return refusal(text, ReadOptions.defaults());
  }

  InputException refusal(String text, ReadOptions options) {
    return refusal(file("t.csv", text), options);
  }

  public static InputException refusal(Path file, ReadOptions options) {
    InputException e =
        catchThrowableOfType(InputException.class, () -> TableReader.read(file, options));
    if (e == null) {
      throw new AssertionError("expected a refusal of " + file);
    }
    return e;
  }

  public static InputException refusal(Path file) {
    return refusal(file, ReadOptions.defaults());
  }

  /** The message without the name of the folder. */
  String said(InputException e) {
    return e.getMessage().replace(folder + "/", "");
  }

  public static double[][] values(Table table) {
    var values = new double[table.rows().rows()][table.rows().columns()];
    for (int i = 0; i < values.length; i++) {
      for (int k = 0; k < values[i].length; k++) {
        values[i][k] = Rows.of(table.rows()).get(i, k);
      }
    }
    return values;
  }
}
