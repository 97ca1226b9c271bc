package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.linalg.Parallel;

/**
 * Polishing: the solution for a guess of what binds, and the proof that the guess was right. What
 * binds is held at its bound or centre exactly; the rest solves the KKT equations of the equality
 * constraints that remain, by a regularised factorisation and iterative refinement, as OSQP does
 * (Stellato et al. 2020, section 4). The result is accepted when it meets the KKT conditions of the
 * whole problem. Otherwise what is violated changes its place and the equations are solved again
 * (primal-dual active set method, Hintermüller, Ito & Kunisch 2003).
 */
final class ActiveSet {
  /** Refinements of one solution; each gains digits, and the first that does not is the last. */
  private static final int REFINEMENTS = 10;

  private final Model model;
  private final Parallel parallel;
  private final double[] regularisation;
  private final int n;
  private final int m;

  final Place[] places;
  final double[] x;
  final double[] nu;
  private final double[] gradient; // Hx + c + Aᵀν
  private final double[] sizes;
  private double sizeOfGradient;

  /**
   * Prepares.
   *
   * @param regularisation added to the diagonal of H before it is factored
   */
  ActiveSet(Model model, double[] regularisation, Parallel parallel) {
    this.model = model;
    this.regularisation = regularisation;
    this.parallel = parallel;
    n = model.variables();
    m = model.rows().length;
    places = new Place[n + m];
    x = new double[n];
    nu = new double[m];
    gradient = new double[n];
    sizes = new double[n];
  }

  /**
   * Solves from a guess.
   *
   * @param rounds most systems to solve
   * @param more multiplies the regularisation
   * @return whether x and ν meet the KKT conditions to rounding
   */
  boolean solve(Place[] guess, double[] x0, double[] nu0, int rounds, double more) {
    System.arraycopy(guess, 0, places, 0, n + m);
    System.arraycopy(x0, 0, x, 0, n);
    System.arraycopy(nu0, 0, nu, 0, m);
    for (int round = 0; round < rounds; round++) {
      hold();
      if (!refine(more)) {
        return false;
      }
      if (!rearrange()) {
        return rowsHold();
      }
    }
    return false;
  }

  /** Where a point is. */
  static Place[] places(Model model, double[] x) {
    int n = model.variables();
    Place[] places = new Place[model.coordinates()];
    for (int j = 0; j < places.length; j++) {
      double value = j < n ? x[j] : model.row(j - n, x);
      double off = j < n ? 0 : Budget.ROUNDING * model.rowSize(j - n, x);
      if (value <= model.lower()[j] + off) {
        places[j] = Place.LOWER;
      } else if (value >= model.upper()[j] - off) {
        places[j] = Place.UPPER;
      } else if (!model.hasCost(j)) {
        places[j] = Place.BETWEEN;
      } else {
        double side = Math.signum(value - model.centres()[j]);
        places[j] = side == 0 ? Place.CENTRE : side < 0 ? Place.BELOW : Place.ABOVE;
      }
    }
    return places;
  }

  private void hold() {
    for (int k = 0; k < n; k++) {
      switch (places[k]) {
        case LOWER -> x[k] = model.lower()[k];
        case UPPER -> x[k] = model.upper()[k];
        case CENTRE -> x[k] = model.centres()[k];
        default -> {}
      }
    }
    for (int i = 0; i < m; i++) {
      if (places[n + i].isFree()) {
        nu[i] = 0;
      }
    }
  }

  /** Newton's steps on the free variables and the binding rows, while they gain. */
  private boolean refine(double more) {
    int[] free = IntStream.range(0, n).filter(k -> places[k].isFree()).toArray();
    int[] binding = IntStream.range(0, m).filter(i -> !places[n + i].isFree()).toArray();
    var system = new KktSystem(model.restrictedTo(free, binding), parallel);
    double[] shift = new double[free.length];
    Arrays.setAll(shift, i -> more * regularisation[free[i]]);
    if (!system.factor(shift, new double[binding.length])) {
      return false;
    }
    double[] r = new double[free.length];
    double[] p = new double[binding.length];
    double[] dx = new double[free.length];
    double[] dnu = new double[binding.length];
    double last = Double.POSITIVE_INFINITY;
    for (int step = 0; ; step++) {
      double error = residuals(free, binding, r, p);
      if (!(error < last / 2) || error == 0 || step == REFINEMENTS) {
        if (error > last) { // take the last step back
          add(free, dx, -1, x);
          add(binding, dnu, -1, nu);
          residuals(free, binding, r, p);
        }
        return Double.isFinite(error);
      }
      last = error;
      system.solve(r, p, dx, dnu);
      add(free, dx, 1, x);
      add(binding, dnu, 1, nu);
    }
  }

  private static void add(int[] at, double[] step, double factor, double[] into) {
    for (int i = 0; i < at.length; i++) {
      into[at[i]] += factor * step[i];
    }
  }

  /** The largest residual, relative to the sizes of its terms. */
  private double residuals(int[] free, int[] binding, double[] r, double[] p) {
    model.gradient(x, nu, gradient);
    model.gradientSizes(x, nu, sizes);
    sizeOfGradient = Arrays.stream(sizes).max().orElse(0);
    double error = 0;
    for (int i = 0; i < free.length; i++) {
      int k = free[i];
      r[i] = gradient[k] + slope(k);
      error = Math.max(error, relative(r[i], sizes[k]));
    }
    for (int i = 0; i < binding.length; i++) {
      int row = binding[i];
      p[i] = model.row(row, x) - heldAt(row);
      error = Math.max(error, relative(p[i], model.rowSize(row, x)));
    }
    return error;
  }

