package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that numpy.save wrote, version 2 of NumPy. */
class NpyFileTest {
  /** [[1.5, -2.25], [3, 4e-3], [5, 6]]. */
  private static final String DOUBLES =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsIDIp"
          + "LCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoA"
          + "AAAAAAD4PwAAAAAAAALAAAAAAAAACED8qfHSTWJwPwAAAAAAABRAAAAAAAAAGEA=";

  /** [[1, 2, 3], [4, 5, 6]] in Fortran's order, big-endian short integers. */
  private static final String COLUMNS_OF_SHORTS =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPmkyJywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyks"
          + "IH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoA"
          + "AQAEAAIABQADAAY=";

  /** [0, 255, 7], unsigned bytes. */
  private static final String BYTES =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnfHUxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwg"
          + "fSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoA"
          + "/wc=";

  /** 0 to 7 as 2 × 2 × 2, single precision. */
  private static final String PICTURES =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDIs"
          + "IDIpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoA"
          + "AAAAAACAPwAAAEAAAEBAAACAQAAAoEAAAMBAAADgQA==";

  /** ['a', 'b']. */
  private static final String TEXT =
      "k05VTVBZAQB2AHsnZGVzY3InOiAnPFUxJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsKSwg"
          + "fSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAph"
          + "AAAAYgAAAA==";

  @TempDir private Path folder;

  @Test
  void readsDoublesRowByRow() {
    assertThat(read(DOUBLES)).isEqualTo(new double[][] {{1.5, -2.25}, {3, 4e-3}, {5, 6}});
  }

  @Test
  void readsFortransOrderAndOtherTypes() {
    assertThat(read(COLUMNS_OF_SHORTS)).isEqualTo(new double[][] {{1, 2, 3}, {4, 5, 6}});
  }

  @Test
  void oneDimensionIsAColumn() {
    assertThat(read(BYTES)).isEqualTo(new double[][] {{0}, {255}, {7}});
  }

  @Test
  void picturesBecomeRows() {
    assertThat(read(PICTURES)).isEqualTo(new double[][] {{0, 1, 2, 3}, {4, 5, 6, 7}});
  }

  @Test
  void labelsToo() {
    assertThat(LabelsFile.read(file(bytes(BYTES)), 3, true)).isEqualTo(List.of("0", "255", "7"));
  }

  @Test
  void textIsRefused() {
    assertThatThrownBy(() -> read(TEXT))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another kind")
        .hasMessageContaining("numpy.save");
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 9, 40, 130, 170})
  void aFileCutShortIsRefused(int length) {
    byte[] part = Arrays.copyOf(bytes(DOUBLES), length);
    assertThatThrownBy(() -> TableReader.read(file(part), ReadOptions.defaults()))
        .isInstanceOf(InputException.class);
  }

  @Test
  void moreBytesThanItSaysAreRefused() {
    byte[] more = Arrays.copyOf(bytes(DOUBLES), bytes(DOUBLES).length + 8);
    assertThatThrownBy(() -> TableReader.read(file(more), ReadOptions.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("goes on after its 6 numbers");
  }

  private double[][] read(String base64) {
    Table table = TableReader.read(file(bytes(base64)), ReadOptions.defaults());
    Rows rows = Rows.of(table.rows());
    double[][] all = new double[rows.rows()][rows.columns()];
    for (int i = 0; i < all.length; i++) {
      for (int k = 0; k < all[i].length; k++) {
        all[i][k] = rows.get(i, k);
      }
    }
    return all;
  }

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private Path file(byte[] bytes) {
    try {
      return Files.write(folder.resolve("array.npy"), bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
