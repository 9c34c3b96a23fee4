#!/bin/bash
# Logs in with a fingerprint on a machine without a reader: the real fprintd with libfprint's virtual one, on a system bus of the
# demo's own, and a keychain of its own. Everything is removed at the end. On a terminal the user touches the reader by pressing
# keys; otherwise, or with --by-itself, the demo presses them.
#
# usage: demo-login.sh LOGIN-SCREEN CHATELAINE [--by-itself]   (as root, which fprintd and polkitd require)
#   LOGIN-SCREEN   the built program of Examples/LoginScreen
#   CHATELAINE     the built command line, with the agent next to it
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 LOGIN-SCREEN CHATELAINE [--by-itself]" >&2; exit 2; }
login_screen=$1 chatelaine=$2
# shellcheck source=Scripts/virtual-reader.sh
source "$(dirname "$0")/virtual-reader.sh"

fail() { echo "The demo has failed: $1" >&2; exit 1; }
heading() { printf '\n== %s ==\n' "$1"; }
say() { printf '   %s\n' "$1"; }

has_virtual_reader || fail "it takes root, fprintd, polkitd and dbus-daemon; run: make demo-login"
[ -t 0 ] && [ -t 1 ] && [ "${3:-}" != --by-itself ] && interactive=yes || interactive=no

CHATELAINE_HOME=$(mktemp -d)
export CHATELAINE_HOME
unset CHATELAINE_ENTITLEMENTS
clean_up() {
    trap - EXIT
    # Background jobs of this script: the agent, and commands that are still running.
    # shellcheck disable=SC2046
    kill $(jobs -p) 2>/dev/null || true
    stop_reader
    wait 2>/dev/null || true
    rm -rf "$CHATELAINE_HOME"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

# Touches the reader, by a command to the virtual reader's socket.
touch_reader() {
    case $1 in
    1) say "(the right finger)"; reader "SCAN right" ;;
    2) say "(the wrong finger)"; reader "SCAN wrong" ;;
    3) say "(a finger, for too short a time)"; reader "RETRY 1" ;;
    esac
}

# Runs the login screen while fingers touch the reader: log_in KEYS, which the demo presses if no user does.
log_in() {
    local keys=$1 key screen status=0
    # Line-buffered, as on a terminal.
    stdbuf -oL "$login_screen" < /dev/null > >(tee "$CHATELAINE_HOME/screen") 2>&1 &
    screen=$!
    until [ -n "$("$chatelaine" approve)" ]; do
        kill -0 "$screen" 2>/dev/null || break
        sleep 0.05
    done
    say "In another terminal you would see, with chatelaine approve:"
    say "$("$chatelaine" approve)"
    while kill -0 "$screen" 2>/dev/null; do
        key=""
        if [ $interactive = yes ]; then
            # With a limit, because the login screen also ends by itself.
            read -rsn1 -t 0.2 key || continue
        elif [ -n "$keys" ]; then
            key=${keys:0:1}
            keys=${keys:1}
        else
            break
        fi
        # If the screen has ended with the finger before, no program waits for another.
        kill -0 "$screen" 2>/dev/null && touch_reader "$key"
    done
    wait "$screen" || status=$?
    return $status
}

heading "A fingerprint reader that is not there"
start_reader
say "The real fprintd drives libfprint's virtual reader, on a system bus of the demo's own."

heading "Enrol a finger"
say "\$ chatelaine fingerprint enroll --finger right-index-finger"
"$chatelaine" fingerprint enroll --finger right-index-finger &
enrolling=$!
for _ in 1 2 3 4 5; do reader "SCAN right"; done
wait "$enrolling" || fail "the finger is not enrolled"
"$chatelaine" fingerprint list

heading "Start the agent, which asks for all programs"
mkfifo "$CHATELAINE_HOME/agent-says"
"$chatelaine" agent > "$CHATELAINE_HOME/agent-says" 2>&1 &
read -r -t 60 line < "$CHATELAINE_HOME/agent-says" || fail "the agent does not start"
[[ $line == "listening on "* ]] || fail "the agent says: $line"
say "$line"

if [ $interactive = yes ]; then
    heading "Log in: the program is Examples/LoginScreen, written for Apple's systems"
    say "Press 1 for the right finger, 2 for a wrong one, 3 for a touch that is too short."
    status=0
    log_in "" || status=$?
    [ $status = 0 ] && say "You are in." || say "You are not logged in."
    heading "Once more"
    say "Three wrong fingers end a prompt, five in a row lock fingers out until the passcode is entered. Press 1, 2 or 3."
    log_in "" && say "You are in." || say "You are not logged in."
else
    heading "Log in, with a touch that is too short and then the right finger"
    log_in 31 || fail "the right finger should log in"
    heading "Log in, with a finger that is not enrolled, three times"
    if log_in 222; then fail "a wrong finger should not log in"; fi
    grep -q "failed" "$CHATELAINE_HOME/screen" || fail "the login screen should say that it has failed"
fi
printf '\nThat is all. The keychain, the reader and its prints are removed.\n'
