#!/bin/sh
# The scenes of fields and plane problems run, each account is in the series, and the energy error is small.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

# column NAME FILE: the last value of a column of series.csv
column() {
    awk -F, -v name="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name || $k == name " [J]") at = k }
                          END { if (at) print $at; else print "none" }' "$2/series.csv"
}
# holds EXPRESSION: an awk condition on numbers
holds() { awk "BEGIN { exit !($1) }" || fail "not so: $1"; }

"$CLAST" run "$CLAST_SOURCE_DIR/scenes/fields/settling.yaml" -o settling --set "time.end=0.1 s" --threads 1 >said 2>log ||
    fail "status $?: $(cat log)"
holds "$(column drag settling) > 1e-4 && $(column fluid_work settling) > 1e-4"
holds "$(column near_field settling) < 0 && $(column load_work settling) != 0"
holds "$(column magnus settling) ^ 2 < 1e-36 && $(column error settling) < 1e-3"

"$CLAST" run "$CLAST_SOURCE_DIR/scenes/fields/plane.yaml" -o plane --threads 1 >said 2>log || fail "status $?: $(cat log)"
holds "$(column rotational plane) > 0 && $(column error plane) < 5e-3"
holds "$(column drag plane) == 0 && $(column load_work plane) == 0"
