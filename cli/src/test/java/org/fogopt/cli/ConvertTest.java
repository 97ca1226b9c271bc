package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fog convert}, and commands on what it makes. */
class ConvertTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void open() {
    fog = new FogKit(folder);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private FogKit.Ran convert(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "convert";
    System.arraycopy(words, 0, all, 1, words.length);
    return fog.run(all);
  }

  private Path returns() throws IOException {
    var text = new StringBuilder("date,a,b,c\n");
    var random = new java.util.Random(4);
    for (int i = 0; i < 200; i++) {
      text.append("day ").append(i);
      for (int k = 0; k < 3; k++) {
        text.append(',').append((double) (float) (random.nextGaussian() + 0.1 * k));
      }
      text.append('\n');
    }
    return Files.writeString(folder.resolve("returns.csv"), text);
  }

  @Test
  void aPortfolioFromAMappedFileIsThatFromTheTable() throws IOException {
    returns();
    FogKit.Ran made = convert(file("returns.csv"), file("returns.fogrows"));
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(made.out()).contains("200 rows of 3 numbers, written");
    for (String source : new String[] {"returns.csv", "returns.fogrows"}) {
      FogKit.Ran ran =
          fog.run("portfolio --passes 20 -q --returns " + source + " --out " + source + ".w");
      assertThat(ran.exit()).as(ran.err()).isZero();
    }
    assertThat(Files.readString(folder.resolve("returns.fogrows.w")))
        .isEqualTo(Files.readString(folder.resolve("returns.csv.w")))
        .startsWith("asset,weight\na,");
  }

  @Test
  void returnsThatAreFloatsGiveTheSameWeightsInSinglePrecision() throws IOException {
    returns();
    assertThat(convert("--storage", "float", file("returns.csv"), file("half.fogrows")).exit())
        .isZero();
    String[] runs = {
      "--returns returns.csv", "--returns returns.csv --storage float", "--returns half.fogrows"
    };
    for (int k = 0; k < runs.length; k++) {
      assertThat(fog.run("portfolio --passes 20 -q " + runs[k] + " --out w" + k).exit()).isZero();
      assertThat(Files.readString(folder.resolve("w" + k)))
          .isEqualTo(Files.readString(folder.resolve("w0")));
    }
  }

  @Test
  void aDamagedFileIsRefusedWithItsReason() throws IOException {
    returns();
    convert(file("returns.csv"), file("returns.fogrows"));
    byte[] whole = Files.readAllBytes(folder.resolve("returns.fogrows"));
    Files.write(folder.resolve("cut.fogrows"), Arrays.copyOf(whole, whole.length - 3));
    FogKit.Ran cut = fog.run("portfolio --returns cut.fogrows");
    assertThat(cut.exit()).isEqualTo(2);
    assertThat(cut.errLines()).hasSize(1);
    assertThat(cut.err()).contains("cut.fogrows").contains("expected 8896 bytes for 200 x 3");
    whole[70] ^= 1;
    Files.write(folder.resolve("bad.fogrows"), whole);
    FogKit.Ran bad = fog.run("portfolio --returns bad.fogrows");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err()).contains("its header is damaged");
    whole[70] ^= 1;
    whole[5000] ^= 1;
    Files.write(folder.resolve("flipped.fogrows"), whole);
    FogKit.Ran flipped = convert("--check", file("flipped.fogrows"));
    assertThat(flipped.exit()).isEqualTo(2);
    assertThat(flipped.err()).contains("its numbers are not those it was written with");
    assertThat(convert("--check", file("returns.fogrows")).exit()).isZero();
  }

  @Test
  void madeUpRowsNeedNoFile() {
    FogKit.Ran made = convert("--synthetic", "1000x4,7", file("made.fogrows"));
    assertThat(made.exit()).as(made.err()).isZero();
    FogKit.Ran ran = fog.run("portfolio --returns made.fogrows --passes 20 --out w.csv -q");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void whatMakesNoSenseIsRefused() throws IOException {
    returns();
    assertThat(convert(file("returns.csv")).err())
        .contains("expected a file to read and a file to write, found 1 file");
    assertThat(convert(file("returns.csv"), file("returns.bin")).err())
        .contains("expected a name that ends in .fogrows");
    assertThat(convert(file("absent.csv"), file("a.fogrows")).err()).contains("does not exist");
    assertThat(convert("--synthetic", "many", file("a.fogrows")).err())
        .contains("expected rows, columns and a seed such as 1000000x50,1");
    assertThat(convert("--check", file("returns.csv")).err()).contains("is not a file of rows");
    assertThat(fog.run("portfolio --storage half").err()).contains("expected double or float");
    assertThat(Files.exists(folder.resolve("a.fogrows"))).isFalse();
  }
}
