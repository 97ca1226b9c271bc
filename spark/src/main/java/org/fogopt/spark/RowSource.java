package org.fogopt.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Reading;

/** Rows that were counted, and not yet brought to where they will be kept. */
interface RowSource extends AutoCloseable {
  /**
   * A file.
   *
   * @param path as Hadoop names it
   * @param name as the user does
   */
  record File(String path, String name, long bytes) implements Serializable {}

  String name();

  long count();

  List<String> names();

  long droppedRows();

  List<String> droppedColumns();

  /** How the first file was understood. */
  default Reading reading() {
    return Reading.PLAIN;
  }

  /** The rows in pieces of blocks, by the number of a piece's first row. */
  JavaPairRDD<Long, Block> fragments(Layout layout);

  /** Where in the files a value is. */
  Place place(long row, int column);

  @Override
  void close();
}
