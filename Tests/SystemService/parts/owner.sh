# shellcheck shell=bash
# Who is asked before something opens or locks everything: a first passcode, a recovery key, a keychain that brings both. With the real
# polkit of the part before, then without it.

heading "The owner: a first passcode and a recovery key"
account() { # NAME NUMBER
    echo "$1:x:$2:$2::/home/$1:/bin/bash" >> /etc/passwd; echo "$1:x:$2:" >> /etc/group
    install -d -o "$1" -g "$1" -m 700 "/home/$1"
    echo "$1:$1's password" | chpasswd
}
begin() { # COMMAND…: one of $person's, which starts when the first line of its input comes, and can be interrupted; its number is $asking
    rm -f /srv/tell /srv/told; mkfifo -m 666 /srv/tell /srv/told
    setpriv --reuid "$person" --regid "$person" --clear-groups \
        env -i --default-signal=INT PATH=/usr/bin:/bin HOME="/home/$person" XDG_RUNTIME_DIR="/home/$person/run" \
        bash -c 'echo ready; read -r _; exec "$@"' - "$@" < /srv/tell > /srv/told 2>&1 &
    asking=$!
    exec 8> /srv/tell 9< /srv/told
    read -r -t 30 -u 9 _
}
output_of() { # INPUT COMMAND…: all that it says, and its status; "${reply[@]}" says which authentication agent there is, if any
    local status=0
    begin "${@:2}"
    [ ${#reply[@]} = 0 ] || agent "${reply[@]}"
    printf 'go\n%s' "$1" >&8; exec 8>&-
    timeout 90 cat <&9 || true
    exec 9<&-
    wait "$asking" || status=$?
    echo "status $status"
    [ ${#reply[@]} = 0 ] || no_agent
}
plays() { # TEXT INPUT COMMAND…: a command of $person's says so; and that it waits only where an agent is there
    local output; output=$(output_of "${@:2}")
    printf '%s\n' "$output"
    grep -qF -- "$1" <<< "$output" || return 1
    [ ${#reply[@]} != 0 ] || ! grep -q "^waiting" <<< "$output"
}
has() { # USER TEXT: the user's keychain with the service is so
    says "$2" as "$1" /srv/bin/chatelaine status --json
}
has_no_passcode() { # USER
    local status=0
    as "$1" /srv/bin/chatelaine passcode verify --stdin <<< "hopefully not" || status=$?
    [ "$status" = 44 ]
}
has_passcode() { give "$2" as "$1" /srv/bin/chatelaine passcode verify --stdin; } # USER PASSCODE
plant() { # USER PASSCODE: a keychain with a passcode and a recovery key of a program's, where the user's would be
    as "$1" env PASSCODE="$2" bash -c '
        export CHATELAINE_HOME=$HOME/made
        printf "planted\n" | /srv/bin/chatelaine set planted item
        printf "%s\n" "$PASSCODE" | /srv/bin/chatelaine passcode set --stdin
        printf "%s\n" "$PASSCODE" | /srv/bin/chatelaine recovery-key make --yes --passcode-stdin > "$HOME/planted-key" 2> /dev/null
        mkdir -p "$HOME/.local/share/chatelaine"; cp -r "$CHATELAINE_HOME/data/." "$HOME/.local/share/chatelaine"'
}
told_while_asked() { # that it waits, and interrupting it takes the dialogue away
    local line result=1
    begin /srv/bin/chatelaine passcode set --stdin
    agent hold
    printf 'go\nattackers\n' >&8; exec 8>&-
    while read -r -t 60 -u 9 line; do
        if [[ $line = "waiting: you are asked whether this may be done"* ]]; then result=0; break; fi
    done
    kill -INT "$asking"
    is_shown "^taken" || result=1
    exec 9<&-; wait "$asking" || true
    no_agent; return $result
}
known=00112233445566778899aabbccddeeff01234567
account dave 7004; account erin 7005; account frank 7006
if has_polkit; then
    rm -f /run/chatelaine/agent.socket; start; listening
    person=dave reply=()
    expect "without an agent of dave's no program sets the first passcode" \
        plays "polkit cannot ask the user" $'attackers\n' /srv/bin/chatelaine passcode set --stdin
    expect "nor makes a recovery key" plays "polkit cannot ask the user" "" /srv/bin/chatelaine recovery-key make --yes
    expect "nor has one of its own count" \
        plays "polkit cannot ask the user" "$known"$'\n' /srv/bin/chatelaine recovery-key confirm --stdin
    reply=(dismiss)
    expect "a dialogue that was closed is a no" plays "status 128" $'attackers\n' /srv/bin/chatelaine passcode set --stdin
    reply=(cheat)
    expect "and so is an agent that says itself that the password was right" \
        plays "was not entered correctly" $'attackers\n' /srv/bin/chatelaine passcode set --stdin
    expect "the command says that it waits, and ^C takes the dialogue away" told_while_asked
    expect "dave has no passcode" has_no_passcode dave
    expect "and no recovery key" has dave '"recoveryKey": false'
    reply=(answer "dave's password")
    expect "with dave's password a recovery key counts" \
        plays "status 0" "$known"$'\n' /srv/bin/chatelaine recovery-key confirm --stdin
    expect "which the dialogue named" grep -qF "Make a recovery key that opens everything" /srv/shown
    expect "or is made" plays "status 0" "" /srv/bin/chatelaine recovery-key make --yes
    expect "and is there" has dave '"recoveryKey": true'
    expect "and the first passcode is set" plays "status 0" $'daves own\n' /srv/bin/chatelaine passcode set --stdin
    expect "which the dialogue named, too" grep -qF "Set the passcode that opens everything" /srv/shown
    expect "it is dave's" has_passcode dave "daves own"
    reply=()
    expect "with a passcode polkit is not asked: it is not removed without it" \
        plays "status 51" $'not his\n' /srv/bin/chatelaine passcode remove --stdin
    expect "and removed with it" plays "status 0" $'daves own\n' /srv/bin/chatelaine passcode remove --stdin

    heading "The owner: a keychain that is moved"
    person=erin reply=()
    plant erin attackers
    expect "a keychain that a program made is not moved without an agent of erin's" \
        plays "polkit cannot ask the user" "" /srv/bin/chatelaine migrate
    reply=(dismiss)
    expect "nor when erin closes the dialogue" plays "status 128" "" /srv/bin/chatelaine migrate
    reply=(answer "alice's password")
    expect "nor with another password" plays "was not entered correctly" "" /srv/bin/chatelaine migrate
    expect "it has set no passcode" has_no_passcode erin
    expect "and no recovery key" has erin '"recoveryKey": false'
    expect "and is where it was" test -s $homes/erin/.local/share/chatelaine/keychains/default.keychain
    expect "meanwhile the service has kept nothing of it" \
        test -z "$(find /var/lib/chatelaine/users/7005-* -path '*incoming*' -o -path '*arrived*')"
    reply=(answer "erin's password")
    expect "with erin's password it is moved" plays "moved the keychain" "" /srv/bin/chatelaine migrate
    expect "which the dialogue named" grep -qF "Move keychains to the system service" /srv/shown
    expect "with its passcode" has_passcode erin attackers
    expect "and its recovery key" has erin '"recoveryKey": true'

    heading "The owner: root"
    mkdir -p /srv/root
    root() { env -i PATH=/usr/bin:/bin HOME=/srv/root XDG_DATA_HOME=/srv/root/data XDG_RUNTIME_DIR=/srv/root/run "$@"; }
    root env CHATELAINE_HOME=/srv/root/made bash -c 'printf "x\n" | /srv/bin/chatelaine set root item' > /dev/null
    mkdir -p /srv/root/data/chatelaine; cp -r /srv/root/made/data/. /srv/root/data/chatelaine
    expect "root is not asked about a move" says "moved the keychain" root /srv/bin/chatelaine migrate
    expect "nor about the first passcode" give "roots own" root /srv/bin/chatelaine passcode set --stdin
    expect "which is removed by itself" give "roots own" root /srv/bin/chatelaine passcode remove --stdin
    expect "nor about a recovery key" give "$known" root /srv/bin/chatelaine recovery-key confirm --stdin
    stop
    mv /run/dbus/system_bus_socket /run/dbus/aside
fi

heading "The owner, without polkit"
rm -f /run/chatelaine/agent.socket; start; listening
person=frank reply=()
plant frank "franks own"
# A window, as far as the command knows: a pinentry that says no.
cat > /srv/pinentry <<'SCRIPT'
#!/bin/bash
echo OK
while read -r line; do
    case $line in CONFIRM*) echo 'ERR 83886179 cancelled' ;; *) echo OK ;; esac
done
SCRIPT
chmod 755 /srv/pinentry
exec 5< <(exec setpriv --reuid frank --regid frank --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/frank \
    XDG_RUNTIME_DIR=$homes/frank/run /srv/bin/chatelaine prompter --pinentry /srv/pinentry 2> /dev/null)
read -r -t 30 -u 5 _
asked_in_a_window() { # COMMAND…: the command says that it waits, and a no is a no
    local output; output=$(output_of $'attackers\n' "$@")
    printf '%s\n' "$output"
    grep -qF "waiting: you are asked whether this may be done" <<< "$output" && grep -qF "status 128" <<< "$output"
}
expect "a window is asked about the first passcode" asked_in_a_window /srv/bin/chatelaine passcode set --stdin
expect "and about a keychain that is moved" asked_in_a_window /srv/bin/chatelaine migrate
expect "and nothing was set" has_no_passcode frank
asking=$(pgrep -u frank -f "chatelaine prompter"); kill "$asking"; wait_for_end "$asking"; exec 5<&-
expect "nothing asks, and no command says so: a keychain is moved" plays "moved the keychain" "" /srv/bin/chatelaine migrate
expect "with its passcode" has_passcode frank "franks own"
[ ! -e /run/dbus/aside ] || mv /run/dbus/aside /run/dbus/system_bus_socket
stop
