# What the tests of prompts share: an agent, programs that ask, a display and a terminal of the test's own. To be sourced with the
# directory of the built programs as the first argument. Waits for what has to happen, never for a time.
# shellcheck shell=bash
set -euo pipefail
programs=$(realpath "${1:?usage: $0 DIRECTORY}")
root=$(mktemp -d /tmp/chatelaine-prompter.XXXXXX)
# For programs that have to read there, like polkitd.
chmod 755 "$root"
export CHATELAINE_HOME=$root/home LANG=C.UTF-8 LC_ALL=C.UTF-8
mkdir "$CHATELAINE_HOME"
export -n DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS TMUX
passcode='Mond%Schein_7'
# The agent lets only programs show prompts that only root could have changed.
is_roots_alone() {
    local path=$1
    while [ -z "$(find "$path" -maxdepth 0 \( ! -user root -o -perm /022 \))" ]; do
        [ "$path" != / ] || return 0
        path=$(dirname "$path")
    done
    return 1
}
installed=""
if [ "$(id -u)" = 0 ] && ! is_roots_alone "$programs/chatelaine"; then
    installed=$(mktemp -d /opt/chatelaine-test.XXXXXX)
    chmod 755 "$installed"
    cp "$programs"/{chatelaine,chatelaine-agent,chatelaine-identify,chatelaine-pam-helper,agent-probe} "$installed"
    programs=$installed
fi
# Seconds after which something that has to happen is not going to, on the slowest machine.
patience=${PATIENCE:-60}

# shellcheck source=Scripts/virtual-reader.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../Scripts/virtual-reader.sh"

on_exit() {
    local status=$?
    trap - EXIT
    [ "$status" = 0 ] || show_everything >&2
    tmux_ kill-server 2>/dev/null || true
    stop_reader
    # shellcheck disable=SC2046
    kill $(jobs -p) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$root" ${installed:+"$installed"}
    exit "$status"
}
trap on_exit EXIT
trap 'exit 130' INT TERM

fail() { echo "FAILED: $1" >&2; exit 1; }
ok() { echo "ok: $1"; }
chatelaine() { timeout "$patience" "$programs/chatelaine" "$@"; }

# Tries a command until it succeeds.
until_true() {
    local what=$1 deadline=$((SECONDS + patience))
    shift
    until "$@"; do
        [ $SECONDS -lt $deadline ] || fail "$what"
        sleep 0.02
    done
}

