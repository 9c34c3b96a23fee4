#!/bin/bash
# Prompts while a fingerprint reader waits: the real fprintd with libfprint's virtual reader.
# usage: finger.sh DIRECTORY (as root)
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"
has_virtual_reader || { echo "left out: it takes root, fprintd and polkitd"; exit 0; }
finger=1 either=2    # LAPolicy.deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthentication

start_reader
"$programs/chatelaine" fingerprint enroll --finger right-index-finger > "$root/enroll.log" 2>&1 & enrolling=$!
for _ in 1 2 3 4 5; do reader "SCAN f1"; done
wait $enrolling || fail "the finger is not enrolled"
start_agent
terminal prompter "exec '$programs/chatelaine' prompter --pinentry /usr/bin/pinentry-curses"
prompter=$(tmux_ display -p -t prompter '#{pane_pid}')
ready shows prompter "“ready” asks"

ask touch evaluate $finger "Open the safe"
see prompter "“touch” asks for your fingerprint:"
see prompter "“Open the safe”"
see prompter "Touch the fingerprint reader."
reader "RETRY 1"
see prompter "too short"
reader "SCAN f1"
answer touch yes
gone prompter "“touch” asks"
ok "the reader's advice is shown while it waits, then the finger is taken"

ask stranger evaluate $finger "Open the safe" "Use Password"
see prompter "“stranger” asks"
lacks prompter "<Use Password>" || fail "the program's own way comes after a finger that did not match"
reader "SCAN f2"
see prompter "That did not match. Try again."
see prompter "<Use Password>"
keys prompter Enter
answer stranger -3
ok "a stranger's finger, then what the program falls back on"

ask fallback evaluate $either "Open the safe"
see prompter "<Use Passcode>"
keys prompter Enter
see prompter "asks for the passcode of the keychain"
text prompter "$passcode"
keys prompter Enter
answer fallback yes
ok "while the reader waits, the passcode can be chosen"

ask cancelled evaluate $finger "Open the safe"
see prompter "“cancelled” asks"
keys prompter Enter
answer cancelled -2
ok "Cancel, the only button, cancels"

ask first evaluate $finger "The first of two"
first=$asking
see prompter "“first” asks"
ask second evaluate $finger "The second of two"
second=$asking
until_true "two programs should be asked about" questions 2
reader "SCAN f1"
see prompter "“second” asks"
reader "SCAN f1"
asking=$first; answer first yes
asking=$second; answer second yes
ok "two programs at once get a finger each, in turn"

ask item protect biometryAny service finger "secret of a finger"
answer item 0
ask item fetch service finger "Look into the safe"
see prompter "“Look into the safe”"
reader "SCAN f1"
answer item "secret of a finger"
ok "an item that takes a finger"

tmux_ kill-session -t prompter
ask unseen evaluate $either "Open the safe"
until_true "the question should be listed" questions 1
number=$(chatelaine approve | cut -f1)
status=0
chatelaine approve "$number" 2> "$root/advice.log" || status=$?
[ $status != 0 ] && grep -q -- --fall-back "$root/advice.log" || fail "approve should advise --fall-back"
chatelaine approve "$number" --fall-back 2> /dev/null
until_true "the passcode should be asked for" eval 'chatelaine approve | grep -q "asks for the passcode"'
chatelaine approve "$number" --passcode-stdin <<< "$passcode" 2> /dev/null
answer unseen yes
ok "without a prompter: approve lists it, falls back on the passcode and takes it"

ask killed evaluate $finger "Open the safe"
until_true "the question should be listed" questions 1
kill -KILL "$asking"
until_true "the question stays" questions 0
ask after evaluate $finger "Open the safe"
reader "SCAN f1"
answer after yes
ok "the reader is free again after its program was killed"

ask strangers evaluate $finger "Open the safe"
for _ in 1 2 3; do reader "SCAN f2"; done
answer strangers -1
ok "three fingers that do not match end the prompt"
