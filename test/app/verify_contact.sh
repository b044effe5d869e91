# clast verify contact: the quick run passes, its JSON has the promised keys, every case and every law has rows.
set -eu

echo '-- quick, as JSON'
status=0
"$CLAST" verify contact --quick --json >rows.json 2>progress.log || status=$?
if [ "$status" != 0 ]; then
    grep '"pass": false' rows.json | grep -v '"open": ' || true
    cat progress.log
    echo "exit status $status, 0 wanted"
    exit 1
fi
rows=$(grep -c '"case": ' rows.json)
[ "$rows" -ge 200 ] || { echo "$rows rows; 200 wanted at least"; exit 1; }
[ "$(head -c 1 rows.json)$(tail -n 1 rows.json)" = '[]' ] || { echo 'no array'; exit 1; }
number='\(-\{0,1\}[0-9.]*\(e[-+][0-9]*\)\{0,1\}\|null\)'
row="^ {\"case\": \"[^\"]*\", \"quantity\": \"[^\"]*\", \"published\": $number, \"reference\": $number, \"value\": $number,"
row="$row \"tolerance\": $number, \"pass\": \(true\|false, \"open\": \"[^\"]*\"\)},\{0,1\}\$"
if sed '1d;$d' rows.json | grep -v "$row"; then
    echo 'rows above are not as they should be: a row passes, or says why it is open'
    exit 1
fi
for case in one-step table-1 bonds collision rotating oblique twist damped restitution residual-law budget piston gas closure; do
    grep -q "\"case\": \"$case\"" rows.json || { echo "no rows of case $case"; exit 1; }
    grep -q "^contact $case: " progress.log || { echo "no progress of case $case"; exit 1; }
done
open=$(grep -c '"open": ' rows.json || true)
[ "$open" -eq 0 ] || { echo "$open open rows; there were none"; exit 1; }

echo '-- every law has rows in the closure'
"$CLAST" list laws | awk '/^[a-z]+$/ { kind = $1 } /^  [a-z]/ { print kind, $1 }' >laws.txt
[ "$(wc -l <laws.txt)" -ge 15 ] || { echo 'laws.txt is short'; exit 1; }
while read -r law; do
    grep '"case": "closure"' rows.json | grep -q "\"quantity\": \"$law: " || { echo "no rows of $law"; exit 1; }
done <laws.txt
if grep '"case": "closure"' rows.json | grep 'no parameters for it'; then
    echo 'a law is not run: give its parameters in verify/contact_closure.c'
    exit 1
fi
echo "$rows rows, $open open"
