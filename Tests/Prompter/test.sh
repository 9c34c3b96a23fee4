#!/bin/bash
# Shows a question of the agent's with a real pinentry on a display of the test's own, and answers it with the keyboard.
# usage: test.sh DIRECTORY (with chatelaine, chatelaine-agent and agent-probe)
set -euo pipefail
programs=$(realpath "${1:?usage: test.sh DIRECTORY}")
root=$(mktemp -d /tmp/chatelaine-prompter.XXXXXX)
export CHATELAINE_HOME=$root
export -n DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$root"' EXIT
fail() { echo "FAILED: $1" >&2; exit 1; }
chatelaine() { timeout 30 "$programs/chatelaine" "$@"; }

mkfifo "$root/displayfd" "$root/agent-says"
Xvfb -displayfd 5 -screen 0 900x600x24 -nolisten tcp 5> "$root/displayfd" > /dev/null 2>&1 &
read -r -t 30 display < "$root/displayfd" || fail "no display"
export DISPLAY=:$display
# The window of the question, as soon as there is one.
question() { timeout 30 xdotool search --sync --onlyvisible --name "^Chatelaine$" | head -1; }

"$programs/chatelaine" agent > "$root/agent-says" &
read -r -t 30 line < "$root/agent-says" || fail "no agent"
[[ $line == "listening on "* ]] || fail "the agent says: $line"
"$programs/agent-probe" add - service account hunter2
cp "$programs/agent-probe" "$root/other-program"
chatelaine apps ask yes
printf 'passcode1\npasscode1\n' | chatelaine passcode set --stdin
ask() { setsid --wait timeout 60 "$root/other-program" read agent-probe service account; }

"$programs/chatelaine" prompter --pinentry /usr/bin/pinentry-gtk-2 2> /dev/null &

ask > "$root/answer" 2>&1 & asking=$!
window=$(question)
xdotool windowfocus --sync "$window"; xdotool type passcode1; xdotool key Return
wait $asking || fail "the passcode did not allow it: $(cat "$root/answer")"
[ "$(cat "$root/answer")" = hunter2 ] || fail "allowed, but the answer is $(cat "$root/answer")"
echo "ok: the passcode in the prompt allows it"

ask > "$root/answer" 2>&1 & asking=$!
window=$(question)
xdotool windowfocus --sync "$window"; xdotool key Escape
wait $asking && fail "denied, and yet: $(cat "$root/answer")"
grep -q -- -34018 "$root/answer" || fail "denied, but: $(cat "$root/answer")"
echo "ok: Escape denies it"

"$root/other-program" read agent-probe service account > "$root/answer" 2>&1 & asking=$!
window=$(question)
pinentry=$(pgrep -x -n pinentry-gtk-2)
kill $asking
timeout 30 tail --pid="$pinentry" -f /dev/null || fail "the question stays when its program has gone"
echo "ok: the question goes when its program goes"
