#!/usr/bin/env bash
# Learns from a table with categories and missing cells, reports, and predicts new tables, good and bad.
# Prints every command and what it answers.
#
#   docs/examples/learn.sh > docs/examples/learn.txt 2>&1
#
# Seconds are left out, as no two runs share them.
set -eu
root=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cd -- "$folder"

run() {
  printf '\n$ %s\n' "$*"
  "$@" 2>&1 | sed -E "/^fog: (building|waiting|[a-z ]+, [0-9]+ % done|[0-9]+ of )/d; s#$folder/##g; s#[0-9.]+ s\$#… s#; s#[0-9.]+ s of#… s of#"
}
fog() { "$root/fog" "$@"; }

# Deliveries: minutes by distance, weight and city; Lima is slower and less sure; some cells are missing.
rows() {
  awk -v seed="$1" -v count="$2" 'BEGIN {
    srand(seed); print "order,km,kg,city,rider,minutes,late"; split("Rome Oslo Bern Lima", city, " ")
    for (i = 1; i <= count; i++) {
      km = 1 + 11 * rand(); kg = 8 * rand() * rand(); c = 1 + int(4 * rand()); if (c == 4 && rand() < 0.6) c = 1
      minutes = 8 + 3 * km + kg + (c == 4 ? 12 * rand() * km / 4 : 0) + 6 * (rand() + rand() + rand() - 1.5)
      printf "A%04d,%s,%s,%s,%s,%.1f,%s\n", i, sprintf("%.2f", km), (rand() < 0.1 ? "" : sprintf("%.2f", kg)),
        (rand() < 0.004 ? "Baku" : city[c]), (rand() < 0.05 ? "NA" : (rand() < 0.5 ? "bike" : "car")), minutes,
        (minutes > 35 ? "yes" : "no") } }'
}
rows 1 800 >train.csv
rows 2 300 >later.csv

echo '# A table with categories and missing cells'
run head -n 4 train.csv
run fog learn train.csv --target minutes --out plain.json
echo
echo '# late is made of minutes: leave it out. The mean of the worst tenth, beside the mean; the penalty by five folds'
run fog learn train.csv --target minutes --drop late --objective cvar:0.9 --validate folds:5 \
  --out model.json --json summary.json --report report.html
run head -n 30 model.json
echo
echo '# New rows, with columns in another order, without the target, and with a city that training did not have'
awk -F, 'BEGIN { OFS = "," } { print $4, $2, $5, $3, (NR == 1 ? "note" : "x") }' later.csv | sed '3s/^[A-Z][a-z]*/Quito/' >new.csv
run head -n 3 new.csv
run fog predict new.csv --model model.json --out predictions.csv
run head -n 4 predictions.csv
echo
echo '# Rows whose minutes are known'
run fog predict later.csv --model model.json --keep order --out predictions.csv
echo
echo '# A file without a column that the model needs, and one that training had missing cells in'
cut -d, -f1,3-5 later.csv >no-km.csv
run fog predict no-km.csv --model model.json || true
cut -d, -f1,2,4,5 later.csv >no-kg.csv
run fog predict no-kg.csv --model model.json || true
run fog predict no-kg.csv --model model.json --missing fill --out predictions.csv
echo
echo '# Classes: late or not, guarding the worst city'
run fog learn train.csv --target late --drop minutes,order --objective group:city --test later.csv
