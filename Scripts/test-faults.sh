#!/bin/sh
# Runs the fault tests: writers that are killed, power cuts, failing system calls, damaged files, forks, many processes, core dumps.
# Some tests need root; without it they are skipped with a message.
#
# usage: test-faults.sh [ROUNDS]
#   ROUNDS   the share of the full number of rounds, in percent; default: 100
set -eu

[ $# -le 1 ] || { echo "usage: $0 [ROUNDS]" >&2; exit 2; }
cd "$(dirname "$0")/.."
CHATELAINE_ROUNDS=${1:-${CHATELAINE_ROUNDS:-100}}
export CHATELAINE_ROUNDS
echo "fault tests: $CHATELAINE_ROUNDS % of the full rounds"
[ "$(id -u)" = 0 ] || echo "not root: tests that mount file systems or act for other users are skipped"

# The programs that the tests start, and the library that is preloaded into the helper.
Scripts/build.sh chatelaine chatelaine-agent chatelaine-identify
Scripts/build.sh --package Tests/Faults FaultShim faultsPackageTests
output=$(mktemp)
trap 'rm -f "$output"' EXIT
# Line-buffered, so that the running test is visible. The failures are printed again at the end.
if { stdbuf -oL Scripts/test.sh --package-path Tests/Faults --no-parallel && echo passed >"$output.status"; } 2>&1 | tee "$output" &&
    [ -e "$output.status" ]; then
    rm -f "$output.status"
else
    echo "What failed:"
    grep -E -A3 '^✘ Test .* recorded an issue' "$output" || echo "The tests did not run to their end."
    exit 1
fi
