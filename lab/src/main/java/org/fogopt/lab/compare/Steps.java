package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.List;

/** Which step sizes a method may choose from. */
public sealed interface Steps {
  /** None: the method measures or adapts its own. */
  record Automatic() implements Steps {}

  /** These. */
  record Given(List<Double> steps) implements Steps {
    public Given {
      steps = List.copyOf(steps);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("a grid needs at least one step size");
      }
    }
  }

  /** 2^from … 2^to times the step that the method measures at the start, as a power of two. */
  record Powers(int from, int to) implements Steps {
    public Powers {
      if (from > to) {
        throw new IllegalArgumentException("a grid from 2^%d to 2^%d is empty".formatted(from, to));
      }
    }

    List<Double> around(double measured) {
      double middle = Math.scalb(1.0, Math.getExponent(measured));
      List<Double> steps = new ArrayList<>();
      for (int power = from; power <= to; power++) {
        steps.add(Math.scalb(middle, power));
      }
      return steps;
    }
  }
}
