#!/bin/bash
# Runs a command with a time limit. After the limit, prints the state of its processes before it ends them: a suite that hangs is
# a defect that has to be found, and the remaining time is needed for other suites.
#
# Exits with the status of the command, or with 124 after the limit.
#
# usage: watch.sh SECONDS COMMAND...
set -uo pipefail
[ $# -ge 2 ] || { echo "usage: $0 SECONDS COMMAND..." >&2; exit 2; }
limit=$1
shift
late=$(mktemp)
trap 'rm -f "$late"' EXIT

# Prints the process $1 and all its descendants.
family() {
    echo "$1"
    local child
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do family "$child"; done
}

describe() {
    local pid
    for pid in "$@"; do
        printf '\n--- process %s: %s\n' "$pid" "$(tr '\0' ' ' </proc/"$pid"/cmdline 2>/dev/null | cut -c1-300)"
        grep -E '^(State|Threads|SigBlk)' /proc/"$pid"/status 2>/dev/null | tr '\n' ' '
        ls -l /proc/"$pid"/fd 2>/dev/null | awk '{ print $9, $10, $11 }' | head -40
        if command -v gdb >/dev/null; then
            timeout 60 gdb -q -nx -batch -p "$pid" -ex 'thread apply all bt 25' 2>/dev/null | grep -E '^(#|Thread)' | head -200
        fi
    done
}

# In a process group of its own, so that all of it can be ended.
set -m
"$@" &
command=$!
set +m
(
    # The wait ends with the command.
    timeout "$limit" tail --pid="$command" -f /dev/null && exit 0
    [ $? = 124 ] || exit 0
    echo late > "$late"
    printf '\nwatch: “%s” has taken longer than %s s; its processes:\n' "$*" "$limit" >&2
    # The words are to be split.
    # shellcheck disable=SC2046
    describe $(family "$command") >&2
    kill -TERM -- "-$command" 2>/dev/null
    timeout 10 tail --pid="$command" -f /dev/null
    kill -KILL -- "-$command" 2>/dev/null
) &
watcher=$!
trap 'kill -TERM -- "-$command" 2>/dev/null; kill "$watcher" 2>/dev/null; exit 130' INT TERM
wait "$command"
status=$?
trap - INT TERM
wait "$watcher" 2>/dev/null
[ ! -s "$late" ] || status=124
exit "$status"
