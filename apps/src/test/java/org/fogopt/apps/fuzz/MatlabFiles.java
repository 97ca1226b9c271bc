package org.fogopt.apps.fuzz;

import io.jhdf.HdfFile;
import io.jhdf.checksum.JenkinsLookup3HashLittle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sinks;

/** Sound MATLAB and HDF5 files: of libraries that write them, and by hand where those do not. */
@SuppressWarnings("ByteBufferBackingArray") // all buffers are allocated here
public final class MatlabFiles {
  private static final int USER_BLOCK = 512;
  private static final int ROWS = 4;
  private static final int COLUMNS = 3;

  private MatlabFiles() {}

  private static double value(int i, int k) {
    return i + 0.25 * k;
  }

  /** Three variables, one of them a matrix of numbers, as a library writes them. */
  public static byte[] version5(boolean packed) {
    Matrix matrix = Mat5.newMatrix(ROWS, COLUMNS);
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < COLUMNS; k++) {
        matrix.setDouble(i, k, value(i, k));
      }
    }
    var buffer = ByteBuffer.allocate(1 << 14).order(ByteOrder.nativeOrder());
    try (var file = Mat5.newMatFile();
        var sink = Sinks.wrap(buffer)) {
      file.addArray("R", matrix);
      file.addArray("note", Mat5.newString("hello"));
      file.addArray("box", Mat5.newCell(2, 2));
      Mat5.newWriter(sink)
          .setDeflateLevel(packed ? Deflater.BEST_SPEED : Deflater.NO_COMPRESSION)
          .writeMat(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /** One matrix, whose parts stand where the format says, unpacked. */
  public static byte[] version5ByHand() {
    int data = 8 * ROWS * COLUMNS;
    var file = little(128 + 8 + 48 + 8 + data);
    file.put(Arrays.copyOf("MATLAB 5.0 MAT-file".getBytes(StandardCharsets.US_ASCII), 124));
    file.putShort((short) 0x0100).put((byte) 'I').put((byte) 'M');
    file.putInt(14).putInt(48 + 8 + data); // miMATRIX
    file.putInt(6).putInt(8).putInt(6).putInt(0); // flags: mxDOUBLE
    file.putInt(5).putInt(8).putInt(ROWS).putInt(COLUMNS);
    file.putInt(1).putInt(1).put((byte) 'R').put(new byte[7]);
    file.putInt(9).putInt(data); // miDOUBLE
    for (int k = 0; k < COLUMNS; k++) {
      for (int i = 0; i < ROWS; i++) {
        file.putDouble(value(i, k));
      }
    }
    return file.array();
  }

  /** An HDF5 file with checksums, as a library writes it. */
  public static byte[] hdf5() {
    try {
      Path path = Files.createTempFile("fuzz", ".h5");
      try {
        Files.delete(path);
        try (var hdf = HdfFile.write(path)) {
          hdf.putDataset("R", new double[][] {{1, 2, 3}, {4, 5, 6}})
              .putAttribute("MATLAB_class", "double");
          hdf.putDataset("S", new int[][] {{72, 105}, {72, 105}});
        }
        return Files.readAllBytes(path);
      } finally {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same behind MATLAB's block of text. */
  public static byte[] version73() {
    byte[] hdf = hdf5();
    // Version 2 and 3 of the superblock: the base address is at 12, the checksum of 44 bytes at 44.
    var superblock = ByteBuffer.wrap(hdf).order(ByteOrder.LITTLE_ENDIAN);
    superblock.putLong(12, USER_BLOCK);
    superblock.putInt(44, JenkinsLookup3HashLittle.hash(Arrays.copyOf(hdf, 44), 0));
    byte[] title = "MATLAB 7.3 MAT-file, Platform: GLNXA64".getBytes(StandardCharsets.US_ASCII);
    byte[] file = Arrays.copyOf(title, USER_BLOCK + hdf.length);
    System.arraycopy(hdf, 0, file, USER_BLOCK, hdf.length);
    return file;
  }

  /** The first version of HDF5, which MATLAB writes: no checksums, the numbers in one piece. */
  public static byte[] oldHdf5() {
    var data = little(8 * ROWS * COLUMNS);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      data.putDouble(value(k / COLUMNS, k % COLUMNS));
    }
    var file = little(1384 + data.capacity());
    group(file);
    objectHeader(file, 3, 96);
    dataspaceAndDouble(file);
    message(file, 0x08, 24).put((byte) 3).put((byte) 1).putLong(1384).putLong(data.capacity());
    file.position(1384);
    file.put(data.array());
    return file.array();
  }

  /** The same with the numbers in a packed chunk, found through a tree. */
  public static byte[] chunked() {
    var data = little(8 * ROWS * COLUMNS);
    for (int k = 0; k < ROWS * COLUMNS; k++) {
      data.putDouble(value(k / COLUMNS, k % COLUMNS));
    }
    byte[] packed = deflate(data.array());
    var file = little(1600 + packed.length);
    group(file);
    objectHeader(file, 4, 128);
    dataspaceAndDouble(file);
    message(file, 0x08, 24).put((byte) 3).put((byte) 2).put((byte) 3).putLong(1384);
    file.putInt(ROWS).putInt(COLUMNS).putInt(8).put((byte) 0);
    message(file, 0x0b, 24).put((byte) 1).put((byte) 1).put(new byte[6]); // filters
    file.putShort((short) 1).putShort((short) 0).putShort((short) 0).putShort((short) 1);
    file.putInt(6).putInt(0);
    file.position(1384);
    file.put(ascii("TREE")).put((byte) 1).put((byte) 0).putShort((short) 1).putLong(-1).putLong(-1);
    file.putInt(packed.length).putInt(0).putLong(0).putLong(0).putLong(0).putLong(1600);
    file.putInt(0).putInt(0).putLong(ROWS).putLong(COLUMNS).putLong(8);
    file.position(1600);
    file.put(packed);
    return file.array();
  }

  /** Superblock, and a root group of one link, R, to an object header at 1072. */
  private static void group(ByteBuffer file) {
    file.put(new byte[] {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'});
    file.put(new byte[] {0, 0, 0, 0, 0, 8, 8, 0}).putShort((short) 4).putShort((short) 16);
    file.putInt(0).putLong(0).putLong(-1).putLong(file.capacity()).putLong(-1);
    file.putLong(0).putLong(96).putInt(1).putInt(0).putLong(136).putLong(680);
    objectHeader(file, 1, 24);
    message(file, 0x11, 16).putLong(136).putLong(680);
    file.put(ascii("TREE")).put((byte) 0).put((byte) 0).putShort((short) 1).putLong(-1).putLong(-1);
    file.putLong(0).putLong(744).putLong(8);
    file.position(680);
    file.put(ascii("HEAP")).putInt(0).putLong(32).putLong(1).putLong(712);
    file.position(720);
    file.put((byte) 'R');
    file.position(744);
    file.put(ascii("SNOD")).put((byte) 1).put((byte) 0).putShort((short) 1);
    file.putLong(8).putLong(1072);
    file.position(1072);
  }

  private static void objectHeader(ByteBuffer file, int messages, int bytes) {
    file.put((byte) 1).put((byte) 0).putShort((short) messages).putInt(1).putInt(bytes).putInt(0);
  }

  private static ByteBuffer message(ByteBuffer file, int type, int bytes) {
    return file.putShort((short) type).putShort((short) bytes).putInt(0);
  }

  private static void dataspaceAndDouble(ByteBuffer file) {
    message(file, 0x01, 24).put((byte) 1).put((byte) 2).putShort((short) 0).putInt(0);
    file.putLong(ROWS).putLong(COLUMNS);
    message(file, 0x03, 24).put(new byte[] {0x11, 0x20, 0x3f, 0}).putInt(8);
    file.putShort((short) 0).putShort((short) 64).put(new byte[] {52, 11, 0, 52}).putInt(1023);
    file.putInt(0);
  }

  private static byte[] deflate(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
