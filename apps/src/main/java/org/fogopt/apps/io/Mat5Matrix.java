package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.format.Mat5Reader.EntryFilter;
import us.hebi.matlab.mat.format.Mat5Reader.EntryHeader;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sources;

/** Reads a matrix from a MATLAB file of version 5 to 7, what {@code save -v7} writes. */
final class Mat5Matrix {
  private static final Set<MatlabType> NUMBERS =
      EnumSet.of(
          MatlabType.Double,
          MatlabType.Single,
          MatlabType.Int8,
          MatlabType.UInt8,
          MatlabType.Int16,
          MatlabType.UInt16,
          MatlabType.Int32,
          MatlabType.UInt32,
          MatlabType.Int64,
          MatlabType.UInt64);

  private final Path path;
  private final Place file;
  private final long fileBytes;
  private final long maxBytes;

  private Mat5Matrix(Path path, Place file, long maxBytes) throws IOException {
    this.path = path;
    this.file = file;
    this.fileBytes = Files.size(path);
    this.maxBytes = maxBytes;
  }

  static Grid read(Path path, Place file, ReadOptions options) throws IOException {
    return new Mat5Matrix(path, file, options.maxBytes()).read(options);
  }

  /** Looks at the headers first, so that of a large file only one matrix is unpacked. */
  private Grid read(ReadOptions options) {
    List<MatrixChoice.Candidate> candidates = new ArrayList<>();
    try {
      open(header -> note(header, candidates)).close();
      var chosen = MatrixChoice.choose(candidates, options.table(), file);
      MatrixChoice.requirePlausible(chosen, fileBytes, maxBytes, file);
      try (var content =
          open(header -> isMatrix(header) && header.getName().equals(chosen.name()))) {
        return grid(content.getMatrix(chosen.name()));
      }
    } catch (InputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw failure(e);
    }
  }

  private static boolean note(EntryHeader header, List<MatrixChoice.Candidate> candidates) {
    if (isMatrix(header)) {
      int[] size = header.getDimensions();
      candidates.add(new MatrixChoice.Candidate(header.getName(), size[0], size[1]));
    }
    return false;
  }

  private static boolean isMatrix(EntryHeader header) {
    int[] size = header.getDimensions();
    return NUMBERS.contains(header.getType())
        && !header.isComplex()
        && !header.isLogical()
        && size.length == 2
        && size[0] > 0
        && size[1] > 0;
  }

  private Mat5File open(EntryFilter filter) throws IOException {
    try (var source = Sources.openFile(path.toFile())) {
      return Mat5.newReader(source)
          .setEntryFilter(filter)
          .setBufferAllocator(new CheckedAllocator())
          .disableSubsystemProcessing()
          .readMat();
    }
  }

  private Grid grid(Matrix matrix) {
    int rows = matrix.getNumRows();
    int columns = matrix.getNumCols();
    var values = new double[Math.multiplyExact(rows, columns)];
    for (int at = 0; at < values.length; at++) {
      values[at] = matrix.getDouble(at);
    }
    return MatGrid.fromColumnMajor(file, rows, columns, values);
  }

  private InputException failure(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException ours) {
        return ours;
      }
    }
    return MatrixChoice.damaged(file, e);
  }

  /** Gives no more memory than the file could fill, whatever the numbers in its headers say. */
  private final class CheckedAllocator implements BufferAllocator {
    @Override
    public ByteBuffer allocate(int bytes) {
      if (bytes < 0 || bytes / 1032 > fileBytes) {
        throw MatrixChoice.damaged(file, "a part of it claims to have " + bytes + " bytes");
      }
      if (bytes > maxBytes) {
        throw LimitedInputStream.tooLarge(file, maxBytes);
      }
      return ByteBuffer.allocate(bytes);
    }

    @Override
    public void release(ByteBuffer buffer) {
      // Left to the garbage collector.
    }
  }
}
