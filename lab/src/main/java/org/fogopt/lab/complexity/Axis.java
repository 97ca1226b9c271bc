package org.fogopt.lab.complexity;

/** What is varied. */
public enum Axis {
  /** The number of components of a finite sum, at one accuracy. */
  COMPONENTS("m + n", "finite sum, growing m + n"),
  /** The accuracy, with finitely many components. */
  ACCURACY("1/\u03b5", "finite sum, growing 1/\u03b5"),
  /** The accuracy, with an endless supply of components. */
  ONLINE("1/\u03b5", "online, growing 1/\u03b5");

  private final String variable;
  private final String title;

  Axis(String variable, String title) {
    this.variable = variable;
    this.title = title;
  }

  /** What grows, as an axis calls it. */
  public String variable() {
    return variable;
  }

  public String title() {
    return title;
  }
}
