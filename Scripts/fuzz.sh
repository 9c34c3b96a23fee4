#!/bin/bash
# Feeds each fuzz target with the inputs of libFuzzer, for SECONDS (60) each, beginning with the stored corpus.
# Usage: Scripts/fuzz.sh [SECONDS] [TARGET...]
# A finding ends with status 1 and leaves the input in .build-fuzz/findings; run the program with that file to see it again.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- item access-list token-key keybag portable file entitlements query exchange pkcs12 pem certificate message agent-frame agent-messages protected-file web-address password-rules one-time-code references password-manager browser import-keepass import-text import-archives

build=$PWD/.build-fuzz
work=$build/work
findings=$build/findings
mkdir -p "$work" "$findings"
# libFuzzer reports crashes; Swift's backtrace would take seconds for each.
export SWIFT_BACKTRACE=enable=no

echo "building:" "${@/#/fuzz-}"
Scripts/build.sh --fuzzer --package Tests/Fuzz "${@/#/fuzz-}" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }

status=0
for target; do
    corpus=$work/$target
    mkdir -p "$corpus"
    log=$work/$target.log
    result="no finding"
    "$build/debug/fuzz-$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$findings/$target-" "$corpus" "Tests/Fuzz/Corpus/$target" >"$log" 2>&1 || {
        result="FINDING, see $log and $findings"
        status=1
    }
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz-$target: ${executions:-0} executions in $seconds s, $result"
    [ "$result" = "no finding" ] || tail -n 20 "$log"
done
exit $status
