package org.fogopt.cli.option;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.ComponentException;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A problem that a class of the user's gives: where the class is, and where a run begins. */
public final class ProblemClassOptions {
  private static final String CLASS = "--problem-class";
  private static final String JAR = "--jar";

  @Option(
      names = CLASS,
      paramLabel = "CLASS",
      description =
          "A problem of your own: a class with a public static method problem(), or a"
              + " Supplier<Problem> with a public constructor without arguments.")
  private @Nullable String name;

  @Option(
      names = JAR,
      paramLabel = "FILES",
      description =
          "Where the class is: jars and folders of classes, separated as a class path is.")
  private @Nullable String jar;

  @Option(
      names = "--start",
      paramLabel = "WHERE",
      defaultValue = "zeros",
      description =
          "Where to begin: zeros, ones, or a number for each unknown such as 0.5,1."
              + " Default: ${DEFAULT-VALUE}.")
  private String start;

  public boolean isAsked() {
    return name != null;
  }

  /** Loads what {@link #instance} needs; to be closed when the problem is of no more use. */
  public URLClassLoader open() {
    if (jar == null) {
      throw new IllegalArgumentException(
          JAR + ": missing; it names the jar or the folder that holds the class of " + CLASS);
    }
    List<URL> places = new ArrayList<>();
    for (String place : jar.split(File.pathSeparator, -1)) {
      Path path = Path.of(place);
      if (place.isBlank() || !Files.exists(path)) {
        throw new IllegalArgumentException(
            JAR + ": there is no jar or folder \"" + place + "\"; build it first");
      }
      try {
        places.add(path.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(JAR + ": cannot read \"" + place + "\"", e);
      }
    }
    return new URLClassLoader(places.toArray(URL[]::new), getClass().getClassLoader());
  }

  /** The problem, and where to begin. */
  public ProblemInstance instance(URLClassLoader loader) {
    Problem problem = problem(load(loader));
    double[] x = start(problem.dimension());
    requireDefined(problem, x);
    String title = problem.name().isBlank() ? String.valueOf(name) : problem.name();
    return new ProblemInstance(title, problem, x, null);
  }

  private void requireDefined(Problem problem, double[] x) {
    double objective;
    try (var workers = new Workers(1)) {
      objective = new Evaluator(problem, workers).gradient(x, new double[x.length]);
    } catch (RuntimeException | LinkageError e) {
      throw threw("the problem, at the start,", e instanceof ComponentException ? e.getCause() : e);
    }
    if (!Double.isFinite(objective)) {
      throw refused("its objective is %s at the start; give another --start".formatted(objective));
    }
  }

  private double[] start(int dimension) {
    double[] x = new double[dimension];
    switch (start.toLowerCase(Locale.ROOT)) {
      case "zeros" -> Arrays.fill(x, 0);
      case "ones" -> Arrays.fill(x, 1);
      default -> {
        String[] cells = start.split(",", -1);
        try {
          x = Arrays.stream(cells).map(String::strip).mapToDouble(Double::parseDouble).toArray();
        } catch (NumberFormatException e) {
          x = new double[0]; // reported below
        }
        if (x.length != dimension || !Arrays.stream(x).allMatch(Double::isFinite)) {
          throw new IllegalArgumentException(
              "--start: expected zeros, ones or %d numbers such as 0.5,1, found \"%s\""
                  .formatted(dimension, start));
        }
      }
    }
    return x;
  }

  private Class<?> load(ClassLoader loader) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException e) {
      throw refused(
          "there is no such class in %s; the name is the full one, such as com.example.MyProblem"
              .formatted(jar));
    } catch (UnsupportedClassVersionError e) {
      throw refused(
          "it was compiled for a newer Java than %s; compile it with --release %s"
              .formatted(System.getProperty("java.version"), Runtime.version().feature()));
    } catch (ExceptionInInitializerError e) {
      throw threw("its initialiser", e.getCause());
    } catch (LinkageError e) { // another class is missing, or the file holds another name
      throw refused("it cannot be loaded: " + e.getMessage() + "; " + JAR + " takes several files");
    }
  }

  private Problem problem(Class<?> type) {
    Object made;
    Method method = method(type);
    String what = method == null ? "its constructor" : "problem()";
    try {
      if (method != null) {
        made = method.invoke(null);
      } else {
        if (!Supplier.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
          throw refused(
              "expected a public static method problem() that returns an org.fogopt.problem.Problem,"
                  + " or a class that implements java.util.function.Supplier<Problem>");
        }
        var supplier = (Supplier<?>) type.getConstructor().newInstance();
        what = "get()";
        made = supplier.get();
      }
    } catch (InvocationTargetException e) {
      throw threw(what, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw refused(
          "expected a public class with a public constructor without arguments; it has none");
    } catch (RuntimeException | LinkageError e) {
      throw e instanceof Refused refused ? refused : threw(what, e);
    }
    if (made instanceof Problem problem) {
      return problem;
    }
    throw refused(
        "expected an org.fogopt.problem.Problem of %s, found %s"
            .formatted(what, made == null ? "null" : made.getClass().getName()));
  }

  private static @Nullable Method method(Class<?> type) {
    try {
      Method method = type.getMethod("problem");
      return Modifier.isStatic(method.getModifiers())
              && Modifier.isPublic(type.getModifiers())
              && Problem.class.isAssignableFrom(method.getReturnType())
          ? method
          : null;
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** What was thrown, and the line of the user's that threw it. */
  private Refused threw(String what, @Nullable Throwable cause) {
    StackTraceElement[] trace = cause == null ? new StackTraceElement[0] : cause.getStackTrace();
    String place =
        Arrays.stream(trace)
            .filter(line -> line.getClassName().startsWith(String.valueOf(name)))
            .findFirst()
            .map(line -> " at " + line.getFileName() + ":" + line.getLineNumber())
            .orElse("");
    return refused(what + " threw " + cause + place);
  }

  private Refused refused(String why) {
    return new Refused(CLASS + ": " + name + ": " + why);
  }

  /** The class gives no problem. */
  private static final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }
}