  private static double relative(double residual, double size) {
    return residual == 0 ? 0 : Math.abs(residual) / size;
  }

  /** The slope of the cost of a free variable. */
  private double slope(int k) {
    return switch (places[k]) {
      case BELOW -> -model.costs()[k];
      case ABOVE -> model.costs()[k];
      default -> 0;
    };
  }

  private double heldAt(int row) {
    return places[n + row] == Place.LOWER ? model.lower()[n + row] : model.upper()[n + row];
  }

  /**
   * Moves what violates its bounds or has a multiplier of the wrong sign; whether there was any.
   */
  private boolean rearrange() {
    boolean changed = false;
    for (int k = 0; k < n; k++) {
      Place next = model.hasCost(k) ? besideCentre(k) : withoutCost(k);
      changed |= next != places[k];
      places[k] = next;
    }
    for (int i = 0; i < m; i++) {
      if (!model.isEquality(i)) {
        Place next = row(i);
        changed |= next != places[n + i];
        places[n + i] = next;
      }
    }
    return changed;
  }

  private Place withoutCost(int k) {
    double rounding = Budget.ROUNDING * sizes[k];
    return switch (places[k]) {
      case LOWER -> gradient[k] < -rounding ? Place.BETWEEN : Place.LOWER;
      case UPPER -> gradient[k] > rounding ? Place.BETWEEN : Place.UPPER;
      default ->
          x[k] < model.lower()[k]
              ? Place.LOWER
              : x[k] > model.upper()[k] ? Place.UPPER : Place.BETWEEN;
    };
  }

  private Place besideCentre(int k) {
    double rounding = Budget.ROUNDING * sizes[k];
    double cost = model.costs()[k];
    return switch (places[k]) {
      case LOWER -> gradient[k] - cost < -rounding ? Place.BELOW : Place.LOWER;
      case UPPER -> gradient[k] + cost > rounding ? Place.ABOVE : Place.UPPER;
      case BELOW ->
          x[k] < model.lower()[k]
              ? Place.LOWER
              : x[k] > model.centres()[k] ? Place.CENTRE : Place.BELOW;
      case ABOVE ->
          x[k] > model.upper()[k]
              ? Place.UPPER
              : x[k] < model.centres()[k] ? Place.CENTRE : Place.ABOVE;
      default ->
          gradient[k] > cost + rounding
              ? Place.BELOW
              : gradient[k] < -cost - rounding ? Place.ABOVE : Place.CENTRE;
    };
  }

  private Place row(int i) {
    double largest = 0;
    for (double coefficient : model.rows()[i]) {
      largest = Math.max(largest, Math.abs(coefficient));
    }
    double push = nu[i] * largest;
    double rounding = Budget.ROUNDING * sizeOfGradient;
    double value = model.row(i, x);
    double off = Budget.ROUNDING * model.rowSize(i, x);
    return switch (places[n + i]) {
      case LOWER -> push > rounding ? Place.BETWEEN : Place.LOWER;
      case UPPER -> push < -rounding ? Place.BETWEEN : Place.UPPER;
      default ->
          value < model.lower()[n + i] - off
              ? Place.LOWER
              : value > model.upper()[n + i] + off ? Place.UPPER : Place.BETWEEN;
    };
  }

  /** Whether the binding rows hold to rounding: they need not where too little is free. */
  private boolean rowsHold() {
    for (int i = 0; i < m; i++) {
      if (!places[n + i].isFree()
          && !(Math.abs(model.row(i, x) - heldAt(i)) <= Budget.ROUNDING * model.rowSize(i, x))) {
        return false;
      }
    }
    return residual() <= InteriorPoint.TOLERANCE;
  }

  /** The largest residual of the free entries of the gradient, relative to the sizes in it. */
  double residual() {
    double error = 0;
    for (int k = 0; k < n; k++) {
      if (places[k].isFree()) {
        error = Math.max(error, relative(gradient[k] + slope(k), sizes[k]));
      }
    }
    for (int i = 0; i < m; i++) {
      if (!places[n + i].isFree()) {
        error = Math.max(error, relative(model.row(i, x) - heldAt(i), model.rowSize(i, x)));
      }
    }
    return error;
  }

  /** The multipliers of the bounds of the variables: negative at a lower one. */
  double[] boundMultipliers() {
    double[] multipliers = new double[n];
    for (int k = 0; k < n; k++) {
      double cost = model.hasCost(k) ? model.costs()[k] : 0;
      multipliers[k] =
          switch (places[k]) {
            case LOWER -> Math.min(0, -(gradient[k] - cost));
            case UPPER -> Math.max(0, -(gradient[k] + cost));
            default -> 0;
          };
    }
    return multipliers;
  }

  /** The duality gap Σ φ(x) + φ*(v) − vx over all coordinates, v their multipliers. */
  double gap() {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double cost = model.hasCost(k) ? model.costs()[k] : 0;
      sum += gap(k, x[k], -gradient[k], cost, model.hasCost(k) ? model.centres()[k] : 0);
    }
    for (int i = 0; i < m; i++) {
      sum += gap(n + i, model.row(i, x), nu[i], 0, 0);
    }
    return sum;
  }

  /** max over t of v(t − x) − κ(|t − a| − |x − a|), taken at the bounds and at a. */
  private double gap(int j, double at, double v, double cost, double centre) {
    double most = 0;
    for (double t : new double[] {model.lower()[j], model.upper()[j], cost > 0 ? centre : at}) {
      if (Double.isFinite(t)) {
        double lost = cost * (Math.abs(t - centre) - Math.abs(at - centre));
        most = Math.max(most, v * (t - at) - lost);
      }
    }
    return most;
  }
}
