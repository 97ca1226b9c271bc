package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.DoubleAdder;
import org.fogopt.method.Algorithm;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/** Makes the runs of a comparison, several side by side, and reports how many passes are done. */
final class Runner {
  /** Steps that a method makes to measure a step size. */
  private static final int MEASURING = 20;

  private final Rules rules;
  private final ExecutorService pool;
  private final DoubleAdder done = new DoubleAdder();
  private final DoubleAdder planned = new DoubleAdder();

  Runner(Rules rules, ExecutorService pool) {
    this.rules = rules;
    this.pool = pool;
  }

  /** Lets the contenders whose grid is relative measure a step, for each of their choices. */
  Map<Contender, List<Result>> measureSteps(List<Contender> contenders) {
    List<Contender> relative =
        contenders.stream().filter(e -> e.steps() instanceof Steps.Powers).toList();
    List<Callable<Result>> tasks = new ArrayList<>();
    for (Contender contender : relative) {
      for (Map<String, String> choice : contender.choices()) {
        Algorithm algorithm = contender.with(choice);
        tasks.add(
            () ->
                Run.of(rules.instance().problem(), algorithm)
                    .from(rules.instance().start())
                    .stop(StopRule.steps(MEASURING))
                    .stop(StopRule.when(rules.interrupted()))
                    .untraced()
                    .go());
      }
    }
    List<Result> results = all(tasks);
    Map<Contender, List<Result>> byContender = new LinkedHashMap<>();
    int at = 0;
    for (Contender contender : relative) {
      byContender.put(contender, results.subList(at, at + contender.choices().size()));
      at += contender.choices().size();
    }
    return byContender;
  }

  /** Runs candidates with the seeds that they have not run with yet. */
  void race(List<Candidate> candidates, List<Long> seeds) {
    List<Candidate> racing = new ArrayList<>();
    List<Callable<Race>> tasks = new ArrayList<>();
    for (Candidate candidate : candidates) {
      for (long seed : seeds) {
        if (candidate.find(seed) == null) {
          racing.add(candidate);
          tasks.add(() -> race(candidate, seed));
        }
      }
    }
    planned.add(rules.passes() * tasks.size());
    List<Race> races = all(tasks);
    for (int k = 0; k < races.size(); k++) {
      racing.get(k).races().add(races.get(k));
    }
  }

  private Race race(Candidate candidate, long seed) {
    Tally tally = new Tally(candidate.contender().label());
    Result result =
        Run.of(rules.instance().problem(), candidate.contender().with(candidate.settings()))
            .from(rules.instance().start())
            .seed(seed)
            .stop(StopRule.passes(rules.passes()))
            .stop(new ReachedGoal(rules.instance().least(), rules.goal()))
            .stop(StopRule.when(rules.interrupted()))
            .observe(tally)
            .go();
    if (Race.interrupted(result)) {
      throw new CancellationException("the comparison was interrupted");
    }
    tally.add(rules.passes());
    return Race.of(candidate.settings(), result);
  }

  private <T> List<T> all(List<Callable<T>> tasks) {
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : pool.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the comparison was interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Adds what one run spends to what all have. */
  private final class Tally implements Observer {
    private static final int STEPS_BETWEEN_REPORTS = 1024;

    private final String label;
    private double reported;

    Tally(String label) {
      this.label = label;
    }

    @Override
    public void stepped(Progress progress) {
      if (progress.step() % STEPS_BETWEEN_REPORTS == 0) {
        add(progress.passes());
      }
    }

    @Override
    public void restarted(Progress progress) {
      add(progress.passes());
    }

    void add(double spent) {
      double now = Math.min(spent, rules.passes());
      done.add(now - reported);
      reported = now;
      rules.watch().advanced("passes, " + label, done.sum(), planned.sum());
    }
  }
}
