package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fogopt.apps.io.FileKit.values;

import java.nio.file.Path;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files laid out as Kenneth French's data library lays them out. */
class FrenchFileTest {
  private static final String FILE =
      """
      This file was created by CMPT_ME_OP_RETS_DAILY using the 202312 CRSP database.
      It contains value- and equal-weighted returns for 2 portfolios, "as is".

      Missing data are indicated by -99.99 or -999.


        Average Value Weighted Returns -- Daily
      ,SMALL LoOP,ME1 OP2 ,BIG HiOP
      19630701,  -0.61,   0.20,   1.00
      19630702,   0.75,   0.50,   2.00
      19630703, -99.99,   0.25,   3.00

        Average Equal Weighted Returns -- Daily
      ,SMALL LoOP,ME1 OP2 ,BIG HiOP
      19630701,   1.10,   1.20,   1.30
      19630702,   2.10,   2.20,   2.30

        Number of Firms in Portfolios
        Counted in June
      ,SMALL LoOP,ME1 OP2 ,BIG HiOP
      1963,  10,  20,  -999
      1964,  11,  21,  31
      1965,  12,  22,  32

      Copyright 2023 Eugene F. Fama, and Kenneth R. French
      """
          .replace("\n", "\r\n");

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  private static ReadOptions table(String name) {
    return ReadOptions.defaults().withTable(name);
  }

  @Test
  void theFirstTableIsTheDefault() {
    Table table = kit.read(FILE, ReadOptions.defaults().withMissing(Missing.DROP_ROWS));
    assertThat(table.names()).containsExactly("SMALL LoOP", "ME1 OP2", "BIG HiOP");
    assertThat(table.labels()).containsExactly("19630701", "19630702");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{-0.61, 0.20, 1}, {0.75, 0.5, 2}});
    assertThat(table.droppedRows()).isEqualTo(1);
    assertThat(table.source()).endsWith("t.csv (Average Value Weighted Returns -- Daily)");
  }

  @Test
  void aMissingValueIsNamedByItsPlaceInTheFile() {
    var e = kit.refusal(FILE);
    assertThat(e.row()).isEqualTo(11);
    assertThat(e.column()).isEqualTo(2);
    assertThat(e.columnName()).isEqualTo("SMALL LoOP");
  }

  @Test
  void aTableIsChosenByNumberOrByPartOfItsTitle() {
    double[][] equalWeighted = {{1.1, 1.2, 1.3}, {2.1, 2.2, 2.3}};
    assertThat(values(kit.read(FILE, table("2")))).isDeepEqualTo(equalWeighted);
    assertThat(values(kit.read(FILE, table("equal weighted")))).isDeepEqualTo(equalWeighted);
  }

  @Test
  void aTableOfYearsUnderATitleOfTwoLinesIsRead() {
    var options = table("counted in june").withMissing(Missing.DROP_ASSETS);
    Table table = kit.read(FILE, options);
    assertThat(table.labels()).containsExactly("1963", "1964", "1965");
    assertThat(table.droppedColumns()).containsExactly("BIG HiOP");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{10, 20}, {11, 21}, {12, 22}});
  }

  @Test
  void anUnknownTableIsRefusedWithTheTitles() {
    assertThat(kit.said(kit.refusal(FILE, table("monthly"))))
        .isEqualTo(
            "t.csv: holds no table \"monthly\"; it holds"
                + " 1: \"Average Value Weighted Returns -- Daily\","
                + " 2: \"Average Equal Weighted Returns -- Daily\","
                + " 3: \"Number of Firms in Portfolios Counted in June\"; choose with --table");
    assertThat(kit.refusal(FILE, table("4")).getMessage()).contains("holds no table \"4\"");
  }

  @Test
  void aPartOfTwoTitlesIsRefused() {
    assertThat(kit.refusal(FILE, table("daily")).getMessage())
        .contains("2 tables fit \"daily\"")
        .contains("choose with --table and a number");
  }

  @Test
  void theZipFileIsReadAsDownloaded() {
    Path file = kit.file("25_Portfolios_CSV.zip", FileKit.zip("25_Portfolios.CSV", FILE));
    assertThat(values(TableReader.read(file, table("2")))[1]).containsExactly(2.1, 2.2, 2.3);
  }

  @Test
  void aDamagedRowDoesNotEndTheTableUnseen() {
    String damaged = FILE.replace("19630702,   0.75", "1963o702,   0.75");
    assertThat(kit.refusal(damaged).getMessage())
        .contains("row 10, column 1: expected a date")
        .contains("\"1963o702\"");
    String shorter = FILE.replace("19630702,   0.75,", "19630702,");
    assertThat(kit.refusal(shorter).getMessage())
        .contains("row 10: expected 4 columns as in row 8, found 3");
    String split = FILE.replace("19630702,   0.75", "\r\n19630702,   0.75");
    assertThat(kit.refusal(split).getMessage())
        .contains("row 11: a row of numbers after the end of the table");
  }

  @Test
  void aCopyrightRightBelowTheRowsEndsTheTable() {
    String tight = FILE.replace("1965,  12,  22,  32\r\n\r\n", "1965,  12,  22,  32\r\n");
    var options = table("3").withMissing(Missing.DROP_ROWS);
    assertThat(kit.read(tight, options).labels()).containsExactly("1964", "1965");
  }

  @Test
  void aTableOfFactorsNeedsNoTitle() {
    String file =
        """
        This file was created with the 202312 CRSP database.

        ,Mkt-RF,SMB
        192607,   2.96,  -2.56
        192608,   2.64,  -1.17

         Annual Factors: January-December
        ,Mkt-RF,SMB
          1927,  29.47,  -2.04
          1928,  35.39,   4.51
        """;
    assertThat(kit.read(file).labels()).containsExactly("192607", "192608");
    assertThat(kit.read(file, table("annual")).labels()).containsExactly("1927", "1928");
  }

  @Test
  void aPlainTableWithAMissingDateIsNotTakenForOne() {
    assertThat(kit.refusal("date,A,B\n20200101,1,2\n,3,4\n20200103,5,6\n").getMessage())
        .contains("row 3, column 1 (\"date\"): the row has no date");
  }
}
