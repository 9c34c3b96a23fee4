#!/bin/bash
# Prompts in a terminal without a pinentry: “chatelaine approve --follow” and “chatelaine approve NUMBER”.
# usage: terminal.sh DIRECTORY
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"
passcode='pä%s w_1'
either=2    # LAPolicy.deviceOwnerAuthentication; here, without a reader, the passcode

start_agent

ask unanswered evaluate $either "Open the safe"
answer unanswered -1004
ok "without a program that shows prompts, the request fails at once"

terminal follow "exec '$programs/chatelaine' approve --follow"
ready questions 1
# Asks, and waits until the terminal says so.
answered_in_terminal() {
    ask "$@"
    see follow "/$1"
}

answered_in_terminal right evaluate $either $'50 % für\e[31m Käthe'
see follow "50 % für [31m Käthe"
see follow "Passcode of the keychain (Esc: Cancel):"
text follow "$passcode"
lacks follow "$passcode" || fail "the terminal shows what is typed"
keys follow Enter
answer right yes
ok "follow: the passcode"

answered_in_terminal wrong evaluate $either "Open the safe"
text follow "not it"
keys follow Enter
see follow "passcode is wrong"
tmux_ clear-history -t follow
tmux_ send-keys -t follow -R
text follow "not it either"
keys follow Enter
see follow "passcode is wrong"
text follow "$passcode"
keys follow Enter
answer wrong yes
ok "follow: a wrong passcode, another one, then the right one"

for key in Escape C-c; do
    answered_in_terminal "cancelled-$key" evaluate $either "Open the safe"
    keys follow $key
    answer "cancelled-$key" -2
done
ok "follow: Esc and ^C cancel"

answered_in_terminal killed evaluate $either "Open the safe"
questions 1 || fail "one question should wait"
start=$(date +%s%N)
kill -KILL "$asking"
until_true "the question stays" questions 0
ok "follow: the question is gone after its program was killed (within $((($(date +%s%N) - start) / 1000000)) ms, with the time that asking takes)"

answered_in_terminal listed evaluate $either "Open the safe"
number=$(chatelaine approve | cut -f1)
chatelaine approve | grep -qF "“$root/listed”" || fail "the list does not name the program"
terminal approve "'$programs/chatelaine' approve $number; echo ended \$?; read"
see approve "“Open the safe”"
see approve "Passcode of the keychain:"
text approve "not it"
keys approve Enter
see approve "passcode is wrong"
terminal approve "'$programs/chatelaine' approve $number; echo ended \$?; read"
see approve "Passcode of the keychain:"
text approve "$passcode"
keys approve Enter
see approve "ended 0"
answer listed yes
ok "approve NUMBER: a wrong passcode, then the right one"

answered_in_terminal denied evaluate $either "Open the safe"
chatelaine approve "$(chatelaine approve | cut -f1)" --deny 2> /dev/null
answer denied -2
ok "approve NUMBER --deny"
