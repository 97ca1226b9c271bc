package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.matrix.IdxFile;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxFileTest {
  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  /** A header and data of {@code bytes} bytes 0, 1, 2, … */
  private static byte[] idx(int type, int bytes, int... dimensions) {
    ByteBuffer buffer = ByteBuffer.allocate(4 + 4 * dimensions.length + bytes);
    buffer.put((byte) 0).put((byte) 0).put((byte) type).put((byte) dimensions.length);
    for (int size : dimensions) {
      buffer.putInt(size);
    }
    for (int k = 0; k < bytes; k++) {
      buffer.put((byte) k);
    }
    return buffer.array();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private void refuses(byte[] bytes, String... words) {
    Path file = kit.file("x.idx", bytes);
    assertThatThrownBy(() -> IdxFile.read(file, Integer.MAX_VALUE))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void imagesBecomeRows() throws IOException {
    byte[] bytes = idx(0x08, 3 * 4, 3, 2, 2);
    for (byte[] form : new byte[][] {bytes, gzip(bytes)}) {
      Path file = kit.file("images", form);
      assertThat(IdxFile.looksLike(file)).isTrue();
      Rows rows = IdxFile.read(file, Integer.MAX_VALUE);
      assertThat(rows.rows()).isEqualTo(3);
      assertThat(rows.columns()).isEqualTo(4);
      assertThat(rows.get(2, 1)).isEqualTo(9);
      assertThat(IdxFile.read(file, 2).rows()).isEqualTo(2);
    }
  }

  @Test
  void bytesAboveAHundredAndTwentySevenArePositive() {
    byte[] bytes = idx(0x08, 1, 1);
    bytes[8] = (byte) 200;
    assertThat(IdxFile.read(kit.file("x", bytes), 9).get(0, 0)).isEqualTo(200);
    bytes[2] = 0x09;
    assertThat(IdxFile.read(kit.file("x", bytes), 9).get(0, 0)).isEqualTo(-56);
  }

  @Test
  void otherTypesOfNumbersAreRead() {
    ByteBuffer buffer = ByteBuffer.wrap(idx(0x0e, 16, 2));
    buffer.position(8);
    buffer.putDouble(1.5).putDouble(-2);
    Rows rows = IdxFile.read(kit.file("x", buffer.array()), 9);
    assertThat(rows.get(0, 0)).isEqualTo(1.5);
    assertThat(rows.get(1, 0)).isEqualTo(-2);
    buffer.putDouble(8, Double.NaN);
    refuses(buffer.array(), "not finite");
    assertThat(IdxFile.read(kit.file("x", idx(0x0b, 2, 1)), 9).get(0, 0)).isEqualTo(1);
    assertThat(IdxFile.read(kit.file("x", idx(0x0c, 4, 1)), 9).get(0, 0)).isEqualTo(0x00010203);
    assertThat(IdxFile.read(kit.file("x", idx(0x0d, 4, 1)), 9).get(0, 0))
        .isEqualTo(Float.intBitsToFloat(0x00010203));
  }

  @Test
  void whatIsNotIdxIsRefused() throws IOException {
    refuses("a,b,c\n1,2,3\n".getBytes(StandardCharsets.UTF_8), "is not an IDX file");
    refuses(idx(0x07, 4, 4), "is not an IDX file");
    refuses(new byte[] {0, 0, 8}, "cut short");
    refuses(new byte[0], "cut short");
    refuses(idx(0x08, 0, 3, 0), "dimension 2 is 0");
    refuses(idx(0x08, 0, -3, 2), "dimension 1 is -3");
    byte[] half = gzip(idx(0x08, 3000, 3000));
    refuses(java.util.Arrays.copyOf(half, half.length / 2), "cut short");
    assertThat(IdxFile.looksLike(kit.file("t.csv", "a,b\n1,2\n"))).isFalse();
    assertThat(IdxFile.looksLike(folder)).isFalse();
    assertThatThrownBy(() -> IdxFile.read(folder.resolve("none"), 1))
        .hasMessageContaining("does not exist");
  }

  @Test
  void aFileShorterOrLongerThanItSaysIsRefused() {
    refuses(idx(0x08, 11, 3, 2, 2), "ends after 2 of the 3 rows");
    refuses(idx(0x08, 13, 3, 2, 2), "goes on after the 3 rows");
  }

  /** Sixteen bytes that ask for 8 exabytes: no memory is taken on their word. */
  @Test
  void aHeaderThatPromisesTooMuchIsRefusedAtOnce() {
    refuses(idx(0x08, 4, Integer.MAX_VALUE, Integer.MAX_VALUE, 2), "more than fit");
    refuses(idx(0x08, 4, 1 << 30), "ends after 4 of the 1073741824 rows");
    refuses(idx(0x08, 4, 1, 1 << 30), "ends after 0 of the 1 rows");
  }

  @Test
  void labelsComeFromIdxOrText() {
    assertThat(LabelsFile.read(kit.file("l.idx", idx(0x08, 3, 3)), 3, true))
        .containsExactly("0", "1", "2");
    assertThat(LabelsFile.read(kit.file("l.idx", idx(0x08, 3, 3)), 2, false))
        .containsExactly("0", "1");
    assertThat(LabelsFile.read(kit.file("l.csv", "cat\ndog\ncat\n"), 3, true))
        .containsExactly("cat", "dog", "cat");
    assertThat(LabelsFile.read(kit.file("l.csv", "kind\ndog\ncat\n"), 2, true))
        .containsExactly("dog", "cat");
    assertThat(LabelsFile.read(kit.file("l.csv", "label\ndog\ncat\n"), 2, false))
        .containsExactly("dog", "cat");
    assertThatThrownBy(() -> LabelsFile.read(kit.file("l.csv", "dog\ncat\n"), 4, true))
        .hasMessageContaining("holds 2 labels for 4 points");
    assertThatThrownBy(() -> LabelsFile.read(kit.file("l.csv", "dog,1\ncat,2\n"), 2, true))
        .hasMessageContaining("row 1: expected one label, found 2 cells");
    assertThatThrownBy(() -> LabelsFile.read(kit.file("l.idx", idx(0x08, 6, 3, 2)), 3, true))
        .hasMessageContaining("2 numbers per row");
  }
}
