package org.fogopt.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeTest {
  @TempDir Path root;

  private void put(String packageName, String type, String text) throws IOException {
    String folder = "core/src/main/java/org/fogopt/" + packageName.replace('.', '/');
    Files.createDirectories(root.resolve(folder));
    String head = "package org.fogopt." + packageName + ";\n";
    Files.writeString(root.resolve(folder).resolve(type + ".java"), head + text);
  }

  private String counted() throws IOException {
    var out = new ByteArrayOutputStream();
    Size.isWithin(root, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void numbersAreConstantsButPlainOnesCommentsAndStrings() throws IOException {
    put(
        "method.newton",
        "A",
        """
        class A {
          // 7 of them
          int a = 7;

          double b = 0.5 + 1.0 + 2L + 0; // 9
          String c = "8 \\" 8";
          int d = 1 << 20;
        }
        """);
    assertThat(counted()).contains("1 classes, 9 lines", "2 constants", "1 of them without");
  }

  @Test
  void whatOnlyTheMethodsUseCountsWithThem() throws IOException {
    put("method.auto", "A", "import org.fogopt.oracle.Own; class A { Own own; }\n");
    put("oracle", "Own", "class Own { Deeper deeper; Shared shared; }\n");
    put("oracle", "Deeper", "class Deeper {}\n");
    put("oracle", "Shared", "class Shared {}\n");
    put("oracle", "Other", "class Other { Shared shared; /* Deeper */ }\n");
    assertThat(counted()).contains("method.auto.A", "oracle.Own", "oracle.Deeper", "3 classes");
  }
}
