"""Writes awkward/, logs, points and tables as people have them, and awkward/expected.txt, what is in them.

    python3 make_awkward.py

A case of expected.txt: "values FILE" with the discounted value of each state at a discount of 0.9, solved here from the
transitions before they are written; "points FILE LABELS" with names, labels and rows; "table FILE" with a line for each
column; or "refuse-values", "refuse-points", "refuse-table" with the row and the column (0: none) and what the message must say.
"""
import os
import random
import shutil
import struct
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "awkward")
cases = []
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)


def case(kind, layout, content, option, lines, encoding="utf-8"):
    name = "%03d-%s.csv" % (len(cases) + 1, layout)
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode(encoding))
    cases.append("\n".join(["%s %s %s" % (kind, name, option)] + lines))


# ---- logs ------------------------------------------------------------------------------------------------------------
def solve(matrix, right):
    """Gauss over fractions."""
    n = len(right)
    rows = [list(map(Fraction, r)) + [Fraction(b)] for r, b in zip(matrix, right)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [r[n] for r in rows]


def worth(log):
    """Values of a log of (state, reward, next, ends), at a discount of 0.9."""
    states = list(dict.fromkeys([t[0] for t in log]))
    n = len(states)
    matrix = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    right = [Fraction(0)] * n
    for i, s in enumerate(states):
        own = [t for t in log if t[0] == s]
        for _, reward, following, ends in own:
            right[i] += Fraction(str(reward)) / len(own)
            if not ends:
                matrix[i][states.index(following)] -= Fraction(9, 10) / len(own)
    return dict(zip(states, solve(matrix, right)))


def values(layout, content, log, says=(), names=None, encoding="utf-8"):
    lines = ["state %s %r" % ((names or {}).get(s, s), float(v)) for s, v in worth(log).items()]
    case("values", layout, content, "", lines + ["says " + s for s in says], encoding)


def refuse(kind, layout, content, row, column, *says, option=""):
    case("refuse-" + kind, layout, content, option, ["at %d %d" % (row, column)] + ["says " + s for s in says])


# (state, action, reward, next, terminated, truncated); a truncated step keeps the value of its next state
STEPS = [(0, 0, 1.0, 1, 0, 0), (1, 1, 0.5, 2, 0, 0), (2, 0, 2.25, 2, 1, 0), (0, 1, -1.5, 2, 0, 0), (2, 1, 0.75, 1, 0, 0), (1, 0, -0.25, 0, 0, 1),
         (1, 0, 3.0, 0, 0, 0), (0, 0, 0.5, 0, 0, 0), (0, 1, 1.25, 1, 1, 0)]
LOG = [(s, r, t, e) for s, _, r, t, e, _ in STEPS]
DONE = [(s, r, t, e or c) for s, _, r, t, e, c in STEPS]


def lines(header, rows, separator=",", end="\n"):
    return "".join(separator.join(map(str, r)) + end for r in [header] + rows)


BOOL = ["False", "True"]
gym = [[s, a, r, t, BOOL[e], BOOL[c]] for s, a, r, t, e, c in STEPS]
values("gymnasium", lines(["obs", "action", "reward", "next_obs", "terminated", "truncated"], gym), LOG, ["terminated", "truncated", "action"])
values("minari", lines(["observations", "actions", "rewards", "next_observations", "terminations", "truncations"], gym), LOG, ["terminations", "truncations"])
values("d4rl", lines(["observations", "actions", "rewards", "next_observations", "terminals", "timeouts"], [[s, a, r, t, e, c] for s, a, r, t, e, c in STEPS]), LOG,
       ["terminals", "timeouts"])
values("rllib", lines(["eps_id", "t", "obs", "new_obs", "actions", "rewards", "terminateds", "truncateds"],
                      [[0, i, s, t, a, r, BOOL[e], BOOL[c]] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), LOG, ["terminateds"])
values("textbook", lines(["s", "a", "r", "s'", "done"], [[s, a, r, t, BOOL[e or c]] for s, a, r, t, e, c in STEPS]), DONE, ["done"])
values("textbook", lines(["S", "A", "R", "S_next", "Done"], [[s, a, r, t, int(e or c)] for s, a, r, t, e, c in STEPS]), DONE, ["Done"])
values("textbook", lines(["s_t", "a_t", "r_t", "s_t+1", "done"], [[s, a, r, t, int(e or c)] for s, a, r, t, e, c in STEPS]), DONE, ["done"])
values("current-state", lines(["current_state", "action", "reward", "next_state", "is_terminal"], [[s, a, r, t, e] for s, a, r, t, e, c in STEPS]), LOG, ["is_terminal"])
for heading in ["is_done", "IsTerminated", "game_over", "Done?"]:
    values("end-names", lines(["state", "reward", "next_state", heading], [[s, r, t, int(e)] for s, a, r, t, e, c in STEPS]), LOG, [heading])
WORDS = {0: "start, left", 1: "the middle", 2: "Zi\u00ebl"}
values("text-states", lines(["state", "reward", "next state", "terminated"], [['"%s"' % WORDS[s], r, '"%s"' % WORDS[t], e] for s, a, r, t, e, c in STEPS]), LOG,
       names=WORDS)
values("text-states", lines(["state", "reward", "next state", "terminated"], [[WORDS[s], r, WORDS[t], e] for s, a, r, t, e, c in STEPS], ";", "\r\n"), LOG,
       names=WORDS, encoding="latin-1")
values("decimal-comma", lines(["state", "reward", "next_state", "done"], [[s, str(r).replace(".", ","), t, e] for s, a, r, t, e, c in STEPS], ";"),
       LOG)
values("tabs", lines(["state", "action", "reward", "next_state", "terminated"], [[s, a, r, t, e] for s, a, r, t, e, c in STEPS], "\t"), LOG)
values("utf-16", lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS], "\t", "\r\n"), LOG, encoding="utf-16")
values("byte-order-mark", lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS], ",", "\r\n"), LOG, encoding="utf-8-sig")
values("pandas-index", lines(["", "state", "reward", "next_state", "terminated"], [[i, s, r, t, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), LOG)
values("pandas-floats", lines(["state", "reward", "next_state", "terminated"], [[s, r, "" if e else "%d.0" % t, e] for s, a, r, t, e, c in STEPS]), LOG)
values("title", "Log of a grid world\n\n" + lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS]), LOG)
values("title", "sep=;\n" + lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS], ";"), LOG)
values("comments", "# seed 1\n" + lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS]) + "# end\n", LOG)
values("trailing", lines(["state", "reward", "next_state", "terminated", ""], [[s, r, t, e, ""] for s, a, r, t, e, c in STEPS]), LOG)
values("vectors", lines(["obs", "reward", "next_obs", "terminated"], [['"[%d. 0.5]"' % s, r, '"[%d. 0.5]"' % t, e] for s, a, r, t, e, c in STEPS]), LOG,
       names={k: "[%d. 0.5]" % k for k in range(3)})
