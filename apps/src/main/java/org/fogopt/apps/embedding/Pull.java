package org.fogopt.apps.embedding;

/** Which similarities pull, and how they are dealt out to components. */
sealed interface Pull {
  /** A component for each point. */
  record ByPoint(Similarities p) implements Pull {
    @Override
    public Attraction on(Plane plane, boolean student) {
      return new AttractionByPoint(p, plane, student);
    }

    @Override
    public boolean isDense() {
      return p.isDense();
    }

    @Override
    public String fingerprint() {
      return p.fingerprint();
    }
  }

  /** Pairs from all over in each component. */
  record ByPair(Pairs pairs) implements Pull {
    @Override
    public Attraction on(Plane plane, boolean student) {
      return new AttractionByPair(pairs, plane, student);
    }

    @Override
    public boolean isDense() {
      return pairs.isDense();
    }

    @Override
    public String fingerprint() {
      return pairs.fingerprint();
    }
  }

  Attraction on(Plane plane, boolean student);

  boolean isDense();

  /** A name for the similarities and how they are dealt out. */
  String fingerprint();
}
