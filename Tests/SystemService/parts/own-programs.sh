# shellcheck shell=bash
# Programs of ours as secured programs: their marks, the environment that they are started with, and all agents that they may meet.

heading "Programs of ours: the marks that the installation sets"
own=/srv/libexec/chatelaine
install -m 755 "$programs/chatelaine-clipboard" $own
windows=()
if [ -x "$programs/VaultWindow" ] && [ -x "$programs/KeychainWindow" ] && [ -x "$programs/chatelaine-sheet" ] && command -v Xvfb xdotool > /dev/null; then
    install -m 755 "$programs/VaultWindow" $own/chatelaine-passwords
    install -m 755 "$programs/KeychainWindow" $own/chatelaine-keychains
    install -m 755 "$programs/chatelaine-sheet" $own
    windows=($own/chatelaine-passwords $own/chatelaine-keychains $own/chatelaine-sheet)
else
    echo "skipped: chatelaine-passwords, chatelaine-keychains and chatelaine-sheet, with Xvfb and xdotool: “make build-apps” makes and installs what is missing"
fi
marked() { python3 -c 'import os, sys; sys.exit("security.capability" not in os.listxattr(sys.argv[1]))' "$1"; }
capability() { # PROGRAM: another one than that of the mark
    python3 -c 'import os, struct, sys; os.setxattr(sys.argv[1], "security.capability", struct.pack("<5I", 0x02000000, 1 << 13, 0, 0, 0))' "$1"
}
again() { /srv/bin/chatelaine agent install --system; }
chmod 757 $own/chatelaine-clipboard
expect "a program that others can change is not marked, and named" says "chatelaine-clipboard” can be changed by others" again
expect "and the others are" marked /srv/bin/chatelaine
chmod 755 $own/chatelaine-clipboard; capability $own/chatelaine-clipboard
expect "nor is one with other capabilities" says "capabilities of its own" again
install -m 755 "$programs/chatelaine-clipboard" $own
for program in /srv/bin/chatelaine $own/chatelaine-clipboard "${windows[@]}"; do
    expect "the installation says what it marks (${program##*/})" says "marked “$program”" again
    expect "and does (${program##*/})" marked "$program"
done
expect "status finds nothing missing" not says "is not secured" freely bob /srv/bin/chatelaine status
install -m 755 "$programs/chatelaine-clipboard" $own/new; mv $own/new $own/chatelaine-clipboard
expect "after an update status says which program has lost its mark" says "chatelaine-clipboard” is not secured" freely bob /srv/bin/chatelaine status
expect "and what to do" says "agent install --system" freely bob /srv/bin/chatelaine status
expect "which is enough" again
expect "then it has its mark again" marked $own/chatelaine-clipboard
mkdir /srv/plain; mount -t ramfs -o mode=755 none /srv/plain; mkdir -p /srv/plain/bin /srv/plain/libexec
cp /srv/bin/chatelaine /srv/plain/bin; cp -r $own /srv/plain/libexec
expect "where the file system keeps no capabilities the installation says so, and goes on" \
    bash -c 'said=$(/srv/plain/bin/chatelaine agent install --system) && grep -q "keeps no capabilities" <<< "$said" && grep -q "chatelaine migrate" <<< "$said"'
umount /srv/plain; again > /dev/null

