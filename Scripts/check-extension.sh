#!/bin/bash
# Checks the scripts under Extension: their types (tsc), common faults (oxlint), and the size of those that run in every page.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=40000

tsc --project Extension

tools=.build/oxlint
if [ ! -x "$tools/bin/oxlint" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" --quiet --disable-pip-version-check install oxlint==1.89.0
fi
"$tools/bin/oxlint" --deny-warnings Extension

# All that is listed is there, and the other way round.
diff <(sort Extension/page/scripts.txt) <(cd Extension/page && printf '%s\n' *.js)
size=$(cat Extension/page/*.js | wc -c)
echo "scripts for web pages: $size bytes of $limit"
[ "$size" -le "$limit" ]
# No code from elsewhere, and none that is made from text.
if grep -nE '\beval\(|new Function\(|import\(|https?://' Extension/page/*.js; then
    echo "a script loads or makes code" >&2
    exit 1
fi
