package org.fogopt.cli.option;

import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.output.Words;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the figures of a portfolio refer to. */
public final class FigureOptions {
  @Option(
      names = "--risk-free",
      paramLabel = "RATE",
      converter = RateConverter.class,
      description = "Risk-free rate a year, such as 2%% or 0.02, for the Sharpe ratio. Default: 0.")
  private @Nullable Double riskFree;

  @Option(
      names = "--periods-per-year",
      paramLabel = "N",
      description = "Rows that make a year, such as 12. Default: inferred from the dates.")
  private @Nullable Double periodsPerYear;

  public @Nullable Double periodsPerYear() {
    return periodsPerYear;
  }

  /** A year's rate as a fraction. */
  public double riskFree() {
    return riskFree == null ? 0 : riskFree;
  }

  public void check() {
    RunOptions.require(
        "--periods-per-year",
        periodsPerYear == null || (periodsPerYear > 0 && periodsPerYear < 1e9),
        "a positive number",
        periodsPerYear);
  }

  /**
   * The figures of weights.
   *
   * @param assets those of the series that have one
   * @throws IllegalArgumentException if a risk-free rate was given whose part of a period is not
   *     known
   */
  public PortfolioFigures figures(ReturnSeries series, Table assets, double[] weights) {
    return PortfolioFigures.of(
        assets.rows(),
        weights,
        riskFreeOfPeriod(series),
        series.isInOrder() ? series.units() : null,
        series.type());
  }

  /** The risk-free return of a period, in the units of the returns. */
  public double riskFreeOfPeriod(ReturnSeries series) {
    if (riskFree == null || riskFree == 0) {
      return 0;
    }
    if (series.units() == null) {
      throw new IllegalArgumentException(
          "--risk-free: are returns in percent or fractions? say --units percent or fraction");
    }
    if (series.periodsPerYear() == null) {
      throw new IllegalArgumentException(
          "--risk-free: how many periods make a year? say --periods-per-year, such as 12");
    }
    return riskFree * series.units().one() / series.periodsPerYear();
  }

  /** Refuses, before any work is done, a rate that cannot be used. */
  public void require(ReturnSeries series) {
    riskFreeOfPeriod(series);
  }

  /** {@code 2%} or {@code 0.02}. */
  static final class RateConverter implements CommandLine.ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      boolean isPercent = text.endsWith("%");
      double rate =
          isPercent
              ? Words.number(text.substring(0, text.length() - 1).strip()) / 100
              : Words.number(text);
      if (!(Math.abs(rate) < 0.5) && !isPercent) {
        throw new TypeConversionException(
            "expected a rate a year such as 2%% or 0.02, found \"%s\"".formatted(text));
      }
      return rate;
    }
  }
}
