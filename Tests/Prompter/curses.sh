#!/bin/bash
# Prompts in a terminal, by pinentry-curses: what they say, and what comes back.
# usage: curses.sh DIRECTORY
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"
passcode='pä%s w_1'
either=2    # LAPolicy.deviceOwnerAuthentication; here, without a reader, the passcode

start_agent
terminal prompter "exec '$programs/chatelaine' prompter --pinentry /usr/bin/pinentry-curses"
prompter=$(tmux_ display -p -t prompter '#{pane_pid}')
ready shows prompter "“ready” asks"

ask texts evaluate $either $'50 % für Käthe:\e[31m\n%0Anicht %s' "" "No_w"
see prompter "“texts” asks for the passcode of the keychain:"
see prompter "“50 % für Käthe: [31m %0Anicht %s”"
see prompter "<OK>"
see prompter "<No_w>"
text prompter "$passcode"
keys prompter Enter
answer texts yes
ok "percent signs, umlauts and control characters, in the reason and in the passcode"

ask long-reason evaluate $either "$(printf 'a%.0s' {1..199})zb$(printf 'c%.0s' {1..300})"
see prompter "az”"
lacks prompter zb || fail "a reason of 500 characters is to be cut at 200"
keys prompter Tab Tab Enter
answer long-reason -2
ok "a reason of 500 characters is cut at 200; Cancel cancels"

# All of it takes more bytes than a line of pinentry's protocol has.
long=$root
for _ in 1 2 3 4; do long=$long/$(printf 'l%.0s' {1..240}); done
mkdir -p "$long"
ln "$(program short)" "$long/program"
ln -s "$long/program" "$root/link"
ask link evaluate $either "$(printf '🗝%.0s' {1..250})"
see prompter "“program” asks for the passcode of the keychain:"
see prompter "/program"
text prompter "$passcode"
keys prompter Enter
answer link yes
ok "a long path and a reason of many bytes leave a prompt that can be answered"

ask wrong evaluate $either "Open the safe"
see prompter "“wrong” asks for"
for attempt in 1 2; do
    lacks prompter "passcode is wrong" || [ $attempt = 2 ] || fail "a message before there was a passcode"
    process=$(pinentry)
    text prompter "not it"
    keys prompter Enter
    until_true "there should be another prompt" eval "has_pinentry && [ \"\$(pinentry)\" != $process ]"
    see prompter "passcode is wrong"
done
text prompter "$passcode"
keys prompter Enter
answer wrong yes
ok "a wrong passcode, another one, then the right one"

ask killed evaluate $either "Open the safe"
see prompter "“killed” asks for"
echo "ok: the prompt goes when its program is killed: $(vanishing "$(pinentry)" kill -KILL "$asking") ms"
gone prompter "“killed” asks for"

ask first evaluate $either "The first of two"
first=$asking
see prompter "“first” asks for"
ask second evaluate $either "The second of two"
text prompter "$passcode"
keys prompter Enter
see prompter "“second” asks for"
second=$asking asking=$first
answer first yes
asking=$second
text prompter "$passcode"
keys prompter Enter
answer second yes
ok "two programs at once are asked about one after the other"

for what in userPresence devicePasscode; do
    ask items protect $what service $what "secret of $what"
    answer items 0
    ask items fetch service $what "Look into the safe"
    see prompter "“Look into the safe”"
    text prompter "$passcode"
    keys prompter Enter
    answer items "secret of $what"
done
ask items protect applicationPassword service own "a secret of its own"
see prompter "asks for a new password to protect an item with"
see prompter "Password: ___"
text prompter "own password"
keys prompter Enter
see prompter "Again: ___"
text prompter "another"
keys prompter Enter
see prompter "The two are not the same."
text prompter "own password"
keys prompter Enter
see prompter "Again: ___"
text prompter "own password"
keys prompter Enter
answer items 0
ask items fetch service own "Look into the safe"
see prompter "asks for the password of an item"
text prompter "own password"
keys prompter Enter
answer items "a secret of its own"
ok "items that require the presence of the user, the passcode, or a password of their own"

ask left evaluate $either "Open the safe"
see prompter "“left” asks for"
process=$(pinentry)
keys prompter C-c
timeout "$patience" tail --pid="$process" -f /dev/null || fail "the pinentry outlives the prompter"
# ^C reaches the pinentry too: the program may have been told already that its question was cancelled.
kill "$asking" 2>/dev/null || true
ok "^C ends the prompter, and its pinentry with it"
