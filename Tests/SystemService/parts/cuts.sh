# shellcheck shell=bash
# A move that is killed, or finds the disk full, at each call that changes a file in the home. The shim is that of Tests/Faults.

heading "A move that ends at each call that changes a file"
shim=/srv/shim.so
if cc -shared -fPIC -w -o "$shim" -I "$tests/../Faults/Sources/FaultShim/include" "$tests/../Faults/Sources/FaultShim/FaultShim.c" -ldl 2> /dev/null; then
    echo "dave:x:7004:7004::/home/dave:/bin/bash" >> /etc/passwd; echo "dave:x:7004:" >> /etc/group
    data=$homes/dave/.local/share/chatelaine
    install -d -o dave -g dave -m 700 /home/dave
    as dave env CHATELAINE_HOME=$homes/dave/made bash -c '
        printf "one\n" | /srv/bin/chatelaine set cut dave && printf "seven silly walruses\n" | /srv/bin/chatelaine vault create --password-stdin' > /dev/null 2>&1
    as dave bash -c "mkdir -p ${data%/*} && mv $homes/dave/made/data $data && rm -r $homes/dave/made"
    cp -a /home/dave /srv/dave

    again() { # another home, which is another account to the service
        rm -rf /home/dave; cp -a /srv/dave /home/dave
    }
    cut_short() { # KIND CALL LASTS: the status of a move of which a call fails
        as dave env LD_PRELOAD="$shim" FAULT_KIND="$1" FAULT_AT="$2" FAULT_LASTS="$3" FAULT_DIRECTORY="$data" FAULT_COUNT=$homes/dave/count \
            /srv/bin/chatelaine migrate > "$log.cut" 2>&1
    }
    is_whole() { # after the next move everything is with the service, and nothing is left in the home
        local account
        as dave /srv/bin/chatelaine migrate > "$log.again" 2>&1 || { cat "$log.again"; return 1; }
        [ "$(as dave /srv/bin/chatelaine get cut dave)" = one ] || { echo "the item is gone"; return 1; }
        account=$(echo /var/lib/chatelaine/users/7004-dave-"$(stat -c %i /home/dave)"-*)
        [ -s "$account/root/keychains/vault.personal.keychain" ] || { echo "the vault is gone"; return 1; }
        [ -z "$(find $homes/dave/.local -name '*.keychain*' -o -name device.key -o -name 'moving*' ! -name moving.lock)" ] || {
            echo "left:"; find $homes/dave/.local -type f; return 1; }
    }
    at_each_call() { # KIND LASTS: every sixth call, from a random one on, so that runs add up
        local calls call status ended=0 harmless=0
        again; cut_short "$1" 0 "$2" || { cat "$log.cut"; return 1; }
        calls=$(cat $homes/dave/count)
        [ "$calls" -gt 10 ] || { echo "only $calls calls"; return 1; }
        for ((call = 1 + RANDOM % 6; call <= calls; call += 6)); do
            again; status=0; cut_short "$1" "$call" "$2" || status=$?
            case $status in 0) harmless=$((harmless + 1));; *) ended=$((ended + 1));; esac
            [ "$1" != KILL ] || [ "$status" = 137 ] || { echo "call $call of $calls: not killed"; return 1; }
            [ "$1" = KILL ] || [ "$status" -le 1 ] || { echo "call $call of $calls: $status"; cat "$log.cut"; return 1; }
            is_whole || { echo "call $call of $calls"; cat "$log.cut"; return 1; }
        done
        echo "        $1: $calls calls; $ended moves ended, $harmless went on" >&3
    }
    exec 3>&1
    expect "killed, it goes on, and nothing is lost" at_each_call KILL 0
    expect "with a disk that is full for a moment, too" at_each_call ENOSPC 0
    expect "and with one that stays full" at_each_call ENOSPC 1
    exec 3>&-
else
    echo "left out: there is no C compiler"
fi
