package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.penalty.Budget.Group;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Caps on groups of assets come from a file of three columns. */
class GroupsFileTest {
  private static final List<String> NAMES = List.of("A", "B, Inc.", "C", "D ");

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  private List<Group> read(String text) {
    return GroupsFile.read(kit.file("g.csv", text), NAMES);
  }

  private static void assertGroup(Group group, String name, double cap, int... members) {
    assertThat(group.name()).isEqualTo(name);
    assertThat(group.members()).containsExactly(members);
    assertThat(group.least()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(group.most()).isEqualTo(cap);
  }

  @Test
  void groupsComeInTheOrderOfTheFile() {
    List<Group> groups = read("asset,group,cap\nC,tech,0.4\n\"B, Inc.\",banks,0.25\nA,tech,0.40\n");
    assertThat(groups).hasSize(2);
    assertGroup(groups.get(0), "tech", 0.4, 2, 0);
    assertGroup(groups.get(1), "banks", 0.25, 1);
  }

  @Test
  void aHeaderMayBeMissingAndAnySeparatorIsFine() {
    List<Group> groups = read("A;tech;0.4\n\nD;tech;0.4\n");
    assertThat(groups).hasSize(1);
    assertGroup(groups.get(0), "tech", 0.4, 0, 3);
    assertGroup(read("C\ttech\t-1e-3\n").get(0), "tech", -1e-3, 2);
  }

  @Test
  void groupsMayHaveFloorsAndShareAssets() {
    List<Group> groups =
        read("asset,group,cap,floor\nA,tech,0.4,0.1\nA,large,,0.2\nC,tech,0.4,0.1\nC,small,0.3,\n");
    assertThat(groups).hasSize(3);
    assertThat(groups.get(0).members()).containsExactly(0, 2);
    assertThat(groups.get(0).least()).isEqualTo(0.1);
    assertThat(groups.get(0).most()).isEqualTo(0.4);
    assertThat(groups.get(1).members()).containsExactly(0);
    assertThat(groups.get(1).least()).isEqualTo(0.2);
    assertThat(groups.get(1).most()).isEqualTo(Double.POSITIVE_INFINITY);
    assertGroup(groups.get(2), "small", 0.3, 2);
  }

  @Test
  void aCompressedFileIsReadToo() {
    Path file = kit.file("g.csv.gz", FileKit.gzip("asset,group,cap\nA,tech,0.5\n"));
    assertGroup(GroupsFile.read(file, NAMES).get(0), "tech", 0.5, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          asset,group,cap\\nA,t,0.5\\nX,t,0.5   | row 3, column 1 ("asset"): the asset "X" is not in the table
          asset,group,cap\\nA,t,1\\nC,t,1\\nA,t,1 | row 4, column 1 ("asset"): the asset "A" stands in row 2 for the group "t" already
          asset,group,cap\\nA,t,half            | row 2, column 3 ("cap"): expected a finite number, found "half"
          asset,group,cap\\nA,t,                | row 2, column 3 ("cap"): expected a finite number
          asset,group,cap\\nA,t,Inf             | row 2, column 3 ("cap"): expected a finite number
          asset,group,cap\\nA,t,NaN             | row 2, column 3 ("cap"): expected a finite number
          A,t,half                             | row 1, column 3 ("cap"): expected a finite number, found "half"
          asset,group,cap\\nA,t,0.5\\nC,t,0.6   | row 3, column 3 ("cap"): the group "t" has the cap 0.5 already
          asset,group\\nA,t                    | row 1: expected 3 or 4 columns, asset, group, cap and floor, found 2
          asset,group,cap\\nA,t,1,0,3          | row 2: expected 3 or 4 columns, asset, group, cap and floor, found 5
          asset,group,cap,floor\\nA,t,,        | row 2, column 3 ("cap"): expected a finite number
          asset,group,cap,floor\\nA,t,1,low    | row 2, column 4 ("floor"): expected a finite number, found "low"
          A,t,1,0\\nC,t,1,0.1                  | row 2, column 4 ("floor"): the group "t" has the floor 0.0 already
          A,t,0,5\\nC,t,0,5                    | row 1: the group "t" has the floor 5.0 and the cap 0.0; give a floor that is not above the cap
          A,t,,3\\nC,t,2                       | row 2: the group "t" has the floor 3.0 and the cap 2.0
          asset,group,cap                      | has no groups; write rows of asset,group,cap
          X,t,1                                | row 1, column 1 ("asset"): the asset "X" is not in the table
          """)
  void whatIsWrongIsToldWithRowAndColumn(String text, String message) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("g.csv")
        .hasMessageContaining(message);
  }

  @Test
  void aFileThatIsNotThereOrEmptyIsNamed() {
    assertThatThrownBy(() -> GroupsFile.read(folder.resolve("none.csv"), NAMES))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.csv");
    assertThatThrownBy(() -> read(""))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("g.csv");
  }
}
