#!/bin/sh
# Runs the tests of a package, which Scripts/build.sh has built before.
#
# usage: test.sh [OPTION-OF-SWIFT-TEST...]   for example --package-path Apps --filter SheetTests
set -eu
cd "$(dirname "$0")/.."
exec "${SWIFT:-swift}" test --skip-build --disable-xctest --scratch-path .build --disable-build-manifest-caching "$@"
