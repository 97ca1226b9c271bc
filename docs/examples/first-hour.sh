#!/usr/bin/env bash
# A new user's first hour: the README's commands, then prices, a log, a table of points and a Java problem of one's
# own, in order and from an empty folder. Prints every command and what it answers.
#
#   docs/examples/first-hour.sh > docs/examples/first-hour.txt 2>&1
#
# Seconds are left out, as no two runs share them.
set -eu
root=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

run() {
  printf '\n$ %s\n' "$*" | sed "s#$root#FOG#g"
  "$@" 2>&1 | sed -E "/^fog: (building|waiting|[a-z ]+, [0-9]+ % done|[0-9]+ of )/d; s#, [0-9.]+ s: objective#, … s: objective#; s#took [0-9.]+ s #took … s #; s#$folder/##g; s#$root#FOG#g; s#[0-9.]+ s\$#… s#; s#[0-9.]+ s of#… s of#"
}
fog() { "$root/fog" "$@"; }

echo '# The README, without a file'
run fog --version
run fog portfolio --exact
run fog value --exact

echo
echo '# Prices of three funds, day by day: weights, a frontier, a backtest'
awk 'BEGIN {
  srand(3); print "date,Shares,Bonds,Gold"; p[1] = 100; p[2] = 50; p[3] = 1800; day = 0
  for (i = 0; i < 300; i++) {
    printf "%04d-%02d-%02d", 2023 + int(i / 252), 1 + int((i % 252) / 21), 1 + i % 21
    for (k = 1; k <= 3; k++) {
      z = rand() + rand() + rand() + rand() - 2
      p[k] *= 1 + 0.0001 * (4 - k) + 0.01 * (4 - k) / 3 * z; printf ",%.2f", p[k] }
    print "" } }' >prices.csv
run head -n 3 prices.csv
run fog portfolio prices.csv || true
run fog portfolio --prices prices.csv --budget 1 --long-only --risk-aversion 100 --out weights.csv
run cat weights.csv
run fog portfolio --prices prices.csv --risk cvar --objective min-risk --long-only
run fog frontier --prices prices.csv --long-only --points 4
run fog backtest --prices prices.csv --window 100 --every 50 --long-only
run fog value prices.csv || true

echo
echo '# A log of episodes: a walk over 1 … 5 that ends on either side; the right end brings 1'
awk 'BEGIN {
  srand(1); print "obs,action,reward,next_obs,terminated"
  for (e = 0; e < 200; e++) for (s = 3; s > 0 && s < 6; s = n) {
    right = rand() < 0.5; n = s + (right ? 1 : -1)
    print s "," (right ? "right" : "left") "," (n == 6) "," n "," (n == 0 || n == 6)
  } }' >log.csv
run head -n 4 log.csv
run fog value log.csv --discount 1 --exact --out values.csv
run cat values.csv
printf 'state,one,place\n1,1,1\n2,1,2\n3,1,3\n4,1,4\n5,1,5\n' >features.csv
run fog value log.csv --discount 1 --features features.csv --json weights.json
printf 'state,one,place\nbetween,1,2.5\n' >new.csv
run fog value --weights weights.json --features new.csv

echo
echo '# A table of points with the species in its last column, and a missing value'
awk 'BEGIN {
  srand(2); print "length,width,height,species"; split("setosa virginica versicolor", name, " ")
  for (i = 0; i < 90; i++) { c = i % 3
    printf "%.2f,%s,%.2f,%s\n", 5 * c + rand(), (i == 40 ? "" : sprintf("%.2f", rand())), rand() + c, name[c + 1] } }' >flowers.csv
run fog embed flowers.csv || true
run fog embed flowers.csv --missing drop-rows --passes 100 --out places.csv --plot map.svg
run head -n 3 places.csv

echo
echo '# A problem in Java: the program of the README'
sed -n '/^```java$/,/^```$/p' "$root/README.md" | sed '/^```/d' >Example.java
run javac -cp "$root/core/target/classes" Example.java
run java -cp "$root/core/target/classes:." Example

run javac -cp "$root/core/target/classes" -d classes "$root/docs/examples/EntropicLoss.java"
run fog compare --problem-class EntropicLoss --jar classes --passes 40 --seeds 1-2

echo
echo '# Which method suits the problem'
run fog compare value log.csv --discount 1 --algorithms auto,agd,sarah-c:auto --passes 20