heading "Programs of ours: traps in the environment and in the home directory"
own_home=$homes/bob agents=0
"$tests/make-traps.sh" $own_home "$compiler"
mkdir -p /srv/twins/bin /srv/twins/libexec/chatelaine
cp --preserve=mode /srv/bin/chatelaine /srv/twins/bin; cp --preserve=mode $own/* /srv/twins/libexec/chatelaine
if [ ${#windows[@]} -gt 0 ]; then
    mkfifo /srv/display; exec {display}<> /srv/display
    Xvfb -displayfd "$display" -nolisten tcp -noreset > /dev/null 2>&1 & xvfb=$!
    read -r -t 30 -u "$display" number
    export DISPLAY=:$number
fi
trap_run() { # KIND PROGRAM…: as bob, until it ends or shows a window
    python3 "$tests/traps.py" run $own_home /srv/names "$@"
}
names_of() { # WINDOW: writes the names of variables in what it has mapped when it shows itself
    setpriv --reuid bob --regid bob --clear-groups env -i PATH=/usr/bin:/bin HOME=$own_home DISPLAY="$DISPLAY" "$1" > /dev/null 2>&1 &
    local process=$!
    timeout 30 xdotool search --sync --onlyvisible --pid $process > /dev/null
    python3 "$tests/traps.py" names /srv/names $process
    kill $process; wait $process 2> /dev/null || true
}
trapped() { # PROGRAM ARGUMENT…: with the mark nothing of bob's is loaded, and without it is
    local name=${1##*/} twin=/srv/twins${1#/srv} kind
    for kind in library directory; do
        expect "no library of bob's is loaded by the marked $name ($kind)" says "no trap was loaded" trap_run $kind "$@"
    done
    expect "and its twin without the mark loads one ($name)" says "a trap was loaded" trap_run library "$twin" "${@:2}"
}
python3 "$tests/traps.py" names /srv/names /srv/twins/bin/chatelaine
trapped /srv/bin/chatelaine get mail bob
python3 "$tests/traps.py" names /srv/names /srv/twins/libexec/chatelaine/chatelaine-clipboard
trapped $own/chatelaine-clipboard 60000
if [ ${#windows[@]} -gt 0 ]; then
    names_of /srv/twins/libexec/chatelaine/chatelaine-passwords
    trapped $own/chatelaine-passwords
    expect "the marked window shows itself among the traps" says shown trap_run library $own/chatelaine-passwords
    expect "its twin loads one by variables of its libraries alone" says "a trap was loaded" trap_run modules /srv/twins/libexec/chatelaine/chatelaine-passwords
    expect "and the marked one does not" says "no trap was loaded" trap_run modules $own/chatelaine-passwords
    trapped $own/chatelaine-keychains
    trapped $own/chatelaine-sheet
    reads_only_known() { # of the home directory: what Docs/secured-programs.md names
        local said; said=$(trap_run library "$1"); printf '%s\n' "$said"
        ! grep '^opened ' <<< "$said" | grep -vE '^opened \.(Xdefaults.*|icons(/.*)?|themes(/.*)?|XCompose|config/chatelaine/.*)$'
    }
    for program in "${windows[@]}"; do
        expect "of bob's settings ${program##*/} reads no others than those that are documented" reads_only_known "$program"
    done
fi

heading "Programs of ours: with each agent, with the mark and without"
serves() { # DESCRIPTION MEANS BASE ENVIRONMENT…: the command line, its clipboard and the window; MEANS is freely, or as for no mark
    local about=$1 means=$2 base=$3; shift 3
    expect "set ($about)" give "own secret" "$means" bob env "$@" "$base/bin/chatelaine" set own "$about"
    expect "get ($about)" says "own secret" "$means" bob env "$@" "$base/bin/chatelaine" get own "$about"
    expect "status ($about)" "$means" bob env "$@" "$base/bin/chatelaine" status
    [ ${#windows[@]} -gt 0 ] || return 0
    expect "clipboard ($about)" says "own secret" copies "$means" "$base" "$@"
    expect "the window shows itself ($about)" says shown env "$@" python3 "$tests/traps.py" run $own_home /srv/names none "$base/libexec/chatelaine/chatelaine-passwords"
}
copies() { # MEANS BASE ENVIRONMENT…: what is on the clipboard after a copy
    give "own secret" "$1" bob env DISPLAY="$DISPLAY" "${@:3}" "$2/bin/chatelaine" clipboard --seconds 20 > /dev/null
    timeout 20 xclip -selection clipboard -o
    pkill -u bob -x chatelaine-clip || true
}
command -v xclip > /dev/null || copies() { echo "own secret; skipped: xclip is not installed"; }
serves "system service, marked" freely /srv NOTHING=
serves "system service, without the mark's effect" as /srv NOTHING=
serves "embedded, marked" freely /srv CHATELAINE_HOME=$own_home/own-embedded
serves "embedded, no mark" freely /srv/twins CHATELAINE_HOME=$own_home/own-embedded
for base in /srv /srv/twins; do
    agents=$((agents + 1)) its=CHATELAINE_HOME=$own_home/own-agent$agents
    mkfifo /srv/own-agent; exec {said}<> /srv/own-agent
    freely bob env "$its" $base/bin/chatelaine agent > /srv/own-agent 2>&1 &
    while read -r -t 30 -u "$said" line && [[ $line != *istening* ]]; do :; done
    serves "an agent of bob's, from $base" freely $base "$its"
    expect "it is served by that agent" says "served by       the agent" freely bob env "$its" $base/bin/chatelaine status
    pkill -u bob -f "^[^ ]*chatelaine(-agent| agent)" || true; wait $! 2> /dev/null || true
    exec {said}>&-; rm /srv/own-agent
done
if [ ${#windows[@]} -gt 0 ]; then
    heading "Programs of ours: the window of the keychains with the system service"
    log_of_bob() { give four-silly-words freely bob /srv/bin/chatelaine log --passcode-stdin | grep -E '^[0-9]+\s'; }
    mark_log() { last=$(log_of_bob | tail -n 1 | cut -f 1); }
    was_shown() { # whether the window was given items since the last mark
        log_of_bob | awk -F '\t' -v last="$last" '$1 > last && /search\tok\tgenp/ && /chatelaine-keychains/ { n++ } END { exit !n }'
    }
    is_shown() { # the same within half a minute
        local end=$((SECONDS + 30))
        until was_shown; do [ $SECONDS -lt $end ] || return 1; done
    }
    keys() { xdotool windowfocus --sync "$window"; xdotool "$@"; }
    expect "there is a passcode" give four-silly-words freely bob /srv/bin/chatelaine passcode set --stdin
    mark_log
    freely bob env DISPLAY="$DISPLAY" $own/chatelaine-keychains > /dev/null 2>&1 & shown=$!
    window=$(timeout 30 xdotool search --sync --onlyvisible --name Keychains | tail -n 1)
    expect "the marked window shows itself" test -n "$window"
    expect "and is shown no item before the passcode" not was_shown
    expect "the passcode is typed" keys type four-silly-words
    keys key Return
    expect "then it lists bob's items" is_shown
    expect "a lock" freely bob /srv/bin/chatelaine lock
    mark_log
    expect "and the passcode again" keys type four-silly-words
    keys key Return
    expect "shows them again" is_shown
    kill $shown; wait $shown 2> /dev/null || true
    expect "without the passcode again" give four-silly-words freely bob /srv/bin/chatelaine passcode remove --stdin
    # No part of the wall: who has the display has what is on it.
    mkfifo /srv/own-display; exec {own_display}<> /srv/own-display
    freely bob Xvfb -displayfd "$own_display" -nolisten tcp -noreset > /dev/null 2>&1 & own_xvfb=$!
    read -r -t 30 -u "$own_display" number
    freely bob env DISPLAY=:$number $own/chatelaine-passwords > /dev/null 2>&1 & shown=$!
    expect "on a display of bob's own the marked window shows itself" \
        freely bob env DISPLAY=:$number timeout 30 xdotool search --sync --onlyvisible --name "." getwindowname
    kill $shown $own_xvfb; wait $shown $own_xvfb 2> /dev/null || true
    exec {own_display}>&-
    kill $xvfb; wait $xvfb 2> /dev/null || true
    unset DISPLAY; exec {display}>&-
fi
rm -rf $own_home/{traps,ran,own-*} $own_home/.[a-zA-Z]*
