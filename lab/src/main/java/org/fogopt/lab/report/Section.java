package org.fogopt.lab.report;

/** A part of a page. */
public sealed interface Section permits Chart, Grid, Text, Scatter, Lines {
  /** Over the part. */
  String title();
}
