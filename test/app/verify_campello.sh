# clast verify campello: the quick run passes, its JSON has the promised keys, every case has rows.
set -eu

echo '-- quick, as JSON'
status=0
"$CLAST" verify campello --quick --json >rows.json 2>progress.log || status=$?
if [ "$status" != 0 ]; then
    # rows of `cost` compare times, and other programs or a sanitizer may have been in their way: told, not counted here
    grep '"pass": false' rows.json | grep -v '"open": ' || true
    if grep '"pass": false' rows.json | grep -v '"open": ' | grep -qv '"case": "cost"'; then
        cat progress.log
        echo "exit status $status, 0 wanted"
        exit 1
    fi
fi
rows=$(grep -c '"case": ' rows.json)
[ "$rows" -ge 90 ] || { echo "$rows rows; 90 wanted at least"; exit 1; }
[ "$(head -c 1 rows.json)$(tail -n 1 rows.json)" = '[]' ] || { echo 'no array'; exit 1; }
number='\(-\{0,1\}[0-9.]*\(e[-+][0-9]*\)\{0,1\}\|null\)'
row="^ {\"case\": \"[^\"]*\", \"quantity\": \"[^\"]*\", \"published\": $number, \"reference\": $number, \"value\": $number,"
row="$row \"tolerance\": $number, \"pass\": \(true\|false, \"open\": \"[^\"]*\"\)},\{0,1\}\$"
if sed '1d;$d' rows.json | sed '/"case": "cost"/s/"pass": false/"pass": true/' | grep -v "$row"; then
    echo 'rows above are not as they should be: a row passes, or says why it is open'
    exit 1
fi
for case in 5.1 5.2 5.3 collision rodrigues bodies cost; do
    grep -q "\"case\": \"$case\"" rows.json || { echo "no rows of case $case"; exit 1; }
    grep -q "^campello $case: " progress.log || { echo "no progress of case $case"; exit 1; }
done
open=$(grep -c '"open": ' rows.json || true)
[ "$open" = 0 ] || { echo "$open open rows; none wanted"; exit 1; }

echo "$rows rows, $open open"
