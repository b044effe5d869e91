#!/bin/sh
# make bench without the other codes: its table and bars from given numbers, its beds and velocities against clast's.
set -eu
command -v python3 >/dev/null || exit 77
exec python3 -B "$CLAST_SOURCE_DIR/bench/test_bench.py"
