#!/bin/bash
# Makes the pictures and the recordings of Docs/prompts.md.
# usage: screenshots.sh DIRECTORY (as root)
set -euo pipefail
if [ "${2:-}" != inside ]; then
    # A directory for programs that only these processes see, with a path that is the same each time.
    # shellcheck disable=SC2016
    exec unshare --mount --propagation private bash -c 'mount -t tmpfs -o mode=755 tmpfs /srv && exec "$0" "$1" inside' \
        "$(realpath "$0")" "$(realpath "${1:?usage: $0 DIRECTORY}")"
fi
# shellcheck source=Tests/Prompter/support.sh
source "$(dirname "$0")/support.sh"
pages=$(realpath "$(dirname "$0")/../../Docs")
finger=1 either=2

has_virtual_reader || fail "this takes root, fprintd and polkitd"
mkdir -p /srv/example/bin "$pages/screenshots"
program() {
    [ -e "/srv/example/bin/$1" ] || cp "$programs/agent-probe" "/srv/example/bin/$1"
    echo "/srv/example/bin/$1"
}

# A picture of a window, once it is drawn: two looks at it that show the same.
picture() {
    local before="" now=$root/now.png
    drawn() {
        import -window "$1" "$now"
        local sum
        sum=$(identify -format '%#' "$now")
        [ "$sum" = "$before" ] || { before=$sum; return 1; }
        [ "$(identify -format %k "$now")" -gt 8 ]
    }
    until_true "no picture of $2" drawn "$1"
    convert "$now" -strip +dither -colors 64 -define png:compression-level=9 "png8:$pages/screenshots/$2.png"
    echo "$2: $(identify -format '%wx%h' "$now"), $(stat -c %s "$pages/screenshots/$2.png") bytes"
}

# Puts what a terminal shows into the page, behind the line that names it.
recording() {
    contents "$1" | sed -e 's/ *$//' | sed -e '/./,$!d' > "$root/recording"
    perl -0pi -e '
        BEGIN { ($name, $file) = (shift, shift); open F, "<", $file; local $/; $text = <F>; $text =~ s/\s+\z//; }
        s/(<!-- recording: \Q$name\E -->\n```text\n).*?\n?```/$1$text\n```/s or die "no place for “$name”\n"' \
        "$2" "$root/recording" "$pages/prompts.md"
    echo "$2: recorded"
}
end() { kill -KILL "$asking"; }

start_reader
"$programs/chatelaine" fingerprint enroll > "$root/enroll.log" 2>&1 &
for _ in 1 2 3 4 5; do reader "SCAN f1"; done
start_agent
chatelaine apps ask yes --passcode-stdin <<< "$passcode"
"$(program mail-reader)" add - mail.example.com kim secret
start_display
start_session_bus

windows() {
    local window
    start_prompter "/usr/bin/pinentry-$1"
    ask photo-safe evaluate $finger "Open the private album" "Use Password"
    window=$(question); picture "$window" "$1-finger"
    reader "SCAN f2"
    closed "$window"
    window=$(question); picture "$window" "$1-finger-again"
    end; closed "$window"
    ask photo-safe evaluate $either "Open the private album"
    window=$(question)
    chatelaine approve "$(chatelaine approve | cut -f1)" --fall-back 2> /dev/null
    closed "$window"
    window=$(question); picture "$window" "$1-passcode"
    type_in "$window" "wrong"
    closed "$window"
    window=$(question); picture "$window" "$1-wrong-passcode"
    end; closed "$window"
    ask newsletter read mail-reader mail.example.com kim
    window=$(question); picture "$window" "$1-consent"
    end; closed "$window"
    stop_prompter
}
windows gtk-2
windows gnome3

rows=24 columns=80
terminal curses "exec '$programs/chatelaine' prompter --pinentry /usr/bin/pinentry-curses"
ready shows curses "“ready” asks"
ask photo-safe evaluate $finger "Open the private album"
see curses "Touch the fingerprint reader."
reader "RETRY 1"
see curses "too short"
recording curses curses-finger
end; gone curses photo-safe
ask photo-safe evaluate $either "Open the private album"
see curses "<Use Passcode>"
keys curses Enter
see curses "Passcode: ___"
recording curses curses-passcode
end; gone curses photo-safe
tmux_ kill-session -t curses

shell() { terminal "$1" "PATH='$programs':\$PATH PS1='\$ ' exec bash --norc --noprofile -i"; see "$1" '$'; }
# The recorded shells keep no history.
export HISTFILE=
shell follow
text follow "chatelaine approve --follow"
keys follow Enter
ready_to_follow() { chatelaine approve > "$root/waiting" && [ -s "$root/waiting" ] && shows follow "Esc: Cancel"; }
ask photo-safe evaluate $either "Open the private album"
until_true "no program shows prompts" ready_to_follow
keys follow Enter
see follow "Passcode of the keychain (Esc: Cancel):"
text follow wrong
keys follow Enter
see follow "passcode is wrong"
text follow "$passcode"
keys follow Enter
answer photo-safe yes
recording follow approve-follow
tmux_ kill-session -t follow

shell list
ask photo-safe evaluate $either "Open the private album"
until_true "no question" questions 1
number=$(chatelaine approve | cut -f1)
text list "chatelaine approve"
keys list Enter
see list "asks for your fingerprint"
text list "chatelaine approve $number --fall-back"
keys list Enter
until_true "the passcode should be asked for" eval 'chatelaine approve | grep -q "asks for the passcode"'
text list "chatelaine approve $number"
keys list Enter
see list "Passcode of the keychain:"
text list "$passcode"
keys list Enter
answer photo-safe yes
recording list approve
