package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  @Test
  void theNameOfADenseMatrixFollowsTheStatedRule() throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 4 + 8 * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(4).put("rows".getBytes(StandardCharsets.UTF_8)).putLong(2).putLong(3);
    double[] values = {1, -0.0, 3.5, Double.MIN_VALUE, 5, 1e300};
    for (double value : values) {
      bytes.putDouble(value);
    }
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.array());
    assertThat(Rows.of(2, 3, values).fingerprint())
        .isEqualTo(HexFormat.of().formatHex(hash, 0, 16));
  }

  @Test
  void everyBitOfAMatrixCounts() {
    double[] values = {1, 2, 3, 4};
    Set<String> seen = new HashSet<>();
    seen.add(Rows.of(2, 2, values).fingerprint());
    seen.add(Rows.of(1, 4, values).fingerprint());
    seen.add(Rows.of(4, 1, values).fingerprint());
    for (int k = 0; k < values.length; k++) {
      for (int bit = 0; bit < 64; bit++) {
        double[] changed = values.clone();
        changed[k] = Double.longBitsToDouble(Double.doubleToRawLongBits(values[k]) ^ (1L << bit));
        seen.add(Rows.of(2, 2, changed).fingerprint());
      }
    }
    assertThat(seen).hasSize(3 + 4 * 64);
  }

  @Test
  void longDataIsHashedInPiecesToTheSameName() throws Exception {
    double[] values = new double[5_001];
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + 1 + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(1).put((byte) 'x');
    for (int k = 0; k < values.length; k++) {
      values[k] = Math.sqrt(k);
      bytes.putDouble(values[k]);
    }
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.array());
    assertThat(new Fingerprint("x").add(values, 0, 3000).add(values, 3000, 2001).toString())
        .isEqualTo(HexFormat.of().formatHex(hash, 0, 16));
  }

  @Test
  void sparseMatricesAreNamedByTheirStructureToo() {
    int[] starts = {0, 1, 2};
    double[] values = {5, 6};
    assertThat(SparseRows.of(2, 3, starts, new int[] {0, 1}, values).fingerprint())
        .isNotEqualTo(SparseRows.of(2, 3, starts, new int[] {0, 2}, values).fingerprint())
        .isEqualTo(
            SparseRows.of(2, 3, starts.clone(), new int[] {0, 1}, values.clone()).fingerprint());
  }
}
