#!/bin/sh
# The command line: help, version, lists, and mistakes with the remedy in the message; nothing is written by any.
set -eu
fail() { echo "FAILED: $*"; exit 1; }

# refused STATUS TEXT WORDS...: exits with STATUS, says TEXT on stderr and nothing on stdout
refused() {
    want=$1 text=$2
    shift 2
    status=0
    "$CLAST" "$@" >said 2>log || status=$?
    [ "$status" = "$want" ] || fail "clast $* ended with $status: $(cat said log)"
    grep -qF -- "$text" log || fail "clast $* does not say '$text' but: $(cat log)"
    [ ! -s said ] || fail "clast $* printed: $(cat said)"
}
says() {
    text=$1
    shift
    "$CLAST" "$@" >said 2>log || fail "clast $* ended with $?: $(cat log)"
    grep -qF -- "$text" said || fail "clast $* does not say '$text' but: $(cat said)"
    [ ! -s log ] || fail "clast $* complained: $(cat log)"
}

says 'clast run SCENE'
says 'clast run SCENE' help
says 'clast run SCENE' --help
says 'clast 0.' --version
says '--until T' help run
says '--until T' run --help
says 'Exit status: 0 it would run' help check
says 'clast list schemes' list
says 'sts-kdk' list schemes
says 'coulomb' list laws
says 'gravity' list keys
says 'a length such as 5 mm' list units
says 'json-schema.org/draft-07' list schema

touch empty.yaml
printf 'time: {end: 1}\n' >poor.yaml
touch file
refused 2 "unknown command 'rnu'; did you mean 'run'?" rnu
refused 2 "did you mean 'clast run empty.yaml'?" empty.yaml
refused 2 "unknown command 'xyzzy'; 'clast help' lists them" xyzzy
refused 2 "unknown command 'rn'; did you mean 'run'?" help rn
refused 2 "there is no list 'lwas'; did you mean 'laws'?" list lwas
refused 2 "'laws' is too many" list schemes laws
refused 2 'needs a scene file: clast run SCENE' run
refused 2 "unknown option '--theads'; did you mean '--threads'?" run poor.yaml --theads 2
refused 2 "unknown option '--quiet'" check poor.yaml --quiet
refused 2 '--until needs T behind it' run poor.yaml --until
refused 2 "--threads is '0'; it must be a whole number from 1 to 1024" run poor.yaml --threads 0
refused 2 "--set is 'time.end'; it must be PATH=VALUE" run poor.yaml --set time.end
refused 2 '--quiet takes no value' run poor.yaml --quiet=yes
refused 2 "'b.yaml' is one scene too many after 'poor.yaml'" run poor.yaml b.yaml
refused 2 'nowhere.yaml' run nowhere.yaml
refused 2 'empty.yaml' run empty.yaml
refused 2 'poor.yaml' run poor.yaml
refused 2 'poor.yaml' check poor.yaml
refused 2 "'file' exists already" run poor.yaml -o file
[ ! -e results ] || fail "results were written"