# The last output, to find out why a test has failed.
show_everything() {
    local pane
    for pane in $(tmux_ list-panes -a -F '#{pane_id}' 2>/dev/null); do
        echo "--- terminal $pane:"; tmux_ capture-pane -p -t "$pane" | grep -v '^ *$' || true
    done
    for log in "$root"/*.log "$root"/*.answer; do [ ! -s "$log" ] || { echo "--- $log:"; tail -20 "$log"; }; done
}

# --- The agent and the programs that ask it

start_agent() {
    "$programs/chatelaine" agent > "$root/agent.log" 2>&1 &
    until_true "no agent" grep -qs '^listening on ' "$root/agent.log"
    printf '%s\n%s\n' "$passcode" "$passcode" | chatelaine passcode set --stdin
}

# A program of that name: the agent counts for each how often it has asked in vain.
program() {
    [ -e "$root/$1" ] || ln "$programs/agent-probe" "$root/$1" 2>/dev/null || cp "$programs/agent-probe" "$root/$1"
    echo "$root/$1"
}

# Has a program ask, in the background and without a terminal: ask NAME WORD...; its answer is in $root/NAME.answer, its process in
# $asking, and a line written to descriptor 7 has it invalidate its context.
ask() {
    local name=$1 path
    shift
    path=$(program "$name")
    [ -p "$root/lines" ] || mkfifo "$root/lines"
    exec 7<>"$root/lines"
    # Not the shell's child alone: what it is killed by has to be the program itself.
    "$path" "$@" > "$root/$name.answer" 2>&1 < "$root/lines" 7>&- &
    asking=$!
    # Nothing is said of a program that is killed.
    disown "$asking"
}

# Whether so many questions wait.
questions() { [ "$(chatelaine approve | wc -l)" = "$1" ]; }

# Waits for the program's answer: answer NAME EXPECTED
answer() {
    timeout "$patience" tail --pid="$asking" -f /dev/null || fail "$1 still waits for its answer"
    [ "$(cat "$root/$1.answer")" = "$2" ] || fail "$1 should have got “$2”, and has got “$(cat "$root/$1.answer")”"
}

# --- Terminals

# Its environment is that of the first call.
tmux_() { tmux -S "$root/tmux" -f /dev/null -u "$@"; }
# Opens a terminal with a command in it: terminal NAME COMMAND...
terminal() {
    local name=$1
    shift
    tmux_ kill-session -t "$name" 2>/dev/null || true
    tmux_ new-session -d -s "$name" -x "${columns:-100}" -y "${rows:-30}" "$@"
}
contents() { tmux_ capture-pane -p -J -t "$1"; }
shows() { contents "$1" | grep -qF -- "$2"; }
lacks() { not shows "$1" "$2"; }
# Waits until a terminal shows a text: see NAME TEXT
see() { until_true "the terminal “$1” should show “$2”" shows "$1" "$2"; }
gone() { until_true "the terminal “$1” should not show “$2” any more" lacks "$1" "$2"; }
keys() { tmux_ send-keys -t "$@"; }
text() { tmux_ send-keys -t "$1" -l "$2"; }

# --- Displays

start_display() {
    mkfifo "$root/displayfd"
    Xvfb -displayfd 5 -screen 0 900x600x24 -nolisten tcp 5> "$root/displayfd" > /dev/null 2>&1 &
    read -r -t "$patience" display < "$root/displayfd" || fail "no display"
    export DISPLAY=:$display
}

# The bus of a session, with which GNOME's prompts come: on the display that there is by now.
start_session_bus() {
    mkfifo "$root/session"
    dbus-daemon --session --nofork --nopidfile --print-address=5 5> "$root/session" > "$root/session.log" 2>&1 &
    read -r -t "$patience" DBUS_SESSION_BUS_ADDRESS < "$root/session" || fail "no session bus"
    export DBUS_SESSION_BUS_ADDRESS
}

# The window of the question, as soon as there is one.
question() { timeout "$patience" xdotool search --sync --onlyvisible --name "${1:-^Chatelaine$}" | head -1; }

# --- Prompters

# Starts a prompter of a session with windows: its process is in $prompter.
start_prompter() {
    "$programs/chatelaine" prompter --pinentry "$1" 2> "$root/prompter.log" &
    prompter=$!
    ready has_pinentry
}

stop_prompter() {
    kill "$prompter"
    wait "$prompter" 2>/dev/null || true
}

# The pinentry that a prompter shows, if there is one.
pinentry() { pgrep -P "${1:-$prompter}"; }
has_pinentry() { pinentry "$@" > /dev/null; }

# Milliseconds from an event until a process is gone: vanishing PROCESS COMMAND...
vanishing() {
    local process=$1 start
    shift
    start=$(date +%s%N)
    "$@"
    timeout "$patience" tail -s 0.005 --pid="$process" -f /dev/null || fail "the prompt stays"
    echo $((($(date +%s%N) - start) / 1000000))
}

# Types a secret into a window, and agrees.
type_in() {
    xdotool windowfocus --sync "$1"
    xdotool type --delay 5 -- "$2"
    xdotool key Return
}
cancel_in() {
    xdotool windowfocus --sync "$1"
    xdotool key Escape
}
# Waits until a window has gone, so that the next one found is another.
closed() { until_true "the window $1 stays" not window_exists "$1"; }
window_exists() { xdotool getwindowname "$1" > /dev/null 2>&1; }

# Waits until the agent knows a program that shows prompts: ready COMMAND, which succeeds as long as one is shown.
ready() {
    local deadline=$((SECONDS + patience))
    while [ $SECONDS -lt $deadline ]; do
        ask ready evaluate 2 "Is anybody there?"
        # No program: it ends by itself.
        while kill -0 "$asking" 2>/dev/null; do
            if "$@"; then
                kill -KILL "$asking"
                until_true "the first prompt stays" not "$@"
                return
            fi
            sleep 0.02
        done
    done
    fail "no program shows prompts"
}
not() { ! "$@"; }
