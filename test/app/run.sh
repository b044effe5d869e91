#!/bin/sh
# clast run from outside: the files it leaves, what it says, and that it never overwrites.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

cat >drop.yaml <<'END'
clast: 1
title: three peas and a fibre
time: {end: 20 ms, step: 20 us}
materials:
  stone: {density: 2700, young: 10 MPa, poisson: 0.2}
contacts:
  default: {friction: 0.5, restitution: 0.5}
shapes:
  pea: {sphere: 5 mm}
  fibre: {spheres: [[-4 mm, 0, 0, 4 mm], [0, 0, 0, 4 mm], [4 mm, 0, 0, 4 mm]]}
bodies:
  - {shape: pea, material: stone, at: [0, 0, 5.5 mm], velocity: [0.1, 0, -1]}
  - {shape: pea, material: stone, at: [0, 20 mm, 6 mm]}
  - {shape: pea, material: stone, at: [20 mm, 0, 6 mm]}
  - {shape: fibre, material: stone, at: [20 mm, 20 mm, 10 mm], spin: [0, 0, 20]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: stone}
output: {every: 5 ms, series: 1 ms, spheres: true}
END

"$CLAST" run drop.yaml >said 2>log || fail "status $?: $(cat log)"
grep -q '^Finished at t = 0.02 s' said || fail "no end in: $(cat said)"
grep -q 'results  *results/drop$' said || fail "it does not say where the results are: $(cat said)"
grep -Eq '^  time by stage .* laws [0-9]+ %,.* output and rest [0-9]+ %$' said || fail "no time by stage in: $(cat said)"
for file in scene.yaml results.h5 results.xdmf results_spheres.xdmf series.csv summary.json; do
    [ -s "results/drop/$file" ] || fail "no $file"
done
[ "$(find results/drop -type f | wc -l)" = 6 ] || fail "something else was left: $(ls results/drop)"

# 0, 5, 10, 15, 20 ms; 0, 1, ... 20 ms and the header
[ "$(grep -c '<Time ' results/drop/results.xdmf)" = 5 ] || fail "not 5 frames of bodies"
[ "$(grep -c '<Time ' results/drop/results_spheres.xdmf)" = 5 ] || fail "not 5 frames of spheres"
[ "$(wc -l <results/drop/series.csv)" = 22 ] || fail "not 21 lines in series.csv"
grep -q '<Time Value="0.005"/>' results/drop/results.xdmf || fail "no frame at 5 ms"
grep -q 'NumberOfElements="6"' results/drop/results_spheres.xdmf || fail "not 6 spheres"

summary() { sed -n "s/^  \"$1\": \(.*[^,]\),*\$/\1/p" "$2/summary.json"; }
[ "$(summary ending results/drop)" = '"finished"' ] || fail "ending is $(summary ending results/drop)"
[ "$(summary steps results/drop)" = 1000 ] || fail "steps are $(summary steps results/drop)"
[ "$(summary spheres results/drop)" = 6 ] || fail "spheres are $(summary spheres results/drop)"
summary state_hash results/drop | grep -Eq '^"[0-9a-f]{16}"$' || fail "state_hash is $(summary state_hash results/drop)"

for stage in lists touch laws move ledger output; do
    sed -n '/"stages"/,/}/p' results/drop/summary.json | grep -Eq "\"$stage\": [0-9.e-]+" || fail "no stage $stage in summary.json"
done

# the last line of the series is the ledger of the summary
error=$(sed -n 's/^    "error": \(.*\),$/\1/p' results/drop/summary.json)
last=$(awk -F, 'NR == 1 {for (k = 1; k <= NF; k++) if ($k ~ /^error/) at = k} END {print $at}' results/drop/series.csv)
[ "$last" = "$error" ] || fail "series and summary differ on the error"

# an existing directory is refused, whole and unharmed, with a free name
before=$(cat results/drop/* | cksum)
status=0
"$CLAST" run drop.yaml >said 2>log || status=$?
[ "$status" = 2 ] || fail "status $status over an existing directory"
grep -q "'results/drop' exists already.*-o results/drop-2" log || fail "no free name in: $(cat log)"
[ "$(cat results/drop/* | cksum)" = "$before" ] || fail "the existing directory was changed"

# the same again is the same again; frames do not change the run; parents are made; quiet is quiet
"$CLAST" run drop.yaml -o deep/er/b --set output.every=1ms --threads 1 --quiet >said 2>&1 || fail "status $?: $(cat said)"
[ ! -s said ] || fail "--quiet said: $(cat said)"
[ "$(summary state_hash deep/er/b)" = "$(summary state_hash results/drop)" ] || fail "two runs, two hashes"
[ "$(summary threads deep/er/b)" = 1 ] || fail "--threads 1 was not taken"

# --until wins over the scene, and the scene as run says so
"$CLAST" run drop.yaml -o c --until 2ms -q || fail "status $?"
[ "$(summary steps c)" = 100 ] || fail "--until 2ms made $(summary steps c) steps"
grep -q 'end: 2 *ms' c/scene.yaml || fail "scene.yaml is not as run"

# what was written is a list of bodies for another scene
sed '/^bodies:/,/^walls:/{/^bodies:/!{/^walls:/!d}}' drop.yaml | sed 's|^bodies:|bodies: [{file: c/results.h5}]|' >again.yaml
"$CLAST" run again.yaml -o d -q || fail "results.h5 does not serve as a list of bodies"
[ "$(summary bodies d)" = 4 ] || fail "not 4 bodies from results.h5"

# results can be run again from where they stand: the files that the scene names are carried along
mkdir again again/shapes
cp "$CLAST_SOURCE_DIR/scenes/shapes/stone1.yaml" again/shapes/
cat > again/again.yaml <<'YAML'
time: {end: 1 ms}
materials: {m: {density: 2700, young: 1e7, poisson: 0.2}}
contacts: {default: {friction: 0.5, restitution: 0.5}}
shapes: {stone: {file: shapes/stone1.yaml}}
bodies: [{shape: stone, material: m, at: [0, 0, 0]}]
YAML
"$CLAST" run again/again.yaml -o again/first -q || fail "status $?"
rm -r again/shapes
"$CLAST" run again/first/scene.yaml -o again/second -q || fail "the results cannot be run again"
[ "$(summary state_hash again/first)" = "$(summary state_hash again/second)" ] || fail "run again, another hash"