values("vectors", lines(["obs", "reward", "next_obs", "terminated"], [['"(%d, 1)"' % s, r, '"(%d, 1)"' % t, e] for s, a, r, t, e, c in STEPS]), LOG,
       names={k: "(%d, 1)" % k for k in range(3)})
refuse("values", "vector-columns", lines(["obs_0", "obs_1", "action", "reward", "next_obs_0", "next_obs_1", "terminated"],
                                         [[s, 1, a, r, t, 1, e] for s, a, r, t, e, c in STEPS]), 1, 0, "obs_0", "one column")
refuse("values", "vector-columns", lines(["state[0]", "state[1]", "reward", "next_state[0]", "next_state[1]", "done"],
                                         [[s, 1, r, t, 1, e] for s, a, r, t, e, c in STEPS]), 1, 0, "state[0]", "one column")
refuse("values", "no-next", lines(["episode", "step", "state", "action", "reward", "done"], [[0, i, s, a, r, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), 1, 0,
       "next_state", "next row")
refuse("values", "not-done", lines(["state", "reward", "next_state", "not_done"], [[s, r, t, 1 - e] for s, a, r, t, e, c in STEPS]), 1, 4, "not_done", "done")
refuse("values", "missing-reward", lines(["state", "reward", "next_state", "done"], [[s, "" if i == 4 else r, t, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), 6, 2,
       "missing", "remove the row")
refuse("values", "missing-reward", lines(["state", "reward", "next_state", "done"], [[s, "NaN" if i == 4 else r, t, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), 6, 2,
       "missing", "remove the row")
refuse("values", "thousands", lines(["state", "reward", "next_state", "done"], [[s, '"1,250"' if i == 4 else r, t, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), 6, 2,
       "thousands")
MDP = [("A", "B", "0.25", 1.0), ("A", "A", "0.75", 2.0), ("B", "A", "1", -1.0)]
# v_A = 0.25 (1 + 0.9 v_B) + 0.75 (2 + 0.9 v_A), v_B = -1 + 0.9 v_A
vA, vB = solve([[1 - Fraction(27, 40), -Fraction(9, 40)], [-Fraction(9, 10), 1]], [Fraction(7, 4), -1])
for heading in ["p", "prob", "Transition Probability", "P(s'|s)"]:
    case("values", "probability", lines(["state", "next", heading, "reward"], [list(t) for t in MDP]), "", ["state A %r" % float(vA), "state B %r" % float(vB)])
case("values", "probability", lines(["from", "to", "prob", "reward"], [[a, b, p.replace(".", ","), str(r).replace(".", ",")] for a, b, p, r in MDP], ";"), "",
     ["state A %r" % float(vA), "state B %r" % float(vB)])

# ---- points ----------------------------------------------------------------------------------------------------------
rng = random.Random(7)
KINDS = ["red", "green", "red", "blue", "green", "red", "blue", "blue", "green", "red"]
XYZ = [[round(rng.gauss(0, 2), 2) for _ in range(3)] for _ in KINDS]
COLUMNS = ["x", "y", "z"]


def points(layout, content, names, labels, rows, option="-", says=(), encoding="utf-8"):
    found = ["names " + "|".join(names), "labels " + "|".join(labels)] + ["row " + " ".join(repr(float(x)) for x in r) for r in rows]
    case("points", layout, content, option, found + ["says " + s for s in says], encoding)


points("pandas-index", lines(["Unnamed: 0"] + COLUMNS, [[i] + r for i, r in enumerate(XYZ)]), COLUMNS, [], XYZ, says=["Unnamed: 0"])
points("pandas-index", lines([""] + COLUMNS, [[i] + r for i, r in enumerate(XYZ)]), COLUMNS, [], XYZ)
IDS = [842302, 842517, 84300903, 84348301, 84358402, 843786, 844359, 84458202, 844981, 84501001]
points("ids", lines(["id", "diagnosis"] + COLUMNS, [[i, k] + r for i, k, r in zip(IDS, KINDS, XYZ)]), COLUMNS, KINDS, XYZ, "diagnosis", says=["id"])
points("ids", lines(["CustomerID"] + COLUMNS + ["Genre"], [[i] + r + [k] for i, k, r in zip(IDS, KINDS, XYZ)]), COLUMNS, KINDS, XYZ, says=["CustomerID"])
points("ids", lines(["Id"] + COLUMNS + ["Species"], [[i + 1] + r + [k] for i, (k, r) in enumerate(zip(KINDS, XYZ))]), COLUMNS, KINDS, XYZ, says=["Species"])
points("ids", lines(["patient_id"] + COLUMNS, [["P%03d" % i] + r for i, r in enumerate(XYZ)]), COLUMNS, [], XYZ, says=["patient_id"])
points("label-middle", lines(["x", "class", "y", "z"], [[r[0], k, r[1], r[2]] for k, r in zip(KINDS, XYZ)]), COLUMNS, KINDS, XYZ)
points("label-first", lines(["label"] + COLUMNS, [[len(k)] + r for k, r in zip(KINDS, XYZ)]), COLUMNS, [str(len(k)) for k in KINDS], XYZ)
points("no-header", lines(XYZ[0] + [KINDS[0]], [r + [k] for k, r in zip(KINDS[1:], XYZ[1:])]), [], KINDS, XYZ)
points("decimal-comma", lines(COLUMNS + ["Art"], [[str(x).replace(".", ",") for x in r] + [k] for k, r in zip(KINDS, XYZ)], ";"), COLUMNS, KINDS, XYZ)
points("decimal-comma", lines(COLUMNS, [[str(x).replace(".", ",") for x in r] for r in XYZ], "\t", "\r\n"), COLUMNS, [], XYZ, encoding="utf-16")
points("title", "Points of the survey\n\n" + lines(COLUMNS, XYZ), COLUMNS, [], XYZ)
points("comments", "# made by a program\n" + lines(COLUMNS, XYZ, "\t"), COLUMNS, [], XYZ)
points("blanks-between", lines(COLUMNS, XYZ, "  "), COLUMNS, [], XYZ)
points("trailing", lines(COLUMNS + [""], [r + [""] for r in XYZ]), COLUMNS, [], XYZ)
points("quotes", lines(['"x"', '"y\n(cm)"', '"z, deep"'], [['"%s"' % x for x in r] for r in XYZ]), ["x", "y (cm)", "z, deep"], [], XYZ)
points("percent", lines(COLUMNS, [["%s%%" % x for x in r] for r in XYZ]), COLUMNS, [], XYZ)
big = [[round(1000 * x + 1500, 1) for x in r] for r in XYZ]
points("thousands", lines(COLUMNS, [['"{:,.1f}"'.format(x) for x in r] for r in big]), COLUMNS, [], big)
gaps = [r[:] for r in XYZ]
gaps[3][1] = "NA"
gaps[5][2] = "?"
points("missing", lines(COLUMNS, gaps), COLUMNS, [], [r for i, r in enumerate(XYZ) if i not in (3, 5)], "missing=drop-rows")
refuse("points", "footer", lines(COLUMNS, XYZ) + "Source: survey of 2024\n", 12, 0, "columns", "remove")
refuse("points", "dates", lines(["x", "day", "y"], [[r[0], "2024-01-%02d" % (i + 1), r[1]] for i, r in enumerate(XYZ)]), 0, 2, "day", "remove the column")
refuse("points", "slip", lines(COLUMNS, XYZ[:5] + [[1.2, "o.5", 3]] + XYZ[5:]), 7, 2, "o.5")

# ---- tables ----------------------------------------------------------------------------------------------------------
AREA = [52.5, 71.0, 1250.25, 64.75, 88.0, 43.5, 97.25, 120.0]
CITY = ["Bern", "Basel", "Bern", "Genf", "Basel", "Bern", "Genf", "Bern"]
SOLD = ["yes", "no", "no", "yes", "yes", "no", "yes", "no"]
RATE = [1.5, -2.25, 3.0, 0.5, -1.0, 2.75, -0.5, 4.0]


def table(layout, content, columns, says=(), encoding="utf-8"):
    found = []
    for name, cells in columns:
        isText = any(isinstance(c, str) and c for c in cells)
        shown = ["" if c is None else c if isText else repr(float(c)) for c in cells]
        found.append("column %s|%s|%s" % (name, "text" if isText else "numbers", "|".join(shown)))
    case("table", layout, content, "", found + ["says " + s for s in says], encoding)


HOMES = [("area", AREA), ("city", CITY), ("rate", RATE), ("sold", SOLD)]
HEAD = [n for n, _ in HOMES]
ROWS = [list(r) for r in zip(AREA, CITY, RATE, SOLD)]
C = lambda x: str(x).replace(".", ",")
table("plain", lines(HEAD, ROWS), HOMES)
table("blanks", "".join(", ".join(map(str, r)) + "\n" for r in [HEAD] + ROWS), HOMES)
table("decimal-comma", lines(HEAD, [[C(a), c, C(r), s] for a, c, r, s in ROWS], ";", "\r\n"), HOMES, ["decimal commas"])
table("decimal-comma", lines(['"%s"' % h for h in HEAD], [['"%s"' % C(a), c, '"%s"' % C(r), s] for a, c, r, s in ROWS]), HOMES, ["decimal commas"])
table("thousands", lines(HEAD, [['"{:,.2f}"'.format(a), c, r, s] for a, c, r, s in ROWS]), HOMES)
table("currency", lines(HEAD, [['"${:,.2f}"'.format(a), c, r, s] for a, c, r, s in ROWS]), HOMES)
table("percent", lines(HEAD, [[a, c, "%s%%" % r, s] for a, c, r, s in ROWS]), HOMES)
table("parentheses", lines(HEAD, [[a, c, "(%s)" % -r if r < 0 else r, s] for a, c, r, s in ROWS]), HOMES)
table("title", "Homes in three cities\n\n" + lines(HEAD, ROWS), HOMES, ["above the header"])
table("tabs", lines(HEAD, ROWS, "\t"), HOMES, encoding="utf-16")
table("byte-order-mark", lines(HEAD, ROWS, "|", "\r\n"), HOMES, encoding="utf-8-sig")
table("trailing", "".join(",".join(map(str, r)) + ",\n" for r in [HEAD] + ROWS), HOMES)
table("missing", lines(HEAD, [["?" if i == 2 else a, "NA" if i == 3 else c, r, s] for i, (a, c, r, s) in enumerate(ROWS)]),
      [("area", [None if i == 2 else a for i, a in enumerate(AREA)]), ("city", [None if i == 3 else c for i, c in enumerate(CITY)]), ("rate", RATE), ("sold", SOLD)])
table("quotes", lines(HEAD, [[a, '"%s, ""CH"""' % c, r, s] for a, c, r, s in ROWS]), [("area", AREA), ("city", ['%s, "CH"' % c for c in CITY]), ("rate", RATE), ("sold", SOLD)])
table("booleans", lines(HEAD, [[a, c, r, BOOL[s == "yes"]] for a, c, r, s in ROWS]),
      [("area", AREA), ("city", CITY), ("rate", RATE), ("sold", [BOOL[s == "yes"] for s in SOLD])])
table("no-header", lines(ROWS[0], ROWS[1:]), [("column%d" % (k + 1), c) for k, (_, c) in enumerate(HOMES)], ["no header"])
table("latin-1", lines(HEAD, [[a, c.replace("e", "\u00e9"), r, s] for a, c, r, s in ROWS], ";"),
      [("area", AREA), ("city", [c.replace("e", "\u00e9") for c in CITY]), ("rate", RATE), ("sold", SOLD)], ["Latin-1"], "latin-1")
refuse("table", "percent-mixed", lines(HEAD, [[a, c, "%s%%" % r if i % 2 else r / 100, s] for i, (a, c, r, s) in enumerate(ROWS)]), 3, 3, "percent sign")
refuse("table", "slip", lines(HEAD, [[a, c, "3.o" if i == 4 else r, s] for i, (a, c, r, s) in enumerate(ROWS)]), 6, 3, "3.o")
refuse("table", "footer", lines(HEAD, ROWS) + "Source: my bank\n", 10, 0, "columns")
refuse("table", "equal-names", lines(["area", "city", "area", "sold"], ROWS), 1, 3, "area")
refuse("table", "mixed-marks", lines(HEAD, [[a, c, C(r) if i == 3 else r, s] for i, (a, c, r, s) in enumerate(ROWS)], ";"), 5, 3, "0,5")

# once more
values("info", lines(["Unnamed: 0", "State", "Action", "Reward", "Next State", "Terminated", "info"],
                     [[i, s, a, r, t, str(bool(e)).upper(), "\"{'k': 1, 'lives': 3}\""] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), LOG, ["info"])
values("text-ends", lines(["state", "reward", "next_state"], [[s, r, "" if e else t] for s, a, r, t, e, c in STEPS if not e] + [[2, 2.25, "terminal"]]).replace("2,2.25,terminal\n", ""),
       [t for t in LOG if not t[3]])
values("markdown", "| state | reward | next_state | terminated |\n|---|---|---|---|\n" + "".join("| %s | %s | %s | %s |\n" % (s, r, t, e) for s, a, r, t, e, c in STEPS), LOG)
values("blanks-between", lines(["state", "reward", "next_state", "terminated"], [[s, r, t, e] for s, a, r, t, e, c in STEPS], "  "), LOG)
refuse("values", "blank-done", lines(["state", "reward", "next_state", "done"], [[s, r, t, e if e else ""] for s, a, r, t, e, c in STEPS]), 2, 4, "true or false")
refuse("values", "percent", lines(["state", "next", "prob", "reward"], [["A", "B", "25%", 1], ["A", "A", "75%", 2], ["B", "A", "100%", -1]]), 2, 3, "probability")
shuffled = [5, 2, 9, 0, 7, 1, 8, 3, 6, 4]
points("pandas-sample", lines([""] + COLUMNS, [[i] + r for i, r in zip(shuffled, XYZ)]), COLUMNS, [], XYZ)
points("pandas-sample", lines(["Unnamed: 0"] + COLUMNS, [[i] + r for i, r in zip(shuffled, XYZ)]), COLUMNS, [], XYZ)
points("markdown", "| x | y | z |\n|---|---|---|\n" + "".join("| %s | %s | %s |\n" % tuple(r) for r in XYZ), COLUMNS, [], XYZ)
points("whole-numbers", lines(["x", "y"], [[i * i, 3 * i + 1] for i in range(10)]), ["x", "y"], [], [[i * i, 3 * i + 1] for i in range(10)])
points("fluid", lines(["fluid", "acid"], [[i * i + 5, 3 * i + 2] for i in range(10)]), ["fluid", "acid"], [], [[i * i + 5, 3 * i + 2] for i in range(10)])
refuse("points", "percent-mixed", lines(COLUMNS, [["%s%%" % r[0] if i % 2 else r[0], r[1], r[2]] for i, r in enumerate(XYZ)]), 3, 1, "percent sign")
table("markdown", "| area | city | rate | sold |\n|---|---|---|---|\n" + "".join("| %s | %s | %s | %s |\n" % tuple(r) for r in ROWS), HOMES)
table("codes", lines(["zip", "rate"], [["A%d" % i if i % 2 else str(i), r] for i, r in enumerate(RATE)]), [("zip", ["A%d" % i if i % 2 else str(i) for i in range(8)]), ("rate", RATE)])
table("percent-or-words", lines(["grade", "rate"], [[["5%", "7", "low", "high"][i % 4], r] for i, r in enumerate(RATE)]),
      [("grade", [["5%", "7", "low", "high"][i % 4] for i in range(8)]), ("rate", RATE)])

# of other tools
values("time-limit", lines(["obs", "reward", "next_obs", "done", "TimeLimit.truncated"], [[s, r, t, BOOL[e or c], BOOL[c]] for s, a, r, t, e, c in STEPS]), LOG,
       ["TimeLimit.truncated: 1"])
for heading in ["end", "episode_end", "ended"]:
    values("ends", lines(["state", "reward", "next_state", heading], [[s, r, t, BOOL[e or c]] for s, a, r, t, e, c in STEPS]), DONE, [heading])
values("vectors", lines(["obs", "reward", "next_obs", "done"], [["[%d. 0.5]" % s, r, "[%d. 0.5]" % t, e] for s, a, r, t, e, c in STEPS]), LOG,
       names={s: "[%d. 0.5]" % s for s in range(3)})
values("currency", lines(["state", "reward", "next_state", "done"], [[s, "%s$%s" % ("-" if r < 0 else "", abs(r)), t, e] for s, a, r, t, e, c in STEPS]), LOG,
       ["currency signs"])
values("percent", lines(["state", "reward", "next_state", "done"], [[s, "%s%%" % r, t, e] for s, a, r, t, e, c in STEPS]), LOG, ["percent signs left out"])
values("decimal-comma", lines(["state", "reward", "next_state", "done"], [[s, str(r).replace(".", ","), t, e] for s, a, r, t, e, c in STEPS], ";"), LOG,
       ["decimal commas"])
values("thousands", lines(["state", "reward", "next_state", "done", "x"], [[s, '"%s"' % format(1000 * r, ",.0f"), t, e, 0.5] for s, a, r, t, e, c in STEPS]),
       [(s, 1000 * r, t, e) for s, r, t, e in LOG], ["thousands separators"])
values("title", "Run 17\n\n" + lines(["state", "reward", "next_state", "done"], [[s, r, t, e] for s, a, r, t, e, c in STEPS]), LOG, ["row 1 above the header"])
values("one-discount", lines(["state", "reward", "next_state", "terminated", "discount"], [[s, r, t, e, 1.0 - e] for s, a, r, t, e, c in STEPS]), LOG, ["discount"])
refuse("values", "discounts", lines(["state", "reward", "next_state", "discount"], [[s, r, t, 1.0 - e] for s, a, r, t, e, c in STEPS]), 4, 4, "terminated")
refuse("values", "counts", lines(["state", "next_state", "count", "reward"], [["A", "B", 25, 1], ["A", "A", 75, 2], ["B", "A", 10, -1]]), 1, 3, "probability")
refuse("values", "masks", lines(["state", "reward", "next_state", "mask"], [[s, r, t, 1 - e] for s, a, r, t, e, c in STEPS]), 1, 4, "opposite of done")
refuse("values", "contradiction", lines(["state", "reward", "next_state", "terminated", "done"], [[s, r, t, e, 0] for s, a, r, t, e, c in STEPS]), 4, 5, "terminated")
refuse("values", "contradiction", lines(["state", "reward", "next_state", "terminated", "truncated", "done"], [[s, r, t, e, 0, e or c] for s, a, r, t, e, c in STEPS]),
       7, 6, "terminated")
SPARSE = ["%d %s" % (k % 3, " ".join("%d:%s" % (j + 1, x) for j, x in enumerate(r) if x)) for k, r in enumerate(XYZ)]
KINDS3 = [str(k % 3) for k in range(len(XYZ))]
points("libsvm", "\n".join(SPARSE) + "\n", [], KINDS3, XYZ, says=["labels"])
points("libsvm", "# from a tool\n" + " # doc\n".join(SPARSE) + "\n", [], KINDS3, XYZ, says=["labels"])
points("ranking", "\n".join(r.replace(" ", " qid:7 ", 1) for r in SPARSE) + "\n", [], KINDS3, XYZ, says=["qid"])
refuse("points", "libsvm-from-0", "".join("1 %s\n" % " ".join("%d:%s" % (j, x) for j, x in enumerate(r)) for r in XYZ), 1, 0, "count the columns from 1")
points("years", lines([2019, 2020, 2021], XYZ), ["2019", "2020", "2021"], [], XYZ, says=["header"])
points("percent", lines(COLUMNS, [["%s%%" % x for x in r] for r in XYZ]), COLUMNS, [], XYZ, says=["percent signs left out"])
points("decimal-comma", lines(COLUMNS, [[str(x).replace(".", ",") for x in r] for r in XYZ], ";"), COLUMNS, [], XYZ, says=["decimal commas"])
points("thousands", lines(["people"] + COLUMNS, [['"1,%03d"' % (7 * i)] + r for i, r in enumerate(XYZ)]), ["people"] + COLUMNS, [],
       [[1000 + 7 * i] + r for i, r in enumerate(XYZ)], says=["thousands separators"])
half = [[0.5, -2.0, 65504.0], [0.001953125, 0.0, 1.0009765625], [-0.25, 1024.0, 3.140625], [7.0, -1.5, 0.125]]
header = "{'descr': '<f2', 'fortran_order': False, 'shape': (4, 3), }"
header += " " * (118 - len(header) - 1) + "\n"
points("half-precision", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + b"".join(struct.pack("<e", x) for r in half for x in r), [], [], half)
refuse("points", "brackets", "".join("[%s]\n" % " ".join(map(str, r)) for r in XYZ).replace(" ", "_"), 2, 0, "holds no numbers")
PRICES = [1619, 1231, 2500, 12000, 1000, 1750, 3210, 4005]
table("thousands", lines(["price", "rate"], [['"%s"' % format(p, ","), r] for p, r in zip(PRICES, RATE)]), [("price", PRICES), ("rate", RATE)], ["thousands separators"])
table("dollars", lines(["price", "rate"], [['"$%s"' % format(p, ","), r] for p, r in zip(PRICES, RATE)]), [("price", PRICES), ("rate", RATE)],
      ["thousands separators", "currency signs"])
table("euros", lines(["price", "rate"], [["%s \u20ac" % format(p, ",").replace(",", "."), str(r).replace(".", ",")] for p, r in zip(PRICES, RATE)], ";"),
      [("price", PRICES), ("rate", RATE)], ["decimal commas", "thousands separators", "currency signs"])
table("percents", lines(["share", "rate"], [["%s%%" % p, r] for p, r in zip(PRICES, RATE)]), [("share", PRICES), ("rate", RATE)], ["percent signs left out: 5% is read as 5"])
ROWS_R = ['"%d" %s' % (i + 1, " ".join(map(str, r))) for i, r in enumerate(XYZ)]
points("r-table", '"x" "y" "z"\n' + "\n".join(ROWS_R) + "\n", COLUMNS, [], XYZ, says=["no name for the first column"])
points("whole-dates", lines(["day"] + COLUMNS, [[20240101 + i] + r for i, r in enumerate(XYZ)]), COLUMNS, [], XYZ, says=["holds dates"])
table("r-table", '"price" "rate"\n' + "".join('"r%d" %s %s\n' % (i, p, r) for i, (p, r) in enumerate(zip(PRICES, RATE))),
      [("column1", ["r%d" % i for i in range(8)]), ("price", PRICES), ("rate", RATE)], ["no name for the first column"])
refuse("table", "unknowns", lines(["price", "rate"], [["unknown" if i % 4 == 1 else p, r] for i, (p, r) in enumerate(zip(PRICES, RATE))]), 3, 1, "unknown", "--category")
refuse("values", "json-lines", '{"state":"a","reward":1,"next_state":"b"}\n', 0, 0, "is JSON")

# ---- as environments, tools and public data sets write them ------------------------------------------------------------
refuse("values", "monitor", '#{"t_start": 1700000000.1, "env_id": "CartPole-v1"}\nr,l,t\n21.0,21,0.5\n14.0,14,0.7\n', 0, 0, "state")
values("sarsa", lines(["state", "action", "reward", "next_state", "next_action", "done"], [[s, a, r, t, 0, BOOL[e or c]] for s, a, r, t, e, c in STEPS]), DONE, ["next_action"])
GYM_P = [[s, a, 0.5, t, r, BOOL[0]] for s in (0, 1) for a in (0, 1) for t, r in ((0, 1.0), (1, 0.0))]
case("values", "model-of-actions", lines(["state", "action", "prob", "next_state", "reward", "done"], GYM_P), "", ["state 0 5.0", "state 1 5.0"])
values("numpy-blanks", lines(["obs", "reward", "next_obs", "terminated"], [['"[%d.  0.5 ]"' % s, r, '"[%d.  0.5 ]"' % t, e] for s, a, r, t, e, c in STEPS]), LOG,
       names={s: "[%d.  0.5 ]" % s for s in range(3)})
values("none-next", lines(["obs", "action", "reward", "next_obs", "terminated"], [[s, a, r, "None" if e else t, BOOL[e]] for s, a, r, t, e, c in STEPS]), LOG)
values("yes-no", lines(["state", "reward", "next_state", "done"], [[s, r, t, "yes" if e or c else "no"] for s, a, r, t, e, c in STEPS]), DONE)
values("t-f", lines(["state", "reward", "next_state", "done"], [[s, r, t, "T" if e or c else "F"] for s, a, r, t, e, c in STEPS]), DONE)
values("float-ends", lines(["state", "reward", "next_state", "done"], [[s, r, t, "%.1f" % (e or c)] for s, a, r, t, e, c in STEPS]), DONE)
refuse("values", "german-ends", lines(["state", "reward", "next_state", "done"], [[s, r, t, "VIELLEICHT" if e else "NEIN"] for s, a, r, t, e, c in STEPS]), 2, 4, "true or false")
refuse("values", "cost", lines(["state", "action", "cost", "next_state", "done"], [[s, a, r, t, e] for s, a, r, t, e, c in STEPS]), 1, 0, "reward")
refuse("values", "previous", lines(["prev_state", "action", "reward", "state", "done"], [[s, a, r, t, e] for s, a, r, t, e, c in STEPS]), 1, 0, "next_state")
values("shaped", lines(["state", "reward", "shaped_reward", "next_state", "terminated"], [[s, r, 100 + r, t, e] for s, a, r, t, e, c in STEPS]), LOG, ["shaped_reward"])
values("rlds", lines(["observation", "action", "reward", "next_observation", "is_first", "is_last", "is_terminal"],
                     [[s, a, r, t, BOOL[0], BOOL[e or c], BOOL[e]] for s, a, r, t, e, c in STEPS]), LOG, ["is_terminal"])
values("ids-of-states", lines(["episode_id", "step_id", "state_id", "reward", "next_state_id", "terminated"], [[0, i, s, r, t, e] for i, (s, a, r, t, e, c) in enumerate(STEPS)]), LOG)
refuse("values", "leading-zeros", lines(["state", "reward", "next_state", "done"], [["%02d" % s, r, t, e] for s, a, r, t, e, c in STEPS]), 0, 0, "no transitions")

IRIS = ["sepal length (cm)", "sepal width (cm)", "petal length (cm)"]
points("sklearn", lines(IRIS + ["target"], [r + [k % 3] for k, r in enumerate(XYZ)]), IRIS, KINDS3, XYZ, says=["target"])
points("r-iris", '"Sepal.Length" "Sepal.Width" "Petal.Length" "Species"\n' + "".join('"%d" %s "%s"\n' % (i + 1, " ".join(map(str, r)), k) for i, (r, k) in enumerate(zip(XYZ, KINDS))),
       ["Sepal.Length", "Sepal.Width", "Petal.Length"], KINDS, XYZ)
points("pixels", lines(["label", "1x1", "1x2", "1x3"], [[k % 3, i * 7 % 256, i * i, 255 - i] for i, k in enumerate(range(10))]), ["1x1", "1x2", "1x3"], KINDS3,
       [[i * 7 % 256, i * i, 255 - i] for i in range(10)])
refuse("points", "word2vec", "10 3\n" + "".join("w%d %s\n" % (i, " ".join(map(str, r))) for i, r in enumerate(XYZ)), 2, 0, "row of numbers")
points("genes", lines(["", "cell 1", "cell 2", "cell 3"], [["GENE%d" % i] + r for i, r in enumerate(XYZ)]), ["cell 1", "cell 2", "cell 3"], [], XYZ)
refuse("points", "embedding-in-a-cell", lines(["id", "text", "embedding"], [[i, "t%d" % i, '"[%s]"' % ", ".join(map(str, r))] for i, r in enumerate(XYZ)]), 0, 2, "text", "remove the column")
refuse("points", "arff", "@relation iris\n\n@attribute a numeric\n@attribute b numeric\n@data\n" + "".join("%s,%s\n" % tuple(r[:2]) for r in XYZ), 0, 0, "ARFF", "CSV")
refuse("points", "double-tabs", lines(COLUMNS, XYZ[:4], "\t") + "1.5\t\t2.5\t3.5\n" + lines(XYZ[4], XYZ[5:], "\t"), 6, 0, "columns")
refuse("points", "infinite", lines(COLUMNS, XYZ[:3] + [["inf", 1, 2]] + XYZ[3:]), 5, 1, "inf")
table("adult", "".join(", ".join(map(str, [a, "?" if i == 3 else c, r, s])) + "\n" for i, (a, c, r, s) in enumerate(ROWS)),
      [("column1", AREA), ("column2", [None if i == 3 else c for i, c in enumerate(CITY)]), ("column3", RATE), ("column4", SOLD)], ["no header"])
table("wine", lines(['"fixed acidity"', '"pH"', '"quality"'], [[a, r, i] for i, (a, r) in enumerate(zip(AREA, RATE))], ";"), [("fixed acidity", AREA), ("pH", RATE), ("quality", list(range(8)))])
table("titanic", lines(["PassengerId", "Name", "Age", "Cabin"], [[i + 1, '"Braund, Mr. ""Owen"" %d"' % i, "" if i == 5 else a, "" if i % 2 else "C85"] for i, a in enumerate(AREA)]),
      [("PassengerId", list(range(1, 9))), ("Name", ['Braund, Mr. "Owen" %d' % i for i in range(8)]), ("Age", [None if i == 5 else a for i, a in enumerate(AREA)]),
       ("Cabin", [None if i % 2 else "C85" for i in range(8)])])
ZIPS = ["01234", "02138", "10001", "00501", "94105", "60601", "02139", "01235"]
table("postcodes", lines(["zip", "rate"], [[z, r] for z, r in zip(ZIPS, RATE)]), [("zip", ZIPS), ("rate", RATE)], ["zip"])
refuse("table", "hexadecimal", lines(["flag", "rate"], [["0x1F" if i == 2 else i, r] for i, r in enumerate(RATE)]), 4, 1, "0x1F")
table("logical", lines(["a", "b"], [["TRUE" if i % 3 else "FALSE" if i else "NA", r] for i, r in enumerate(RATE)]),
      [("a", ["TRUE" if i % 3 else "FALSE" if i else None for i in range(8)]), ("b", RATE)])

# ends of episodes as MushroomRL and others call them
values("mushroom", lines(["state", "action", "reward", "next_state", "absorbing", "last"], [[s, a, r, t, e, int(e or c)] for s, a, r, t, e, c in STEPS]), LOG, ["absorbing"])
values("end-of-episode", lines(["state", "reward", "next_state", "end_of_episode"], [[s, r, t, e] for s, a, r, t, e, c in STEPS]), LOG, ["end_of_episode"])

# a column without a name and anything below it
points("empty-column", lines(["a", "", "b", "c"], [[r[0], ""] + r[1:] for r in XYZ]), ["a", "b", "c"], [], XYZ, says=["empty column"])

with open(os.path.join(FOLDER, "expected.txt"), "w", encoding="utf-8") as file:
    file.write("\n\n".join(cases) + "\n")
print("%d cases, %d refused" % (len(cases), sum(c.startswith("refuse") for c in cases)))
