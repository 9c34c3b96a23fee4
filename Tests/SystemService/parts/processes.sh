# shellcheck shell=bash
# The processes of the service: what each may do, locks, ends, ids that are used again.

heading "What a flaw would be worth"
if command -v gdb > /dev/null; then
    # As if the process of bob had been taken over: it tries to read a file that belongs to its account as well.
    reach() { # FILE
        says "result 1" timeout 60 gdb -q -nx -batch -p "$(processes_of 7002)" -ex "print \"result\", 1" \
            -ex "call (int) open(\"$1\", 0)" -ex 'printf "result %d\n", $ > 0' -ex 'call (int) close($$0)'
    }
    spoils() { # FILE
        says "result 1" timeout 60 gdb -q -nx -batch -p "$(processes_of 7002)" \
            -ex "call (int) truncate(\"$1\", 0)" -ex 'set $cut = $' -ex "call (int) unlink(\"$1\")" \
            -ex 'printf "result %d\n", $ == 0 || $cut == 0'
    }
    as bob /srv/bin/chatelaine get mail bob > /dev/null
    alices=$(find /var/lib/chatelaine/users/7001-* -name device.key)
    bobs=$(find /var/lib/chatelaine/users/7002-* -name device.key)
    expect "there are files of both" test -n "$alices" -a -n "$bobs"
    expect "the process of bob reaches the files of bob" reach "$bobs"
    expect "the process of bob does not reach the files of alice" not reach "$alices"
    install -o chatelaine -m 600 /etc/hostname "${bobs%/*}/scrap"
    expect "it can remove what is bob's" spoils "${bobs%/*}/scrap"
    expect "and nothing of alice's" not spoils "$alices"
    expect "which is whole" test -s "$alices"
fi

heading "Locking"
expect "a passcode is set" give $'alice-passcode-1\nalice-passcode-1' as alice /srv/bin/chatelaine passcode set --stdin
expect "locks" as alice /srv/bin/chatelaine lock
expect "then nothing is read" not as alice /srv/bin/chatelaine get before alice
expect "unlocks" give alice-passcode-1 as alice /srv/bin/chatelaine unlock --stdin
as alice /srv/bin/chatelaine lock
expect "a login unlocks, as the PAM module does it" give alice-passcode-1 as alice /srv/bin/chatelaine unlock --stdin --login
expect "so that programs read" says "old secret" as alice /srv/bin/chatelaine get before alice
expect "bob is not concerned" as bob /srv/bin/chatelaine get mail bob

heading "Ends"
before=$(processes_of 7002)
kill -KILL "$before"; wait_for_end "$before"
expect "a process that was killed is replaced" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
helper=$(pgrep -u chatelaine -f -o chatelaine-identify)
kill -KILL "$service"; wait "$service" 2> /dev/null || true
wait_for_end "$helper"
for process in $(pgrep -u chatelaine); do wait_for_end "$process" || true; done
expect "nothing is left when the service was killed" test -z "$(pgrep -u chatelaine || true)"
expect "a program says that it does not answer" says "does not answer" as bob /srv/bin/chatelaine get mail bob
expect "and makes no other keychain" test -z "$(find /home/bob -name '*.keychain')"
rm -f /run/chatelaine/agent.socket
expect "nor without a socket" says "does not answer" as bob /srv/bin/chatelaine set new bob
expect "which makes none either" test -z "$(find /home/bob -name '*.keychain')"
mv /etc/chatelaine/system-service /etc/chatelaine/mark
expect "nor does one whose keychain was moved, where nothing is installed any more" says "belong to the system service" as alice /srv/bin/chatelaine get before alice

mv /etc/chatelaine/mark /etc/chatelaine/system-service

heading "An id that was given to another user"
start; listening
expect "bob is there" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
sed -i 's/^bob:x:7002:7002::\/home\/bob/robert:x:7002:7002::\/home\/robert/' /etc/passwd
sed -i 's/^bob:/robert:/' /etc/group
install -d -o robert -g robert -m 700 /home/robert
expect "robert has bob's id and gets nothing of his" says "no item matches" as robert /srv/bin/chatelaine get mail bob
expect "and has a keychain of his own" give "robert's secret" as robert /srv/bin/chatelaine set mail robert
rm -rf /home/robert; install -d -o robert -g robert -m 700 /home/robert
expect "an account of the same name and id that was created again gets nothing" says "no item matches" as robert /srv/bin/chatelaine get mail robert
sed -i 's/^robert:x:7002:7002::\/home\/robert/bob:x:7002:7002::\/home\/bob/' /etc/passwd
sed -i 's/^robert:/bob:/' /etc/group
expect "bob still has what was his" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
stop

if command -v systemd-socket-activate > /dev/null; then
    heading "Started by a socket, as by systemd"
    rm -f /run/chatelaine/agent.socket; chown root /run/chatelaine
    start systemd-socket-activate --listen=/run/chatelaine/agent.socket
    listening; chmod 666 /run/chatelaine/agent.socket
    expect "the first program is served" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
    expect "and the second" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
    stop
fi
