package org.fogopt.lab.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Chromium without a window, driven by its DevTools protocol over a web socket. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final String session;
  private int last;
  private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();

  /** FOG_CHROMIUM, or else chromium on the PATH. */
  static Optional<Path> find() {
    String named = System.getenv("FOG_CHROMIUM");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser(Path executable, Path profile) throws Exception {
    this.profile = profile;
    process =
        new ProcessBuilder(
                executable.toString(),
                "--headless=new",
                "--no-sandbox", // tests may run as root, where the sandbox refuses to
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .connectTimeout(PATIENCE)
            .buildAsync(address(), new Ear())
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    String target =
        send(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId").asString();
    session =
        send(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asString();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Chromium writes its port into its profile as soon as it listens. */
  private URI address() throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() >= 2) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      Thread.sleep(20);
    }
    throw new IOException(
        "chromium did not start:\n" + Files.readString(profile.resolve("chromium.log")));
  }

  /** Opens a file in a window of this size, in pixels of the style sheet. */
  void open(Path file, int width, int height, boolean dark) {
    complaints.clear();
    requests.clear();
    size(width, height);
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    loaded = new CompletableFuture<>();
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    loaded.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    settle();
  }

  void size(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** Until two frames have been drawn: observers of sizes have been called by then. */
  void settle() {
    eval(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
  }

  /** The value of an expression, as JSON. */
  JsonNode eval(String expression) {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + " -> " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  void click(String selector) {
    eval("document.querySelector(" + JSON.writeValueAsString(selector) + ").click()");
    settle();
  }

  /** Presses the left button at one place, moves, and lets it go at another. */
  void drag(double fromX, double fromY, double toX, double toY) {
    mouse("mouseMoved", fromX, fromY, "none");
    mouse("mousePressed", fromX, fromY, "left");
    mouse("mouseMoved", (fromX + toX) / 2, (fromY + toY) / 2, "left");
    mouse("mouseMoved", toX, toY, "left");
    mouse("mouseReleased", toX, toY, "left");
    settle();
  }

  private void mouse(String type, double x, double y, String button) {
    call(
        "Input.dispatchMouseEvent",
        Map.of(
            "type",
            type,
            "x",
            x,
            "y",
            y,
            "button",
            button,
            "buttons",
            button.equals("left") ? 1 : 0,
            "clickCount",
            1));
  }

  void hover(double x, double y) {
    mouse("mouseMoved", x, y, "none");
    settle();
  }

  byte[] screenshot(boolean whole) {
    JsonNode answer =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", whole));
    return Base64.getDecoder().decode(answer.get("data").asString());
  }

  byte[] pdf() {
    return Base64.getDecoder()
        .decode(call("Page.printToPDF", Map.of("printBackground", true)).get("data").asString());
  }

  /** Errors and warnings of the console, and exceptions, since the page was opened. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** What the page asked for since it was opened, itself included. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private JsonNode call(String method, Map<String, ?> parameters) {
    return send(session, method, parameters);
  }

  private synchronized JsonNode send(String to, String method, Map<String, ?> parameters) {
    int id = ++last;
    var answer = new CompletableFuture<JsonNode>();
    answers.put(id, answer);
    var message = JSON.createObjectNode().put("id", id).put("method", method);
    if (to != null) {
      message.put("sessionId", to);
    }
    message.set("params", JSON.valueToTree(parameters));
    socket.sendText(JSON.writeValueAsString(message), true).join();
    JsonNode got = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    if (got.has("error")) {
      throw new AssertionError(method + " -> " + got.get("error"));
    }
    return got.get("result");
  }

  /** Ends it and its children: these still write to the profile, which is to be deleted. */
  @Override
  public void close() {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    send(null, "Browser.close", Map.of());
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
    for (ProcessHandle one : all) {
      one.destroyForcibly();
      one.onExit().completeOnTimeout(one, 5, TimeUnit.SECONDS).join();
    }
  }

  /** Takes what the browser says: answers, and what happens in the page. */
  private final class Ear implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean end) {
      text.append(data);
      if (end) {
        take(JSON.readTree(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(JsonNode message) {
      if (message.has("id")) {
        CompletableFuture<JsonNode> waiting = answers.remove(message.get("id").asInt());
        if (waiting != null) {
          waiting.complete(message);
        }
        return;
      }
      JsonNode params = message.path("params");
      switch (message.path("method").asString()) {
        case "Page.loadEventFired" -> loaded.complete(null);
        case "Runtime.exceptionThrown" -> complaints.add(params.toString());
        case "Runtime.consoleAPICalled" -> {
          if (List.of("error", "warning", "assert").contains(params.path("type").asString())) {
            complaints.add(params.path("args").toString());
          }
        }
        case "Log.entryAdded" -> complaints.add(params.path("entry").toString());
        case "Network.requestWillBeSent" ->
            requests.add(params.path("request").path("url").asString());
        default -> {} // of no concern here
      }
    }
  }
}
