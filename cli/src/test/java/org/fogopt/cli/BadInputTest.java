package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input gets exit code 2 and one clear line; nothing is written and nothing is lost. */
class BadInputTest {
  private static final String OLD = "an older result\n";

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writeReturns();
  }

  /** Runs a command that must be refused, and gives what it said after its name. */
  private String refusal(String... words) {
    List<String> before = fog.files();
    Ran ran = fog.run(words);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err())
        .startsWith("fog portfolio: ")
        .endsWith("\n")
        .doesNotContain("Exception", "\tat ", "null");
    assertThat(fog.files()).isEqualTo(before);
    return ran.err().substring("fog portfolio: ".length()).strip();
  }

  private String refusal(String command) {
    return refusal(command.split(" "));
  }

  /** The table, what the message begins with and what else is in it; \n is a new line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                          | bad.csv: is empty                         | expected a table of numbers
          A,B,C\\n1,2,3\\n4,5\\n7,8,9 | bad.csv: row 3: expected 3 columns        | found 2
          A,B\\n1,2\\n3,abc\\n5,6     | bad.csv: row 3, column 2 ("B"): expected a number | "abc"
          A,B\\n1,2\\n3,NaN\\n5,6     | bad.csv: row 3, column 2 ("B"):           | --missing
          A,B\\n1,2\\n3,Inf\\n5,6     | bad.csv: row 3, column 2 ("B"): expected a finite number | Inf
          A,B\\n1,2\\n3,1e400\\n5,6   | bad.csv: row 3, column 2 ("B"): expected  | 1e400
          A,B,A\\n1,2,3\\n4,5,6       | bad.csv: row 1, column 3: the name "A"    | column 1
          A,B\\n1,2                   | bad.csv: holds only 1 row                 | at least 2
          A,B\\n1,2\\n3,2\\n5,2       | bad.csv: column "B": expected values that vary | 2.0
          A;B\\n1,5;2,5\\n3.5;4,0     | bad.csv: row 3, column 1 ("A")            | the same decimal mark
          A,B\\n1.5%,2\\n1,2          | bad.csv: row 2, column 2                  | all without percent signs
          """)
  void aTableThatCannotBeUsedIsRefusedWhereItIsWrong(String text, String begins, String holds) {
    fog.write("bad.csv", text.replace("\\n", "\n"));
    assertThat(refusal("portfolio --returns bad.csv --out new.csv --json new.json"))
        .startsWith(begins)
        .contains(holds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --step -1           | --step: expected auto or a positive number, found "-1"
          --step 0            | --step: expected auto or a positive number, found "0"
          --step NaN          | --step: expected auto or a positive number, found "NaN"
          --step fast         | --step: expected auto or a positive number, found "fast"
          --batch 0,5,1       | --batch: batches must be S1 >= 1, S2 >= 0, S3 >= 1, not 0,5,1
          --batch 5,5,0       | --batch: batches must be S1 >= 1, S2 >= 0, S3 >= 1, not 5,5,0
          --batch 5,5         | --batch: expected three whole numbers such as 5,5,1, found "5,5"
          --batch 5,x,1       | --batch: expected three whole numbers such as 5,5,1, found "5,x,1"
          --algorithm sarah-c --batch 61,5,1 | --batch: expected S1 to be at most 60, found 61
          --algorithm sarah-c --batch 5,61,1 | --batch: expected S2 to be at most 60, found 61
          --algorithm sarah-c --batch 5,5,61 | --batch: expected S3 to be at most 60, found 61
          --algorithm sarah-c --restart 61,5,1 | --restart: expected S1 to be at most 60, found 61
          --algorithm sarah-c --restart 5,61,1 | --restart: expected S2 to be at most 60, found 61
          --algorithm sarah-c --restart 5,5,61 | --restart: expected S3 to be at most 60, found 61
          --restart 0,1,1     | --restart: batches must be S1 >= 1
          --restart half      | --restart: expected full or three whole numbers such as 60,60,60
          --epoch 0           | --epoch: expected at least 1, found 0
          --epoch ten         | --epoch: expected a whole number below 2^63, found "ten"
          --algorithm adam    | --algorithm: there is no algorithm "adam"; expected one of auto, sarah-c, newton,
          --passes -1         | --passes: expected a positive number, found -1
          --passes 0          | --passes: expected a positive number, found 0
          --passes many       | --passes: expected a number, found "many"
          --passes NaN        | --passes: expected a number, found "NaN"
          --tolerance 1       | --tolerance: expected at least 0 and below 1, found 1
          --tolerance 2.5     | --tolerance: expected at least 0 and below 1, found 2.5
          --tolerance -0.1    | --tolerance: expected at least 0 and below 1, found -0.1
          --threads 0         | --threads: expected 1 to 1024, found 0
          --threads 2000000000 | --threads: expected 1 to 1024, found 2000000000
          --threads 9999999999 | --threads: expected a whole number below 2^31
          --patience -1       | --patience: expected at least 0, found -1
          --time 0            | --time: expected a time such as 100ms, 30s or 5m, found "0"
          --seed one          | --seed: expected a whole number below 2^63, found "one"
          --risk-aversion 0   | --risk-aversion: expected a positive number, found 0
          --risk-aversion -1  | --risk-aversion: expected a positive number, found -1
          --risk-aversion NaN | --risk-aversion: expected a number, found "NaN"
          --missing ignore    | --missing: expected refuse, drop-rows or drop-assets, found "ignore"
          --output first      | --output: expected last, best, average or random, found "first"
          --start nowhere     | --start: expected equal, ones, zeros or a file of weights, found "nowhere"
          --plot p.pdf        | --plot: expected a name that ends in .png or .svg, found "p.pdf"
          --synthetic 9,9,9   | --returns=FILE, --synthetic=T,N,K: only one of them can be given
          --returns other.csv | --returns or --prices or --synthetic: give one, once
          --seed 1 --seed 2   | '--seed' (N) should be specified only once
          --bogus             | there is no option "--bogus"
          --retunrs           | there is no option "--retunrs"; did you mean --returns
          --stepp 1           | there is no option "--stepp"; did you mean --step?
          --out               | --out: needs a value, FILE (see
          extra               | did not expect "extra" (see
          --table 2           | returns.csv: holds one table, but --table asks for "2"
          """)
  void anOptionThatMakesNoSenseIsRefused(String options, String says) {
    assertThat(refusal("portfolio --returns returns.csv " + options)).contains(says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          5,5       | expected periods, assets and condition number such as 2000,200,20, found "5,5"
          a,b,c     | expected periods, assets and condition number such as 2000,200,20, found "a,b,c"
          1,5,5     | at least 2 periods and 1 asset, not 1 and 5
          5,0,5     | at least 2 periods and 1 asset, not 5 and 0
          5,5,0.5   | condition number must be at least 1, not 0.5
          5,5,NaN   | condition number must be at least 1
          100000,100000,2 | more than one array can hold
          """)
  void aMalformedGeneratorIsRefused(String text, String says) {
    assertThat(refusal("portfolio --synthetic " + text)).contains("--synthetic: ").contains(says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          asset,weight\\nAlpha,1\\nOmega,2                 | start.csv: row 3, column 1 ("asset") | "Omega"
          asset,weight\\nAlpha,1\\nBeta,2                  | start.csv: has no weight for 2 assets | "Gamma"
          asset,weight\\nAlpha,one\\nBeta,2                | start.csv: row 2, column 2 ("weight") | "one"
          asset,weight\\nAlpha,1\\nAlpha,2                 | start.csv: row 3, column 1 ("asset") | row 2
          """)
  void aStartThatDoesNotFitIsRefused(String text, String begins, String holds) {
    fog.write("start.csv", text.replace("\\n", "\n"));
    assertThat(refusal("portfolio --returns returns.csv --start start.csv --out new.csv"))
        .startsWith(begins)
        .contains(holds);
  }

  @Test
  void aMissingFileAndAFolderAreRefused() throws Exception {
    assertThat(refusal("portfolio --returns none.csv")).startsWith("none.csv: does not exist");
    Files.createDirectory(fog.path("sub"));
    assertThat(refusal("portfolio --returns sub")).startsWith("sub: is a folder");
    assertThat(refusal("portfolio", "--returns", ""))
        .contains("--returns: expected the name of a file, found \"\"");
  }

  @ParameterizedTest
  @CsvSource({"--out", "--json", "--trace", "--plot"})
  void anOutputThatCannotBeWrittenIsRefusedBeforeTheWork(String option) throws Exception {
    Files.createDirectory(fog.path("sub.svg"));
    // The file of returns is not even looked at.
    assertThat(refusal("portfolio --returns none.csv " + option + " nowhere/x.svg"))
        .startsWith("nowhere/x.svg: its folder does not exist; create the folder");
    assertThat(refusal("portfolio --returns none.csv " + option + " sub.svg"))
        .startsWith("sub.svg: is a folder; name a file");
  }

  @Test
  void anOutputInAFolderWithoutPermissionIsRefused() throws Exception {
    Path locked = Files.createDirectory(fog.path("locked"));
    try {
      assertThat(locked.toFile().setWritable(false)).isTrue();
      assumeFalse(Files.isWritable(locked), "run by root");
      assertThat(refusal("portfolio --returns returns.csv --out locked/w.csv"))
          .startsWith("locked/w.csv: may not be written");
    } finally {
      assertThat(locked.toFile().setWritable(true)).isTrue();
    }
  }

  @Test
  void anOutputNeverTakesThePlaceOfTheReturnsOrOfAnotherOutput() {
    String returns = fog.read("returns.csv");
    assertThat(refusal("portfolio --returns returns.csv --out returns.csv"))
        .isEqualTo("--out: returns.csv is the file of --returns; choose another name");
    assertThat(refusal("portfolio --returns returns.csv --json ./returns.csv"))
        .contains("is the file of --returns");
    assertThat(fog.read("returns.csv")).isEqualTo(returns);
    assertThat(refusal("portfolio --out same.csv --trace same.csv"))
        .isEqualTo("--trace: same.csv is the file of --out; choose another name");
  }

  @ParameterizedTest
  @CsvSource({
    "none.csv,",
    "bad.csv,",
    "returns.csv,--step 0",
    "returns.csv,--algorithm sarah-c --batch '99,1,1'",
    "returns.csv,--start nowhere",
    "returns.csv,--tolerance 1",
    "returns.csv,--plot p.pdf"
  })
  void olderResultsAreUntouchedWhenARunIsRefused(String returns, String options) {
    fog.write("bad.csv", "A,B\n1,2\n3,abc\n");
    for (String name : new String[] {"w.csv", "s.json", "t.csv"}) {
      fog.write(name, OLD);
    }
    refusal(
        ("portfolio --out w.csv --json s.json --trace t.csv --returns " + returns)
            + (options == null ? "" : " " + options.replace("'", "")));
    for (String name : new String[] {"w.csv", "s.json", "t.csv"}) {
      assertThat(fog.read(name)).isEqualTo(OLD);
    }
  }

  @Test
  void anUnknownCommandIsRefusedWithTheOneMeant() {
    Ran ran = fog.run("portfolo");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "fog: did not expect \"portfolo\"; did you mean portfolio? (see 'fog --help')\n");
  }

  /** The command, and what it says after its name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          help x                                | there is no command "x" (see
          help portfolo                         | there is no command "portfolo"; did you mean portfolio?
          portfolio --long                      | there is no option "--long"; did you mean --long-only?
          portfolio --perplexity 5              | there is no option "--perplexity"; it is one of 'fog embed'
          portfolio returns.csv returns.csv     | did not expect the file "returns.csv"; give one file
          compare foo                           | did not expect "foo"; expected one of portfolio, value, embed
          backtest returns.csv --window 2 --strategy foo | --strategy: expected one of equal, benchmark, utility
          resume .                              | name the folder that --checkpoint was given
          """)
  void whatIsMistakenIsNamedWithWhatThereIs(String command, String says) {
    Ran ran = fog.run(command.split(" +"));
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains(says);
  }

  @Test
  void namesOfStatesUnderAnotherHeadingAreExplained() {
    fog.write("log.csv", "state,reward,next_state\na,1,b\nb,0,a\n");
    fog.write("features.csv", "place,x\na,1\nb,2\n");
    Ran ran = fog.run("value", "log.csv", "--features", "features.csv");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("row 2, column 1 (\"place\")", "call it state");
  }
}
