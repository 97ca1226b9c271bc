package org.fogopt.apps.embedding;

import org.fogopt.linalg.Fingerprint;

/**
 * Similarities dealt out to n components. Of a dense matrix, component s holds the diagonal of
 * pairs (t, t + s mod n); of a sparse one, every n-th entry in the order of rows.
 */
final class Pairs {
  private final boolean dense;
  private final int n;
  private final double[] values;
  private final int[] starts;
  private final int[] from;
  private final int[] to;

  Pairs(Similarities p) {
    n = p.size();
    dense = p.isDense();
    int size = p.values().length;
    values = new double[size];
    starts = new int[n + 1];
    if (dense) {
      from = new int[0];
      to = new int[0];
      for (int s = 0; s < n; s++) {
        starts[s + 1] = (s + 1) * n;
        for (int t = 0; t < n; t++) {
          values[s * n + t] = p.values()[t * n + (t + s) % n];
        }
      }
      return;
    }
    from = new int[size];
    to = new int[size];
    int[] rows = new int[size];
    for (int t = 0; t < n; t++) {
      for (int e = p.start(t); e < p.start(t) + p.count(t); e++) {
        rows[e] = t;
      }
    }
    int at = 0;
    for (int s = 0; s < n; s++) {
      for (int e = s; e < size; e += n) {
        values[at] = p.values()[e];
        from[at] = rows[e];
        to[at++] = p.column(e);
      }
      starts[s + 1] = at;
    }
  }

  String fingerprint() {
    return new Fingerprint("pairs").add(n).add(from).add(to).add(values).toString();
  }

  boolean isDense() {
    return dense;
  }

  int start(int component) {
    return starts[component];
  }

  int count(int component) {
    return starts[component + 1] - starts[component];
  }

  int mostOfAComponent() {
    return dense ? n : (values.length + n - 1) / n;
  }

  double[] values() {
    return values;
  }

  int from(int q) {
    return from[q];
  }

  int to(int q) {
    return to[q];
  }
}
