#!/bin/sh
# clast check: what would run, the step against its limits, the defaults that were taken; writes nothing.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

cat >scene.yaml <<'END'
title: a box of peas
time: {end: 0.1 s}
materials:
  stone: {density: 2700, young: 10 MPa, poisson: 0.2}
  steel: {young: 200 GPa, poisson: 0.3}
contacts:
  default: {friction: 0.5, restitution: 0.25}
  stone-steel: {friction: {static: 0.375, dynamic: 0.3}}
shapes:
  pea: {sphere: 5 mm}
  pair: {spheres: [[-3 mm, 0, 0, 5 mm], [3 mm, 0, 0, 5 mm]]}
bodies:
  - {shape: pea, material: stone, at: [0, 0, 6 mm]}
  - {shape: pea, material: stone, at: [0, 20 mm, 6 mm]}
  - {shape: pair, material: stone, at: [20 mm, 0, 6 mm]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: steel}
output: {every: 10 ms, series: 1 ms}
END
ls >before
"$CLAST" check scene.yaml >said 2>log || fail "status $?: $(cat log)"
has() { grep -Eq "$1" said || fail "no '$1' in: $(cat said)"; }
has '^a box of peas \(scene.yaml\)$'
has '^bodies +3: 2 pea, 1 pair$'
has '^spheres +4$'
has '^mass .* a body has 0.001414 to '
has 'steel: young 2e\+11 Pa, poisson 0.3$'
has 'stone-stone: normal hertz, damping restitution \(coefficient 0.25\), tangential mindlin, friction coulomb \(static 0.5, dynamic 0.5\)$'
has 'stone-steel: .*restitution \(coefficient 0.25\).*friction coulomb \(static 0.375, dynamic 0.3\)$'
grep -q 'steel-steel' said && fail "walls do not meet"
has '^time step .* \(auto\), [0-9,]+ steps to 0.1 s$'
for limit in Rayleigh stiffness collision rotation; do
    has "^  $limit .* ok "
done
has '^memory '
has '^run time +about .* an estimate'
has 'results.h5 and results.xdmf: 11 frames'
has 'series.csv: 101 lines'
has 'gravity: \[0, 0, -9.81\]'
ls >after
sed -i '/^said$/d;/^log$/d;/^after$/d;/^before$/d' before after
cmp -s before after || fail "something was written: $(cat after)"

# a step beyond the limits is marked
"$CLAST" check scene.yaml --set time.step=100us >said 2>log || fail "status $?: $(cat log)"
has '^time step +0.0001 s \(given\)'
has '^  Rayleigh .* TOO LARGE '
