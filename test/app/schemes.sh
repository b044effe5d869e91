#!/bin/sh
# The table of rotation schemes, what --measure adds, and a run with every one of them.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

"$CLAST" list schemes >table
head -n 1 table | grep -q '^name  *free  *forced  *keeps L  *reversible  *paper and equation$' || fail "$(head -n 1 table)"
grep -q '^sts-kdk  *2  *2  *yes  *yes  *Touma' table || fail 'no row for sts-kdk'
grep -q '^rk4-printed  *2  *1  *yes  *no  *Irazabal et al., eqs 44-53' table || fail 'no row for rk4-printed'
names=$(sed -n '2,/^$/s/^\([a-z][a-z0-9-]*\) .*/\1/p' table)
[ "$(echo "$names" | wc -l)" -ge 22 ] || fail "few schemes: $names"

"$CLAST" list schemes --measure >measured
[ "$(sed -n '2,/^$/s/^\([a-z][a-z0-9-]*\) .*/\1/p' measured)" = "$names" ] || fail 'other rows with --measure'
ratio=$(sed -n 's/^sts-kdk done body by body: .* takes \(.*\) of that\.$/\1/p' measured)
echo "ratio $ratio"
case ${CFLAGS-} in
*sanitize*) ;; # not a build whose speed says anything
*) awk "BEGIN { exit !($ratio > 0.05 && $ratio <= 0.5) }" || fail "sts-kdk takes $ratio of the plain loop" ;;
esac

if "$CLAST" list schemes --mesure 2>said; then fail 'a wrong option passes'; fi
grep -q "unknown option '--mesure'" said || fail "$(cat said)"

# a fibre falls on its end and bounces; each scheme runs it, alone and for the shape only
for name in $names; do
    cat >scene.yaml <<END
time: {end: 30 ms, step: 5 us, rotation: $name}
materials: {stone: {density: 1100, young: 10 MPa, poisson: 0.3}}
contacts: {default: {friction: 0.3, restitution: 0.7}}
shapes:
  fibre: {spheres: [[-5 mm, 0, 0, 5 mm], [0, 0, 0, 5 mm], [5 mm, 0, 0, 5 mm]]}
  other: {sphere: 5 mm, rotation: sts-kdk}
bodies:
  - {shape: fibre, material: stone, at: [0, 0, 12 mm], turn: {axis: [0, 1, 0], angle: 40 deg}, spin: [30, 20, 10]}
  - {shape: other, material: stone, at: [0.1, 0, 6 mm]}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: stone}
END
    "$CLAST" run scene.yaml -o "out-$name" -q || fail "$name does not run"
done
