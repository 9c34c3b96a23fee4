#!/bin/bash
# Runs the tests with real browsers, and prints a table of their cases: case by browser.
#
# usage: test-browser.sh [OPTION-OF-SWIFT-TEST...]
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
Scripts/test.sh --filter 'WebPageTests|BrowserTests' "$@" 2>&1 | tee "$log" || status=$?
Scripts/browser-table.py "$log"
exit "$status"
