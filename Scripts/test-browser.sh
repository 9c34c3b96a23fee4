#!/bin/bash
# Runs the tests with real browsers, and prints a table of their cases: case by browser.
#
# usage: test-browser.sh PATTERN
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
Scripts/test.sh --filter "$1" 2>&1 | tee "$log" || status=$?
Scripts/browser-table.py "$log"
exit "$status"
