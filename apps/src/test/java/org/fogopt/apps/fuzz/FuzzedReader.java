package org.fogopt.apps.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fogopt.apps.embedding.Columns;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.io.GroupsFile;
import org.fogopt.apps.io.LabelsFile;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.matrix.IdxFile;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.value.ChainFile;
import org.fogopt.apps.value.FeaturesFile;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Rows;

/** Every reader of files, each with sound files from which damaged ones are made. */
enum FuzzedReader {
  CSV {
    @Override
    void read(Path file, Path folder) {
      TableReader.read(file, ReadOptions.defaults().withMissing(Missing.DROP_ROWS));
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          "A,B\n1,2\n3,4\n",
          "date,A,B\n2020-01-31,1.5,-2e-3\n2020-02-28,NA,4\n2020-03-31,5,6\n",
          "20200131;1;2\n20200228;3;4\n",
          "# a comment\n\"A \"\"x\"\"\"\tB\n1\t2\n-99.99\t3\n4\t5\n\n,,\n",
          "\ufeff1 2 3\n4 5 6\n7 8 Inf\n");
    }
  },
  FRENCH {
    @Override
    void read(Path file, Path folder) {
      TableReader.read(file, ReadOptions.defaults().withMissing(Missing.DROP_ASSETS));
      TableReader.read(file, ReadOptions.defaults().withTable("2"));
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          """
          This file was created by X using the 202312 CRSP database.
          Missing data are indicated by -99.99 or -999.

            Average Value Weighted Returns -- Daily
          ,SMALL LoOP,BIG HiOP
          19630701,  -0.61,   1.00
          19630702,   0.75, -99.99
          19630703,   0.70,   3.00

            Average Equal Weighted Returns -- Daily
          ,SMALL LoOP,BIG HiOP
          19630701,   1.10,   1.30
          19630702,   2.10,   2.30

          Copyright 2023
          """,
          """
            Returns -- Monthly
          ,Lo,Hi
          192607, 1.0, 2.0
          192608, 3.0, 4.0

            Returns -- Annual
          ,Lo,Hi
          1927, 1, 2
          1928, 3, 4
          """);
    }
  },
  PACKED {
    @Override
    void read(Path file, Path folder) {
      TableReader.read(file, ReadOptions.defaults());
    }

    @Override
    List<byte[]> seeds() {
      byte[] table = "A,B\n1,2\n3,4\n5,7\n".getBytes(StandardCharsets.UTF_8);
      return List.of(
          gzip(table), zip("t.csv", table), zip("a/../t.txt", table, "__MACOSX/._t.txt", table));
    }
  },
  MAT5 {
    @Override
    void read(Path file, Path folder) {
      TableReader.read(file, ReadOptions.defaults().withMissing(Missing.DROP_ROWS));
    }

    @Override
    List<byte[]> seeds() {
      return List.of(
          MatlabFiles.version5(false), MatlabFiles.version5(true), MatlabFiles.version5ByHand());
    }
  },
  HDF5 {
    @Override
    void read(Path file, Path folder) {
      TableReader.read(file, ReadOptions.defaults().withMissing(Missing.DROP_ROWS));
    }

    @Override
    List<byte[]> seeds() {
      return List.of(
          MatlabFiles.hdf5(),
          MatlabFiles.version73(),
          MatlabFiles.oldHdf5(),
          MatlabFiles.chunked());
    }
  },
  IDX {
    @Override
    void read(Path file, Path folder) {
      IdxFile.looksLike(file);
      IdxFile.read(file, 2);
      IdxFile.read(file, Integer.MAX_VALUE);
    }

    @Override
    List<byte[]> seeds() {
      byte[] images = idx(0x08, 1, 3, 2, 2);
      return List.of(images, idx(0x0d, 4, 2, 3), idx(0x0e, 8, 4), idx(0x0b, 2, 1, 5), gzip(images));
    }
  },
  POINTS {
    @Override
    void read(Path file, Path folder) {
      Points.read(file, null, Columns.plain(Missing.REFUSE), 2, 0.5);
      Points.read(file, file.toString(), Columns.plain(Missing.DROP_ROWS), null, 1);
    }

    @Override
    List<byte[]> seeds() {
      List<byte[]> all = new ArrayList<>(texts("label,x,y\na,1,2\na,3,4\nb,5,6\nb,6,6\n"));
      all.add(idx(0x08, 1, 3, 2, 2));
      all.add(idx(0x08, 1, 3));
      return all;
    }
  },
  LABELS {
    @Override
    void read(Path file, Path folder) {
      LabelsFile.read(file, 3, false);
      LabelsFile.read(file, 3, true);
    }

    @Override
    List<byte[]> seeds() {
      List<byte[]> all =
          new ArrayList<>(texts("a\nb\nc\n", "label\n1\n2\n\"x, y\"\n", "1\n2\n3\n4\n"));
      all.add(idx(0x08, 1, 3));
      return all;
    }
  },
  WEIGHTS {
    @Override
    void read(Path file, Path folder) {
      WeightsFile.read(file, ASSETS);
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          "asset,weight\nAlpha,0.5\nBeta,-1e-3\nGamma x,0\n", "Beta;1\nGamma x;2\nAlpha;3\n");
    }
  },
  GROUPS {
    @Override
    void read(Path file, Path folder) {
      GroupsFile.read(file, ASSETS);
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          "asset,group,cap\nAlpha,tech,0.5\nBeta,tech,0.5\nGamma x,rest,1\n",
          "Alpha\tone\t.5\nBeta\ttwo\t1\n");
    }
  },
  CHAIN {
    @Override
    void read(Path file, Path folder) {
      ChainFile.read(file, null, null, true);
      ChainFile.read(file, null, null, false);
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          "state,next,probability,reward\na,b,0.25,1\na,a,0.75,-2\nb,a,1,-999\n",
          "state,action,next,probability,reward\na,stay,a,1,2\na,go,b,.5,0\na,go,a,.5,0\nb,stay,b,1,1\n",
          "time,state,reward,next_state\n1,a,1,b\n2,b,5,a\n3,a,3,\n");
    }
  },
  POLICY {
    @Override
    void read(Path file, Path folder) {
      Path mdp =
          beside(
              folder,
              "mdp.csv",
              "state,action,next,probability,reward\na,stay,a,1,2\na,go,b,1,0\nb,stay,b,1,1\n");
      ChainFile.read(mdp, null, file, false);
    }

    @Override
    List<byte[]> seeds() {
      return texts("state,action,probability\na,stay,0.25\na,go,0.75\nb,stay,1\n");
    }
  },
  MATRIX {
    @Override
    void read(Path file, Path folder) {
      Path rewards = beside(folder, "rewards.csv", "1\n2\n");
      ChainFile.read(file, rewards, null, true);
      ChainFile.read(file, file, null, false);
    }

    @Override
    List<byte[]> seeds() {
      return texts(
          "0.5,0.5\n0.25,0.75\n",
          "state,a,b\na,0,1\nb,1,0\n",
          ";a;b\na;0.5;0.5\nb;0;0\n",
          "a,b\n1,0\n0,1\n");
    }
  },
  FEATURES {
    @Override
    void read(Path file, Path folder) {
      FeaturesFile.read(file, aAndB());
    }

    @Override
    List<byte[]> seeds() {
      return texts("1,2\n3,4\n", "state,x1,x2\nb,1,2\na,3,4\n");
    }
  },
  ROWS {
    /** Most damage ends at the checksum, so the file is also read with one that is right. */
    @Override
    void read(Path file, Path folder) {
      Path mended = withChecksum(file, folder.resolve("mended"));
      InputException refusal = null;
      try {
        RowFile.check(file);
      } catch (InputException e) {
        refusal = e;
      }
      TableReader.read(mended, ReadOptions.defaults());
      FeaturesFile.read(mended, aAndB());
      RowFile.check(mended);
      if (refusal != null) {
        throw refusal;
      }
    }

    @Override
    List<byte[]> seeds() {
      return List.of(rows(Double.BYTES), rows(Float.BYTES));
    }
  };

  private static final int ROWS_CHECKSUM = 64;
  private static final int ROWS_NAMES = 68;
  private static final List<String> ASSETS = List.of("Alpha", "Beta", "Gamma x");

  /** Reads a file, in the ways in which the commands do. */
  abstract void read(Path file, Path folder);

  /** Sound files. */
  abstract List<byte[]> seeds();

  private static RewardChain aAndB() {
    Rows half = Rows.of(2, 2, new double[] {0.5, 0.5, 0.5, 0.5});
    return new RewardChain(List.of("a", "b"), half, half, "two states");
  }

  private static List<byte[]> texts(String... texts) {
    List<byte[]> all = new ArrayList<>();
    for (String text : texts) {
      all.add(text.getBytes(StandardCharsets.UTF_8));
    }
    return all;
  }

  private static Path beside(Path folder, String name, String text) {
    Path path = folder.resolve(name);
    try {
      return Files.exists(path) ? path : Files.writeString(path, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] gzip(byte[] content) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Names and contents in turn. */
  private static byte[] zip(Object... namesAndContents) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        out.putNextEntry(new ZipEntry((String) namesAndContents[i]));
        out.write((byte[]) namesAndContents[i + 1]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Two rows of two columns, sealed. The numbers begin earlier than Fog would have them begin. */
  private static byte[] rows(int width) {
    int begin = 96;
    ByteBuffer buffer = ByteBuffer.allocate(begin + 4 * width).order(ByteOrder.LITTLE_ENDIAN);
    buffer.put("FOGROWS\n".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(width);
    buffer.putLong(2).putInt(2).putInt(begin);
    buffer.position(ROWS_NAMES);
    buffer.putInt(1).put((byte) 'A').putInt(2).put((byte) 'B').put((byte) 'b');
    buffer.position(begin);
    Fingerprint fingerprint = new Fingerprint("rows").add(2L).add(2);
    for (int k = 0; k < 4; k++) {
      double number = 1.5 + k;
      fingerprint.add(number);
      if (width == Float.BYTES) {
        buffer.putFloat((float) number);
      } else {
        buffer.putDouble(number);
      }
    }
    buffer.put(32, fingerprint.toString().getBytes(StandardCharsets.US_ASCII));
    return sealed(buffer.array());
  }

  private static Path withChecksum(Path from, Path to) {
    try {
      return Files.write(to, sealed(Files.readAllBytes(from)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts the checksum of the header into a file of rows that is long enough to have one. */
  private static byte[] sealed(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int begin = bytes.length < ROWS_NAMES ? 0 : buffer.getInt(28);
    if (begin >= ROWS_NAMES && begin <= bytes.length) {
      buffer.putInt(ROWS_CHECKSUM, 0);
      CRC32C crc = new CRC32C();
      crc.update(bytes, 0, begin);
      buffer.putInt(ROWS_CHECKSUM, (int) crc.getValue());
    }
    return bytes;
  }

  private static byte[] idx(int type, int width, int... dimensions) {
    int count = width;
    for (int size : dimensions) {
      count *= size;
    }
    ByteBuffer buffer = ByteBuffer.allocate(4 + 4 * dimensions.length + count);
    buffer.put((byte) 0).put((byte) 0).put((byte) type).put((byte) dimensions.length);
    for (int size : dimensions) {
      buffer.putInt(size);
    }
    return buffer.array();
  }
}
