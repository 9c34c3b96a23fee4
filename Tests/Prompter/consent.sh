#!/bin/bash
# A question about another program's secrets, in a window.
# usage: consent.sh DIRECTORY
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"

start_display
start_agent
"$(program owner)" add - service account hunter2
chatelaine apps ask yes --passcode-stdin <<< "$passcode"
start_prompter /usr/bin/pinentry-gtk-2

# In a session of its own: what is allowed is allowed until its end.
other_program() { exec setsid "$(program other-program)" read owner service account > "$root/other-program.answer" 2>&1; }

other_program & asking=$!; disown
type_in "$(question)" "$passcode"
answer other-program hunter2
ok "the passcode in the prompt allows it"

other_program & asking=$!; disown
cancel_in "$(question)"
timeout "$patience" tail --pid="$asking" -f /dev/null || fail "the program still waits"
grep -q -- -34018 "$root/other-program.answer" || fail "denied, but: $(cat "$root/other-program.answer")"
ok "Escape denies it"

other_program & disown
question > /dev/null
until_true "no pinentry" has_pinentry
process=$(pgrep -x -f "$root/other-program read owner service account")
echo "ok: the question goes when its program goes ($(vanishing "$(pinentry)" kill "$process") ms)"
