package org.fogopt.apps.io.matrix;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Node;
import io.jhdf.api.dataset.ChunkedDataset;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.fogopt.apps.io.table.ReadOptions;

/**
 * Reads a matrix from a MATLAB file of version 7.3, or from another HDF5 file.
 *
 * <p>MATLAB writes its columns one after the other and HDF5 counts dimensions the other way round,
 * so what MATLAB calls 7240 x 25 is a dataset of 25 x 7240. Files of other programs, which have
 * neither MATLAB's first line nor its attribute, are taken as they are.
 */
public final class Hdf5Matrix {
  private static final String MATLAB_CLASS = "MATLAB_class";
  private static final Set<String> NUMBER_CLASSES =
      Set.of(
          "double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
          "uint64");
  private static final Set<Class<?>> NUMBER_TYPES =
      Set.of(double.class, float.class, byte.class, short.class, int.class, long.class);

  /** Of HDF5: 0 are whole numbers, 1 are floating point; references would pass for numbers. */
  private static final int LAST_NUMBER_CLASS = 1;

  private final Place file;
  private final boolean isMatlab;

  private Hdf5Matrix(Place file, boolean isMatlab) {
    this.file = file;
    this.isMatlab = isMatlab;
  }

  public static Grid read(Path path, Place file, boolean isMatlab, ReadOptions options)
      throws IOException {
    long fileBytes = Files.size(path);
    try (var hdf = open(path, fileBytes)) {
      return new Hdf5Matrix(file, isMatlab).read(hdf, fileBytes, options);
    } catch (InputException e) {
      throw e;
    } catch (RuntimeException e) {
      throw MatrixChoice.damaged(file, e);
    } catch (StackOverflowError e) {
      throw MatrixChoice.damaged(file, "a part of it holds itself");
    }
  }

  /**
   * Through a map of the file, where an address or a length that lies beyond its end is noticed at
   * once; the other way in reserves whatever a length in the file asks for.
   */
  private static HdfFile open(Path path, long fileBytes) throws IOException {
    if (fileBytes > Integer.MAX_VALUE) {
      return new HdfFile(path);
    }
    try (var channel = FileChannel.open(path)) {
      return HdfFile.fromByteBuffer(channel.map(FileChannel.MapMode.READ_ONLY, 0, fileBytes));
    }
  }

  private Grid read(HdfFile hdf, long fileBytes, ReadOptions options) {
    List<MatrixChoice.Candidate> candidates = new ArrayList<>();
    for (Node node : hdf) {
      // A link may lead out of the file, to any other on this machine: not followed.
      if (!node.isLink() && node instanceof Dataset dataset && isMatrix(dataset)) {
        candidates.add(candidate(dataset));
      }
    }
    var chosen = MatrixChoice.choose(candidates, options.table(), file);
    MatrixChoice.requirePlausible(chosen, fileBytes, options.maxBytes(), file);
    if (!(hdf.getChild(chosen.name()) instanceof Dataset dataset)) {
      throw MatrixChoice.damaged(file, chosen.name() + " is no dataset");
    }
    requirePlausibleChunks(dataset, fileBytes);
    double[] values = doubles(dataset.getDataFlat());
    int rows = (int) chosen.rows();
    int columns = (int) chosen.columns();
    if (values.length != rows * columns) {
      throw MatrixChoice.damaged(file, chosen + " holds " + values.length + " numbers");
    }
    return isReversed(dataset)
        ? MatGrid.fromColumnMajor(file, rows, columns, values)
        : MatGrid.fromRowMajor(file, rows, columns, values);
  }

  /**
   * The library unpacks and places numbers chunk by chunk, however large these say that they are.
   */
  private void requirePlausibleChunks(Dataset dataset, long fileBytes) {
    int width = dataset.getDataType().getSize();
    double numbers = 1;
    if (dataset instanceof ChunkedDataset chunked) {
      for (int size : chunked.getChunkDimensions()) {
        numbers *= size;
      }
    }
    if (width < 1 || width > 8 || !(numbers >= 1 && numbers <= 1032.0 * fileBytes)) {
      throw MatrixChoice.damaged(file, "chunks of %.0f numbers".formatted(numbers));
    }
  }

  private MatrixChoice.Candidate candidate(Dataset dataset) {
    long[] size = dataset.getDimensionsAsLong();
    return isReversed(dataset)
        ? new MatrixChoice.Candidate(dataset.getName(), size[1], size[0])
        : new MatrixChoice.Candidate(dataset.getName(), size[0], size[1]);
  }

  private boolean isReversed(Dataset dataset) {
    return isMatlab || dataset.getAttribute(MATLAB_CLASS) != null;
  }

  private static boolean isMatrix(Dataset dataset) {
    long[] size = dataset.getDimensionsAsLong();
    if (dataset.isEmpty()
        || dataset.isCompound()
        || dataset.isVariableLength()
        || size.length != 2
        || size[0] < 1
        || size[1] < 1
        || dataset.getDataType().getDataClass() > LAST_NUMBER_CLASS
        || !NUMBER_TYPES.contains(dataset.getJavaType())) {
      return false;
    }
    // Text and logical values are numbers to HDF5; an empty matrix is stored as its size.
    Attribute matlabClass = dataset.getAttribute(MATLAB_CLASS);
    return dataset.getAttribute("MATLAB_empty") == null
        && (matlabClass == null || NUMBER_CLASSES.contains(String.valueOf(matlabClass.getData())));
  }

  private static double[] doubles(Object array) {
    if (array instanceof double[] doubles) {
      return doubles;
    }
    if (array instanceof long[] longs) {
      return Arrays.stream(longs).asDoubleStream().toArray();
    }
    if (array instanceof int[] ints) {
      return Arrays.stream(ints).asDoubleStream().toArray();
    }
    if (array instanceof float[] floats) {
      return IntStream.range(0, floats.length).mapToDouble(i -> floats[i]).toArray();
    }
    if (array instanceof short[] shorts) {
      return IntStream.range(0, shorts.length).mapToDouble(i -> shorts[i]).toArray();
    }
    byte[] bytes = (byte[]) array;
    return IntStream.range(0, bytes.length).mapToDouble(i -> bytes[i]).toArray();
  }
}
