# shellcheck shell=bash
# Programs of other users and of the same one.

heading "Another user, and programs of the same user, with the uid of bob or alice"
expect "bob cannot read the files" not as bob ls /var/lib/chatelaine
expect "nor look into the process" not as bob cat /proc/"$(processes_of 7002)"/maps
expect "alice's keychain is another" says "no item matches" as alice /srv/bin/chatelaine get mail bob
expect "a program stores" as bob /srv/bin/probe add - service account "probe's secret"
expect "and reads" says "probe's secret" as bob /srv/bin/probe read - service account
expect "another program of the same user does not see it" not as bob /srv/bin/other read - service account
expect "nor when it asks for the group" says -34018 as bob /srv/bin/other read probe service account
install -o bob -g bob -m 755 "$programs/agent-probe" $homes/bob/mine
expect "a program in a home that is closed to others is told apart" as bob $homes/bob/mine add - own account "mine's secret"
expect "and reads its own" says "mine's secret" as bob $homes/bob/mine read - own account
cp "$programs/agent-probe" $homes/bob/new; printf x >> $homes/bob/new; chown bob $homes/bob/new; chmod 755 $homes/bob/new; mv $homes/bob/new $homes/bob/mine
expect "replaced by another it gets nothing" not as bob $homes/bob/mine read - own account
chmod 711 /srv/bin/other
expect "a program that is not dumpable is known all the same" as bob /srv/bin/other add - service account "other's secret"
expect "and reads its own" says "other's secret" as bob /srv/bin/other read - service account
install -m 755 "$programs/agent-probe" /srv/bin/real
install -o bob -g bob -m 755 "$programs/agent-probe" $homes/bob/forger
cat > /srv/forge.py <<'END'
# Executes a program so that the kernel gives the path of another for it: python3 forge.py PROGRAM PATH ARGUMENTS…
import os, subprocess, sys
program, path = sys.argv[1:3]
mounted = subprocess.Popen(
    ["unshare", "-Urm", "sh", "-c", 'mount --bind "$1" "$2" && echo ready && exec cat', "sh", program, path],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE)
assert mounted.stdout.readline() == b"ready\n"
file = os.open("/proc/%d/root%s" % (mounted.pid, path), os.O_RDONLY)
# The mount is there as long as that process.
os.set_inheritable(mounted.stdin.fileno(), True)
os.execve(file, [path] + sys.argv[3:], os.environ)
END
forge() { as bob python3 /srv/forge.py $homes/bob/forger /srv/bin/real "$@"; }
expect "a program that has the path of one of root's gets nothing" says "its path leads to another file" forge add - service account "forger's secret"
expect "nor is its path in the log" not says "/srv/bin/real" as bob /srv/bin/chatelaine log
expect "the real one has its group for itself" as bob /srv/bin/real add real service account "real secret"
expect "also if the other comes later" says -34018 forge read - service account
expect "a group is shared with the path" as bob /srv/bin/chatelaine apps share probe /srv/bin/real
expect "which is the real one's" says "probe's secret" as bob /srv/bin/real read probe service account
expect "and not the other's" says -34018 forge read probe service account

install -m 755 "$programs/agent-probe" /srv/bin/upgraded
as bob /srv/bin/upgraded add - service account "upgraded's secret"
mkfifo /srv/{open,late}.{in,out}
exec {open_in}<> /srv/open.in {open_out}<> /srv/open.out {late_in}<> /srv/late.in {late_out}<> /srv/late.out
as bob /srv/bin/upgraded repeat read - service account <&"$open_in" >&"$open_out" 2>&1 & open=$!
as bob /srv/bin/upgraded repeat read - service account <&"$late_in" >&"$late_out" 2>&1 & late=$!
answers() { # INPUT OUTPUT: what the program says when it asks once more
    local line; echo >&"$1"; read -r -t 30 -u "$2" line; printf '%s\n' "$line"
}
for output in "$open_out" "$late_out"; do read -r -t 30 -u "$output" _; done
expect "a program has a connection" says "upgraded's secret" answers "$open_in" "$open_out"
install -m 755 "$programs/agent-probe" /srv/bin/upgraded.new; mv /srv/bin/upgraded.new /srv/bin/upgraded
expect "one that connects after an upgrade is to be started again" says "was replaced, start it again" answers "$late_in" "$late_out"
expect "status says which" says "/srv/bin/upgraded” (process" as bob /srv/bin/chatelaine status
expect "and the log says why" says "was replaced, start it again" as bob /srv/bin/chatelaine log
expect "the upgraded program has its group" says "upgraded's secret" as bob /srv/bin/upgraded read - service account
cat > /srv/attack.py <<'END'
import os, sys
try:
    os.close(os.open("/proc/%s/mem" % sys.argv[1], os.O_RDWR))
    print("open to attack")
except PermissionError:
    print("closed to attack")
END
attack() { # PROGRAM: what another program of bob's can do to it while it runs
    coproc victim { as bob "$1" repeat read - service account; }
    read -r -t 30 -u "${victim[0]}" _
    says "closed to attack" as bob python3 /srv/attack.py "$(pgrep -u bob -x "$(basename "$1")")"
    local result=$?; kill "$victim_PID"; wait "$victim_PID" 2> /dev/null || true; return $result
}
expect "and no program of the same user writes into it" attack /srv/bin/other
chmod 755 /srv/bin/other
if [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2> /dev/null || echo 0)" != 0 ]; then
    expect "nor into one that is dumpable, where Yama forbids it" attack /srv/bin/probe
else
    echo "skipped writing into a dumpable program: this kernel has no Yama, or lets every program do it"
fi
expect "the connection from before the upgrade is still good" says "upgraded's secret" answers "$open_in" "$open_out"
pkill -u bob -x upgraded || true
wait "$open" "$late" 2> /dev/null || true
exec {open_in}>&- {open_out}>&- {late_in}>&- {late_out}>&-

install -d -m 755 /etc/chatelaine/entitlements.d
cat > /etc/chatelaine/entitlements.d/other.entitlements <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>io.github.chatelaine.executable</key><string>/srv/bin/other</string>
<key>keychain-access-groups</key><array><string>com.example.listed</string></array>
</dict></plist>
END
expect "a list of the system's gives its program a group" as bob /srv/bin/other add com.example.listed service account "listed secret"
expect "and no other program" says -34018 as bob /srv/bin/probe read com.example.listed service account
