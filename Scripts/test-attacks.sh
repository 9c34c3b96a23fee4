#!/bin/bash
# Runs the tests that SECURITY.md names, and prints its rows with the results. As root: else many are skipped.
#
# usage: test-attacks.sh [ROUNDS]
#   ROUNDS   the share of the fault tests' full number of rounds, in percent; default: 10
set -euo pipefail
cd "$(dirname "$0")/.."
export CHATELAINE_TEST_GLOBAL=1 CHATELAINE_ROUNDS=${1:-10}
[ "$(id -u)" = 0 ] || echo "not root: attacks by other users, and on the system service, are left out"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
run() { "$@" 2>&1 | tee -a "$log" || failed=1; }
pattern=$(Scripts/attacks.py --filter)

run Scripts/test.sh --filter "$pattern"
Scripts/build.sh --package Tests/Faults FaultShim faultsPackageTests
run Scripts/test.sh --package-path Tests/Faults --no-parallel --filter "$pattern"
run make --no-print-directory test-apps SUITES="$pattern"
run make --no-print-directory test-clipboard
[ "$(id -u)" != 0 ] || run make --no-print-directory test-system
printf '\nThe attacks of SECURITY.md:\n'
Scripts/attacks.py --report "$log" || failed=1
exit $failed
