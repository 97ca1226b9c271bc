package org.fogopt.apps.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link ReaderFuzz} for a second instead of minutes. */
class ReaderFuzzTest {
  private static final int ROUNDS = 120;
  private static final byte[] TELLING = {
    0, 1, -1, 127, -128, ',', ';', '\n', '"', '.', '-', 'e', '9', ' ', '#'
  };

  @TempDir Path folder;

  /** Otherwise damage would be searched behind the first check only. */
  @ParameterizedTest
  @EnumSource(FuzzedReader.class)
  void aSoundFileIsRead(FuzzedReader reader) throws Exception {
    List<String> refusals = new ArrayList<>();
    for (byte[] seed : reader.seeds()) {
      try {
        reader.read(Files.write(folder.resolve("sound"), seed), folder);
      } catch (InputException e) {
        refusals.add(e.getMessage());
      }
    }
    // Some are there to be refused late: by the second of two ways of reading.
    assertThat(refusals.size()).as(refusals.toString()).isLessThan(reader.seeds().size());
  }

  @ParameterizedTest
  @EnumSource(FuzzedReader.class)
  void damagedFilesAreReadOrRefusedAndNothingElse(FuzzedReader reader) {
    List<byte[]> seeds = reader.seeds();
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      byte[] bytes = damaged(seeds.get(round % seeds.size()), random);
      assertThatCode(() -> ReaderFuzz.tryOne(reader, bytes, folder))
          .as("%s, round %d", reader, round)
          .doesNotThrowAnyException();
    }
  }

  /** In base64: blanks that are no cells, a name in a zip file and a header beyond ASCII. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DQ0NHQ0NLQ0NHQ0NLQ0NX8KgOCA0DQ==",
        "UEsDBBQACAgIADCmcl0AAAAAAAAAAAAAAAAKAAAAYS8uLi90LnR4dHPUceIy1DHiMtYx4TLVMecCAFBL"
            + "BwiP9UOREgAAABAAAABQSwMEFAAICAgAMKZyXQAAAAAAAAAAAAAAABAAAABfX01BQ09TWC8uX3QudHh0"
            + "c9Rx4jLUMeIy1jHhMtUx5wIAUEsHCI/1Q5ESAAAAEAAAAFBLAQIUABQACAgIADCmcl2P9UOREgAAABAA"
            + "AAAAAAAACgAAAAAAAAAAAAAAAABhLy4uL/QudHh0UEsBAhQAFAAICAgAMFZyXY/1Q5ESAAAAEAAAABAA"
            + "AAAAAAAAAAAAAAAASgAAAF9fTUFDT1NYLy5fdC54dHRQSwUGAAAAAAIAAgB2AAAAmgAAAAAA",
        "k05VTVBZsLCwMwAAAGFibGXCsDQIKjQ0JAqwsLCwsLCwsAtPT7CwsLA0CCo0NAgq5xA7NDQIKjSwsLCw"
            + "sDx0YWJsZcKwCrCwsLCwsLCwC09PsLCwsDQqNLCwsDGwsDx0YWJsZcKwCrCwsLCwsLCwC09PsAg="
      })
  void whatFuzzingFoundIsReadOrRefused(String bytes) {
    ReaderFuzz.tryOne(FuzzedReader.PACKED, Base64.getDecoder().decode(bytes), folder);
  }

  @Test
  void aDeclaredSeparatorThatMeansAnotherThingIsNone() {
    ReaderFuzz.tryOne(FuzzedReader.PACKED, "sep=#".getBytes(UTF_8), folder);
  }

  @Test
  void anEntryNamedInLatin1IsRead() throws IOException {
    Path file = folder.resolve("returns.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file), ISO_8859_1)) {
      zip.putNextEntry(new ZipEntry("März.csv"));
      zip.write("A,B\n1,2\n3,4\n".getBytes(UTF_8));
    }
    assertThat(TableReader.read(file, ReadOptions.defaults()).rows().count()).isEqualTo(2);
  }

  /** A few bytes changed, left out, doubled, or the end cut off. */
  private static byte[] damaged(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    int hits = 1 + random.nextInt(4);
    for (int hit = 0; hit < hits && bytes.length > 1; hit++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
        case 2 -> bytes = without(bytes, at, 1 + random.nextInt(4));
        case 3 -> bytes = doubled(bytes, at, 1 + random.nextInt(8));
        default -> bytes = random.nextInt(3) == 0 ? without(bytes, at, bytes.length) : bytes;
      }
    }
    return bytes;
  }

  private static byte[] without(byte[] bytes, int at, int count) {
    int end = Math.min(bytes.length, at + count);
    byte[] rest = new byte[bytes.length - (end - at)];
    System.arraycopy(bytes, 0, rest, 0, at);
    System.arraycopy(bytes, end, rest, at, bytes.length - end);
    return rest;
  }

  private static byte[] doubled(byte[] bytes, int at, int count) {
    int end = Math.min(bytes.length, at + count);
    byte[] longer = new byte[bytes.length + (end - at)];
    System.arraycopy(bytes, 0, longer, 0, end);
    System.arraycopy(bytes, at, longer, end, bytes.length - at);
    return longer;
  }
}
