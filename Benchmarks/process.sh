#!/bin/bash
# Compares the command line with secret-tool and gnome-keyring, each with 1,000 items, in one run.
# Everything runs in a temporary home directory and on a separate message bus; the user's keyring is not touched.
# usage: process.sh CHATELAINE
set -euo pipefail
chatelaine=$(realpath "$1")
bench=$("$(dirname "$0")/../Scripts/build.sh" --release --show-bin-path)/keychain-bench
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home XDG_DATA_HOME=$home/data XDG_RUNTIME_DIR=$home/run XDG_CONFIG_HOME=$home/config CHATELAINE_HOME=$home/chatelaine
mkdir -p -m 700 "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" "$XDG_CONFIG_HOME"
unset DISPLAY WAYLAND_DISPLAY

dbus-run-session -- bash -euo pipefail -c '
    printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null
    "$1" processes "$2" "$(command -v secret-tool)" 1000
    status=$?
    pkill -P $$ gnome-keyring || true
    exit $status
' bash "$bench" "$chatelaine" 2> >(grep -v "gnome-keyring-daemon" >&2)
