# clast bench: the JSON has its keys and sensible values; mistakes are told.
set -u
fail() { echo "bench.sh: $1" >&2; exit 1; }

out=$("$CLAST" bench "$CLAST_SOURCE_DIR/bench/C450.yaml" --steps 5 --threads 1 --json) || fail "status $?"
for key in case threads steps ms_per_step sphere_steps_per_s contacts memory_mb; do
    case $out in *"\"$key\": "*) ;; *) fail "no $key in $out" ;; esac
done
case $out in *'"threads": 1, "steps": 5,'*) ;; *) fail "not one thread and five steps: $out" ;; esac
# the bed is the one of the state file: 1201 contacts between stones, and those with walls
contacts=$(echo "$out" | sed 's/.*"contacts": \([0-9]*\).*/\1/')
[ "$contacts" -gt 1300 ] && [ "$contacts" -lt 1600 ] || fail "$contacts contacts"

"$CLAST" bench 2>said && fail "a missing case is not told"
grep -q 'needs a case' said || fail "said: $(cat said)"
"$CLAST" bench C450 --thraeds 2 2>said && fail "a wrong option is not told"
grep -q "did you mean '--threads'" said || fail "said: $(cat said)"
