package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fogopt.apps.io.FileKit.values;

import io.jhdf.HdfFile;
import io.jhdf.checksum.JenkinsLookup3HashLittle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sinks;

/** Matrices of MATLAB, in both of its formats. */
class MatlabFileTest {
  private static final int USER_BLOCK = 512;

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  private static Matrix matrix(double[][] values) {
    Matrix matrix = Mat5.newMatrix(values.length, values[0].length);
    for (int i = 0; i < values.length; i++) {
      for (int k = 0; k < values[i].length; k++) {
        matrix.setDouble(i, k, values[i][k]);
      }
    }
    return matrix;
  }

  private Path version5(Object... namesAndValues) throws IOException {
    Path path = folder.resolve("five.mat");
    try (var file = Mat5.newMatFile();
        var sink = Sinks.newStreamingFile(path.toFile())) {
      for (int i = 0; i < namesAndValues.length; i += 2) {
        file.addArray((String) namesAndValues[i], matrix((double[][]) namesAndValues[i + 1]));
      }
      file.addArray("note", Mat5.newString("hello"));
      file.addArray("box", Mat5.newCell(9, 9));
      file.writeTo(sink);
    }
    return path;
  }

  /** As MATLAB writes it: a block of text before the HDF5 file, and the dimensions reversed. */
  private Path version73(String name, double[][] values) throws IOException {
    var reversed = new double[values[0].length][values.length];
    for (int i = 0; i < values.length; i++) {
      for (int k = 0; k < values[i].length; k++) {
        reversed[k][i] = values[i][k];
      }
    }
    Path plain = folder.resolve("plain.h5");
    try (var hdf = HdfFile.write(plain)) {
      hdf.putDataset(name, reversed).putAttribute("MATLAB_class", "double");
      hdf.putDataset("text", new int[][] {{72, 105}, {72, 105}, {1, 1}, {1, 1}, {1, 1}, {1, 1}})
          .putAttribute("MATLAB_class", "char");
    }
    byte[] hdf = Files.readAllBytes(plain);
    // Version 2 and 3 of the superblock: the base address is at 12, the checksum of 44 bytes at 44.
    var superblock = ByteBuffer.wrap(hdf).order(ByteOrder.LITTLE_ENDIAN);
    superblock.putLong(12, USER_BLOCK);
    superblock.putInt(44, JenkinsLookup3HashLittle.hash(Arrays.copyOf(hdf, 44), 0));
    var bytes = new ByteArrayOutputStream();
    byte[] title = "MATLAB 7.3 MAT-file, Platform: GLNXA64".getBytes(StandardCharsets.US_ASCII);
    bytes.write(Arrays.copyOf(title, USER_BLOCK));
    bytes.write(hdf);
    return Files.write(folder.resolve("seven.mat"), bytes.toByteArray());
  }

  @Test
  void theLargestMatrixOfAVersion5FileIsRead() throws IOException {
    double[][] returns = {{1, 2, 3}, {4, 5, 6}};
    Path file = version5("small", new double[][] {{1, 2}, {3, 4}}, "R", returns);
    Table table = TableReader.read(file, ReadOptions.defaults());
    assertThat(values(table)).isDeepEqualTo(returns);
    assertThat(table.names()).containsExactly("asset1", "asset2", "asset3");
  }

