package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.Trainer.Penalties;
import org.fogopt.apps.learn.table.Trainer.Trained;
import org.jspecify.annotations.Nullable;

/**
 * A model with its penalty, fitted on some rows and to be reported on others.
 *
 * @param trained the model, fitted on all rows that were not held out for the report
 * @param selection how its penalty was chosen; null if it was given
 * @param fitted the rows it was fitted and its penalty chosen on
 * @param held the rows held out; none if none were asked for
 */
public record Study(Trained trained, @Nullable Selection selection, int[] fitted, int[] held) {
  /** Fewer rows in any part say nothing. */
  private static final int FEWEST = 2;

  /**
   * How rows are held out.
   *
   * @param share of the rows that is held out for the report; 0 for none
   * @param choiceShare of the others that is held out for the choice of a penalty, in one part
   * @param folds into which the others are dealt for the choice; 1 for one part of that share
   */
  public record Plan(double share, double choiceShare, int folds) {
    /** Nothing is held out. */
    public static final Plan NONE = new Plan(0, 0, 0);
  }

  /**
   * Makes a study.
   *
   * @param rows that may be used
   * @param l2 null to choose it
   * @param l1 null to choose it
   * @param notes what was decided about columns is added to them
   */
  public static Study of(
      Trainer trainer,
      Objective objective,
      int[] rows,
      Plan plan,
      @Nullable Double l2,
      @Nullable Double l1,
      long seed,
      List<String> notes) {
    int[] held = new int[0];
    int[] fitted = rows;
    if (plan.share > 0) {
      Parts parts = Parts.hold(classes(trainer, rows), plan.share, seed);
      held = Arrays.stream(parts.rows(0)).map(i -> rows[i]).toArray();
      fitted = Arrays.stream(parts.others(0)).map(i -> rows[i]).toArray();
      requireRows(trainer, Math.min(held.length, fitted.length));
    }
    Selection selection = null;
    Penalties penalties = new Penalties(l2 == null ? 0 : l2, l1 == null ? 0 : l1);
    if (l2 == null || l1 == null) {
      int[] classes = classes(trainer, fitted);
      boolean isFolds = plan.folds > 1;
      Parts parts =
          isFolds
              ? Parts.deal(classes, plan.folds, seed + 1)
              : Parts.hold(classes, plan.choiceShare, seed + 1);
      requireRows(trainer, Math.min(parts.rows(0).length, parts.others(0).length));
      selection =
          Selection.choose(trainer, objective, fitted, parts, isFolds ? plan.folds : 1, l2, l1);
      penalties = selection.chosen();
    }
    return new Study(
        trainer.prepare(objective, fitted, notes).fit(penalties, null), selection, fitted, held);
  }

  private static void requireRows(Trainer trainer, int fewest) {
    if (fewest < FEWEST) {
      throw new InputException(
          Place.in(trainer.data().source()),
          "has too few rows to hold some out",
          "leave --validate out, or give a larger share or fewer folds");
    }
  }

  /** The class of each row, so that every part has some of each; all the same for a number. */
  private static int[] classes(Trainer trainer, int[] rows) {
    Target target = trainer.target(rows).target();
    return target.isClass()
        ? Arrays.stream(target.encode(trainer.data(), rows)).mapToInt(y -> (int) y).toArray()
        : new int[rows.length];
  }

  /** On the rows it was fitted on. */
  public Evaluation onTraining(Trainer trainer, Objective objective) {
    String where = fitted.length + " training rows";
    List<String> known = new ArrayList<>(); // from the fit
    return Evaluation.of(trained.model(), objective, trainer, fitted, where, false, known);
  }

  /** On the rows held out; {@code notes} say what was filled in them. */
  public Evaluation onHeld(Trainer trainer, Objective objective, List<String> notes) {
    String where = held.length + " rows held out";
    return Evaluation.of(trained.model(), objective, trainer, held, where, true, notes);
  }

  /**
   * On all rows of another table that have a target; {@code notes} say what was filled in them.
   *
   * @throws InputException if it lacks a column
   */
  public Evaluation onTest(Trainer other, Objective objective, List<String> notes) {
    for (Input input : trained.model().features().inputs()) {
      if (!(input instanceof Input.Sparse) && other.data().find(input.name()) == null) {
        throw new InputException(
            Place.in(other.data().source()),
            "has no column %s, which the model needs".formatted(InputException.quote(input.name())),
            "add it, or learn without it: --drop");
      }
    }
    int[] rows = Target.known(other.data(), trained.model().target().name());
    String where = "%d rows of %s".formatted(rows.length, other.data().source());
    return Evaluation.of(trained.model(), objective, other, rows, where, true, notes);
  }

  /** What is to be said of the choice; nothing if there was none. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (selection != null && selection.diverged() > 0) {
      remarks.add(
          "%d of %d penalties are passed over: the objective of their models is not finite"
              .formatted(selection.diverged(), selection.path().size()));
    }
    if (selection != null && selection.isAtTheEnd()) {
      remarks.add("the penalty chosen is at the end of the path: others beyond may be better");
    }
    return remarks;
  }

  @Override
  public String toString() {
    return "Study[%d rows fitted, %d held out]".formatted(fitted.length, held.length);
  }
}
