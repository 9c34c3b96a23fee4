#!/bin/bash
# Formatting, and rules that no compiler knows.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
complain() { echo "lint: $1" >&2; failed=1; }

mapfile -t sources < <(git ls-files '*.swift' | grep -v '/Corpus/')
swift format lint --strict --parallel "${sources[@]}" || complain "run: make format"

# What comes from outside must never end the program.
while IFS= read -r hit; do complain "crash waiting for outside data: $hit"; done < <(
    git grep -nE 'try!|\bfatalError\(|\bas! ' -- 'Sources/*.swift' ':!Sources/Security/*' |
        grep -vE 'Secrets/SecretBytes.swift.*out of guarded memory' || true)
while IFS= read -r hit; do complain "a test that sleeps: $hit"; done < <(
    git grep -nE '\b(usleep|Thread\.sleep|Task\.sleep|sleep)\(' -- 'Tests/*.swift' || true)
while IFS= read -r hit; do complain "a path of one machine: $hit"; done < <(
    git grep -nIE '(^|[^A-Za-z0-9_.])/(work|home/[a-z]{2,})/|\.\./shared' -- . ':!Scripts/lint.sh' || true)
while IFS= read -r hit; do complain "must not be tracked: $hit"; done < <(
    git ls-files | grep -E '(^|/)(Package\.resolved|\.build[^/]*|core(\.[0-9]+)?)(/|$)|\.profraw$' || true)
if command -v xgettext >/dev/null; then
    Scripts/texts.sh --check || failed=1
else
    echo "lint: the template of translations is not compared: install gettext" >&2
fi
exit $failed
