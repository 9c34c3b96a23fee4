#!/bin/bash
# Runs the tests of a package, which Scripts/build.sh has built before.
#
# usage: test.sh [OPTION-OF-SWIFT-TEST...]   for example --package-path Apps --filter SheetTests
#        test.sh --halves MODULE|...
#   --halves   runs the tests of these modules of the main package and all others at the same time, in two processes: one process runs as many
#              tests at once as there are cores, also while these wait for the disk or for what they have started
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${1:-}" = --halves ] || exec "${SWIFT:-swift}" test --skip-build --disable-xctest --scratch-path .build --disable-build-manifest-caching "$@"

# As “swift test” does it, which does not run twice at a time. Line by line, so that lines of the halves are not mixed.
[ -t 1 ] || export NO_COLOR=1
half() { .build/debug/chatelainePackageTests.xctest --testing-library swift-testing --skip "$1" </dev/null 2>&1 | sed -u ''; }
# In a process group of its own, so that all of it can be ended.
set -m
half "^($2)\\." &
other=$!
set +m
trap 'kill -TERM -- "-$other" 2>/dev/null; exit 130' INT TERM
status=0
half "^(?!($2)\\.)" || status=$?
wait "$other" || status=$?
exit "$status"
