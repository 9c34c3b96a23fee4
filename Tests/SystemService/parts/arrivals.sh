# shellcheck shell=bash
# A move in which the service's process for the user is killed, or finds the disk full or damaged, at each call that changes a file: while it
# receives the keychains, and when they take their place at its next start. The shim is that of Tests/Faults.

heading "A move in which the service ends, or fails, at each call that changes a file"
shim=/srv/shim.so agent=/srv/libexec/chatelaine/chatelaine-agent
if cc -shared -fPIC -w -o "$shim" -I "$tests/../Faults/Sources/FaultShim/include" "$tests/../Faults/Sources/FaultShim/FaultShim.c" -ldl 2> /dev/null; then
    echo "fay:x:7010:7010::/home/fay:/bin/bash" >> /etc/passwd; echo "fay:x:7010:" >> /etc/group
    data=$homes/fay/.local/share/chatelaine
    install -d -o fay -g fay -m 700 /home/fay
    as fay env CHATELAINE_HOME=$homes/fay/made bash -c '
        printf "one\n" | /srv/bin/chatelaine set cut fay && printf "seven silly walruses\n" | /srv/bin/chatelaine vault create --password-stdin' > /dev/null 2>&1
    as fay bash -c "mkdir -p ${data%/*}"; mv $homes/fay/made/data /srv/fay; rm -r $homes/fay/made
    # The service starts its processes without an environment of its own: by this program from now on, which gives them one.
    cat > /srv/faulty <<'END'
#!/bin/bash
. /srv/fault
FAULT_COUNT=${*: -1}/count exec /srv/libexec/chatelaine/agent "$@"
END
    chmod 755 /srv/faulty
    cp -a "$agent" /srv/libexec/chatelaine/agent; cp -a "$agent" /srv/agent.kept; mv /srv/faulty "$agent"

    end_of() { # SIGNAL: ends the process for fay, and waits for that
        # shellcheck disable=SC2046 # numbers
        python3 -c 'import os, select, signal, sys
for number in map(int, sys.argv[2:]):
    try:
        process = os.pidfd_open(number)
        signal.pidfd_send_signal(process, signal.Signals["SIG" + sys.argv[1]])
        select.select([process], [], [], 30)
    except ProcessLookupError:
        pass' "$1" $(processes_of 7010)
    }
    next() { # [KIND CALL LASTS]: what the next process for fay runs into
        end_of KILL
        : > /srv/fault
        [ $# = 0 ] || echo "export LD_PRELOAD=$shim FAULT_DIRECTORY=/var/lib/chatelaine/users/7010- FAULT_KIND=$1 FAULT_AT=$2 FAULT_LASTS=$3" > /srv/fault
    }
    at_home() { # the keychains are in the home, and the service has nothing of fay's
        rm -rf "$data" /var/lib/chatelaine/users/7010-*; cp -a /srv/fay "$data"
    }
    on_their_way() { # the service has received them, and they take their place at the next start
        rm -rf "$data" /var/lib/chatelaine/users/7010-*; cp -a /srv/received/home "$data"; cp -a /srv/received/7010-* /var/lib/chatelaine/users
    }
    moves() { as fay /srv/bin/chatelaine migrate > "$log.cut" 2>&1; }
    reads() { as fay /srv/bin/chatelaine get cut fay > "$log.cut" 2>&1; }
    home_serves() { # a move that was refused has changed nothing: the keychain is open to programs at once
        rm -rf $homes/fay/made; as fay bash -c "mkdir $homes/fay/made && cp -a $data $homes/fay/made/data"
        [ "$(as fay env CHATELAINE_HOME=$homes/fay/made /srv/bin/chatelaine get cut fay)" = one ] || { echo "the home has lost it"; return 1; }
    }
    is_whole() { # after the next move everything is with the service, and nothing is left in the home
        local account
        as fay /srv/bin/chatelaine migrate > "$log.again" 2>&1 || { cat "$log.again"; return 1; }
        [ "$(as fay /srv/bin/chatelaine get cut fay)" = one ] || { echo "the item is gone"; return 1; }
        give two as fay /srv/bin/chatelaine set cut other || { echo "nothing can be added"; return 1; }
        account=$(echo /var/lib/chatelaine/users/7010-fay-*)
        [ -s "$account/root/keychains/vault.personal.keychain" ] || { echo "the vault is gone"; return 1; }
        [ -z "$(find "$account" -name incoming -o -name arrived -o -name before)" ] || { echo "left:"; find "$account"; return 1; }
        [ -z "$(find $homes/fay/.local -name '*.keychain*' -o -name device.key -o -name 'moving*' ! -name moving.lock)" ] || {
            echo "left:"; find $homes/fay/.local -type f; return 1; }
    }
    at_each_call() { # STATE COMMAND KIND LASTS: every 30th call, from a random one on, so that runs add up. CHATELAINE_STEP=1: every call
        local calls call status ended=0 harmless=0 step=${CHATELAINE_STEP:-30}
        next "$3" 0 "$4"; "$1"; "$2" || { cat "$log.cut"; return 1; }
        end_of TERM
        calls=$(cat /var/lib/chatelaine/users/7010-*/count)
        [ "$calls" -gt 5 ] || { echo "only $calls calls"; return 1; }
        for ((call = 1 + RANDOM % step; call <= calls; call += step)); do
            next "$3" "$call" "$4"; "$1"; status=0; "$2" || status=$?
            case $status in 0) harmless=$((harmless + 1));; *) ended=$((ended + 1));; esac
            [ "$status" -lt 124 ] || { echo "call $call of $calls: $status"; cat "$log.cut"; return 1; }
            next
            [ "$status" = 0 ] || [ "$2" = reads ] || grep -q "not known" "$log.cut" || home_serves || { echo "call $call of $calls"; cat "$log.cut"; return 1; }
            is_whole || { echo "call $call of $calls"; cat "$log.cut"; return 1; }
        done
        echo "        $2, $3: $calls calls; $ended ended, $harmless went on" >&3
    }
    exec 3>&1
    expect "killed while it receives, nothing is lost, and the next move finishes" at_each_call at_home moves KILL 0
    expect "also with a service whose disk stays full" at_each_call at_home moves ENOSPC 1
    expect "and with one whose disk fails once" at_each_call at_home moves EIO 0
    next; at_home
    expect "keychains are received" moves
    end_of TERM
    mkdir /srv/received; cp -a "$data" /srv/received/home; cp -a /var/lib/chatelaine/users/7010-* /srv/received
    expect "and wait for the next start" test -d /srv/received/7010-*/arrived
    expect "killed while they take their place, nothing is lost" at_each_call on_their_way reads KILL 0
    expect "nor with a disk that stays full" at_each_call on_their_way reads ENOSPC 1
    expect "nor with one that fails once" at_each_call on_their_way reads EIO 0
    next; mv /srv/agent.kept "$agent"; rm /srv/libexec/chatelaine/agent
    exec 3>&-
else
    echo "left out: there is no C compiler"
fi
