# shellcheck shell=bash
# Questions that polkit asks: the real daemon, on a bus of its own, with an authentication agent of the test's.

heading "Who confirms: polkit"
has_polkit() {
    [ -d /usr/share/polkit-1/actions ] && command -v pkttyagent pkcheck dbus-daemon > /dev/null &&
        /usr/bin/python3 -c 'import dbus, gi' 2> /dev/null
}
ask() { # [REUSE]: a program of bob's that asks whenever it is told to; its number is $asking
    rm -f /srv/tell /srv/told; mkfifo /srv/tell /srv/told
    as bob /srv/bin/probe repeat confirm 'safe” <b>$(program)' "${1:-0}" < /srv/tell > /srv/told 2> /dev/null &
    asker=$!
    exec 8> /srv/tell 9< /srv/told
    read -r -t 30 -u 9 _
    asking=$(pgrep -u bob -x probe)
}
answer() { # what the program is told when it asks
    echo >&8
    read -r -t 90 -u 9 line && printf '%s\n' "$line"
}
done_asking() { kill -KILL "$asking" 2> /dev/null || true; wait "$asker" 2> /dev/null || true; exec 8>&- 9<&-; }
agent() { # KIND [PASSWORD…]: an authentication agent of bob's, or of $person's, for the program; what it shows is in /srv/shown
    : > /srv/shown; chown "${person:-bob}" /srv/shown
    coproc desk {
        exec setpriv --reuid "${person:-bob}" --regid "${person:-bob}" --clear-groups \
            /usr/bin/python3 /srv/polkit-agent.py "$1" "$asking" /srv/shown "${@:2}"
    }
    agent=$desk_PID
    read -r -t 30 -u "${desk[0]}" _
}
no_agent() { kill "$agent" 2> /dev/null || true; wait "$agent" 2> /dev/null || true; }
answers() { # TEXT KIND [PASSWORD…]: with such an agent the program is told so
    local result=0
    ask; agent "${@:2}"; says "$1" answer || result=$?; no_agent; done_asking; return $result
}
may() { # USER ACTION: polkit allows it without asking anybody
    setpriv --reuid "$1" --regid "$1" --clear-groups bash -c 'pkcheck --action-id "$1" --process $$' - "$2"
}
is_shown() { # PATTERN: once a line of what the agent shows is like it
    timeout 30 grep -q -m 1 -e "$1" < <(exec tail -n +1 -f /srv/shown)
}
killed_while_asked() {
    local result=0
    ask; agent hold
    echo >&8
    is_shown "" || result=1
    killed=$(python3 -c 'import os, sys, time; print(time.monotonic_ns()); os.kill(int(sys.argv[1]), 9)' "$asking")
    is_shown "^taken" || result=1
    gone=$(sed -n 's/^taken away at //p' /srv/shown)
    echo "after $(((gone - killed) / 1000)) microseconds"
    [ $((gone - killed)) -le 100000000 ] || result=1
    no_agent; done_asking; return $result
}
rm -f /run/chatelaine/agent.socket; chown chatelaine /run/chatelaine
start; listening
expect "without polkit no user can be asked" says "install polkit" as bob /srv/bin/probe confirm reason 0
if has_polkit; then
    install -m 644 "$tests/polkit-agent.py" /srv
    echo "bob:bob's password" | chpasswd
    mkdir -p /run/dbus
    exec 6< <(exec dbus-daemon --system --nofork --nopidfile --print-address=1 2> /dev/null)
    read -r -t 30 -u 6 _
    expect "the actions are those that packagers get" \
        cmp "$tests/../../Packaging/polkit/io.github.chatelaine.policy" /usr/share/polkit-1/actions/io.github.chatelaine.policy
    expect "and the rules" \
        cmp "$tests/../../Packaging/polkit/io.github.chatelaine.rules" /usr/share/polkit-1/rules.d/io.github.chatelaine.rules
    expect "polkit knows the action" pkaction --action-id io.github.chatelaine.authenticate
    expect "and the one that is kept" pkaction --action-id io.github.chatelaine.authenticate.keep
    expect "the service verifies the prints of others" may chatelaine net.reactivated.fprint.device.setusername
    expect "but enrols none" not may chatelaine net.reactivated.fprint.device.enroll
    expect "bob does not verify those of others" not may bob net.reactivated.fprint.device.setusername
    expect "without an agent of bob's no user is asked" says "LAError -1004" as bob /srv/bin/probe confirm reason 0
    expect "the right password confirms" answers confirmed answer "bob's password"
    expect "the dialogue names the program as the service found it" grep -qF "presence to the program “/srv/bin/probe”." /srv/shown
    expect "and what the program says is in its quotation marks" grep -qF "Its reason: “safe' ＜b＞＄(program)”" /srv/shown
    expect "a wrong one does not" answers "LAError -1:" answer "alice's password"
    expect "a dialogue that was closed is no answer" answers "LAError -2:" dismiss
    expect "who is asked again can still confirm" answers confirmed answer "bob's password"
    expect "an agent cannot say itself that the password was right" answers "LAError -1:" cheat
    expect "because polkit hears that from root alone" grep -q "^refused:" /srv/shown
    expect "who kills the program takes the dialogue away within 100 ms" killed_while_asked
    echo "        $(tail -1 "$log")"
    expect "a program does not say itself which one it is" says "Only trusted callers" \
        setpriv --reuid bob --regid bob --clear-groups bash -c \
        'pkcheck --action-id io.github.chatelaine.authenticate --process $$ --detail program /usr/bin/mail'
    expect "nor does a program of alice's ask for one of another user" says "Only trusted callers" \
        setpriv --reuid alice --regid alice --clear-groups bash -c \
        'pkcheck --action-id io.github.chatelaine.authenticate --process "$1"' - "$(pgrep -u chatelaine -o)"
    # polkit knows of no active session here; so its answer for one has to be given by a rule.
    cat > /etc/polkit-1/rules.d/10-sits-here.rules <<'END'
polkit.addRule(function(action, subject) {
    if (action.id == "io.github.chatelaine.authenticate.keep") return polkit.Result.AUTH_SELF_KEEP;
});
END
    chmod 644 /etc/polkit-1/rules.d/10-sits-here.rules
    ask 300; agent answer "bob's password"
    expect "a program that takes an answer of a while ago has bob asked" says confirmed answer
    expect "with the action that says so" grep -qF "for a while" /srv/shown
    no_agent
    expect "and not again" says confirmed answer
    done_asking
    ask 300
    expect "but for another process of the same program" says "LAError -1004" answer
    done_asking
    expect "for root polkit is not asked: it allows root everything" \
        not says confirmed env -i HOME=/root /srv/bin/probe confirm reason 0
else
    echo "skipped polkit: it takes polkitd, pkttyagent, dbus-daemon, and Python with dbus and gi"
fi
stop
