#!/bin/sh
# Runs the fault tests: writers that are killed, power cuts, failing system calls, damaged files, forks, crowds, core dumps.
# As root for all of it; what needs root says so and is skipped otherwise.
#
# usage: test-faults.sh [ROUNDS]
#   ROUNDS   the share of the full number of rounds, in percent; 100 unless given
set -eu

[ $# -le 1 ] || { echo "usage: $0 [ROUNDS]" >&2; exit 2; }
cd "$(dirname "$0")/.."
CHATELAINE_ROUNDS=${1:-${CHATELAINE_ROUNDS:-100}}
export CHATELAINE_ROUNDS
echo "fault tests: $CHATELAINE_ROUNDS % of the full rounds"
[ "$(id -u)" = 0 ] || echo "not root: tests that mount file systems or act for other users are skipped"

# Started by the tests; and the library that is preloaded into the helper.
Scripts/build.sh chatelaine chatelaine-agent chatelaine-identify
Scripts/build.sh --package Tests/Faults FaultShim faultsPackageTests
output=$(mktemp)
trap 'rm -f "$output"' EXIT
# Line by line, so that it is seen which test is under way; and at the end what has failed, far above by then.
if { stdbuf -oL swift test --skip-build --disable-xctest --package-path Tests/Faults --scratch-path .build --disable-build-manifest-caching --no-parallel && echo passed >"$output.status"; } 2>&1 | tee "$output" &&
    [ -e "$output.status" ]; then
    rm -f "$output.status"
else
    echo "What failed:"
    grep -E -A3 '^✘ Test .* recorded an issue' "$output" || echo "The tests did not run to their end."
    exit 1
fi
