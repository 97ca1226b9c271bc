package org.fogopt.method;

import java.util.List;
import java.util.Random;
import org.fogopt.Parts;

/** Counts the evaluations of one function of a problem, and spoils the k-th, or all from there. */
final class Trap {
  /** Which function turns out to be NaN. */
  enum Function {
    VALUE,
    JACOBIAN,
    OUTER,
    OUTER_GRADIENT;

    static Function any(Random random) {
      return List.of(values()).get(random.nextInt(4));
    }
  }

  private final Function which;
  private final long at;
  private final boolean once;
  private long seen;

  Trap(Function which, long at, boolean once) {
    this.which = which;
    this.at = at;
    this.once = once;
  }

  long seen() {
    return seen;
  }

  private double spoil(Function what, double value) {
    if (what != which) {
      return value;
    }
    seen++;
    return once ? (seen == at ? Double.NaN : value) : (seen >= at ? Double.NaN : value);
  }

  Parts in(Parts p) {
    return new Parts(
        p.d(),
        p.l(),
        p.m(),
        p.n(),
        p.affine(),
        (j, x, y) -> {
          p.value().fill(j, x, y);
          y[0] = spoil(Function.VALUE, y[0]);
        },
        (j, x, jac) -> {
          p.jacobian().fill(j, x, jac);
          jac[0][0] = spoil(Function.JACOBIAN, jac[0][0]);
        },
        (i, y) -> spoil(Function.OUTER, p.outer().at(i, y)),
        (i, y, u) -> {
          p.outerGradient().fill(i, y, u);
          u[0] = spoil(Function.OUTER_GRADIENT, u[0]);
        });
  }
}
