package org.fogopt.lab.compare;

import java.util.List;
import java.util.function.BooleanSupplier;

/** What all runs of a comparison have in common. */
record Rules(
    ProblemInstance instance,
    List<Long> seeds,
    List<Long> trials,
    double passes,
    List<Double> targets,
    double goal,
    BooleanSupplier interrupted,
    Comparison.Watch watch) {}
