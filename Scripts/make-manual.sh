#!/bin/bash
# Generates Docs/man/chatelaine.1 from the definitions of the commands, and the exit codes from their document. Builds the command line.
# With mandoc installed, both pages are checked.
set -euo pipefail
cd "$(dirname "$0")/.."
Scripts/build.sh chatelaine
program=$(Scripts/build.sh --show-bin-path)/chatelaine
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$program" --experimental-dump-help | Scripts/make-manual.py Docs/exit-codes.md >"$page"
cat "$page" >Docs/man/chatelaine.1
! command -v mandoc >/dev/null || mandoc -T lint -W warning Docs/man/chatelaine.1 Docs/man/chatelaine.5
