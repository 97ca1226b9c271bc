"""Writes awkward/, files of returns and prices as people have them, and awkward/expected.txt, what is in them.

The numbers come first and are then written in a layout, so what is expected does not depend on any reader:

    python3 make_awkward.py

A case of expected.txt: "read FILE OPTIONS" with names, units, dates and rows, or "refuse FILE OPTIONS" with the row and
the column (0: none) and what the message must say.
"""
import datetime
import math
import os
import random
import shutil

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "awkward")
cases = []
layouts = set()


def save(layout, content, encoding):
    layouts.add(layout)
    name = "%03d-%s.csv" % (len(cases) + 1, layout)
    data = content if isinstance(content, bytes) else content.encode(encoding)
    with open(os.path.join(FOLDER, name), "wb") as file:
        file.write(data)
    return name


def read(layout, content, names, rows, units="-", dates=None, per_year="-", options="", says="", encoding="utf-8"):
    name = save(layout, content, encoding)
    first, last = (dates[0], dates[-1]) if dates else ("-", "-")
    lines = ["read %s %s" % (name, options), "names " + "|".join(names), "units " + units,
             "dates %s %s %s" % (first, last, per_year), "says " + says]
    lines += ["row " + " ".join(repr(float(x)) for x in row) for row in rows]
    cases.append("\n".join(lines))


def refuse(layout, content, row, column, *says, options="", encoding="utf-8"):
    name = save(layout, content, encoding)
    cases.append("\n".join(["refuse %s %s" % (name, options), "at %d %d" % (row, column)] + ["says " + s for s in says]))


# ---- numbers ---------------------------------------------------------------------------------------------------------
def returns(seed, periods, assets, deviation, decimals, mean=None):
    rng = random.Random(seed)
    mean = deviation / 10 if mean is None else mean
    table = [[round(rng.gauss(mean, deviation), decimals) for _ in range(assets)] for _ in range(periods)]
    for k in range(assets):  # of both signs, as returns are
        table[0][k] = -abs(table[0][k]) - 10 ** -decimals
        table[1][k] = abs(table[1][k]) + 10 ** -decimals
    return [[float("%.*f" % (decimals, x)) for x in row] for row in table]


def prices(seed, periods, starts, deviation, decimals):
    rng = random.Random(seed)
    table = [list(starts)]
    for _ in range(periods - 1):
        table.append([p * math.exp(rng.gauss(deviation / 10, deviation)) for p in table[-1]])
    return [[float("%.*f" % (decimals, x)) for x in row] for row in table]


def simple(table):
    return [[b / a - 1 for a, b in zip(p, q)] for p, q in zip(table, table[1:])]


def logs(table):
    return [[math.log(b / a) for a, b in zip(p, q)] for p, q in zip(table, table[1:])]


def days(n, start=datetime.date(2023, 1, 2)):
    found, day = [], start
    while len(found) < n:
        if day.weekday() < 5:
            found.append(day)
        day += datetime.timedelta(days=1)
    return found


def weeks(n):
    return [datetime.date(2022, 1, 7) + datetime.timedelta(days=7 * i) for i in range(n)]


def months(n, year=2020):
    found = []
    for i in range(n):
        y, m = year + (i + 1) // 12, (i + 1) % 12 + 1
        found.append(datetime.date(y, m, 1) - datetime.timedelta(days=1))
    return found


def quarters(n):
    return months(3 * n)[2::3]


# ---- layouts ---------------------------------------------------------------------------------------------------------
def dot(decimals):
    return lambda x: "%.*f" % (decimals, x)


def comma(decimals):
    return lambda x: ("%.*f" % (decimals, x)).replace(".", ",")


def grouped(decimals, group, mark):
    def write(x):
        text = "{:,.{d}f}".format(x, d=decimals)
        return text.replace(",", "\0").replace(".", mark).replace("\0", group)
    return write


def quoted(write):
    return lambda x: '"' + write(x) + '"'


def text(header, labels, table, write, separator=",", end="\n"):
    lines = [separator.join(header)] if header else []
    for i, row in enumerate(table):
        cells = ([labels[i]] if labels else []) + [write(x) for x in row]
        lines.append(separator.join(cells))
    return end.join(lines) + end


def iso(dates):
    return [d.isoformat() for d in dates]


NAMES = ["Alpha", "Beta", "Gamma"]
HEAD = ["date"] + NAMES
N = 14
F = returns(1, N, 3, 0.011, 4)     # daily, fractions
P = returns(2, N, 3, 1.1, 2)       # daily, percent
FM = returns(3, N, 3, 0.045, 4)    # monthly, fractions
PM = returns(4, N, 3, 4.5, 2)      # monthly, percent
DAYS, MONTHS, WEEKS = iso(days(N)), iso(months(N)), iso(weeks(N))

shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)

# plain
for end in ["\n", "\r\n", "\r"]:
    read("plain", text(HEAD, DAYS, F, dot(4), end=end), NAMES, F, "fraction", DAYS, 252)
read("plain", text(HEAD, DAYS, P, dot(2)).rstrip("\n"), NAMES, P, "percent", DAYS, 252)
read("plain", text(HEAD, WEEKS, PM, dot(2)), NAMES, PM, "percent", WEEKS, 52)
read("plain", text(HEAD, iso(quarters(N)), PM, dot(2)), NAMES, PM, "percent", iso(quarters(N)), 4)
read("scientific", text(HEAD, DAYS, F, lambda x: "%.3e" % x), NAMES, [[float("%.3e" % x) for x in r] for r in F],
     "fraction", DAYS, 252)

# dates
MONTH = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
         "December"]
formats = [
    ("yyyymmdd", lambda d: d.strftime("%Y%m%d")), ("dotted", lambda d: d.strftime("%d.%m.%Y")),
    ("short-dotted", lambda d: "%d.%d.%02d" % (d.day, d.month, d.year % 100)),
    ("american", lambda d: d.strftime("%m/%d/%Y")), ("american-short", lambda d: "%d/%d/%d" % (d.month, d.day, d.year)),
    ("british", lambda d: d.strftime("%d/%m/%Y")), ("slashes", lambda d: d.strftime("%Y/%m/%d")),
    ("dashes-day-first", lambda d: d.strftime("%d-%m-%Y")),
    ("day-name", lambda d: "%02d-%s-%d" % (d.day, MONTH[d.month - 1][:3], d.year)),
    ("day-name-short", lambda d: "%02d-%s-%02d" % (d.day, MONTH[d.month - 1][:3].upper(), d.year % 100)),
    ("words", lambda d: '"%s %d, %d"' % (MONTH[d.month - 1], d.day, d.year)),
    ("words-day-first", lambda d: "%d %s %d" % (d.day, MONTH[d.month - 1][:3], d.year)),
    ("time", lambda d: d.strftime("%Y-%m-%d 00:00:00")), ("iso-time", lambda d: d.strftime("%Y-%m-%dT16:00:00Z")),
]
for name, write in formats:
    read("date-" + name, text(HEAD, [write(d) for d in days(N)], P, dot(2)), NAMES, P, "percent", DAYS, 252)
month_formats = [
    ("yyyymm", lambda d: d.strftime("%Y%m")), ("yyyy-mm", lambda d: d.strftime("%Y-%m")),
    ("month-year", lambda d: "%s %d" % (MONTH[d.month - 1][:3], d.year)),
    ("month-short-year", lambda d: "%s-%02d" % (MONTH[d.month - 1][:3], d.year % 100)),
    ("month-first", lambda d: d.strftime("%m/%Y")), ("m-month", lambda d: "%dM%02d" % (d.year, d.month)),
]
for name, write in month_formats:
    read("date-" + name, text(HEAD, [write(d) for d in months(N)], PM, dot(2)), NAMES, PM, "percent", MONTHS, 12)
for write in [lambda d: "%dQ%d" % (d.year, (d.month + 2) // 3), lambda d: "Q%d %d" % ((d.month + 2) // 3, d.year)]:
    read("date-quarter", text(["quarter"] + NAMES, [write(d) for d in quarters(N)], PM, dot(2)), NAMES, PM, "percent",
         iso(quarters(N)), 4)
years = ["%d-12-31" % (2000 + i) for i in range(N)]
YR = returns(5, N, 3, 17, 1)
read("date-year", text(["Year"] + NAMES, [y[:4] for y in years], YR, dot(1)), NAMES, YR, "percent", years, 1)
read("date-newest-first", text(HEAD, DAYS[::-1], F[::-1], dot(4)), NAMES, F, "fraction", DAYS, 252, says="newest first")
read("date-newest-first", text(["x"] + NAMES, [d.replace("-", "") for d in DAYS[::-1]], P[::-1], dot(2)), NAMES, P,
     "percent", DAYS, 252, says="newest first")

# separators
for separator in [";", "\t", "|"]:
    read("separator", text(HEAD, DAYS, F, dot(4), separator), NAMES, F, "fraction", DAYS, 252)
    read("separator", text(HEAD, MONTHS, PM, dot(2), separator, "\r\n"), NAMES, PM, "percent", MONTHS, 12)
read("separator-line", "sep=;\r\n" + text(HEAD, DAYS, F, comma(4), ";", "\r\n"), NAMES, F, "fraction", DAYS, 252,
     says="decimal comma")
read("separator-line", "sep=,\n" + text(HEAD, DAYS, F, dot(4)), NAMES, F, "fraction", DAYS, 252)

# decimal commas
GERMAN = [d.strftime("%d.%m.%Y") for d in days(N)]
read("decimal-comma", text(["Datum"] + NAMES, GERMAN, F, comma(4), ";"), NAMES, F, "fraction", DAYS, 252, says="decimal comma")
read("decimal-comma", text(["Datum"] + NAMES, GERMAN, P, comma(2), ";", "\r\n"), NAMES, P, "percent", DAYS, 252,
     says="decimal comma")
read("decimal-comma", text(HEAD, DAYS, P, comma(2), "\t"), NAMES, P, "percent", DAYS, 252, says="decimal comma")
read("decimal-comma", text(HEAD, DAYS, P, quoted(comma(2))), NAMES, P, "percent", DAYS, 252, says="decimal comma")
read("decimal-comma", text(None, None, P, comma(2), ";"), ["asset1", "asset2", "asset3"], P, "percent", says="decimal comma")
D3 = returns(6, N, 3, 1.3, 3)
read("decimal-comma-three-digits", text(HEAD, DAYS, D3, comma(3), ";"), NAMES, D3, "percent", DAYS, 252, says="decimal comma")
read("decimal-comma", text(HEAD, DAYS, F, lambda x: ("%.2e" % x).replace(".", ","), ";"), NAMES,
     [[float("%.2e" % x) for x in r] for r in F], "fraction", DAYS, 252, says="decimal comma")
read("three-digits-point", text(HEAD, DAYS, D3, dot(3), ";"), NAMES, D3, "percent", DAYS, 252)

# percent signs
read("percent", text(HEAD, DAYS, P, lambda x: "%.2f%%" % x), NAMES, P, "percent", DAYS, 252, says="percent signs")
read("percent", text(HEAD, DAYS, P, lambda x: "%.2f %%" % x), NAMES, P, "percent", DAYS, 252, says="percent signs")
read("percent", text(HEAD, DAYS, P, lambda x: '"%.2f%%"' % x), NAMES, P, "percent", DAYS, 252, says="percent signs")
read("percent-comma", text(["Datum"] + NAMES, GERMAN, P, lambda x: comma(2)(x) + " %", ";"), NAMES, P, "percent", DAYS, 252,
     says="percent signs")
read("percent-comma", text(["Datum"] + NAMES, GERMAN, P, lambda x: comma(2)(x) + "\u00a0%", ";"), NAMES, P, "percent", DAYS,
     252, says="percent signs")
SMALL = returns(7, N, 3, 0.05, 3)
read("percent-small", text(HEAD, DAYS, SMALL, lambda x: "%.3f%%" % x), NAMES, SMALL, "percent", DAYS, 252,
     says="percent signs")
ZERO = [[0.0 if (i + k) % 5 == 0 else x for k, x in enumerate(r)] for i, r in enumerate(P)]
read("percent", text(HEAD, DAYS, ZERO, lambda x: "0" if x == 0 else "%.2f%%" % x), NAMES, ZERO, "percent", DAYS, 252,
     says="percent signs")

# thousands
BIG = prices(8, N, [987.5, 15234.25, 1234567.5], 0.012, 2)
read("thousands", text(HEAD, DAYS, BIG, quoted(grouped(2, ",", "."))), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, ".", ","), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, " ", ","), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "\u00a0", ","), "\t"), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "\u202f", ","), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "'", ".")), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "\u2019", "."), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "thousands")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, ",", "."), "\t"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "thousands")
WHOLE = [[float(round(x)) for x in r] for r in prices(9, N, [1500000, 2500000, 3500000], 0.01, 0)]
read("thousands-twice", text(HEAD, DAYS, WHOLE, quoted(grouped(0, ",", "."))), NAMES, simple(WHOLE), "fraction", DAYS[1:], 252,
     "prices", "thousands")

# missing values
for mark in ["-", "\u2013", "--", "n/a", "#N/A", "", ".", "NaN", "null"]:
    table = [[dot(4)(x) for x in r] for r in F]
    table[4][1] = mark
    table[9][2] = mark
    kept = [r for i, r in enumerate(F) if i not in (4, 9)]
    read("missing", text(HEAD, DAYS, table, str), NAMES, kept, "fraction", DAYS, 252, "missing=drop-rows")
table = [[comma(2)(x) for x in r] for r in P]
table[6][0] = "-"
read("missing", text(["Datum"] + NAMES, GERMAN, table, str, ";"), NAMES, [r for i, r in enumerate(P) if i != 6], "percent",
     DAYS, 252, "missing=drop-rows", "decimal comma")

# trailing separators
T = text(HEAD, DAYS, F, dot(4))
read("trailing", T.replace("\n", ",\n"), NAMES, F, "fraction", DAYS, 252)
read("trailing", T.replace("\n", ",,,\n"), NAMES, F, "fraction", DAYS, 252)
read("trailing", HEAD[0] + "," + ",".join(NAMES) + "\n" + T.split("\n", 1)[1].replace("\n", ",\n"), NAMES, F, "fraction", DAYS,
     252)
read("trailing", text(["Datum"] + NAMES, GERMAN, F, comma(4), ";").replace("\n", ";\r\n"), NAMES, F, "fraction", DAYS, 252,
     says="decimal comma")
read("trailing", text(None, DAYS, F, dot(4)).replace("\n", ",\n"), ["asset1", "asset2", "asset3"], F, "fraction", DAYS, 252)
read("trailing-rows", T + ",,,\n,,,\n\n", NAMES, F, "fraction", DAYS, 252)
read("trailing-rows", T.replace("\n", ",,\n") + ",,,,,\n", NAMES, F, "fraction", DAYS, 252)

# titles above the header
read("title", "Performance of my funds\n" + T, NAMES, F, "fraction", DAYS, 252, says="row 1")
read("title", "Performance of my funds\n\n" + T, NAMES, F, "fraction", DAYS, 252, says="row 1")
read("title", "Performance of my funds,,,\nAll in euro,,,\n,,,\n" + T, NAMES, F, "fraction", DAYS, 252, says="rows 1 to 2")
read("title", "Fund report\nGenerated,2024-01-31\nCurrency,EUR\n\n" + T, NAMES, F, "fraction", DAYS, 252, says="rows 1 to 3")
read("title", '"Funds, weekly, in percent"\n' + text(HEAD, WEEKS, PM, dot(2)), NAMES, PM, "percent", WEEKS, 52, says="row 1")
read("title", "Wertentwicklung;;;\r\nStand: 31.01.2024;;;\r\n" + text(["Datum"] + NAMES, GERMAN, P, comma(2), ";", "\r\n"), NAMES,
     P, "percent", DAYS, 252, says="rows 1 to 2")
read("title", "Fund report\tJanuary\n" + text(HEAD, DAYS, F, dot(4), "\t"), NAMES, F, "fraction", DAYS, 252, says="row 1")
read("comment", "# returns, simple\n" + T + "# the end\n", NAMES, F, "fraction", DAYS, 252)
read("blank-lines", "\n\n" + T.replace("\n", "\n\n", 3), NAMES, F, "fraction", DAYS, 252)

# encodings
UMLAUTS = ["Z\u00fcrich", "M\u00fcnchen", "Orl\u00e9ans"]
read("latin-1", text(["date"] + UMLAUTS, DAYS, F, dot(4)), UMLAUTS, F, "fraction", DAYS, 252, says="Latin-1", encoding="latin-1")
read("latin-1", text(["Datum"] + UMLAUTS, GERMAN, P, comma(2), ";", "\r\n"), UMLAUTS, P, "percent", DAYS, 252, says="Latin-1",
     encoding="latin-1")
