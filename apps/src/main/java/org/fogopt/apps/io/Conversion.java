package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.rows.CsvRows;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.MappedRows.Storage;
import org.fogopt.linalg.Shortened;

/**
 * Makes a {@link RowFile} of a table in another format. CSV of one table may be of any size: it is
 * read row by row. Files of other formats are read into memory first.
 *
 * @param names of the columns
 * @param rows how many were written
 * @param droppedRows how many were left out for missing values
 */
public record Conversion(List<String> names, long rows, long droppedRows) {
  public Conversion {
    names = List.copyOf(names);
  }

  /**
   * Converts a file.
   *
   * @throws InputException if it cannot be read
   * @throws OutputException if the new one cannot be written
   */
  public static Conversion of(Path from, ReadOptions options, Path to, Storage storage) {
    if (options.missing() == Missing.KEEP) {
      throw new IllegalArgumentException("a .fogrows file cannot hold missing values");
    }
    Place file = Place.in(from);
    InputFile.require(from, file);
    try {
      if (TableReader.isPlainCsv(from, file, options.withMaxBytes(Long.MAX_VALUE))) {
        TableReader.requireOnlyTable(file, options);
        CsvRows csv = CsvRows.of(from, file, options.missing());
        RowFile.write(to, csv.names(), csv.count(), storage, csv::writeTo);
        return new Conversion(csv.names(), csv.count(), csv.dropped());
      }
      Table table = TableReader.read(from, options);
      RowFile.write(to, table.names(), table.rows(), storage);
      return new Conversion(table.names(), table.rows().count(), table.droppedRows());
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (ArithmeticException e) { // beyond single precision
      throw new InputException(file, String.valueOf(e.getMessage()), "use --storage double", e);
    }
  }

  @Override
  public String toString() {
    return "Conversion[%d rows, %d dropped, columns %s]"
        .formatted(rows, droppedRows, Shortened.of(names));
  }
}
