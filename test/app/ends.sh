#!/bin/sh
# How runs end: Ctrl-C, a polite kill, kill -9, an unstable run, a full disk. What was written can be read after each.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

# bodies from a file, if given: reading the results back is the proof that they can be read
scene() {
    cat <<END
time: {end: 1000 s, step: ${1:-20 us}}
materials:
  stone: {density: 2700, young: 10 MPa, poisson: 0.2}
contacts:
  default: {friction: 0.5, restitution: 0.5}
shapes:
  pea: {sphere: 5 mm}
bodies:
  - ${2:-{fill: {box: [[0, 0, 0], [0.1, 0.1, 0.1]], shapes: {pea: 1\}, material: stone, count: 100\}\}}
walls:
  floor: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: stone}
output: {every: ${3:-1 ms}, series: 1 ms}
END
}
scene >long.yaml
scene '20 us' '' '0.2 s' | sed 's/series: 1 ms/series: 0.2 s/' >rare.yaml # frames so rare that none is due at the end

ending() { sed -n 's/^  "ending": "\(.*\)",$/\1/p' "$1/summary.json"; }
readable() {
    scene '20 us' "{file: $1/results.h5}" >"$1.yaml"
    "$CLAST" run "$1.yaml" -o "$1-again" --until 0.1ms -q || fail "$1/results.h5 cannot be read"
    grep -q '</Xdmf>' "$1/results.xdmf" || fail "$1/results.xdmf is cut off"
}
wait_for_frames() {
    n=0
    until [ -e "$1/results.xdmf" ] && [ "$(grep -c '<Time ' "$1/results.xdmf")" -ge "$2" ]; do
        n=$((n + 1))
        [ "$n" -lt 600 ] || fail "no frames in $1 after a minute: $(cat "$1.log")"
        kill -0 "$pid" || fail "the run ended by itself: $(cat "$1.log")"
        sleep 0.1
    done
}

# end_by NAME SIGNAL SCENE FRAMES: runs until there are frames, sends the signal, leaves the exit status in $status
end_by() {
    "$CLAST" run "$3" -o "$1" >"$1.said" 2>"$1.log" &
    pid=$!
    wait_for_frames "$1" "$4"
    sleep 0.3
    kill "-$2" "$pid"
    status=0
    wait "$pid" 2>/dev/null || status=$?
}

end_by interrupted INT rare.yaml 1
[ "$status" = 130 ] || fail "Ctrl-C ended with $status"
[ "$(ending interrupted)" = interrupted ] || fail "the summary says $(ending interrupted)"
grep -q '^Interrupted at' interrupted.said || fail "it does not say so: $(cat interrupted.said)"
readable interrupted
# the last frame and the last line are those of the end
time=$(sed -n 's/^  "time": \(.*\),$/\1/p' interrupted/summary.json)
grep -q "<Time Value=\"$time\"/>" interrupted/results.xdmf || fail "no last frame at $time"
[ "$(tail -n 1 interrupted/series.csv | cut -d, -f1)" = "$time" ] || fail "no last line at $time"

end_by asked TERM long.yaml 4
[ "$status" = 143 ] || fail "TERM ended with $status"
[ "$(ending asked)" = interrupted ] || fail "the summary says $(ending asked)"

end_by killed KILL long.yaml 4
[ "$status" = 137 ] || fail "kill -9 ended with $status"
readable killed

# a step far too large: status 3, the body, the step and the time are named
scene '20 ms' >wild.yaml
status=0
"$CLAST" run wild.yaml -o wild -q >wild.said 2>wild.log || status=$?
[ "$status" = 3 ] || fail "the wild run ended with $status: $(cat wild.said wild.log)"
grep -q 'body.*step' wild.log || fail "the error names no body and step: $(cat wild.log)"
[ "$(ending wild)" = failed ] || fail "the summary says $(ending wild)"
grep -q '</Xdmf>' wild/results.xdmf || fail "wild/results.xdmf is cut off"

# a limit on the size of files stands for a full disk (blocks of 512 bytes)
scene '20 us' '' '0.2 ms' >full.yaml
status=0
(ulimit -f 1000 && exec "$CLAST" run full.yaml -o full -q) >full.said 2>full.log || status=$?
[ "$status" = 1 ] || fail "the full disk ended with $status: $(cat full.said full.log)"
grep -q "cannot write .*'full/results.h5': File too large" full.log || fail "no clear error: $(cat full.log)"
readable full
# and when there is no room from the start, nothing stays behind
status=0
(ulimit -f 2 && exec "$CLAST" run full.yaml -o none -q) 2>none.log || status=$?
[ "$status" = 1 ] || fail "status $status without room: $(cat none.log)"
[ ! -e none ] || fail "a directory stayed without room"
