package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;

/** The columns of the account. */
class LedgerTest {
  private static Ledger ledger() {
    Ledger ledger = new Ledger();
    ledger.chargeInner(3);
    ledger.chargeInnerPairs(50);
    ledger.chargeOuter(700);
    ledger.chargeSecondOrder(11_000);
    return ledger;
  }

  @Test
  void secondDerivativesHaveAColumnOfTheirOwn() {
    Ledger ledger = ledger();
    assertThat(ledger.strict()).isEqualTo(753);
    assertThat(ledger.paper()).isEqualTo(803);
    assertThat(ledger.secondOrder()).isEqualTo(11_000);
    assertThat(ledger.total()).isEqualTo(11_803);
  }

  @Test
  void allColumnsAreKept() {
    var bytes = new ByteArrayOutputStream();
    ledger().state(State.writing(bytes));
    Ledger resumed = new Ledger();
    resumed.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
    assertThat(resumed.strict()).isEqualTo(753);
    assertThat(resumed.paper()).isEqualTo(803);
    assertThat(resumed.total()).isEqualTo(11_803);
  }
}
