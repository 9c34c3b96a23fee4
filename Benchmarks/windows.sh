#!/bin/bash
# Compares the time from the start to the first frame of each desktop app with that of a bare libadwaita window, 15
# times each in turns, on a separate display.
# Prints the medians in milliseconds and their ratio, and fails if one ratio is above 1.5.
# usage: windows.sh PREFIX, where “make install PREFIX=” has installed release builds
set -euo pipefail
prefix=$(realpath "$1")
sources=$(realpath "$(dirname "$0")/Windows")
home=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$home"' EXIT
gcc -O2 -o "$home/bare-window" "$sources/bare-window.c" $(pkg-config --cflags --libs libadwaita-1)
gcc -O2 -o "$home/first-frame" "$sources/first-frame.c" $(pkg-config --cflags --libs xdamage x11)
mkfifo "$home/display"
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp -noreset 3>"$home/display" 2>/dev/null &
read -r display <"$home/display"
export DISPLAY=:$display GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none LANG=C.UTF-8
export HOME=$home XDG_RUNTIME_DIR=$home/run XDG_DATA_HOME=$home/share XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache
export CHATELAINE_HOME=$home/keychains CHATELAINE_TEXTS=tutorial
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
unset WAYLAND_DISPLAY
# GTK programs look for a session bus, and wait if there is none.
eval "$(dbus-launch --sh-syntax)"
trap 'kill "$DBUS_SESSION_BUS_PID" $(jobs -p) 2>/dev/null; rm -rf "$home"' EXIT

median() { sort -n | sed -n 8p; }
failed=0
printf '%-24s %10s %10s %8s\n' program "ms" "bare, ms" ratio
for app in chatelaine-passwords chatelaine-keychains TouchMeIn ChristmasKeeper ACME TestHost; do
    : >"$home/app"; : >"$home/bare"
    # Run each program once to fill the caches.
    "$home/first-frame" "$prefix/libexec/chatelaine/$app" >/dev/null
    "$home/first-frame" "$home/bare-window" >/dev/null
    for _ in $(seq 15); do
        "$home/first-frame" "$prefix/libexec/chatelaine/$app" >>"$home/app"
        "$home/first-frame" "$home/bare-window" >>"$home/bare"
    done
    awk -v app="$app" -v a="$(median <"$home/app")" -v b="$(median <"$home/bare")" \
        'BEGIN { printf "%-24s %10.1f %10.1f %8.2f\n", app, a / 1e6, b / 1e6, a / b; exit a / b > 1.5 }' || failed=1
done
exit $failed