  @Test
  void aMatrixIsChosenByItsName() throws IOException {
    double[][] small = {{1, 2}, {3, 4}};
    Path file = version5("small", small, "R", new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(values(TableReader.read(file, ReadOptions.defaults().withTable("small"))))
        .isDeepEqualTo(small);
    assertThat(FileKit.refusal(file, ReadOptions.defaults().withTable("S")).getMessage())
        .contains("holds no matrix \"S\"; it holds small (2 x 2), R (2 x 3)");
  }

  @Test
  void aFirstColumnOfDatesLabelsTheRowsOfAMatrix() throws IOException {
    Path file = version5("R", new double[][] {{20200131, 1, 2}, {20200228, 3, 4}});
    Table table = TableReader.read(file, ReadOptions.defaults());
    assertThat(table.labels()).containsExactly("20200131", "20200228");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
  }

  @Test
  void missingAndInfiniteValuesOfAMatrixAreNamed() throws IOException {
    Path missing = version5("R", new double[][] {{1, 2}, {3, Double.NaN}, {5, 6}});
    assertThat(FileKit.refusal(missing).getMessage()).contains("row 2, column 2");
    var dropRows = ReadOptions.defaults().withMissing(Missing.DROP_ROWS);
    assertThat(TableReader.read(missing, dropRows).droppedRows()).isEqualTo(1);
    Path infinite = version5("R", new double[][] {{1, 2}, {Double.POSITIVE_INFINITY, 4}});
    assertThat(FileKit.refusal(infinite, dropRows).getMessage())
        .contains("row 2, column 1: expected a finite number");
  }

  @Test
  void aFileWithoutAMatrixIsRefused() throws IOException {
    assertThat(FileKit.refusal(version5()).getMessage()).contains("no two-dimensional matrix");
  }

  @Test
  void aVersion73FileIsReadTheRightWayRound() throws IOException {
    double[][] returns = {{1, 2, 3}, {4, 5, 6}};
    assertThat(values(TableReader.read(version73("R", returns), ReadOptions.defaults())))
        .isDeepEqualTo(returns);
  }

  @Test
  void aMatrixOfAVersion73FileIsChosenByItsName() throws IOException {
    Path file = version73("R", new double[][] {{1, 2, 3}, {4, 5, 6}});
    assertThat(TableReader.read(file, ReadOptions.defaults().withTable("R")).names()).hasSize(3);
    assertThat(FileKit.refusal(file, ReadOptions.defaults().withTable("text")).getMessage())
        .contains("it holds R (2 x 3)");
  }

  @Test
  void anHdf5FileOfAnotherProgramIsTakenAsItIs() {
    Path file = folder.resolve("x.h5");
    try (var hdf = HdfFile.write(file)) {
      hdf.putDataset("R", new float[][] {{1, 2, 3}, {4, 5, 6}});
    }
    assertThat(values(TableReader.read(file, ReadOptions.defaults())))
        .isDeepEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  @Test
  void aMatrixLargerThanTheLimitIsRefusedBeforeItIsRead() throws IOException {
    var options = ReadOptions.defaults().withMaxBytes(100);
    var values = new double[10][10];
    assertThat(FileKit.refusal(version5("R", values), options).getMessage())
        .contains("more than the limit of 100 bytes");
    assertThat(FileKit.refusal(version73("R", values), options).getMessage())
        .contains("more than the limit of 100 bytes");
  }

  @Test
  void aNameAloneMakesNoMatlabFile() {
    assertThat(FileKit.refusal(kit.file("x.mat", "1,2\n3,4\n")).getMessage())
        .contains("is not a whole MATLAB file of version 5 or 7.3");
  }

  @Test
  void damagedFilesAreRefusedOrReadButNeverBreakTheProgram() throws IOException {
    var values = new double[20][5];
    for (int i = 0; i < 100; i++) {
      values[i / 5][i % 5] = i;
    }
    for (Path whole : new Path[] {version5("R", values), version73("R", values)}) {
      byte[] bytes = Files.readAllBytes(whole);
      long seed = 7;
      var random = new Random(seed);
      for (int round = 0; round < 200; round++) {
        byte[] damaged = bytes.clone();
        int from = round % 2 == 0 ? 0 : Math.min(512, bytes.length / 2);
        for (int hit = 0; hit < 3; hit++) {
          int span = Math.min(700, damaged.length - from);
          damaged[from + random.nextInt(span)] = (byte) random.nextInt();
        }
        if (round % 5 == 0) {
          damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
        }
        Path file = kit.file("damaged.mat", damaged);
        try {
          TableReader.read(file, ReadOptions.defaults());
        } catch (InputException e) {
          assertThat(e.getMessage()).as("seed %d, round %d", seed, round).doesNotContain("\n");
        }
      }
    }
  }
}
