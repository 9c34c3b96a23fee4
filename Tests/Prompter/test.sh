#!/bin/bash
# Shows the agent's questions and prompts with real pinentries, in displays and terminals of the test's own, and answers them with
# the keyboard and the finger. Each part starts what it needs, and can be run alone.
# usage: test.sh DIRECTORY (with chatelaine, chatelaine-agent and agent-probe)
set -euo pipefail
: "${1:?usage: test.sh DIRECTORY}"
cd "$(dirname "$0")"
programs=$(cd "$OLDPWD" && realpath "$1")
for part in consent windows curses terminal finger; do
    echo "--- prompts: $part"
    "./$part.sh" "$programs"
done
