package org.fogopt.apps.io.csv;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.fogopt.apps.io.file.InputFile;

/** Which encoding a text is in, as its first bytes show. */
final class Encoding {
  /** Latin-1 with the characters that Windows puts where Latin-1 has none. */
  private static final Charset LATIN_1 = Charset.forName("windows-1252");

  private Encoding() {}

  /**
   * Of a text.
   *
   * @param magic its first bytes, which may be a byte-order mark
   * @param sample more of them, perhaps cut in the middle of a character
   */
  static Charset of(byte[] magic, byte[] sample) {
    if (InputFile.startsWith(magic, 0xFE, 0xFF) || InputFile.startsWith(magic, 0xFF, 0xFE)) {
      return StandardCharsets.UTF_16; // which reads the mark
    }
    if (sample.length >= 4 && sample[0] != 0 && sample[1] == 0 && sample[3] == 0) {
      return StandardCharsets.UTF_16LE;
    }
    if (sample.length >= 4 && sample[0] == 0 && sample[1] != 0 && sample[2] == 0) {
      return StandardCharsets.UTF_16BE;
    }
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    var chars = CharBuffer.allocate(sample.length);
    boolean isWrong = decoder.decode(ByteBuffer.wrap(sample), chars, false).isError();
    return isWrong ? LATIN_1 : StandardCharsets.UTF_8;
  }

  /** In words; nothing of UTF-8. */
  static String remark(Charset charset) {
    if (charset.equals(LATIN_1)) {
      return "read as Latin-1";
    }
    return charset.name().startsWith("UTF-16") ? "read as UTF-16" : "";
  }
}
