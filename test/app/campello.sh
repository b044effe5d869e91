# The scenes of Campello's examples run, and the summary says how the fixed point went; explicit runs say nothing of it.
set -eu
for scene in 5.1-rolling 5.2-three 5.3-container; do
    path=$CLAST_SOURCE_DIR/scenes/campello/$scene.yaml
    "$CLAST" check "$path" >check.txt
    grep -q 'time.rotation: rodrigues' check.txt || { echo "$scene: default of the rotation not told"; exit 1; }
    "$CLAST" run "$path" --set 'time.end=10 ms' --threads 1 --quiet -o "implicit-$scene"
    for line in '"steps": 100,' '"iterations": [1-9][0-9][0-9],' '"not_converged": 0,' '"worst_body": 0'; do
        grep -q "$line" "implicit-$scene/summary.json" || { echo "$scene: no $line in the summary"; exit 1; }
    done
done
"$CLAST" run "$CLAST_SOURCE_DIR/scenes/campello/5.1-rolling.yaml" --set 'time.end=10 ms' --set time.integrator=verlet \
    --threads 1 --quiet -o explicit
if grep -q convergence explicit/summary.json; then
    echo 'an explicit run speaks of convergence'
    exit 1
fi
