# clast bench: the JSON has its keys and sensible values; mistakes are told.
set -u
fail() { echo "bench.sh: $1" >&2; exit 1; }
value() { echo "$out" | sed -n "s/.*\"$1\": \"*\([^,}\"]*\).*/\1/p"; }

bed=$CLAST_SOURCE_DIR/bench/C450.yaml
out=$("$CLAST" bench "$bed" --steps 5 --threads 1 --json) || fail "status $?"
for key in case threads steps ms_per_step sphere_steps_per_s contacts memory_mb bodies spheres body_contacts \
    list_builds ledger stir state_hash stages_ms; do
    case $out in *"\"$key\": "*) ;; *) fail "no $key in $out" ;; esac
done
case $out in *'"threads": 1, "steps": 5,'*) ;; *) fail "not one thread and five steps: $out" ;; esac
# the bed is the one of the state file: 1201 contacts between stones, and those with walls
contacts=$(value contacts) between=$(value body_contacts) hash=$(value state_hash)
[ "$contacts" -gt 1300 ] && [ "$contacts" -lt 1600 ] || fail "$contacts contacts"
[ "$between" -gt 1190 ] && [ "$between" -lt 1212 ] || fail "$between contacts between bodies"
case $out in *'"ledger": false, "stir": 0,'*) ;; *) fail "stirred or with ledger: $out" ;; esac

# the same again, the same bits; stirred, others, and the same again
out=$("$CLAST" bench "$bed" --steps 5 --threads 2 --ledger --json) || fail "status $?"
[ "$(value state_hash)" = "$hash" ] || fail "two threads and ledger, another state: $out"
case $out in *'"ledger": true,'*) ;; *) fail "no ledger: $out" ;; esac
out=$("$CLAST" bench "$bed" --steps 5 --threads 1 --stir 0.5 --json) || fail "status $?"
stirred=$(value state_hash)
[ "$stirred" != "$hash" ] && [ "$(value stir)" = 0.5 ] || fail "not stirred: $out"
out=$("$CLAST" bench "$bed" --steps 5 --threads 1 --stir 0.5 --json) || fail "status $?"
[ "$(value state_hash)" = "$stirred" ] || fail "stirred otherwise the second time"

# 0, 2, 4, 5; a stirred bed of 17.6 kg starts with about 3/2 m 0.5^2 and loses energy
out=$("$CLAST" bench "$bed" --steps 5 --watch 2 --threads 1 --stir 0.5 --json) || fail "status $?"
steps=$(echo "$out" | grep -o '"step": [0-9]*' | sed 's/.*: //' | tr '\n' ' ')
[ "$steps" = '0 2 4 5 ' ] || fail "watched at $steps"
echo "$out" | grep -o '"kinetic": [0-9.e+-]*' | sed 's/.*: //' | awk '
    NR == 1 && ($1 < 6 || $1 > 7.2) { exit 1 }  NR > 1 && $1 >= last { exit 1 }  { last = $1 }' ||
    fail "energies: $out"

# by turns, in pairs, and as a text
out=$("$CLAST" bench "$bed" --beside ledger --steps 10 --threads 1 --json) || fail "status $?"
case $out in *'"beside": "ledger", "threads": 1, "steps_each": 10, "pairs": [['*']]}') ;; *) fail "turns: $out" ;; esac
out=$("$CLAST" bench "$bed" --beside threads --steps 450) || fail "status $?"
case $out in *', 2 turns of 200 steps each:'*'2 threads over one: '*) ;; *) fail "turns: $out" ;; esac

refused() { # TEXT WORDS...
    text=$1
    shift
    "$CLAST" bench "$@" >/dev/null 2>said && fail "accepted: $*"
    grep -qF -- "$text" said || fail "said: $(cat said)"
}
refused 'needs a case'
refused "did you mean '--threads'" C450 --thraeds 2
refused '--stir takes a speed' "$bed" --stir fast
refused '--stir takes a speed' "$bed" --stir
refused "--beside takes 'threads' or 'ledger', not 'both'" "$bed" --beside both
refused '--watch takes a whole number' "$bed" --watch 0
refused "use its 'agitation'" "$CLAST_SOURCE_DIR/scenes/demo.yaml" --stir 1
