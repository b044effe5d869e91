# clast verify: the quick run passes and its JSON has the promised keys; wrong words are refused; a wrong row is seen.
set -eu

echo '-- quick, as JSON'
status=0
"$CLAST" verify rotation --quick --json >rows.json 2>progress.log || status=$?
if [ "$status" != 0 ]; then
    grep '"pass": false' rows.json || true
    cat progress.log
    echo "exit status $status, 0 wanted"
    exit 1
fi
rows=$(grep -c '"case": ' rows.json)
[ "$rows" -ge 400 ] || { echo "$rows rows; 400 wanted at least"; exit 1; }
[ "$(head -c 1 rows.json)$(tail -n 1 rows.json)" = '[]' ] || { echo 'no array'; exit 1; }
number='\(-\{0,1\}[0-9.]*\(e[-+][0-9]*\)\{0,1\}\|null\)'
row="^ {\"case\": \"[^\"]*\", \"quantity\": \"[^\"]*\", \"published\": $number, \"reference\": $number, \"value\": $number,"
row="$row \"tolerance\": $number, \"pass\": \(true\|false\)},\{0,1\}\$"
if sed '1d;$d' rows.json | grep -v "$row"; then
    echo 'rows above are not as they should be'
    exit 1
fi
for case in cylinder sphere torque bounce bounce-engine nine free field drift; do
    grep -q "\"case\": \"$case\"" rows.json || { echo "no rows of case $case"; exit 1; }
    grep -q "^rotation $case: " progress.log || { echo "no progress of case $case"; exit 1; }
done

echo '-- every scheme but none has rows'
"$CLAST" list schemes | sed -n 's/^\([a-z][a-z0-9-]*\) .*/\1/p' | while read -r scheme; do
    case $scheme in name | none) continue ;; esac
    grep -q "\"quantity\": \"${scheme}[ :,]" rows.json || { echo "no rows of $scheme"; exit 1; }
done

echo '-- wrong words'
refuse() { # status, text wanted in the message, words
    wanted=$1 text=$2
    shift 2
    status=0
    "$CLAST" verify "$@" >/dev/null 2>message.log || status=$?
    if [ "$status" != "$wanted" ] || ! grep -q "$text" message.log; then
        echo "clast verify $*: status $status, said: $(cat message.log)"
        exit 1
    fi
}
refuse 2 "did you mean 'rotation'?" rotatoin
refuse 2 "did you mean '--quick'?" --qick
refuse 2 'one group at a time' rotation rotation
