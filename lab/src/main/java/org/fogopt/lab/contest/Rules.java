package org.fogopt.lab.contest;

import java.util.List;
import java.util.function.BooleanSupplier;

/** What all runs of a contest have in common. */
record Rules(
    Arena arena,
    List<Long> seeds,
    List<Long> trials,
    double passes,
    List<Double> targets,
    double goal,
    BooleanSupplier interrupted,
    Contest.Watch watch) {}
