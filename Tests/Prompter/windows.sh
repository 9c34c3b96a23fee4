#!/bin/bash
# Prompts of programs that have a person show who they are, in windows: pinentry's for GTK, and GNOME's.
# usage: windows.sh DIRECTORY
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"
either=2    # LAPolicy.deviceOwnerAuthentication; here, without a reader, the passcode

prompts() {
    local name=$1 title=$2 window
    start_prompter "/usr/bin/$name"

    ask "$name-right" evaluate $either "Open the safe"
    type_in "$(question "$title")" "$passcode"
    answer "$name-right" yes
    ok "$name: the passcode"

    ask "$name-wrong" evaluate $either "Open the safe"
    for typed in wrong "wrong again" "$passcode"; do
        window=$(question "$title")
        type_in "$window" "$typed"
        closed "$window"
    done
    answer "$name-wrong" yes
    ok "$name: a wrong passcode, another one, then the right one"

    ask "$name-cancel" evaluate $either "Open the safe"
    cancel_in "$(question "$title")"
    answer "$name-cancel" -2
    ok "$name: Escape cancels"

    disappears "$name" "$title" "was killed" eval 'kill -KILL $asking'
    disappears "$name" "$title" "has invalidated its context" eval 'echo >&7'
    stop_prompter
}

# The prompt has to be gone in 100 ms. A machine that is busy with something else may need longer, but not each time.
disappears() {
    local name=$1 title=$2 what=$3 times=() window
    shift 3
    for _ in 1 2 3 4 5; do
        ask "$name-vanishing" evaluate $either "Open the safe"
        window=$(question "$title")
        times+=("$(vanishing "$(pinentry)" "$@")")
        closed "$window"
        timeout "$patience" tail --pid="$asking" -f /dev/null || fail "the program still waits"
        if [ "${times[-1]}" -lt 100 ]; then
            ok "$name: the prompt is gone after its program $what: ${times[*]} ms"
            return
        fi
    done
    fail "the prompt should be gone within 100 ms after its program $what, not after ${times[*]} ms"
}

start_display
start_session_bus
start_agent
prompts pinentry-gtk-2 '^Chatelaine$'
prompts pinentry-gnome3 '.+'