EURO = ["Bonds \u20ac", "Shares \u20ac", "\u201cGold\u201d"]
read("windows-1252", text(["date"] + EURO, DAYS, F, dot(4)), EURO, F, "fraction", DAYS, 252, says="Latin-1", encoding="cp1252")
read("latin-1", text(["date"] + NAMES, DAYS, BIG, grouped(2, "\u00a0", ","), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "thousands", encoding="latin-1")
read("utf-8", text(["date"] + EURO, DAYS, F, dot(4)), EURO, F, "fraction", DAYS, 252)
read("byte-order-mark", text(["date"] + UMLAUTS, DAYS, F, dot(4)), UMLAUTS, F, "fraction", DAYS, 252, encoding="utf-8-sig")
read("byte-order-mark", text(["Datum"] + UMLAUTS, GERMAN, F, comma(4), ";", "\r\n"), UMLAUTS, F, "fraction", DAYS, 252,
     says="decimal comma", encoding="utf-8-sig")
read("utf-16", text(["date"] + UMLAUTS, DAYS, F, dot(4), "\t", "\r\n"), UMLAUTS, F, "fraction", DAYS, 252, says="UTF-16",
     encoding="utf-16")
read("utf-16", ("\ufeff" + text(HEAD, DAYS, P, dot(2))).encode("utf-16-be"), NAMES, P, "percent", DAYS, 252, says="UTF-16")

# quotes
read("quotes", text(['"%s"' % h for h in HEAD], ['"%s"' % d for d in DAYS], F, quoted(dot(4))), NAMES, F, "fraction", DAYS, 252)
read("quotes", text(["date", '"Alpha, Inc."', '"the ""B"""', "C"], DAYS, F, dot(4)), ["Alpha, Inc.", 'the "B"', "C"], F,
     "fraction", DAYS, 252)
read("quotes", text(["date", '"A;x"', '"B|y"', "C"], DAYS, F, dot(4)), ["A;x", "B|y", "C"], F, "fraction", DAYS, 252)
read("blanks", text([" date ", " Alpha", "Beta ", " Gamma "], DAYS, F, lambda x: "  %9.4f " % x), NAMES, F, "fraction", DAYS, 252)

# signs
read("parentheses", text(HEAD, DAYS, P, lambda x: "(%.2f)" % -x if x < 0 else "%.2f" % x), NAMES, P, "percent", DAYS, 252,
     says="parentheses")
read("parentheses", text(HEAD, DAYS, P, lambda x: "(%.2f%%)" % -x if x < 0 else "%.2f%%" % x), NAMES, P, "percent", DAYS, 252,
     says="parentheses")
read("minus-sign", text(HEAD, DAYS, P, lambda x: ("%.2f" % x).replace("-", "\u2212")), NAMES, P, "percent", DAYS, 252)
read("plus-sign", text(HEAD, DAYS, P, lambda x: "%+.2f" % x), NAMES, P, "percent", DAYS, 252)

# footers
read("footer", T + "Source: my bank\n", NAMES, F, "fraction", DAYS, 252, says="below the table")
read("footer", T + "\nSource: my bank,,,\nNo advice,,,\n", NAMES, F, "fraction", DAYS, 252, says="below the table")

# no header, other labels
read("no-header", text(None, DAYS, F, dot(4)), ["asset1", "asset2", "asset3"], F, "fraction", DAYS, 252)
read("no-header", text(None, None, PM, dot(2)), ["asset1", "asset2", "asset3"], PM, "percent")
read("index", text([""] + NAMES, [str(i) for i in range(N)], F, dot(4)), NAMES, F, "fraction")
read("index", text(['""'] + ['"%s"' % n for n in NAMES], ['"%d"' % (i + 1) for i in range(N)], F, dot(4)), NAMES, F, "fraction")
read("index", text([""] + NAMES, DAYS, F, dot(4)), NAMES, F, "fraction", DAYS, 252)
read("no-dates", text(NAMES, None, F, dot(4)), NAMES, F, "fraction")
read("numbered-columns", text(["date", "1", "2", "3"], DAYS, F, dot(4)), ["1", "2", "3"], F, "fraction", DAYS, 252)
read("week-days", text(["day"] + NAMES, [["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"][i % 5] for i in range(N)], P,
                       dot(2)), NAMES, P, "percent")
read("published", "This file was made by hand.\n\n  Average Returns -- Monthly\n"
     + text([""] + NAMES, [d[:7].replace("-", "") for d in MONTHS], PM, lambda x: "%8.2f" % x) + "\nCopyright nobody\n", NAMES, PM,
     "percent", MONTHS, 12)

# near misses that are returns
rng = random.Random(11)
MONEY = [round(0.00018 + 0.00001 * rng.random(), 7) for _ in range(N)]
M1 = [r[:2] + [m] for r, m in zip(F, MONEY)]
read("money-market", text(HEAD, DAYS, M1, lambda x: "%.7f" % x), NAMES, M1, "fraction", DAYS, 252)
M2 = [r[:2] + [round(0.38 + 0.04 * rng.random(), 2)] for r in PM]
read("money-market", text(HEAD, MONTHS, M2, dot(2)), NAMES, M2, "percent", MONTHS, 12)
M3 = [[m, round(m * 1.1, 7), r[2]] for r, m in zip(F, MONEY)]
read("money-market", text(HEAD, DAYS, M3, lambda x: "%.7f" % x), NAMES, M3, "fraction", DAYS, 252)
M4 = [[0.40 + 0.01 * (i // 6), r[0], r[1]] for i, r in enumerate(PM)]
read("money-market", text(HEAD, MONTHS, M4, comma(2), ";"), NAMES, [[float("%.2f" % x) for x in r] for r in M4], "percent", MONTHS,
     12, says="decimal comma")
M5 = [[m] for m in MONEY]
read("money-market-alone", text(["date", "Cash"], DAYS, M5, lambda x: "%.7f" % x), ["Cash"], M5, "fraction", DAYS, 252)
rng = random.Random(12)
ABS = [[round(abs(rng.gauss(0, 1)), 3) for _ in range(3)] for _ in range(30)]
read("absolute-values", text(NAMES, None, ABS, dot(3)), NAMES, ABS)
UP = [[0.012, 0.031, 0.002], [0.025, 0.007, 0.011], [0.004, 0.016, 0.029]]
read("few-and-positive", text(NAMES, None, UP, dot(3)), NAMES, UP, "fraction")
CASH = [r[:2] + [0.02] for r in P]
read("cash", text(HEAD, DAYS, CASH, dot(2)), NAMES, CASH, "percent", DAYS, 252)
CRASH = [r[:] for r in PM]
CRASH[5] = [-55.5, -61.25, -48.0]
read("crash", text(HEAD, MONTHS, CRASH, dot(2)), NAMES, CRASH, "percent", MONTHS, 12)
LONG = returns(13, 400, 2, 0.009, 5)
read("long", text(["date", "A", "B"], iso(days(400)), LONG, dot(5)), ["A", "B"], LONG, "fraction", iso(days(400)), 252)
HOURS = ["2024-01-%02d %02d:00" % (2 + i // 7, 9 + i % 7) for i in range(N)]
read("hours", text(["time"] + NAMES, HOURS, P, dot(2)), NAMES, P, "percent")
CRYPTO = returns(14, N, 3, 0.05, 4)
read("crypto", text(HEAD, DAYS, CRYPTO, dot(4)), NAMES, CRYPTO, "fraction", DAYS, 252)
BONDS = returns(15, 40, 2, 0.35, 3)
read("bonds-percent", text(["date", "A", "B"], iso(days(40)), BONDS, dot(3)), ["A", "B"], BONDS, "percent", iso(days(40)), 252)
read("units-given", text(NAMES, None, BONDS, dot(3)) if False else text(["A", "B"], None, BONDS, dot(3)), ["A", "B"], BONDS,
     "percent", options="units=percent")
MID = returns(16, N, 2, 0.25, 3)
read("units-unclear", text(["A", "B"], None, MID, dot(3)), ["A", "B"], MID, "unclear")

# prices as such
read("prices", text(HEAD, DAYS, BIG, dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("prices", text(HEAD, DAYS, BIG, dot(2)), NAMES, logs(BIG), "fraction", DAYS[1:], 252, "prices return-type=log")
read("prices", text(HEAD, DAYS, BIG, dot(2)), NAMES, [[100 * x for x in r] for r in simple(BIG)], "percent", DAYS[1:], 252,
     "prices units=percent")
FX = prices(17, N, [1.0853, 0.8641, 1.2711], 0.005, 4)
read("prices-exchange-rates", text(["date", "EURUSD", "EURGBP", "GBPUSD"], DAYS, FX, dot(4)), ["EURUSD", "EURGBP", "GBPUSD"],
     simple(FX), "fraction", DAYS[1:], 252, "prices")
ONE = prices(18, N, [1.0, 1.0, 1.0], 0.04, 6)
read("prices-index", text(HEAD, MONTHS, ONE, dot(6)), NAMES, simple(ONE), "fraction", MONTHS[1:], 12, "prices")
read("prices-newest-first", text(HEAD, DAYS[::-1], BIG[::-1], dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "newest first")
AMERICAN = [d.strftime("%m/%d/%Y") for d in days(N)]
read("prices-newest-first", text(["Date"] + NAMES, AMERICAN[::-1], BIG[::-1], dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:],
     252, "prices", "newest first")
PENNY = prices(19, N, [0.0068, 0.00075, 0.012], 0.01, 7)
read("prices-small", text(HEAD, DAYS, PENNY, lambda x: "%.7f" % x), NAMES, simple(PENNY), "fraction", DAYS[1:], 252, "prices")
read("prices-no-dates", text(NAMES, None, ONE, dot(6)), NAMES, simple(ONE), "fraction", options="prices")
COIN = prices(20, N, [0.05, 250, 31000], 0.12, 4)
read("prices-crypto", text(HEAD, WEEKS, COIN, dot(4)), NAMES, simple(COIN), "fraction", WEEKS[1:], 52, "prices")
gap = [[dot(2)(x) for x in r] for r in BIG]
gap[3][1] = ""
kept = [r for i, r in enumerate(BIG) if i != 3]
read("prices-gap", text(HEAD, DAYS, gap, str), NAMES, simple(kept), "fraction", DAYS[1:], 252, "prices missing=drop-rows")
STEADY = [[round(1.5 + 0.1 * math.sin(i), 3), round(2.5 + 0.1 * math.cos(i), 3)] for i in range(N)]
read("as-returns", text(["A", "B"], None, STEADY, dot(3)), ["A", "B"], STEADY, options="as-returns units=percent", units="percent")
read("as-returns", text(HEAD, DAYS, BIG, dot(2)), NAMES, BIG, options="as-returns units=fraction", units="fraction", dates=DAYS,
     per_year=252)

# ---- refused: prices -------------------------------------------------------------------------------------------------
for table, dates, write in [(BIG, DAYS, dot(2)), (FX, DAYS, dot(4)), (ONE, MONTHS, dot(6)), (COIN, WEEKS, dot(4)),
                            (prices(21, N, [100, 100, 100], 0.01, 2), DAYS, dot(2)),
                            (prices(22, N, [101.2, 99.8, 102.4], 0.002, 3), MONTHS, dot(3)),
                            (prices(23, N, [24.1, 310.0, 0.0068], 0.02, 4), DAYS, dot(4))]:
    refuse("prices-as-returns", text(HEAD, dates, table, write), 0, 0, "prices", "--prices", "--as-returns")
refuse("prices-as-returns", text(NAMES, None, BIG, dot(2)), 0, 0, "--prices")
refuse("prices-as-returns", text(None, None, FX, dot(4)), 0, 0, "--prices")
refuse("prices-as-returns", text(["Datum"] + NAMES, GERMAN, FX, comma(4), ";"), 0, 0, "--prices")
refuse("prices-as-returns", text(HEAD, DAYS, BIG, grouped(2, ".", ","), ";"), 0, 0, "--prices")
refuse("prices-as-returns", text(["date", "EURUSD"], DAYS, [r[:1] for r in FX], dot(4)), 0, 0, "--prices")
PEG = [[round(1 + 0.0008 * math.sin(7 * i), 4), round(1 + 0.0005 * math.cos(5 * i), 4)] for i in range(N)]
refuse("prices-as-returns", text(["date", "USDT", "USDC"], DAYS, PEG, dot(4)), 0, 0, "--prices")
SHORT = BIG[:3]
refuse("prices-as-returns", text(HEAD, DAYS[:3], SHORT, dot(2)), 0, 0, "--prices")
FALL = [[100 * 0.93 ** i, 50 * 0.95 ** i] for i in range(N)]
refuse("prices-as-returns", text(["date", "A", "B"], DAYS, FALL, dot(3)), 0, 0, "--prices")
OIL = [[r[0], r[1], -37.63 if i == 4 else 20 + math.sin(i)] for i, r in enumerate(BIG)]
refuse("prices-as-returns", text(HEAD, DAYS, OIL, dot(2)), 0, 0, "--prices")
refuse("a-price-among-returns", text(HEAD, DAYS, [r[:2] + [b[0]] for r, b in zip(F, BIG)], dot(4)), 0, 0, "Gamma", "price")
refuse("a-price-among-returns", text(HEAD, DAYS, [[b[0]] + r[:2] for r, b in zip(F, ONE)], dot(4)), 0, 0, "Alpha", "price")
refuse("a-price-among-returns", text(HEAD, DAYS, [r[:2] + [b[1]] for r, b in zip(P, BIG)], dot(2)), 0, 0, "Gamma", "price")

# refused: a table on its side
TURNED = [list(c) for c in zip(*F)]
for corner, labels in [("asset", DAYS), ("", DAYS), ("ticker", [d.replace("-", "") for d in DAYS]), ("Fund", GERMAN),
                       ("name", ["%s %d" % (MONTH[d.month - 1][:3], d.year) for d in months(N)])]:
    refuse("transposed", text([corner] + labels, NAMES, TURNED, dot(4)), 0, 0, "transpose")
refuse("transposed", text(None, NAMES, TURNED, dot(4)), 0, 0, "transpose")
refuse("transposed", text(["asset"] + ["r%d" % i for i in range(N)], NAMES, TURNED, dot(4)), 0, 0, "transpose")
refuse("transposed", text([""] + [str(i) for i in range(N)], NAMES, TURNED, dot(4)), 0, 0, "transpose")
refuse("transposed", text(["Fonds"] + GERMAN, NAMES, TURNED, comma(4), ";"), 0, 0, "transpose")

# refused: tidy tables
TIDY = [(d, n, x) for d, r in zip(DAYS, F) for n, x in zip(NAMES, r)]
refuse("tidy", "date,ticker,return\n" + "".join("%s,%s,%.4f\n" % t for t in TIDY), 2, 2, "one column per asset")
refuse("tidy", "ticker,date,return\n" + "".join("%s,%s,%.4f\n" % (n, d, x) for d, n, x in TIDY), 2, 2, "one column per asset")
refuse("tidy", "Datum;Fonds;Rendite\n" + "".join(("%s;%s;%.4f\n" % t).replace(".", ",") for t in TIDY), 2, 2, "one column per asset")
refuse("tidy", "date,permno,ret\n" + "".join("%s,%d,%.4f\n" % (d, 10001 + NAMES.index(n), x) for d, n, x in TIDY), 0, 0,
       "one column per asset")
refuse("tidy", "date,return,symbol\n" + "".join("%s,%.4f,%s\n" % (d, x, n) for d, n, x in TIDY), 2, 3, "one column per asset")

# refused: columns that are no numbers
refuse("second-date", "start,end,A,B\n" + "".join("%s,%s,%.4f,%.4f\n" % (d, d, *r[:2]) for d, r in zip(DAYS, F)), 2, 2, "dates",
       "remove the column")
refuse("second-date", "date,A,B,updated\n" + "".join("%s,%.4f,%.4f,%s\n" % (d, *r[:2], d) for d, r in zip(DAYS, F)), 2, 4, "dates",
       "remove the column")
refuse("label-column", "date,currency,A,B\n" + "".join("%s,EUR,%.4f,%.4f\n" % (d, *r[:2]) for d, r in zip(DAYS, F)), 2, 2, "text",
       "remove the column")
refuse("label-column", "date,A,B,regime\n" + "".join("%s,%.4f,%.4f,%s\n" % (d, *r[:2], "bull" if i % 3 else "bear")
                                                      for i, (d, r) in enumerate(zip(DAYS, F))), 2, 4, "text", "remove the column")

# refused: numbers that can be read in two ways
TWO = [[1.234, 2.345], [1.245, 2.356], [1.251, 2.333], [1.239, 2.341]]
refuse("ambiguous-comma", text(["A", "B"], None, TWO, comma(3), ";"), 2, 1, "1.234 or 1234", "--decimal", options="prices")
refuse("ambiguous-comma", text(["A", "B"], None, TWO, quoted(comma(3))), 2, 1, "1.234 or 1234", "--decimal", options="prices")
refuse("ambiguous-point", text(["A", "B"], None, TWO, dot(3), ";"), 2, 1, "1.234 or 1234", "--decimal", options="prices")
read("ambiguous-given", text(["A", "B"], None, TWO, comma(3), ";"), ["A", "B"], simple(TWO), "fraction", options="prices decimal=comma")
THOUSAND = [[1234.0, 2345.0], [1245.0, 2356.0], [1251.0, 2333.0], [1239.0, 2341.0]]
read("ambiguous-given", text(["A", "B"], None, TWO, comma(3), ";"), ["A", "B"], simple(THOUSAND), "fraction",
     options="prices decimal=point")
read("ambiguous-given", text(["A", "B"], None, TWO, dot(3), ";"), ["A", "B"], simple(TWO), "fraction", options="prices decimal=point")
mixed = [[comma(2)(x) for x in r] for r in P]
mixed[8][1] = "0.57"
refuse("mixed-marks", text(HEAD, DAYS, mixed, str, ";"), 10, 3, "decimal", )
mixed = [[dot(2)(x) for x in r] for r in P]
mixed[8][1] = "0,57"
refuse("mixed-marks", text(HEAD, DAYS, mixed, str, ";"), 10, 3, "decimal")

# refused: percent signs here and there
mixed = [["%.2f%%" % x for x in r] for r in P]
mixed[7][2] = "0.0131"
refuse("percent-mixed", text(HEAD, DAYS, mixed, str), 9, 4, "percent sign")
mixed = [[dot(4)(x) for x in r] for r in F]
mixed[7][2] = "1.31%"
refuse("percent-mixed", text(HEAD, DAYS, mixed, str), 9, 4, "percent sign")
refuse("percent-mixed", text(HEAD, DAYS, [["%.2f%%" % r[0]] + [dot(4)(x) for x in s[1:]] for r, s in zip(P, F)], str), 2, 3,
       "percent sign")
refuse("percent-mixed", text(HEAD, DAYS, P, lambda x: "%.2f%%" % x), 0, 0, "percent signs", "--units", options="units=fraction")

# refused: broken thousands
refuse("thousands-unquoted", text(HEAD, DAYS, BIG, grouped(2, ",", ".")), 2, 0, "thousands", options="prices")
broken = [[grouped(2, ",", ".")(x) for x in r] for r in BIG]
broken[5][1] = "15,23.25"
refuse("thousands-broken", text(HEAD, DAYS, broken, lambda c: '"%s"' % c), 7, 3, "15,23.25", options="prices")
broken[5][1] = "1,5234.25"
refuse("thousands-broken", text(HEAD, DAYS, broken, str, ";"), 7, 3, "1,5234.25", options="prices")

# refused: rows that are no periods
refuse("totals", T + "Average,0.0010,0.0011,0.0012\n", N + 2, 1, "Average", "remove")
refuse("totals", T + ",0.0010,0.0011,0.0012\n", N + 2, 1, "no date")
refuse("totals", text(["Datum"] + NAMES, GERMAN, P, comma(2), ";") + "Summe;1,5;2,5;3,5\n", N + 2, 1, "Summe", "remove")
refuse("totals", text(["x"] + NAMES, [d.replace("-", "") for d in DAYS], P, dot(2)) + "Mean,0.1,0.2,0.3\n", N + 2, 1, "Mean", "remove")
refuse("units-row", T.replace("\n", "\n,%,%,%\n", 1), 2, 2, "header", "remove this row")
refuse("units-row", T.replace("\n", "\n,USD,EUR,USD\n", 1), 2, 2, "header", "remove this row")
lines = T.split("\n")
read("header-again", "\n".join(lines[:6] + [lines[0]] + lines[6:]), NAMES, F, "fraction", DAYS, 252, says="further headings")
refuse("text-in-between", "\n".join(lines[:6] + ["Second half"] + lines[6:]), 7, 0, "Second half", "remove")
refuse("dates-twice", T + DAYS[-1] + ",0.0010,0.0011,0.0012\n", 0, 0, DAYS[-1], "twice")
shuffled = list(range(N))
random.Random(3).shuffle(shuffled)
refuse("dates-unordered", text(HEAD, [DAYS[i] for i in shuffled], [BIG[i] for i in shuffled], dot(2)), 0, 0, "order", options="prices")

# refused: slips
for cell, says in [("abc", "expected a number"), ("o.12", "expected a number"), ("1.2.3", "expected a number"),
                   ("$1.20", "currency"), ("1.20 EUR", "currency"), ("#DIV/0!", "spreadsheet"), ("#VALUE!", "spreadsheet"),
                   ("inf", "finite"), ("12:30", "expected a number")]:
    slip = [[dot(4)(x) for x in r] for r in F]
    slip[6][1] = cell
    refuse("slip", text(HEAD, DAYS, slip, str), 8, 3, says)
for mark in ["-", "n/a", ""]:
    table = [[dot(4)(x) for x in r] for r in F]
    table[4][1] = mark
    refuse("missing", text(HEAD, DAYS, table, str), 6, 3, "--missing")

# refused: shapes
refuse("equal-names", T.replace("Beta", "Alpha", 1), 1, 3, "Alpha")
refuse("ragged", "\n".join(lines[:6] + [lines[6] + ",0.5"] + lines[7:]), 7, 0, "columns")
refuse("ragged", "\n".join(lines[:6] + [lines[6].rsplit(",", 1)[0]] + lines[7:]), 7, 0, "columns")
refuse("unclosed-quote", "\n".join(lines[:6] + ['"' + lines[6]] + lines[7:]), 7, 0, "quote")
refuse("empty", "", 0, 0, "empty")
refuse("header-only", lines[0] + "\n", 0, 0, "no rows")
refuse("one-row", "\n".join(lines[:2]) + "\n", 0, 0, "1 row")
refuse("decimal-comma-unquoted", text(["A", "B"], None, [r[:2] for r in P], comma(2)), 2, 0, "decimal comma")
refuse("no-names", ",,,\n".replace(",,,", "date,,,") + T.split("\n", 1)[1], 1, 2, "no name")
refuse("trailing-number", "\n".join(lines[:6] + [lines[6] + ",0.5"] + lines[7:]).replace("\n", ",\n"), 7, 0, "columns")

# refused: not a table of text
read("utf-16-unmarked", T.encode("utf-16-le"), NAMES, F, "fraction", DAYS, 252, says="UTF-16")
refuse("web-page", "<!DOCTYPE html>\n<html><body><table><tr><td>1</td></tr></table></body></html>\n", 0, 0, "web page")
refuse("json", '{"date": ["2024-01-31", "2024-02-29"],\n "Alpha": [0.1, 0.2]}\n', 0, 0, "JSON")
import io
import zipfile
book = io.BytesIO()
with zipfile.ZipFile(book, "w") as z:
    entry = zipfile.ZipInfo("xl/workbook.xml", (2024, 1, 1, 0, 0, 0))
    z.writestr(entry, "<workbook/>")
refuse("workbook", book.getvalue(), 0, 0, "Excel", "save it as CSV")

# refused: prices that are none
NEGATIVE = [r[:] for r in BIG]
NEGATIVE[4][1] = -5.0
refuse("prices-negative", text(HEAD, DAYS, NEGATIVE, dot(2)), 0, 0, "Beta", "positive", options="prices")
refuse("returns-as-prices", text(HEAD, DAYS, F, dot(4)), 0, 0, "positive", "--returns", options="prices")

# refused: columns that are not one for each asset
OHLC = [[p, p * 1.01, p * 0.99, p * 1.002, p * 1.002, 12345678] for p in [r[0] for r in BIG]]
refuse("open-high-low-close", text(["Date", "Open", "High", "Low", "Close", "Adj Close", "Volume"], DAYS, OHLC, dot(2)), 0, 0,
       "one price of each asset", options="prices")
YEARLY = [[round(x, 1) for x in r] for r in returns(31, 8, 12, 3.1, 1)]
refuse("months-across", text(["Year"] + [m[:3] for m in MONTH], [str(2012 + i) for i in range(8)], YEARLY, dot(1)), 0, 0,
       "one row per month")
refuse("months-across", text(["Jahr"] + MONTH, [str(2012 + i) for i in range(8)], YEARLY, dot(1), ";"), 0, 0, "one row per month")
refuse("date-in-parts", "Year,Month,A,B\n" + "".join("%s,%d,%.4f,%.4f\n" % (d[:4], int(d[5:7]), *r[:2]) for d, r in zip(MONTHS, FM)),
       0, 0, "Month", "join the date")
read("index-and-date", ",Date,A,B\n" + "".join("%d,%s,%.4f,%.4f\n" % (i, d, *r[:2]) for i, (d, r) in enumerate(zip(DAYS, F))),
     ["A", "B"], [r[:2] for r in F], "fraction", DAYS, 252, says="row numbers")
read("blanks-between", text(HEAD, DAYS, F, dot(4), "  "), NAMES, F, "fraction", DAYS, 252)
BASIS = [[100 * x for x in r] for r in P]
refuse("basis-points", text(HEAD, DAYS, BASIS, dot(0)), 0, 0, "Alpha", "basis points")

YEN = [[round(0.0067 + 0.00001 * math.sin(3 * i), 6), round(0.00075 + 0.000001 * math.cos(i), 8)] for i in range(N)]
refuse("prices-as-returns", text(["date", "JPYUSD", "KRWUSD"], DAYS, YEN, lambda x: "%.8f" % x), 0, 0, "--prices")
read("currency", text(HEAD, DAYS, BIG, lambda x: "$%.2f" % x), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", "currency")

# levels near 1: an exchange rate among monthly percentages, alone in few rows, and beside one that is pegged
RATE = prices(21, N, [1.0853], 0.02, 4)
AMONG = [[r[0], r[1], x[0]] for r, x in zip(PM, RATE)]
refuse("rate-among-percent", text(["date", "Alpha", "Beta", "EURUSD"], MONTHS, AMONG, dot(4)), 0, 0, "EURUSD", "price among returns")
refuse("rate-among-percent", text(["Alpha", "Beta", "EURUSD"], None, AMONG, dot(4)), 0, 0, "EURUSD", "price among returns")
AMONG = [[r[0], r[1], x[0]] for r, x in zip(PM, prices(22, N, [0.8641], 0.015, 4))]
refuse("rate-among-percent", text(["date", "Alpha", "Beta", "EURGBP"], MONTHS, AMONG, dot(4)), 0, 0, "EURGBP", "price among returns")
FEW = [[1.0853, 0.8641], [1.0871, 0.8632], [1.0822, 0.8655], [1.0904, 0.8610]]
refuse("few-rates", text(["date", "EURUSD", "EURGBP"], DAYS[:4], FEW, dot(4)), 0, 0, "--prices")
refuse("few-rates", text(["date", "EURUSD", "EURGBP"], MONTHS[:4], FEW, dot(4)), 0, 0, "--prices")
refuse("few-rates", text(["EURUSD", "EURGBP"], None, FEW[:2], dot(4)), 0, 0, "--prices")
PEG = [[7.8, x[0]] for x in FEW]
refuse("few-rates", text(["date", "USDHKD", "EURUSD"], DAYS[:4], PEG, dot(4)), 0, 0, "--prices")
# and what is near them: a money market of 1981, cash of one rate, and a fund that never fell
BILLS = [1.04, 1.07, 1.21, 1.08, 1.15, 1.35, 1.24, 1.28, 1.24, 1.21, 1.07, 0.87]
Y1981 = ["1981-%02d-%02d" % (i + 1, 31 if i in (0, 2, 4, 6, 7, 9, 11) else 28 if i == 1 else 30) for i in range(12)]
B81 = [[r[0], r[1], b] for r, b in zip(PM, BILLS)]
read("money-market", text(["date", "Alpha", "Beta", "Bills"], Y1981, B81, dot(2)), ["Alpha", "Beta", "Bills"],
     [[float("%.2f" % x) for x in r] for r in B81], "percent", Y1981, 12)

# currency signs, and a minus behind
read("currency", text(HEAD, DAYS, BIG, lambda x: '"$%s"' % grouped(2, ",", ".")(x)), NAMES, simple(BIG), "fraction", DAYS[1:], 252,
     "prices", "currency")
read("currency", text(HEAD, DAYS, BIG, lambda x: grouped(2, ".", ",")(x) + " \u20ac", ";"), NAMES, simple(BIG), "fraction", DAYS[1:],
     252, "prices", "currency")
refuse("currency", text(HEAD, DAYS, BIG, lambda x: "\u00a3%.2f" % x), 0, 0, "amounts of money", "--prices")
read("minus-behind", text(HEAD, DAYS, P, lambda x: "%.2f%s" % (abs(x), "-" if x < 0 else "")), NAMES, P, "percent", DAYS, 252)

# row numbers
for name in ["index", "ID", "row", "No."]:
    read("row-numbers", text([name] + NAMES, [str(i) for i in range(N)], F, dot(4)), NAMES, F, "fraction", says="numbers the rows")
read("row-numbers", text(["Index"] + NAMES, [str(i + 1) for i in range(N)], P, dot(2)), NAMES, P, "percent", says="numbers the rows")
refuse("row-numbers", text(["Delta"] + NAMES, [str(i + 1) for i in range(N)], P, dot(2)), 0, 0, "Delta", "counts the rows")
refuse("row-numbers", text(NAMES + ["k"], None, [r + [i] for i, r in enumerate(F)], lambda x: "%d" % x if x == int(x) else dot(4)(x)), 0, 0,
       '"k"', "counts the rows")
read("index-and-date", "".join("%d;%s;%s;%s\n" % (i + 1, d, *map(comma(4), r[:2])) for i, (d, r) in enumerate(zip(DAYS, F))),
     ["asset1", "asset2"], [r[:2] for r in F], "fraction", DAYS, 252, says="row numbers")

# names of rows as R writes them, with a header that is one name shorter
read("short-header", text(['"%s"' % n for n in NAMES], ['"%d"' % (i + 1) for i in range(N)], F, dot(4)), NAMES, F, "fraction",
     says="labels the rows")
read("short-header", text(['"%s"' % n for n in NAMES], ['"%s"' % d for d in DAYS], F, dot(4), " "), NAMES, F, "fraction", DAYS, 252,
     says="labels the rows")
refuse("short-header", text(HEAD[:-1], DAYS, F, dot(4)), 2, 0, "expected 3 columns")

# blanks, as numpy.savetxt writes them
read("blanks-between", text(None, None, F, lambda x: "%.18e" % x, " "), ["asset1", "asset2", "asset3"], F, "fraction")
read("blanks-between", "# " + text(NAMES, None, P, dot(2), " "), ["asset1", "asset2", "asset3"], P, "percent")
read("blanks-between", text(["  Alpha", "   Beta", "  Gamma"], None, P, lambda x: "%8.2f" % x, ""), NAMES, P, "percent")

# three rows of header, as yfinance writes them
YF = "Price,Close,Close,Close\nTicker,Alpha,Beta,Gamma\nDate,,,\n" + text(None, DAYS, BIG, dot(2))
read("tickers", YF, NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", "names from row 2")
refuse("tickers", YF.replace("Close,Close,Close", "Close,High,Low"), 1, 0, "several prices", "keep one price", options="prices")

# dates: numbers of spreadsheets and of Unix, days of the week, months in other languages, rows in no order
read("date-serial", text(HEAD, [str((d - datetime.date(1899, 12, 30)).days) for d in days(N)], P, dot(2)), NAMES, P, "percent", DAYS, 252)
read("date-unix", text(HEAD, [str((d - datetime.date(1970, 1, 1)).days * 86400) for d in days(N)], P, dot(2)), NAMES, P, "percent", DAYS, 252)
read("date-unix", text(["timestamp"] + NAMES, [str((d - datetime.date(1970, 1, 1)).days * 86400000) for d in days(N)], P, dot(2)), NAMES, P,
     "percent", DAYS, 252)
WEEKDAY = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
read("date-weekday", text(HEAD, ["%s %d %s %d" % (WEEKDAY[d.weekday()][:3], d.day, MONTH[d.month - 1][:3], d.year) for d in days(N)], P,
                          dot(2)), NAMES, P, "percent", DAYS, 252)
read("date-weekday", text(HEAD, ['"%s, %s %d, %d"' % (WEEKDAY[d.weekday()], MONTH[d.month - 1], d.day, d.year) for d in days(N)], P,
                          dot(2)), NAMES, P, "percent", DAYS, 252)
LANGUAGES = ["Jan Feb M\u00e4r Apr Mai Jun Jul Aug Sep Okt Nov Dez", "janv. f\u00e9vr. mars avr. mai juin juil. ao\u00fbt sept. oct. nov. d\u00e9c.",
             "ene feb mar abr may jun jul ago sep oct nov dic", "gen feb mar apr mag giu lug ago set ott nov dic"]
for language in LANGUAGES:
    labels = ["%s %d" % (language.split()[d.month - 1], d.year) for d in months(N)]
    read("date-language", text(["Datum"] + NAMES, labels, PM, comma(2), ";"), NAMES, PM, "percent", MONTHS, 12, says="decimal comma",
         encoding="latin-1")
mixed = list(range(N))
random.Random(77).shuffle(mixed)
read("date-in-no-order", text(HEAD, [DAYS[i] for i in mixed], [F[i] for i in mixed], dot(4)), NAMES, F, "fraction", DAYS, 252,
     says="sorted by date")

# gross returns
refuse("gross-returns", text(HEAD, DAYS, [[1 + x for x in r] for r in F], dot(4)), 0, 0, "subtract 1", "--prices")

# ---- more layouts ----------------------------------------------------------------------------------------------------
# dates with time zones, of weeks, of half years, and numbers with fractions
for form in ["%sT00:00:00Z", "%s 00:00:00+00:00", "%s 00:00:00-05:00", "%sT16:00:00.000-05:00", "%s 00:00:00 UTC", "%s 21:00 Europe/Berlin"]:
    read("date-zone", text(["Date"] + NAMES, [form % d for d in DAYS], F, dot(4)), NAMES, F, "fraction", DAYS, 252)
read("date-zone", text(["Date"] + NAMES, [d.strftime("%m/%d/%Y 12:00:00 AM") for d in days(N)], F, dot(4)), NAMES, F, "fraction", DAYS, 252)
SUNDAYS = [datetime.date.fromisocalendar(2023, w + 1, 7).isoformat() for w in range(N)]
for form in ["2023-W%02d", "2023W%02d", "2023-W%02d-7"]:
    read("date-week", text(["week"] + NAMES, [form % (w + 1) for w in range(N)], P, dot(2)), NAMES, P, "percent", SUNDAYS, 52)
read("date-week", text(["period"] + NAMES, ["2023-W%02d" % (w + 1) for w in range(N)], P, comma(2), ";"), NAMES, P, "percent", SUNDAYS, 52,
     says="decimal comma")
HALVES = [d for y in range(2015, 2022) for d in ("%d-06-30" % y, "%d-12-31" % y)]
read("date-half-year", text(["period"] + NAMES, ["%s-H%d" % (d[:4], 1 if d[5:7] == "06" else 2) for d in HALVES], PM, dot(2)), NAMES, PM,
     "percent", HALVES, 2)
QUARTER = iso(quarters(N))
read("date-quarter", text(["period"] + NAMES, ["%dQ%s" % ((int(d[5:7]) - 1) // 3 + 1, d[:4]) for d in QUARTER], PM, dot(2)), NAMES, PM,
     "percent", QUARTER, 4)
read("date-quarter", text(["period"] + NAMES, ["Q%d '%s" % ((int(d[5:7]) - 1) // 3 + 1, d[2:4]) for d in QUARTER], PM, dot(2)), NAMES, PM,
     "percent", QUARTER, 4)
read("date-serial", text(["Date"] + NAMES, ["%d.0" % (d - datetime.date(1899, 12, 30)).days for d in days(N)], P, dot(2)), NAMES, P, "percent",
     DAYS, 252)
read("date-serial", text(["Date"] + NAMES, ["%.5f" % ((d - datetime.date(1899, 12, 30)).days + 2 / 3) for d in days(N)], P, dot(2)), NAMES, P,
     "percent", DAYS, 252)
read("date-unix", text(["timestamp"] + NAMES, ["%d" % ((d - datetime.date(1970, 1, 1)).days * 86400 * 10 ** 9) for d in days(N)], P, dot(2)),
     NAMES, P, "percent", DAYS, 252)
read("date-compact-time", text(["time"] + NAMES, [d.replace("-", "") + "T000000" for d in DAYS], P, dot(2)), NAMES, P, "percent", DAYS, 252)
read("date-compact-time", text(["time"] + NAMES, [d.replace("-", "") + " 16:00" for d in DAYS], P, dot(2)), NAMES, P, "percent", DAYS, 252)
read("date-decimal", text(["date"] + NAMES, [d.replace("-", "") + ".0" for d in DAYS], P, dot(2)), NAMES, P, "percent", DAYS, 252)
for form in ["%Y-%b-%d", "%Y %b %d", "%d%b%Y", "%d/%b/%Y", "%b-%d-%Y"]:
    read("date-words", text(["Date"] + NAMES, [d.strftime(form) for d in days(N)], P, dot(2)), NAMES, P, "percent", DAYS, 252)
for form in ["%Y-%b", "%Y %B", "%b%Y", "%b/%y"]:
    read("date-month-words", text(["Month"] + NAMES, [d.strftime(form) for d in months(N)], PM, dot(2)), NAMES, PM, "percent", MONTHS, 12)
read("date-japanese", text(["\u65e5\u4ed8"] + NAMES, ["%d\u5e74%d\u6708%d\u65e5" % (d.year, d.month, d.day) for d in days(N)], P, dot(2)), NAMES,
     P, "percent", DAYS, 252)
mixed = [d.isoformat() if i < 7 else d.strftime("%d.%m.%Y") for i, d in enumerate(days(N))]
read("date-two-forms", text(HEAD, mixed, P, dot(2)), NAMES, P, "percent", DAYS, 252)
mixed = [d.isoformat() if i % 2 else d.strftime("%d %b %Y") for i, d in enumerate(days(N))]
read("date-two-forms", text(HEAD, mixed, P, dot(2)), NAMES, P, "percent", DAYS, 252)
FIRSTS = [datetime.date(2022 + i // 12, i % 12 + 1, 1) for i in range(N)]
read("date-british", text(HEAD, [d.strftime("%d/%m/%Y") for d in FIRSTS], PM, dot(2)), NAMES, PM, "percent", iso(FIRSTS), 12)
read("date-either", text(HEAD, [d.strftime("%d/%m/%Y") for d in FIRSTS[:12]], PM[:12], dot(2)), NAMES, PM[:12], "percent",
     says="the dates can be read in two ways")
refuse("date-last", text(NAMES + ["date"], None, [[dot(4)(x) for x in r] + [d] for r, d in zip(F, DAYS)], str), 2, 4, "dates", "first column")
for name in ["Period Ending", "As Of", "Fecha", "Data", "Quote_Date", ""]:
    read("date-heading", text([name] + NAMES, [d.strftime("%d/%m/%Y") for d in days(N)], P, dot(2)), NAMES, P, "percent", DAYS, 252)

# empty columns, names over two lines, names with separators, and cells that are only quotes
read("empty-column", text(["date", "Alpha", "", "Beta", "Gamma"], DAYS, [[dot(4)(r[0]), "", dot(4)(r[1]), dot(4)(r[2])] for r in F], str), NAMES, F,
     "fraction", DAYS, 252, says="empty")
read("empty-column", text(["date", "", "Alpha", "Beta", "Gamma"], DAYS, [[""] + [dot(4)(x) for x in r] for r in F], str, ";"), NAMES, F,
     "fraction", DAYS, 252, says="empty")
read("empty-column", text(["", "date", "Alpha", "Beta", "Gamma"], [""] * N, [[d] + [dot(4)(x) for x in r] for d, r in zip(DAYS, F)], str), NAMES, F,
     "fraction", DAYS, 252, says="empty")
read("name-of-two-lines", T.replace("Alpha", '"Alpha\n(USD)"', 1), ["Alpha (USD)", "Beta", "Gamma"], F, "fraction", DAYS, 252)
read("name-of-two-lines", T.replace("Beta", '"Beta\r\nfund"', 1), ["Alpha", "Beta fund", "Gamma"], F, "fraction", DAYS, 252)
slip = T.replace("Alpha", '"Alpha\n(USD)"', 1).split("\n")
slip[5] = slip[5].rsplit(",", 1)[0] + ",abc"
refuse("name-of-two-lines", "\n".join(slip), 6, 4, "expected a number")
read("names-with-separators", T.replace("Alpha", '"Alpha, Inc."', 1).replace("Beta", '"Beta ""B"" & Co; Ltd"', 1),
     ["Alpha, Inc.", 'Beta "B" & Co; Ltd', "Gamma"], F, "fraction", DAYS, 252)

# line ends and odd bytes
read("line-ends", T.replace("\n", "\r"), NAMES, F, "fraction", DAYS, 252)
read("line-ends", T.replace("\n", "\r\r\n"), NAMES, F, "fraction", DAYS, 252)
read("line-ends", "\r\n".join(T.split("\n")[:5]) + "\n" + "\n".join(T.split("\n")[5:]), NAMES, F, "fraction", DAYS, 252)
read("line-ends", T.rstrip("\n") + "\n\x1a", NAMES, F, "fraction", DAYS, 252)
read("line-ends", T.rstrip("\n"), NAMES, F, "fraction", DAYS, 252)
read("utf-16-unmarked", T.encode("utf-16-be"), NAMES, F, "fraction", DAYS, 252, says="UTF-16")
read("byte-order-mark", "\ufeffsep=;\n" + text(['"Datum"'] + NAMES, GERMAN, P, comma(2), ";"), NAMES, P, "percent", DAYS, 252, says="decimal comma")
read("mac-roman", text(["Date", "Fonds \u00e9t\u00e9", "B"], DAYS, [r[:2] for r in P], dot(2)), ["Fonds \u00e9t\u00e9", "B"], [r[:2] for r in P],
     "percent", DAYS, 252, encoding="cp1252")

# numbers
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "\u2019", "."), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "\u2009", ","), ";"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices")
refuse("thousands-broken", text(HEAD, DAYS, BIG, grouped(2, "_", ".")), 2, 3, "underscores", options="prices")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, "'", ",") , "\t"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("thousands", text(HEAD, DAYS, BIG, grouped(2, ",", "."), "|"), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("short-numbers", text(NAMES, None, F, lambda x: dot(4)(x).replace("0.", ".", 1)), NAMES, F, "fraction")
read("exponents", text(HEAD, DAYS, F, lambda x: ("%.4E" % x).replace(".", ","), ";"), NAMES, [[float("%.4E" % x) for x in r] for r in F], "fraction", DAYS, 252)
read("exponents", text(HEAD, DAYS, F, lambda x: ("%.6E" % x).replace("E", "D")), NAMES, [[float("%.6E" % x) for x in r] for r in F], "fraction", DAYS, 252)
read("minus-sign", text(HEAD, DAYS, P, lambda x: dot(2)(x).replace("-", "\u2013")), NAMES, P, "percent", DAYS, 252)
read("minus-sign", text(HEAD, DAYS, P, lambda x: dot(2)(x).replace("-", "- ")), NAMES, P, "percent", DAYS, 252)
read("minus-sign", text(HEAD, DAYS, P, lambda x: dot(2)(x).replace("-", "\u2010")), NAMES, P, "percent", DAYS, 252)
refuse("text-marks", text(HEAD, DAYS, F, lambda x: "'" + dot(4)(x)), 2, 2, "expected a number")
read("parentheses", text(HEAD, DAYS, P, lambda x: "(%.2f%%)" % -x if x < 0 else "%.2f%%" % x), NAMES, P, "percent", DAYS, 252)
read("parentheses", text(HEAD, DAYS, P, lambda x: "(%.2f)%%" % -x if x < 0 else "%.2f%%" % x), NAMES, P, "percent", DAYS, 252)
read("parentheses", text(HEAD, DAYS, P, lambda x: "( %.2f )" % -x if x < 0 else " %.2f " % x), NAMES, P, "percent", DAYS, 252)
read("percent", text(HEAD, DAYS, P, lambda x: "%.2f\u00a0%%" % x), NAMES, P, "percent", DAYS, 252)
read("percent", text(HEAD, DAYS, P, lambda x: "%.2f\uff05" % x), NAMES, P, "percent", DAYS, 252)
read("percent", text(HEAD, DAYS, P, lambda x: "%+.2f%%" % x), NAMES, P, "percent", DAYS, 252)
refuse("percent-words", text(HEAD, DAYS, BASIS, lambda x: "%.0f bps" % x), 2, 2, "basis points")
refuse("percent-words", text(HEAD, DAYS, BASIS, lambda x: "%.0fbp" % x), 2, 2, "basis points")
refuse("percent-words", text(HEAD, DAYS, P, lambda x: "%.2f pct" % x), 2, 2, "with its unit", "remove the units")

# units in the names: a bond fund whose daily percentages look like fractions
SMALL = returns(41, 40, 2, 0.05, 3)
D40 = iso(days(40))
for a, b in [("Alpha (%)", "Beta (%)"), ("Alpha %", "Beta %"), ("Alpha_pct", "Beta_pct"), ("Alpha [percent]", "Beta [percent]"),
             ("Alpha in %", "Beta in %")]:
    read("units-in-names", text(["date", a, b], D40, SMALL, dot(3)), [a, b], SMALL, "percent", D40, 252)
for a, b in [("Mix 80% shares", "Mix 20 %"), ("BP.L", "LON:BP")]:
    read("units-in-names", text(["date", a, b], D40, [[x / 10 for x in r] for r in SMALL], dot(4)), [a, b],
         [[float("%.4f" % (x / 10)) for x in r] for r in SMALL], "fraction", D40, 252)
refuse("units-in-names", text(["date", "Alpha (%)", "Beta"], D40, SMALL, dot(3)), 0, 0, "Beta", "--units")
refuse("units-in-names", text(["date", "Alpha (bps)", "Beta (bps)"], D40, [[100 * x for x in r] for r in SMALL], dot(1)), 0, 0, "basis points")

# missing values of other programs, dropped
for mark in ["#N/A", "N.A.", "n.a.", "<NA>", "NULL", "None", "?", "..", "#N/A N/A", "#NA", "NaT", "\u2014", "-nan", "1.#QNAN"]:
    table = [[dot(4)(x) for x in r] for r in F]
    table[4][1] = mark
    read("missing-mark", text(HEAD, DAYS, table, str), NAMES, [r for i, r in enumerate(F) if i != 4], "fraction",
         [d for i, d in enumerate(DAYS) if i != 4], 252, "missing=drop-rows")

# levels that are no prices: cumulative returns, yields; and prices in logarithms
rng = random.Random(51)
CUMULATIVE = [[0.0, 0.0]]
for _ in range(59):
    CUMULATIVE.append([round(x + rng.gauss(0.0005, 0.01), 4) for x in CUMULATIVE[-1]])
D60 = iso(days(60))
refuse("cumulative-returns", text(["date", "A", "B"], D60, CUMULATIVE, dot(4)), 0, 0, "cumulative", "--as-returns")
refuse("cumulative-returns", text(["date", "A", "B"], D60, [[100 * x for x in r] for r in CUMULATIVE], dot(2)), 0, 0, "cumulative", "--as-returns")
LN = [[math.log(x) for x in r] for r in BIG]
refuse("log-prices", text(HEAD, DAYS, LN, dot(6)), 0, 0, "--prices")
refuse("log-prices", text(["date", "log Alpha", "log Beta", "log Gamma"], DAYS, LN, dot(6)), 0, 0, "logarithms", options="prices")
refuse("log-prices", text(["date", "ln(Alpha)", "ln(Beta)", "ln(Gamma)"], DAYS, LN, dot(6)), 0, 0, "logarithms", options="prices")
G = returns(52, 40, 2, 0.01, 4)
GROSS = [[float("%.4f" % (1 + x)) for x in r] for r in G]
read("gross-returns", text(["date", "A", "B"], D40, GROSS, dot(4)), ["A", "B"], simple(GROSS), "fraction", D40[1:], 252, "prices", "gross returns")
PEGS = prices(53, 40, [1.0853, 0.8641], 0.005, 4)
read("prices-exchange-rates", text(["date", "EURUSD", "EURGBP"], D40, PEGS, dot(4)), ["EURUSD", "EURGBP"], simple(PEGS), "fraction", D40[1:], 252,
     "prices")
NAV = [[p[0], 1.0] for p in PEGS]
read("prices-constant", text(["date", "EURUSD", "Cash"], D40, NAV, dot(4)), ["EURUSD", "Cash"], simple(NAV), "fraction", D40[1:], 252, "prices")
MM = [[round(1.0 * 1.00018 ** i, 6), round(100 * 1.0002 ** i, 4)] for i in range(40)]
refuse("prices-as-returns", text(["date", "Cash", "Bills"], D40, MM, dot(6)), 0, 0, "--prices")

# prices on their side, tidy prices, and returns with a summary above or below
refuse("transposed", text(["ticker"] + DAYS, NAMES, [list(c) for c in zip(*BIG)], dot(2)), 0, 0, "transpose", options="prices")
refuse("tidy", "date,ticker,close\n" + "".join("%s,%s,%.2f\n" % (d, n, x) for d, r in zip(DAYS, BIG) for n, x in zip(NAMES, r)), 2, 2,
       "one column per asset", options="prices")
refuse("tidy", "Symbol\tDate\tAdj Close\n" + "".join("%s\t%s\t%.2f\n" % (n, d, r[k]) for k, n in enumerate(NAMES) for d, r in zip(DAYS, BIG)), 2, 2,
       "one column per asset", options="prices")
refuse("tidy", "date,variable,value\n" + "".join("%s,%s,%.4f\n" % t for t in TIDY), 2, 2, "one column per asset")
refuse("totals", T.replace("\n", "\nMean,0.0010,0.0011,0.0012\n", 1), 2, 1, "Mean", "remove")
refuse("totals", T + "\nMean,0.0010,0.0011,0.0012\nStd,0.01,0.01,0.01\n", N + 3, 1, "Mean", "remove")
refuse("totals", text(["Date"] + NAMES, DAYS, P, lambda x: "%.2f%%" % x) + "Total,1.5%,2.5%,3.5%\n", N + 2, 1, "Total", "remove")
refuse("totals", text([""] + NAMES, [str(i) for i in range(N)], F, dot(4)) + "mean,0.0010,0.0011,0.0012\n", N + 2, 1, "mean", "remove")
refuse("two-headers", "date,Alpha,Beta,Gamma\nISIN,US0378331005,US5949181045,US88160R1014\n" + text(None, DAYS, F, dot(4)), 2, 2, "header",
       "remove this row")
refuse("two-headers", ",Alpha,Alpha,Beta\ndate,open,close,open\n" + text(None, DAYS, BIG, dot(2)), 1, 3, "Alpha", options="prices")
refuse("equal-names", T.replace("Beta", "alpha ", 1).replace("Alpha", "alpha", 1), 1, 3, "alpha")
refuse("label-column", "date,weekday,A,B\n" + "".join("%s,%s,%.4f,%.4f\n" % (d, "Mon Tue Wed Thu Fri".split()[i % 5], *r[:2])
                                                     for i, (d, r) in enumerate(zip(DAYS, F))), 2, 2, "text", "remove the column")
read("published", "Fund report,,,\nAs of,2024-01-31,,\n,,,\n" + T + ",,,\nSource: my bank,,,\n", NAMES, F, "fraction", DAYS, 252, says="above the header")
read("published", "\"Returns of three funds\n(net of fees)\"\n\n" + T, NAMES, F, "fraction", DAYS, 252, says="above the header")
read("gap-rows", "\n".join(line + ("\n" if i % 5 == 4 else "") for i, line in enumerate(T.split("\n"))), NAMES, F, "fraction", DAYS, 252)

# ---- files as sources publish them -----------------------------------------------------------------------------------
# Kenneth French: a monthly table with an annual one below, five portfolios in four tables, and the older text form
FACTORS = ["Mkt-RF", "SMB", "HML", "RF"]
FF = [[r[0], r[1], r[2], b / 4] for r, b in zip(returns(101, 12, 3, 4.5, 2), [1.04, 1.08, 1.2, 1.08, 1.16, 1.36, 1.24, 1.28, 1.24, 1.2, 1.08, 0.88])]
FF = [[float("%.2f" % x) for x in r] for r in FF]
FMONTHS = iso(months(12))
COMPACT_MONTHS = [d[:7].replace("-", "") for d in FMONTHS]
french = "This file was created by CMPT_ME_BEME_RETS using the 202312 CRSP database.\r\nThe 1-month TBill return is from Ibbotson and Associates, Inc.\r\n\r\n"
french += text([""] + FACTORS, COMPACT_MONTHS, FF, lambda x: "%8.2f" % x, end="\r\n")
annual = returns(102, 3, 4, 17, 2)
french += "\r\n  Annual Factors: January-December \r\n" + text([""] + FACTORS, [" 2020", " 2021", " 2022"], annual, lambda x: "%8.2f" % x, end="\r\n")
french += "\r\nCopyright 2023 Kenneth R. French\r\n"
read("french-factors", french, FACTORS, FF, "percent", FMONTHS, 12)
INDUSTRIES = ["Cnsmr", "Manuf", "HiTec", "Hlth ", "Other"]
VW, EW = returns(103, 12, 5, 4.5, 2), returns(104, 12, 5, 5.5, 2)
french = "This file was created by CMPT_IND_RETS using the 202312 CRSP database.\n\nMissing data are indicated by -99.99 or -999.\n\n\n"
for heading, table in [("Average Value Weighted Returns -- Monthly", VW), ("Average Equal Weighted Returns -- Monthly", EW),
                       ("Number of Firms in Portfolios", [[float(500 + i + k) for k in range(5)] for i in range(12)])]:
    french += "  %s\n" % heading + text([""] + INDUSTRIES, COMPACT_MONTHS, table, lambda x: "%6.2f" % x) + "\n\n"
read("french-portfolios", french, [n.strip() for n in INDUSTRIES], VW, "percent", FMONTHS, 12)
FDAILY = [[r[0], r[1], r[2], 0.02] for r in returns(105, N, 3, 1.1, 2)]
read("french-daily", "This file was created by using the 202312 CRSP database.\r\nThe Tbill return is the simple daily rate.\r\n\r\n"
     + text([""] + FACTORS, [d.replace("-", "") for d in DAYS], FDAILY, lambda x: "%8.2f" % x, end="\r\n") + "\r\nCopyright 2023\r\n",
     FACTORS, FDAILY, "percent", DAYS, 252)
read("french-text", "This file was created by hand using the 200712 CRSP database.\n\n"
     + "        %s\n" % "  ".join("%6s" % f for f in FACTORS)
     + "".join("%s  %s\n" % (m, "  ".join("%6.2f" % x for x in r)) for m, r in zip(COMPACT_MONTHS, FF)), FACTORS, FF, "percent", FMONTHS, 12)

# central banks
RATES = prices(106, N, [1.0921, 158.45, 0.8613], 0.004, 4)
ecb = [[dot(4)(r[0]), dot(2)(r[1]), "1.9558", dot(4)(r[2]), "N/A"] for r in RATES]
ECB = [[float(r[0]), float(r[1]), 1.9558, float(r[3])] for r in ecb]
read("ecb-rates", text(["Date", "USD", "JPY", "BGN", "GBP", "RUB"], DAYS[::-1], ecb[::-1], str).replace("\n", ",\n"), ["USD", "JPY", "BGN", "GBP"],
     simple(ECB), "fraction", DAYS[1:], 252, "prices missing=drop-assets", "newest first")
fred = [[dot(2)(r[1])] for r in RATES]
fred[6][0] = "."
read("fred", text(["observation_date", "SP500"], DAYS, fred, str), ["SP500"], simple([[float(r[0])] for r in fred if r[0] != "."]), "fraction", DAYS[1:], 252,
     "prices missing=drop-rows")
fred[6][0] = ""
read("fred", text(["DATE", "SP500"], DAYS, fred, str), ["SP500"], simple([[float(r[0])] for r in fred if r[0]]), "fraction", DAYS[1:], 252,
     "prices missing=drop-rows")
refuse("ecb-portal", text(["DATE", "TIME PERIOD", "US dollar/Euro (EXR.D.USD.EUR.SP00.A)"], DAYS,
                          [['"%s"' % d.strftime("%d %b %Y"), "%.4f" % r[0]] for d, r in zip(days(N), RATES)], str), 2, 2, "dates", "remove the column",
       options="prices")

# columns of one asset, in other languages and without a header: the highest and the lowest change from row to row
rng = random.Random(107)
BARS = []
close = 100.0
for _ in range(30):
    path = [close * (1 + rng.gauss(0, 0.003))]
    for _ in range(20):
        path.append(path[-1] * math.exp(rng.gauss(0, 0.003)))
    close = path[-1]
    BARS.append([path[0], max(path), min(path), close, float(round(1e6 * math.exp(rng.gauss(0, 0.3))))])
D30 = iso(days(30))
bar = lambda x: "%d" % x if x > 5000 else "%.2f" % x
refuse("one-asset", text(["Data", "Otwarcie", "Najwyzszy", "Najnizszy", "Zamkniecie", "Wolumen"], D30, BARS, bar), 0, 0, "one price of each asset", options="prices")
refuse("one-asset", text(["Datum", "Erster", "Hoch", "Tief", "Schlusskurs", "St\u00fccke"], [d.strftime("%d.%m.%Y") for d in days(30)][::-1],
                         [r for r in BARS[::-1]], lambda x: bar(x).replace(".", ","), ";"), 0, 0, "one price of each asset", options="prices")
refuse("one-asset", text(["time", "open", "high", "low", "close"], D30, [r[:4] for r in BARS], bar), 0, 0, "one price of each asset", options="prices")
refuse("one-asset", "".join("%d,%s\n" % (1704067200000 + 3600000 * i, ",".join(map(bar, r))) for i, r in enumerate(BARS)), 0, 0, "one price of each asset",
       options="prices")
refuse("one-asset", text(["Date", "Close", "Volume"], D30, [[r[3], r[4]] for r in BARS], bar), 0, 0, "Volume", "no price", options="prices")
refuse("one-asset", "snapped_at,price,market_cap,total_volume\n" + "".join("%s 00:00:00 UTC,%.6f,%.4f,%.4f\n" % (d, r[3], 19e6 * r[3], 1e4 * r[4])
                                                                        for d, r in zip(D30, BARS)), 0, 0, "total_volume", "no price", options="prices")
refuse("one-asset", '"Date","Price","Open","High","Low","Vol.","Change %"\n' + "".join('"%s","%.2f","%.2f","%.2f","%.2f","%.2fM","%.2f%%"\n' % (
    d.strftime("%m/%d/%Y"), r[3], r[0], r[1], r[2], r[4] / 1e6, 0.1) for d, r in zip(days(30), BARS)), 2, 6, "Vol.", options="prices")
refuse("one-asset", "date,open,high,low,close,volume,Name\n" + "".join("%s,%s,AAL\n" % (d, ",".join(map(bar, r))) for d, r in zip(D30, BARS)), 2, 7,
       "one column per asset", options="prices")
CLASSES = [[p, round(p * 1.004, 3), round(p * 1.009, 3)] for p in [round(r[3], 3) for r in BARS]]
read("share-classes", text(["date", "Class C", "Class A", "Class I"], D30, CLASSES, dot(3)), ["Class C", "Class A", "Class I"], simple(CLASSES), "fraction", D30[1:],
     252, "prices")

# what is no asset among returns: volumes, flags, keys, weights of time, annual yields
V30 = returns(108, 30, 2, 0.011, 4)
refuse("no-asset", text(["date", "Alpha", "Beta", "traded"], D30, [["%.4f" % r[0], "%.4f" % r[1], "%d" % b[4]] for r, b in zip(V30, BARS)], str), 0, 0, "traded")
VP = returns(109, 30, 2, 1.1, 2)
refuse("no-asset", text(["date", "Alpha", "Beta", "traded"], D30, [["%.2f" % r[0], "%.2f" % r[1], "%d" % b[4]] for r, b in zip(VP, BARS)], str), 0, 0, "traded")
refuse("no-asset", text(["date", "Alpha", "holiday", "Beta"], D30, [["%.4f" % r[0], str(int(i % 7 == 0)), "%.4f" % r[1]] for i, r in enumerate(V30)], str), 0, 0,
       "holiday", "0 and 1")
refuse("no-asset", text(["date", "permno", "ret"], D30, [["10001", "%.4f" % r[0]] for r in V30], str), 0, 0, "permno", "one column per asset")
refuse("no-asset", text(["date", "permno", "prc"], D30, [["10001", "%.4f" % r[3]] for r in BARS], str), 0, 0, "permno", "one column per asset", options="prices")
refuse("no-asset", text(["date", "Alpha", "Beta", "SOFR"], D30, [[r[0], r[1], round(5.3 + 0.01 * math.sin(i), 2)] for i, r in enumerate(VP)], dot(2)), 0, 0, "SOFR")
refuse("no-asset", text(["date", "time", "Alpha", "Beta"], [d.replace("-", "") for d in D30], [["160000", "%.2f" % r[0], "%.2f" % r[3]] for r in BARS], str), 0, 0,
       "time", "join the date", options="prices")
refuse("no-asset", text(["date", "time", "Alpha", "Beta"], [d.replace("-", "") for d in D30], [["16:00:00", "%.2f" % r[0], "%.2f" % r[3]] for r in BARS], str), 2, 2,
       "time", "join the date", options="prices")
refuse("notes-column", text(["date", "A", "B", "Notes"], DAYS, [[dot(4)(r[0]), dot(4)(r[1]), "ex dividend" if i == 5 else ""] for i, r in enumerate(F)], str), 7, 4,
       "remove the column")

# units: one column in percent, the others in fractions
mixed = [["%.2f" % p[0], "%.4f" % f[0], "%.4f" % f[1]] for p, f in zip(P, F)]
refuse("mixed-units", text(HEAD, DAYS, mixed, str), 0, 0, "Alpha", "same units")
read("mixed-units", text(HEAD, DAYS, mixed, str), NAMES, [[float(x) for x in r] for r in mixed], "fraction", DAYS, 252, "units=fraction")
QUIET = [[p[0], 0.01 * round(f[1] * 100 * 1.5)] for p, f in zip(P, F)]
QUIET = [[float("%.2f" % x) for x in r] for r in QUIET]
read("quiet-fund", text(["date", "Shares", "Bills"], DAYS, QUIET, dot(2)), ["Shares", "Bills"], QUIET, "percent", DAYS, 252)
WHOLES = [[-2, 1], [1, 0], [3, -1], [0, 2], [-1, 1], [2, -3], [1, 1], [-4, 2], [0, 0], [2, -1], [1, 3], [-1, -2]]
read("whole-percents", text(["month", "A", "B"], FMONTHS, WHOLES, str), ["A", "B"], WHOLES, "percent", FMONTHS, 12)

# times of the day: one day, newest first; zones that change; Unix times without a heading
HOUR = prices(110, 10, [100.0, 50.0], 0.004, 3)
HL = ["2024-01-02 %02d:00:00" % (9 + i) for i in range(10)]
read("times", text(["datetime", "A", "B"], HL[::-1], HOUR[::-1], dot(3)), ["A", "B"], simple(HOUR), "fraction", options="prices", says="newest first")
read("times", text(["Date", "A", "B"], ["1/2/2024 %d:30 %s" % ((8 + i) % 12 + 1, "AM" if 9 + i < 12 else "PM") for i in range(10)][::-1], HOUR[::-1], dot(3)),
     ["A", "B"], simple(HOUR), "fraction", options="prices", says="newest first")
DST = ["2023-10-29 01:00:00+02:00", "2023-10-29 01:30:00+02:00", "2023-10-29 02:00:00+02:00", "2023-10-29 02:30:00+02:00", "2023-10-29 02:00:00+01:00",
       "2023-10-29 02:30:00+01:00", "2023-10-29 03:00:00+01:00", "2023-10-29 03:30:00+01:00", "2023-10-29 04:00:00+01:00", "2023-10-29 04:30:00+01:00"]
read("times", text(["Date", "A", "B"], DST, HOUR, dot(3)), ["A", "B"], simple(HOUR), "fraction", options="prices")
UNIX = [1704186000 + 3600 * i for i in range(10)]
read("times", text(["timestamp", "A", "B"], [str(u) for u in UNIX[::-1]], HOUR[::-1], dot(3)), ["A", "B"], simple(HOUR), "fraction", options="prices", says="newest first")
refuse("times", text(["datetime", "A", "B"], [HL[i] for i in (3, 1, 4, 0, 5, 9, 2, 6, 8, 7)], HOUR, dot(3)), 0, 0, "order", options="prices")
CR = returns(111, N, 2, 0.04, 4)
D7 = [(datetime.date(2023, 1, 1) + datetime.timedelta(days=i)) for i in range(N)]
read("times", text(["open_time", "BTC", "ETH"], ["%d" % ((d - datetime.date(1970, 1, 1)).days * 86400000) for d in D7], CR, dot(4)), ["BTC", "ETH"], CR, "fraction",
     iso(D7), 365)
read("times", text(["Close time", "BTC", "ETH"], ["%sT23:59:59.999Z" % d for d in D7], CR, dot(4)), ["BTC", "ETH"], CR, "fraction", iso(D7), 365)

# dates of other programs and countries
more_dates = [
    ("stata", "01jan2023", lambda d: d.strftime("%d%b%Y").lower()), ("sas", "", lambda d: d.strftime("%d%b%Y:00:00:00").upper()),
    ("ctime", "", lambda d: d.strftime("%a %b %d %Y")), ("ctime", "", lambda d: d.strftime("%a %b %d 00:00:00 %Y")),
    ("korean", "", lambda d: "%d. %d. %d." % (d.year, d.month, d.day)), ("metatrader", "", lambda d: d.strftime("%Y.%m.%d 00:00")),
    ("ordinal", "", lambda d: '"%s %d%s, %d"' % (MONTH[d.month - 1], d.day, {1: "st", 2: "nd", 3: "rd"}.get(d.day % 10 if d.day not in (11, 12, 13) else 0, "th"), d.year)),
    ("matlab", "", lambda d: d.strftime("%d-%b-%Y 16:00:00")), ("german-words", "", lambda d: "%d. %s %d" % (d.day, ["Januar", "Februar"][d.month - 1], d.year)),
    ("danish", "", lambda d: d.strftime("%d-%m-%Y 00.00")), ("weekday-behind", "", lambda d: d.strftime("%Y-%m-%d (%a)")),
    ("compact-time", "", lambda d: d.strftime("%Y%m%d%H%M%S")), ("german-weekday", "", lambda d: "%s, %s" % (["Mo", "Di", "Mi", "Do", "Fr"][d.weekday()], d.strftime("%d.%m.%Y"))),
]
for name, _, write in more_dates:
    labels = [write(d) for d in days(N)]
    if "," in labels[0] and '"' not in labels[0]:
        labels = ['"%s"' % label for label in labels]
    read("source-date-" + name, text(["Date"] + NAMES, labels, P, dot(2)), NAMES, P, "percent", DAYS, 252)
SCANDINAVIAN = ["jan feb mar apr maj jun jul aug sep okt nov dec", "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
                "sty lut mar kwi maj cze lip sie wrz pa\u017a lis gru"]
for language in SCANDINAVIAN:
    read("source-month-names", text(["Dato"] + NAMES, ["%s %d" % (language.split()[d.month - 1], d.year) for d in months(N)], PM, comma(2), ";"), NAMES, PM,
         "percent", MONTHS, 12, says="decimal comma")
read("source-month-names", text(["Date"] + NAMES, ["%s-%02d" % (LANGUAGES[1].split()[d.month - 1], d.year % 100) for d in months(N)], PM, comma(2), ";"), NAMES, PM,
     "percent", MONTHS, 12, says="decimal comma")
for write in [lambda d: "%dq%d" % (d.year, (d.month + 2) // 3), lambda d: "%d:%d" % (d.year, (d.month + 2) // 3), lambda d: "Q%d-%d" % ((d.month + 2) // 3, d.year),
              lambda d: "%dQ%02d" % ((d.month + 2) // 3, d.year % 100), lambda d: "%d-Q%d" % (d.year, (d.month + 2) // 3), lambda d: "%d:Q%d" % (d.year, (d.month + 2) // 3)]:
    label = write(quarters(N)[0])
    if label == "2020:1":
        continue  # a month to some, a quarter to others
    read("source-quarters", text(["period"] + NAMES, [write(d) for d in quarters(N)], PM, dot(2)), NAMES, PM, "percent", QUARTER, 4)
read("source-months", text(["period"] + NAMES, ["%dm%d" % (d.year, d.month) for d in months(N)], PM, dot(2)), NAMES, PM, "percent", MONTHS, 12)
read("source-months", text(["obs"] + NAMES, ["%d:%02d" % (d.year, d.month) for d in months(N)], PM, dot(2)), NAMES, PM, "percent", MONTHS, 12)
read("source-weeks", text(["week"] + NAMES, ["2023w%d" % (w + 1) for w in range(N)], P, dot(2)), NAMES, P, "percent", SUNDAYS, 52)

# headers: codes that are numbers, tickers that are marks, several rows as pandas writes them
CODES = ["600519", "000858", "300750"]
read("codes", text(["date"] + CODES, DAYS, F, dot(4)), CODES, F, "fraction", DAYS, 252)
read("codes", text([""] + CODES, DAYS, F, dot(4)), CODES, F, "fraction", DAYS, 252)
read("codes", text(['""'] + ['"%s"' % c for c in CODES], DAYS, F, dot(4)), CODES, F, "fraction", DAYS, 252)
read("codes", text(["Date", "0700.HK", "7203.T", "005930.KS"], DAYS, BIG, dot(2)), ["0700.HK", "7203.T", "005930.KS"], simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("codes", text(["date", "NA", "INF", "TRUE"], DAYS, F, dot(4)), ["NA", "INF", "TRUE"], F, "fraction", DAYS, 252)
read("codes", text(["date", "MAY", "1", "^GSPC"], DAYS, F, dot(4)), ["MAY", "1", "^GSPC"], F, "fraction", DAYS, 252)
read("tickers", "Attributes,Adj Close,Adj Close,Adj Close\nSymbols,Alpha,Beta,Gamma\nDate,,,\n" + text(None, DAYS, BIG, dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:],
     252, "prices", "names from row 2")
read("tickers", ",Close,Close,Close\n,Alpha,Beta,Gamma\nDate,,,\n" + text(None, DAYS, BIG, dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "names from row 2")
read("tickers", "Ticker,Alpha,Beta,Gamma\nPrice,Close,Close,Close\nDate,,,\n" + text(None, DAYS, BIG, dot(2)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices",
     "names from row 1")
refuse("tickers", "Ticker,Alpha,Alpha,Beta\nPrice,Open,Close,Close\nDate,,,\n" + text(None, DAYS, BIG, dot(2)), 2, 0, "several prices", options="prices")
refuse("bloomberg-pairs", "Date,Alpha,Date,Beta\n" + "".join("%s,%.2f,%s,%.2f\n" % (d, r[0], d, r[1]) for d, r in zip(DAYS, BIG)), 1, 3, "dates", "remove the column",
       options="prices")
read("bloomberg", text(["Dates", "AAPL US Equity", "SPX Index", "EURUSD Curncy"], DAYS,
     BIG, dot(2)), ["AAPL US Equity", "SPX Index", "EURUSD Curncy"], simple(BIG), "fraction", DAYS[1:], 252, "prices")
read("fund-report", "Fund,Alpha,Currency,EUR\nISIN,LU0123456789,Manager,A. Smith\n\n" + T, NAMES, F, "fraction", DAYS, 252, says="above the header")
read("r-csv2", text(['""'] + ['"%s"' % n for n in NAMES], ['"%s"' % d for d in DAYS], F, comma(4), ";"), NAMES, F, "fraction", DAYS, 252, says="decimal comma")
read("r-zoo", text(['"Index"'] + ['"%s"' % n for n in NAMES], DAYS, F, dot(4)), NAMES, F, "fraction", DAYS, 252)
read("pandas-text", "            %s\n" % "  ".join("%7s" % n for n in NAMES) + "".join("%s  %s\n" % (d, "  ".join("%7.4f" % x for x in r)) for d, r in zip(DAYS, F)), NAMES, F,
     "fraction", DAYS, 252)
read("pandas-text", "            %s\ndate%s\n" % ("  ".join("%7s" % n for n in NAMES), " " * 35)
     + "".join("%s  %s\n" % (d, "  ".join("%7.4f" % x for x in r)) for d, r in zip(DAYS, F)), NAMES, F, "fraction", DAYS, 252)
read("markdown", "| date | Alpha | Beta | Gamma |\n|---|---|---|---|\n" + "".join("| %s | %s |\n" % (d, " | ".join(map(dot(4), r))) for d, r in zip(DAYS, F)), NAMES, F,
     "fraction", DAYS, 252)
read("psql", "    date    | alpha | beta | gamma \n------------+-------+------+-------\n" + "".join(" %s | %s\n" % (d, " | ".join(map(dot(4), r))) for d, r in zip(DAYS, F))
     + "(14 rows)\n", ["alpha", "beta", "gamma"], F, "fraction", DAYS, 252)
read("percent-comments", "% Returns of three funds\n% made with MATLAB\n" + T, NAMES, F, "fraction", DAYS, 252, says="above the header")
read("disclaimer", T + "\nSource: my bank, as of January 2024\nPast performance is no guide, nor is it a promise\n", NAMES, F, "fraction", DAYS, 252, says="below the table")
read("disclaimer", text(["Datum"] + NAMES, GERMAN, P, comma(2), ";") + "\nQuelle: Bank; Stand: 31.01.2023\n", NAMES, P, "percent", DAYS, 252, says="below the table")

# numbers of other countries
def indian(x):
    whole, part = ("%.2f" % x).split(".")
    head, tail = whole[:-3], whole[-3:]
    pairs = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    return ",".join(pairs + [tail]) + "." + part
LAKH = prices(112, N, [1234567.5, 98765432.25, 850.5], 0.012, 2)
read("indian", text(HEAD, DAYS, LAKH, quoted(indian)), NAMES, simple(LAKH), "fraction", DAYS[1:], 252, "prices", "thousands")
read("indian", text(HEAD, DAYS, LAKH, lambda x: '"\u20b9 %s"' % indian(x)), NAMES, simple(LAKH), "fraction", DAYS[1:], 252, "prices", "currency")
read("brazilian", text(["Data"] + NAMES, [d.strftime("%d/%m/%Y") for d in days(N)], BIG, lambda x: "R$ " + grouped(2, ".", ",")(x), ";"), NAMES, simple(BIG), "fraction",
     DAYS[1:], 252, "prices", "currency")
read("currency-prefix", text(HEAD, DAYS, BIG, lambda x: '"US$%s"' % grouped(2, ",", ".")(x)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", "currency")
read("accounting", text(HEAD, DAYS, BIG, lambda x: '" $ %s "' % grouped(2, ",", ".")(x)), NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", "currency")
refuse("swedish", text(["Datum"] + NAMES, DAYS, BIG, lambda x: grouped(2, "\u00a0", ",")(x) + " kr", ";"), 2, 2, "remove the units", options="prices")
refuse("suffix", text(HEAD, DAYS, BIG, lambda x: "%.3fk" % (x / 1000)), 2, 2, "remove the units", options="prices")
read("swedish", text(["Datum"] + NAMES, DAYS, P, lambda x: comma(2)(x).replace("-", "\u2212") + "\u00a0%", ";"), NAMES, P, "percent", DAYS, 252, says="percent signs")
refuse("single-quotes", text(["'date'", "'A'", "'B'"], ["'%s'" % d for d in DAYS], [r[:2] for r in F], lambda x: "'%.4f'" % x), 2, 2, "apostrophes")
for mark in ["#NV", "#N/D", "(null)", "#N/A Field Not Applicable", "#N/A Invalid Security", "missing", "N/D"]:
    table = [[dot(4)(x) for x in r] for r in F]
    table[4][1] = mark
    read("source-missing-mark", text(HEAD, DAYS, table, str), NAMES, [r for i, r in enumerate(F) if i != 4], "fraction", DAYS, 252, "missing=drop-rows")
late = [["" if i < 6 and k == 2 else dot(4)(x) for k, x in enumerate(r)] for i, r in enumerate(F)]
read("late-start", text(HEAD, DAYS, late, str), NAMES[:2], [r[:2] for r in F], "fraction", DAYS, 252, "missing=drop-assets")
read("late-start", text(HEAD, DAYS, late, str), NAMES, F[6:], "fraction", DAYS[6:], 252, "missing=drop-rows")
refuse("pct-change", text(HEAD, DAYS, [["", "", ""]] + [[dot(4)(x) for x in r] for r in F[1:]], str), 2, 2, "--missing")
read("pct-change", text(HEAD, DAYS, [["", "", ""]] + [[repr(x) for x in r] for r in F[1:]], str), NAMES, F[1:], "fraction", DAYS[1:], 252, "missing=drop-rows")
import gzip
read("gzipped", gzip.compress(T.encode(), mtime=0), NAMES, F, "fraction", DAYS, 252)
ZERO_PRICE = [r[:] for r in BIG]
ZERO_PRICE[4][1] = 0.0
refuse("prices-negative", text(HEAD, DAYS, ZERO_PRICE, dot(2)), 0, 0, "Beta", DAYS[4], "positive", options="prices")
LEVEL = [[100.0, 100.0], [100.42, 99.71], [101.05, 99.9], [100.77, 100.31], [101.3, 100.02], [101.92, 100.6]]
refuse("prices-as-returns", text(["date", "Fund", "Benchmark"], FMONTHS[:6], LEVEL, dot(2)), 0, 0, "--prices")
read("prices-index", text(["date", "Fund", "Benchmark"], FMONTHS[:6], LEVEL, dot(2)), ["Fund", "Benchmark"], simple(LEVEL), "fraction", FMONTHS[1:6], 12, "prices")

# ---- once more: shapes and near misses --------------------------------------------------------------------------------
read("numpy-time", text(["Date"] + NAMES, [d + "T00:00:00.000000000" for d in DAYS], P, dot(2)), NAMES, P, "percent", DAYS, 252)
read("ruby-time", text(["Date"] + NAMES, [d + " 00:00:00 -0500" for d in DAYS], P, dot(2)), NAMES, P, "percent", DAYS, 252)
CENTURY = days(N, datetime.date(1999, 12, 24))
read("century", text(["Date"] + NAMES, [d.strftime("%d-%b-%y") for d in CENTURY], P, dot(2)), NAMES, P, "percent", iso(CENTURY), 252)
read("month-ends", text(["Date"] + NAMES, ["%d/%d/%d" % (d.month, d.day, d.year) for d in months(N)][::-1], PM[::-1], dot(2)), NAMES, PM, "percent", MONTHS, 12,
     says="newest first")
read("years", text([""] + NAMES, [y[:4] for y in years], YR, dot(1)), NAMES, YR, "percent", years, 1)
YP = prices(201, N, [100, 250, 31], 0.15, 2)
read("years", text(["Year"] + NAMES, [y[:4] for y in years], YP, dot(2)), NAMES, simple(YP), "fraction", years[1:], 1, "prices")
read("months-alone", text(["Month"] + NAMES, [m[:3] for m in MONTH], PM[:12], dot(2)), NAMES, PM[:12], "percent")
read("title-commas", "Returns, net of fees, in euro\n" + T, NAMES, F, "fraction", DAYS, 252, says="above the header")
read("title-commas", "Fund, A, B\nManager, Smith\n" + text(["Date"] + NAMES, DAYS, P, lambda x: "%.2f%%" % x), NAMES, P, "percent", DAYS, 252, says="above the header")
FOUR = ["Alpha", "Beta", "Gamma", "Delta", "Eps", "Zeta"]
F6 = returns(202, N, 6, 0.011, 4)
read("groups-above", ",Shares,,Bonds,,Other,\n" + text(["date"] + FOUR, DAYS, F6, dot(4)), FOUR, F6, "fraction", DAYS, 252, says="above the header")
read("offset-table", ",,,,\n,,,,\n,date,Alpha,Beta,Gamma\n" + "".join(",%s,%s\n" % (d, ",".join(map(dot(4), r))) for d, r in zip(DAYS, F)), NAMES, F, "fraction", DAYS, 252)
read("mysql", "+------------+---------+---------+\n| date       | Alpha   | Beta    |\n+------------+---------+---------+\n"
     + "".join("| %s | %7.4f | %7.4f |\n" % (d, *r[:2]) for d, r in zip(DAYS, F)) + "+------------+---------+---------+\n", ["Alpha", "Beta"], [r[:2] for r in F],
     "fraction", DAYS, 252)
read("markdown", "| date | Alpha | Beta |\n|:-----|------:|:----:|\n" + "".join("| %s | %.2f%% | %.2f%% |\n" % (d, *r[:2]) for d, r in zip(DAYS, P)), ["Alpha", "Beta"],
     [r[:2] for r in P], "percent", DAYS, 252, says="percent signs")
refuse("quoted-rows", "".join('"%s"\n' % line for line in T.strip().split("\n")), 0, 0, "quotes")
read("separator-line", "sep=\t\n" + text(HEAD, DAYS, F, dot(4), "\t"), NAMES, F, "fraction", DAYS, 252)
read("dead-asset", text(HEAD, DAYS, [[r[0], 0.0, r[2]] for r in F], dot(4)), NAMES, [[r[0], 0.0, r[2]] for r in F], "fraction", DAYS, 252)
PREMIA = prices(203, 30, [101.3, 87.2], 0.008, 2)
read("names-like-volumes", text(["date", "Vol Premia Fund", "Low Volume ETF"], D30, PREMIA, dot(2)), ["Vol Premia Fund", "Low Volume ETF"], simple(PREMIA), "fraction",
     D30[1:], 252, "prices")
COARSE = [["%.2f" % a, "%.5f" % b] for a, b in returns(204, 40, 2, 0.02, 2)]
COARSE = [[a, "%.5f" % (float(b) / 60)] for a, b in COARSE]
read("coarse-and-fine", text(["date", "Shares", "Bonds"], D40, COARSE, str), ["Shares", "Bonds"], [[float(x) for x in r] for r in COARSE], "fraction", D40, 252,
     "units=fraction")
read("pairs-of-names", T.replace("Beta", "Alpha.1", 1), ["Alpha", "Alpha.1", "Gamma"], F, "fraction", DAYS, 252)
read("currency-in-names", T.replace("Alpha", "Alpha [EUR]", 1).replace("Beta", "Beta (USD, hedged)", 1).replace("Beta (USD, hedged)", '"Beta (USD, hedged)"', 1),
     ["Alpha [EUR]", "Beta (USD, hedged)", "Gamma"], F, "fraction", DAYS, 252)
refuse("pence", text(HEAD, DAYS, BIG, lambda x: "%.2fp" % x), 2, 2, "remove the units", options="prices")
refuse("two-orders", text(["date", "A", "B"], ["%02d/%02d/2024 10:00" % (a, b) for a, b in [(1, 2), (3, 1), (2, 3), (4, 4), (5, 2), (6, 1)]],
                          [r[:2] for r in BIG[:6]], dot(2)), 0, 0, "order", options="prices")
EVENING = ["%02d/%02d/2024 %02d:00" % (d, 1, h) for d in (30, 31) for h in (9, 12, 15)] + ["01/02/2024 %02d:00" % h for h in (9, 12, 15)]
read("times", text(["time", "A", "B"], EVENING[::-1], HOUR[:9][::-1], dot(3)), ["A", "B"], simple(HOUR[:9]), "fraction", options="prices", says="newest first")
SERIAL = ["%.6f" % (45293 + (9 + i) / 24) for i in range(10)]
read("times", text(["Date", "A", "B"], SERIAL[::-1], HOUR[::-1], dot(3)), ["A", "B"], simple(HOUR), "fraction", options="prices", says="newest first")
read("wide-signs", text(HEAD, DAYS, P, lambda x: ("%.2f" % x).replace("-", "\uff0d")), NAMES, P, "percent", DAYS, 252)
refuse("swiss", text(["Datum"] + NAMES, GERMAN, BIG, lambda x: "CHF " + grouped(2, "\u2019", ".")(x), ";"), 2, 2, "currency codes", options="prices")
refuse("half-header", "date,Alpha,Beta\n" + text(None, DAYS, F, dot(4)), 2, 0, "expected 3 columns")
read("unix-days", text(["date"] + NAMES, ["%d" % (d - datetime.date(1970, 1, 1)).days for d in days(N)], P, dot(2)), NAMES, P, "percent", says="")
read("blank-first-row", "\n\n\n" + text(["Datum"] + NAMES, GERMAN, P, comma(2), ";", "\r\n"), NAMES, P, "percent", DAYS, 252, says="decimal comma")
PEGGED = [[1.0, round(1 + 0.001 * math.sin(i), 4)] for i in range(30)]
read("stable-coins", text(["date", "USDC", "USDT"], D30, PEGGED, dot(4)), ["USDC", "USDT"], simple(PEGGED), "fraction", D30[1:], 252, "prices")
NOISE = [[round(100 + rng.uniform(-8, 8), 2), round(75 + rng.uniform(-5, 5), 2), round(50 + rng.uniform(-4, 4), 2)] for _ in range(30)]
read("made-up-prices", text(HEAD, D30, NOISE, dot(2)), NAMES, simple(NOISE), "fraction", D30[1:], 252, "prices")

# ---- exporters and units ---------------------------------------------------------------------------------------------
D60, M36 = iso(days(60)), iso(months(36))
full = lambda x: "%.17g" % x
exact = random.Random(301)
FULL = [[exact.gauss(0.0004, 0.012) for _ in range(3)] for _ in range(60)]


def scaled(table, *columns):
    return [[100 * x if k in columns else x for k, x in enumerate(r)] for r in table]


refuse("mixed-units", text(HEAD, D60, scaled(FULL, 0), full), 0, 0, "Alpha", "percent beside fractions", "--units")
refuse("mixed-units", text(HEAD, D60, scaled(FULL, 1, 2), full), 0, 0, "Beta", "Alpha", "--units")
refuse("mixed-units", text(HEAD, D60, scaled(FULL, 2), dot(6)), 0, 0, "Gamma", "--units")
refuse("mixed-units", text(["date", "Beta", "Gamma"], D60, [r[:2] for r in scaled(FULL, 1)], dot(8)), 0, 0, "Gamma", "--units")
read("mixed-units", text(HEAD, D60, FULL, full), NAMES, FULL, "fraction", D60, 252)
read("mixed-units", text(HEAD, D60, scaled(FULL, 0, 1, 2), full), NAMES, scaled(FULL, 0, 1, 2), "percent", D60, 252)
HALVES = FULL[:30] + scaled(FULL[30:], 0, 1, 2)
refuse("units-change", text(HEAD, D60, HALVES, dot(6)), 0, 0, "quarter", "--units")
refuse("units-change", text(HEAD, D60, HALVES[::-1], full), 0, 0, "quarter", "--units")
CALM = [[x * (8 if i > 30 else 1) for x in r] for i, r in enumerate(FULL)]
read("volatility-rises", text(HEAD, D60, CALM, full), NAMES, CALM, "fraction", D60, 252)
NEAR = [[r[0], r[1], 0.0001 + r[2] / 60] for r in FULL]
read("bills-that-fall", text(HEAD, D60, NEAR, full), NAMES, NEAR, "fraction", D60, 252)
ULTRA = [[r[0], r[1], 0.02 + r[2] / 100] for r in scaled(FULL, 0, 1, 2)]
read("bills-that-fall", text(HEAD, D60, ULTRA, full), NAMES, ULTRA, "percent", D60, 252)
POINTS = [[max(-97, round(6000 * x)) for x in r] for r in FULL]
refuse("basis-points", text(HEAD, D60, POINTS, dot(0)), 0, 0, "basis points", "divide by 100")
refuse("basis-points", text(NAMES, None, POINTS, dot(0)), 0, 0, "basis points")
refuse("basis-points", text(HEAD, M36, [[round(2500 * x) for x in r] for r in FULL[:36]], dot(0)), 0, 0, "basis points")
read("basis-points", text(HEAD, D60, POINTS, dot(0)), NAMES, POINTS, "percent", D60, 252, "units=percent")
WHOLE_M = [[round(400 * x) for x in r] for r in FULL[:36]]
read("whole-percent", text(HEAD, M36, WHOLE_M, dot(0)), NAMES, WHOLE_M, "percent", M36, 12)
ANNUAL = [[32, -5, 14], [-9, 8, 3], [-12, 10, 4], [-22, 10, 2], [28, 4, 38], [11, 4, 31], [5, 2, 14], [16, 4, 35], [5, 7, -16], [-37, 5, -38]]
read("whole-percent", text(["Year"] + NAMES, [str(2000 + i) for i in range(10)], ANNUAL, dot(0)), NAMES, ANNUAL, "percent",
     ["2000-12-31", "2009-12-31"], 1)
DOGE = [[5 * r[0], r[1], r[2]] for r in FULL]
DOGE[20][0] = 3.4142
DOGE = [[round(x, 6) for x in r] for r in DOGE]
read("coin-of-a-day", text(HEAD, D60, DOGE, dot(6)), NAMES, DOGE, "fraction", D60, 252)
WILD = [[round(25 * r[0], 6), round(r[1], 6), round(r[2], 6)] for r in FULL]
read("coin-beside-shares", text(HEAD, D60, WILD, dot(6)), NAMES, WILD, "unclear", D60, 252)
LOST = [r[:] for r in FM]
LOST[5][1] = -1.0
read("all-lost", text(HEAD, MONTHS, LOST, dot(4)), NAMES, LOST, "fraction", MONTHS, 12)
LOST = [r[:] for r in F]
LOST[5][1] = -9999.0
refuse("code-for-missing", text(HEAD, DAYS, LOST, dot(4)), 0, 0, "Beta", DAYS[5], "--missing")
for mark in ("\\N", "N.A.", "#N/A Requesting Data..."):
    MARKED = [[dot(4)(x) for x in r] for r in F]
    MARKED[3][1] = mark
    refuse("mark-of-missing", text(HEAD, DAYS, MARKED, str), 5, 3, "missing", "--missing")
    read("mark-of-missing", text(HEAD, DAYS, MARKED, str), NAMES, F[:3] + F[4:], "fraction", DAYS, 252, "missing=drop-rows")
refuse("mark-of-missing", T.replace(dot(4)(F[0][1]), "ND", 1), 2, 3, "ND", "leave the cell empty")
refuse("code-column", text(HEAD + ["weekday"], D60, [r + [i % 5] for i, r in enumerate(FULL)], lambda x: "%.6g" % x), 0, 0, "weekday", "code")

CLOSE = prices(302, 31, [181.2, 52.5], 0.013, 2)
D31 = iso(days(31))
for head, other in [("market_cap", 15.4e9), ("Market Cap", 15.4e9), ("mktcap", 2e6), ("AAPL market cap", 15.4e9), ("pe_ratio", 1 / 6.1), ("P/E ratio", 0.2),
                    ("AUM", 1e6), ("open_interest", 1000), ("shares_outstanding", 1e8)]:
    refuse("beside-a-price", text(["date", "close", head], D31, [[r[0], r[0] * other] for r in CLOSE], dot(3)), 0, 0, head, "one price", options="prices")
for pair in (["bid", "ask"], ["Open", "Close"], ["Close", "Adj Close"], ["price", "nav"], ["PX_LAST", "high"]):
    refuse("two-prices", text(["date"] + pair, D31, [[r[0], r[0] + 0.02] for r in CLOSE], dot(2)), 0, 0, "one asset", options="prices")
for pair in (["NAV", "Benchmark"], ["OPEN", "LOW"], ["Total Market Cap Fund", "Mid Cap"], ["price", "SPY"], ["Listed PE", "Dividends"]):
    read("two-assets", text(["date"] + pair, D31, CLOSE, dot(2)), pair, simple(CLOSE), "fraction", D31[1:], 252, "prices")
SPLIT = [[r[0] / (4 if i >= 15 else 1), r[1]] for i, r in enumerate(CLOSE)]
read("split", text(["date", "A", "B"], D31, SPLIT, dot(4)), ["A", "B"], simple(SPLIT), "fraction", D31[1:], 252, "prices", says="adjusted for splits")
PENCE = [[r[0], r[1] * (100 if i == 9 else 1)] for i, r in enumerate(CLOSE)]
read("pence-once", text(["date", "A", "B"], D31, PENCE, dot(2)), ["A", "B"], simple(PENCE), "fraction", D31[1:], 252, "prices", says="B goes from")
STILL = [[round(0.0002 + 0.00002 * exact.random(), 7), round(0.0003 + 0.00002 * exact.random(), 7)] for _ in range(31)]
read("returns-as-prices", text(["date", "A", "B"], D31, STILL, dot(7)), ["A", "B"], simple(STILL), "fraction", D31[1:], 252, "prices", says="--returns")

refuse("row-per-asset-and-date", "PERMNO,date,RET\n" + "".join("%d,%s,%.4f\n" % (n, d.replace("-", ""), r[k]) for k, n in enumerate((10107, 14593, 12490))
                                                                for d, r in zip(DAYS, F)), 0, 0, "pivot")
refuse("sql", "INSERT INTO returns VALUES\n('2023-01-02',0.01,0.02),\n('2023-01-03',0.02,0.01);\n", 0, 0, "SQL", "CSV")
PX = text(None, DAYS, BIG, dot(2))
NAMED = ",".join(NAMES)
read("header-of-two", "Security,%s\n,PX_LAST,PX_LAST,PX_LAST\n" % NAMED + PX, NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", says="further headings")
read("header-of-two", "Dates,%s\n,USD,USD,USD\n" % NAMED + PX, NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", says="further headings")
read("header-of-two", ",%s\n,Close,Close,Close\nDate,,,\n" % NAMED + PX, NAMES, simple(BIG), "fraction", DAYS[1:], 252, "prices", says="names from row 1")
for units in ("%", "pct", "bp", "log return"):
    refuse("header-of-two", "date,%s\n,%s\n" % (NAMED, ",".join([units] * 3)) + text(None, DAYS, P, dot(2)), 2, 2, "header")
PAGES = T.split("\n")
read("header-again", "\n".join(PAGES[:5] + PAGES[:1] + PAGES[5:9] + PAGES[:1] + PAGES[9:]), NAMES, F, "fraction", DAYS, 252, says="2 rows of further")
ONE_COLUMN = text(["date", "Alpha"], DAYS, [r[:1] for r in F], dot(4)).split("\n")
read("header-again", "\n".join(ONE_COLUMN[:5] + ONE_COLUMN[:1] + ONE_COLUMN[5:]), ["Alpha"], [r[:1] for r in F], "fraction", DAYS, 252, says="further headings")
refuse("header-again", T + T, 0, 0, DAYS[0], "twice")
read("header-again", T.replace(",", ";").replace("\n", "\n\n").replace(DAYS[4] + ";", "date;%s\n" % NAMED.replace(",", ";") + DAYS[4] + ";"), NAMES, F, "fraction",
     DAYS, 252, says="further headings")
read("psql", " date | %s\n" % " | ".join(NAMES) + "------+-----+----+---\n" + text(None, DAYS, F, dot(4), " | ") + "(14 rows)\n", NAMES, F, "fraction", DAYS, 252,
     says="below the table skipped")
read("markdown", "| date | %s |\n|---|---:|---:|---:|\n" % " | ".join(NAMES) + "".join("| %s |\n" % " | ".join([d] + [dot(4)(x) for x in r]) for d, r in zip(DAYS, F)),
     NAMES, F, "fraction", DAYS, 252)
MSCI = prices(303, N, [3121.5, 1113.2], 0.04, 3)
read("msci", "MSCI Index Performance\nIndex Level:,Price\nCurrency:,USD\n\nDate,WORLD (Large+Mid Cap),EM (EMERGING MARKETS)\n"
     + text(None, ['"%s"' % d.strftime("%b %d, %Y") for d in months(N)], MSCI, quoted(grouped(3, ",", ".")))
     + '\nCopyright MSCI 2023. All Rights Reserved.\n"This information is the property of MSCI, and may not be redistributed."\n',
     ["WORLD (Large+Mid Cap)", "EM (EMERGING MARKETS)"], simple(MSCI), "fraction", MONTHS[1:], 12, "prices", says="above the header")
read("aqr", '"Quality Minus Junk: Factors, Monthly"\n"Returns are in USD, in excess of bills."\n\nDATE,AUS,AUT\n'
     + text(None, [d.strftime("%m/%d/%Y") for d in months(N)], [r[:2] for r in PM], lambda x: "%.2f%%" % x), ["AUS", "AUT"], [r[:2] for r in PM], "percent", MONTHS, 12,
     says="percent signs")
refuse("investing", 'Date,Price,Open,High,Low,Vol.,Change %\n' + "".join('"%s","%.2f","%.2f","%.2f","%.2f","46.30M","0.4%%"\n' % (d, r[0], r[0], r[0] + 1, r[0] - 1)
                                                                        for d, r in zip(AMERICAN, BIG)), 2, 6, "unit", options="prices")
refuse("datastream", "Name,%s\nCode,A(RI),B(RI),C(RI)\nCURRENCY,U$,U$,E\n" % NAMED + PX, 2, 2, "header", options="prices")
refuse("year-to-date", text(HEAD, MONTHS[:12], FM[:12], dot(4)) + "2020 YTD,0.1,0.2,0.3\n" + text(None, MONTHS[12:], FM[12:], dot(4)), 14, 1, "2020 YTD", "total")
refuse("year-among-months", text(HEAD, [d[:7] for d in MONTHS[:12]], FM[:12], dot(4)) + "2020,0.1,0.2,0.3\n", 0, 0, "2020", "total")
refuse("year-among-months", text(HEAD, [d[:7].replace("-", "") for d in MONTHS], PM, dot(2)) + "2020,10.10,20.20,30.30\n2021,1.10,2.20,3.30\n", 0, 0, "2020", "total")
read("rupees", text(HEAD, DAYS, WHOLE, lambda x: '"\u20b9%d,%02d,%03d.00"' % (x // 100000, x // 1000 % 100, x % 1000)), NAMES, simple(WHOLE), "fraction", DAYS[1:], 252,
     "prices", says="currency signs")
read("reais", text(["Data"] + NAMES, [d.strftime("%d/%m/%Y") for d in days(N)], BIG, lambda x: "R$ " + grouped(2, ".", ",")(x), ";"), NAMES, simple(BIG), "fraction",
     DAYS[1:], 252, "prices", says="decimal commas")

# ---- as brokers, data vendors and programs write them ------------------------------------------------------------------
WICK = random.Random(401)
OLHC = [[r[0], r[0] * (1.001 + abs(WICK.gauss(0, 0.01))), r[0] * (0.999 - abs(WICK.gauss(0, 0.01))), r[0] * (1 + WICK.uniform(-0.001, 0.001))] for r in CLOSE]
VOLUMES = [2.1e6 + 9e5 * math.sin(5 * i) for i in range(31)]
BARS = [r + [v] for r, v in zip(OLHC, VOLUMES)]
refuse("stooq", text(["Data", "Otwarcie", "Najwyzszy", "Najnizszy", "Zamkniecie", "Wolumen"], D31, BARS, dot(4)), 0, 0, "one price", options="prices")
refuse("stooq", text(["<TICKER>", "<PER>", "<DATE>", "<TIME>", "<OPEN>", "<HIGH>", "<LOW>", "<CLOSE>", "<VOL>", "<OPENINT>"], ["AAPL.US,D,%s,000000" % d.replace("-", "") for d in D31],
                     [r + [0] for r in BARS], dot(4)), 2, 2, "one column per asset", options="prices")
refuse("metatrader", text(["<DATE>", "<OPEN>", "<HIGH>", "<LOW>", "<CLOSE>", "<TICKVOL>", "<VOL>", "<SPREAD>"], [d.replace("-", ".") for d in D31],
                          [r + [0, 3] for r in BARS], dot(4), "\t"), 0, 0, "<VOL>", options="prices")
refuse("histdata", text(None, [d.replace("-", "") + " 170000" for d in D31], [[x / 150 for x in r] for r in OLHC], dot(6), ";"), 0, 0, "one price", options="prices")
refuse("klines", text(None, ["%d" % ((datetime.date.fromisoformat(d) - datetime.date(1970, 1, 1)).days * 86400000) for d in D31], BARS, dot(4)), 0, 0, "one price",
       options="prices")
refuse("nasdaq", text(["Date", "Close/Last", "Volume", "Open", "High", "Low"], [datetime.date.fromisoformat(d).strftime("%m/%d/%Y") for d in D31[::-1]],
                      [["$%.2f" % r[3], "%d" % r[4], "$%.2f" % r[0], "$%.2f" % r[1], "$%.2f" % r[2]] for r in BARS[::-1]], str), 2, 3, "currency sign", options="prices")
refuse("quantmod", text(["", "AAPL.Open", "AAPL.High", "AAPL.Low", "AAPL.Close", "AAPL.Volume", "AAPL.Adjusted"], D31, [r + [r[3] * 0.97] for r in BARS], dot(3)), 0, 0,
       "one price", options="prices")
refuse("bars-in-german", text(["Datum", "Er\u00f6ffnung", "Hoch", "Tief", "Schluss"], D31, OLHC, comma(2), ";"), 0, 0, "one price", options="prices")
read("bands", text(["date", "A", "B", "C", "D"], D31, [[r[0], r[1], 2 * r[0], 2 * r[1]] for r in CLOSE], dot(2)), ["A", "B", "C", "D"],
     simple([[float("%.2f" % x) for x in (r[0], r[1], 2 * r[0], 2 * r[1])] for r in CLOSE]), "fraction", D31[1:], 252, "prices")
refuse("bloomberg-pairs", text(["Date", "AAPL US Equity", "Date", "MSFT US Equity"], D31, [["%.2f" % a, d, "%.2f" % b] for d, (a, b) in zip(D31, CLOSE)], str), 1, 3, "dates again",
       options="prices")
refuse("bloomberg-gap", text(HEAD, DAYS, [["#N/A N/A" if i == 4 and k == 1 else dot(2)(x) for k, x in enumerate(r)] for i, r in enumerate(BIG)], str), 6, 3, "--missing",
       options="prices")
read("google-finance", text(["Date", "Close"], ["%d/%d/%d 16:00:00" % (d.month, d.day, d.year) for d in days(31)], [r[:1] for r in CLOSE], dot(2)), ["Close"],
     simple([r[:1] for r in CLOSE]), "fraction", D31[1:], 252, "prices")
read("fred", text(["observation_date", "SP500", "NASDAQCOM"], D31, [["", ""] if i == 8 else ["%.2f" % x for x in r] for i, r in enumerate(CLOSE)], str), ["SP500", "NASDAQCOM"],
     simple(CLOSE[:8] + CLOSE[9:]), "fraction", [d for d in D31[1:] if d != D31[8]], 252, "prices missing=drop-rows")
refuse("fred", text(["observation_date", "SP500"], D31, [["" if i == 8 else "%.2f" % r[0]] for i, r in enumerate(CLOSE)], str), 10, 2, "--missing", options="prices")
refuse("ecb", text(["DATE", "TIME PERIOD", "US dollar/Euro (EXR.D.USD.EUR.SP00.A)"], D31, [[datetime.date.fromisoformat(d).strftime("%d %b %Y"), "%.4f" % (r[0] / 160)]
                                                                                          for d, r in zip(D31, CLOSE)], str), 2, 2, "dates", "remove the column", options="prices")
refuse("bundesbank", '"";BBK01.WT1;BBK01.WT1_FLAGS\n"";Alpha;""\nEinheit;EUR;""\n' + "".join("%s;%s;\n" % (d, comma(2)(r[0])) for d, r in zip(D31, CLOSE)), 2, 2, "Alpha",
       options="prices")
refuse("stoxx", "Date;Symbol;Indexvalue\n" + "".join("%s;SX5E;%.2f\n" % (datetime.date.fromisoformat(d).strftime("%d.%m.%Y"), 24 * r[0]) for d, r in zip(D31, CLOSE)), 2, 2,
       "one column per asset", options="prices")
MONDAYS = [datetime.date(2024, 1, 1) + datetime.timedelta(days=7 * i) for i in range(N)]
read("pandas-weeks", text([""] + NAMES, ["%s/%s" % (d, d + datetime.timedelta(days=6)) for d in MONDAYS], PM, dot(2)), NAMES, PM, "percent",
     iso(d + datetime.timedelta(days=6) for d in MONDAYS), 52)
read("pandas-pct-change", text(["Date"] + NAMES, DAYS, [["", "", ""]] + [[repr(x) for x in r] for r in F[1:]], str), NAMES, F[1:], "fraction", DAYS[1:], 252,
     "missing=drop-rows")
read("write-zoo", text(['"Index"'] + ['"%s"' % n for n in NAMES], DAYS, F, dot(4), " "), NAMES, F, "fraction", DAYS, 252)
refuse("narrow-column", text(HEAD, ["########"] * N, F, dot(4)), 2, 1, "####", "widen")
refuse("narrow-column", text(HEAD, ["########" if d[8:] > "15" else d for d in DAYS], F, dot(4)), DAYS.index("2023-01-16") + 2, 1, "####", "widen")
refuse("narrow-column", text(HEAD, DAYS, [["####" if i == 2 and k == 0 else dot(4)(x) for k, x in enumerate(r)] for i, r in enumerate(F)], str), 4, 2, "####", "widen")
SHORT_DAYS = days(N, datetime.date(2024, 1, 2))
read("date-six-digits", text(HEAD, [d.strftime("%y%m%d") for d in SHORT_DAYS], F, dot(4)), NAMES, F, "fraction", iso(SHORT_DAYS), 252)
read("date-summer-time", text(["Date"] + NAMES, ["%s 00:00:00+0%d:00" % (d, 1 if i < 7 else 2) for i, d in enumerate(iso(days(N, datetime.date(2024, 3, 21))))], F, dot(4)),
     NAMES, F, "fraction", iso(days(N, datetime.date(2024, 3, 21))), 252)
FY = ["FY%d" % (2001 + i) for i in range(N)]
read("fiscal-years", text(["Year"] + NAMES, FY, YR, dot(1)), NAMES, YR, "percent")
refuse("parquet", b"PAR1\x15\x04\x15\x10\x15\x14L\x15\x02\x15\x00\x12\x00\x00", 0, 0, "CSV")
refuse("sqlite", b"SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20", 0, 0, "CSV")
refuse("old-workbook", bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504), 0, 0, "CSV")
refuse("account-history", 'ClientAccountID,ReportDate,Total\n' + "".join("U1234567,%s,%.2f\n" % (d, 1000 * r[0]) for d, r in zip(D31, CLOSE)), 2, 2, "one column per asset", options="prices")
refuse("coinmarketcap", "timeOpen;timeClose;name;open;high;low;close;volume;marketCap;timestamp\n" + "".join(
    '"%sT00:00:00.000Z";"%sT23:59:59.999Z";"2781";%.4f;%.4f;%.4f;%.4f;%.1f;1e11;"%sT23:59:59.999Z"\n' % (d, d, *r, d) for d, r in zip(D31, BARS)), 2, 2, "dates",
       "remove the column", options="prices")

# yields of a year among returns of a month, and bills that are returns of a month
PM36 = returns(402, 36, 2, 4.5, 2)
DGS10 = [round(4.3 - 0.03 * i + 0.05 * math.sin(i), 2) for i in range(36)]
refuse("yields", text(["date", "A", "B", "DGS10"], M36, [r + [y] for r, y in zip(PM36, DGS10)], dot(2)), 0, 0, "DGS10", "yield", "--as-returns")
refuse("yields", text(["date", "A", "B", "DGS10"], M36, [[x / 100 for x in r] + [y / 100] for r, y in zip(PM36, DGS10)], dot(4)), 0, 0, "DGS10", "yield", "--as-returns")
T_BILLS = [round(0.47 - 0.01 * i + 0.02 * math.sin(i), 2) for i in range(36)]
read("bills", text(["date", "A", "B", "RF"], M36, [r + [y] for r, y in zip(PM36, T_BILLS)], dot(2)), ["A", "B", "RF"], [r + [y] for r, y in zip(PM36, T_BILLS)], "percent", M36, 12)

# what cannot be told for sure is said: low yields of a year beside returns of a month, logarithms of prices
LOW_YIELDS = [round(1.1 - 0.01 * i + 0.02 * math.sin(i), 2) for i in range(36)]
read("low-yields", text(["date", "A", "B", "TB"], M36, [r + [y] for r, y in zip(PM36, LOW_YIELDS)], dot(2)), ["A", "B", "TB"],
     [r + [y] for r, y in zip(PM36, LOW_YIELDS)], "percent", M36, 12, says="divide it by 12 if it is a yield per year")
read("low-yields", text(["date", "A", "B", "TB"], M36, [[x / 100 for x in r + [y]] for r, y in zip(PM36, LOW_YIELDS)], dot(4)), ["A", "B", "TB"],
     [[float("%.4f" % (x / 100)) for x in r + [y]] for r, y in zip(PM36, LOW_YIELDS)], "fraction", M36, 12, says="divide it by 12 if it is a yield per year")
LOG_CLOSE = [[round(math.log(x), 5) for x in r] for r in CLOSE]
read("log-prices", text(["date", "A", "B"], D31, LOG_CLOSE, dot(5)), ["A", "B"], simple(LOG_CLOSE), "fraction", D31[1:], 252, "prices", says="if they are logarithms")

# units that change in the middle while quarters of eight rows vary by chance, the other decimal mark at the top, R's row
# numbers, keys of assets, names below one text, a source with a year
rng = random.Random(405)
CHANGE = [[round(rng.gauss(0, 0.012), 4) for _ in range(3)] for _ in range(32)]
refuse("units-change", text(HEAD, iso(days(32)), [r if i < 16 else [round(100 * x, 2) for x in r] for i, r in enumerate(CHANGE)], str), 0, 0, "quarter", "--units")
refuse("mixed-marks", text(HEAD, DAYS, [[(dot if i < 5 else comma)(4)(x) for x in r] for i, r in enumerate(F)], str, ";"), 2, 2, "the same decimal mark")
read("row-numbers", "date,Alpha,Beta,Gamma\n" + "".join("%d,%s,%s\n" % (i + 1, d, ",".join(map(dot(4), r))) for i, (d, r) in enumerate(zip(DAYS, F))), NAMES, F, "fraction", DAYS, 252)
refuse("tidy", text(["permno", "date", "ret"], [str(k) for k in (10001, 10002, 14593) for _ in DAYS], [[d, "%.4f" % r[k]] for k in range(3) for d, r in zip(DAYS, F)], str), 2, 2, "pivot")
refuse("two-headers", "x,Return,Return,Return\n" + text(HEAD, DAYS, F, dot(4)), 1, 3, "remove this row")
read("source", text(HEAD, DAYS, F, dot(4)) + "\nSource: Bloomberg, 2024\n", NAMES, F, "fraction", DAYS, 252)

ARCHIVE = io.BytesIO()
with zipfile.ZipFile(ARCHIVE, "w") as archive:
    archive.writestr(zipfile.ZipInfo("arr_0.npy"), b"\x93NUMPY\x01\x00")
refuse("numpy-archive", ARCHIVE.getvalue(), 0, 0, "numpy.save")

# newest first under dates of other kinds: what is understood turns the rows, what is not is said
WEEKS = [d.isocalendar() for d in MONDAYS]
SUNDAYS = iso(d + datetime.timedelta(days=6) for d in MONDAYS)
for style in ("KW %d/%d", "W%02d %d", "Week %d %d"):
    read("week-first", text(["Week"] + NAMES, [style % (w[1], w[0]) for w in WEEKS[::-1]], PM[::-1], dot(2)), NAMES, PM, "percent", SUNDAYS, 52,
         says="rows newest first, turned round")
MONTHS_ES = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
read("date-spanish", text(["Fecha"] + NAMES, ["%d de %s de %d" % (d.day, MONTHS_ES[d.month - 1], d.year) for d in SHORT_DAYS[::-1]], F[::-1], comma(4), ";"), NAMES, F,
     "fraction", iso(SHORT_DAYS), 252, says="rows newest first, turned round")
read("date-spanish", text(["Mes"] + NAMES, ["%s de %d" % (MONTHS_ES[int(m[5:7]) - 1], int(m[:4])) for m in M36[::-1]], [r + r[:1] for r in PM36[::-1]], dot(2)), NAMES,
     [r + r[:1] for r in PM36], "percent", M36, 12, says="rows newest first, turned round")
read("date-apostrophe", text(HEAD, ["'%s" % d for d in DAYS[::-1]], F[::-1], dot(4)), NAMES, F, "fraction", DAYS, 252, says="rows newest first, turned round")
read("date-not-understood", text(["Quarter"] + NAMES, ["FQ%d %d" % (4 - i % 4, 2023 - i // 4) for i in range(N)], F, dot(4)), NAMES, F, says="the first row is taken for the oldest")

# first days of months say which is the month, as one order alone has regular distances
FIRSTS36 = [datetime.date(2019 + i // 12, i % 12 + 1, 1) for i in range(36)]
for style in ("%d/%m/%Y", "%m/%d/%Y"):
    read("date-firsts", text(["date", "A", "B"], [d.strftime(style) for d in FIRSTS36], PM36, dot(2)), ["A", "B"], PM36, "percent", iso(FIRSTS36), 12)
WORKDAYS = days(8, datetime.date(2022, 1, 3))
read("date-firsts", text(["date", "A", "B"], [d.strftime("%d/%m/%Y") for d in WORKDAYS], PM36[:8], dot(2)), ["A", "B"], PM36[:8], "percent", iso(WORKDAYS), 252)

# two prices of one asset by the names; notes with numbers
refuse("close-and-adjusted", text(["Date", "Close", "Adj. Close"], D31, [[r[0], r[0] * 0.97] for r in CLOSE], dot(2)), 0, 0, "another price", "keep one price", options="prices")
refuse("close-and-adjusted", text(["", "A.Close", "A.Adjusted", "B.Close", "B.Adjusted"], D31, [[r[0], r[0] * 0.97, r[1], r[1] * 0.98] for r in CLOSE], dot(2)), 0, 0,
       "A.Close", "keep one price", options="prices")
refuse("close-and-adjusted", text(["Date", "Close_A", "Close_B", "Adj Close_A", "Adj Close_B"], D31, [[*r, r[0] * 0.97, r[1] * 0.98] for r in CLOSE], dot(2)), 0, 0,
       "Close_A", "keep one price", options="prices")
read("close-of-each", text(["Date", "A.Close", "B.Close"], D31, CLOSE, dot(2)), ["A.Close", "B.Close"], simple([[float("%.2f" % x) for x in r] for r in CLOSE]), "fraction",
     D31[1:], 252, "prices")
read("numbered-notes", text(HEAD, DAYS, F, dot(4)) + ',,,\nNotes:,,,\n1) net of fees,,,\n"2. in dollars, hedged",,,\n', NAMES, F, "fraction", DAYS, 252, says="below the table skipped")
read("names-like-fields", text(["Date", "Bid Corp", "Ask Corp"], D31, CLOSE, dot(2)), ["Bid Corp", "Ask Corp"],
     simple([[float("%.2f" % x) for x in r] for r in CLOSE]), "fraction", D31[1:], 252, "prices")

count = [sum(c.startswith(k) for c in cases) for k in ("read", "refuse")]
with open(os.path.join(FOLDER, "expected.txt"), "w", encoding="utf-8") as file:
    file.write("\n\n".join(cases) + "\n")
print("%d read, %d refused, %d layouts" % (count[0], count[1], len(layouts)))
