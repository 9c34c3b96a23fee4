#!/bin/bash
# Plays the system service for real: its account, its capabilities, two users and their programs. As root. It all happens in
# namespaces of its own with empty directories in the place of /run, /var/lib, /home and /srv and a copy of the list of accounts:
# the machine is as it was afterwards, whatever happens. systemd's part is played by setpriv and systemd-socket-activate.
#
# usage: test.sh DIRECTORY (with chatelaine, chatelaine-agent, chatelaine-identify and agent-probe)
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 DIRECTORY" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "skipped: this test is for root" >&2; exit 0; }
if [ "${2:-}" != inside ]; then
    programs=$(realpath "$1")
    exec env -i PATH="$PATH" unshare --mount --pid --fork --kill-child --mount-proc --propagation private \
        "$(realpath "$0")" "$programs" inside
fi
programs=$1
tests=$(dirname "$(realpath "$0")")
export homes=/home
failures=0 checks=0 service=

# MARK: A machine

accounts=$(mktemp -d)
mount -t tmpfs none "$accounts"
cp -a /etc/passwd /etc/group /etc/shadow "$accounts"
{ echo "alice:x:7001:7001::/home/alice:/bin/bash"; echo "bob:x:7002:7002::/home/bob:/bin/bash"; } >> "$accounts/passwd"
{ echo "alice:x:7001:"; echo "bob:x:7002:"; } >> "$accounts/group"
mkdir "$accounts/systemd" "$accounts/directory"
mkdir -p /etc/systemd/system
mount --bind "$accounts/systemd" /etc/systemd/system
# useradd writes a new file and renames it, which takes a directory of one's own.
cp -a /etc/. "$accounts/directory" 2> /dev/null || true
cp -a "$accounts"/{passwd,group,shadow} "$accounts/directory"
rm -f "$accounts"/directory/*.lock
mount --bind "$accounts/directory" /etc
mkdir -p /etc/systemd/system
# What the installation tells polkit goes into a copy.
if [ -d /usr/share/polkit-1 ]; then
    cp -a /usr/share/polkit-1 "$accounts/polkit"
    mount --bind "$accounts/polkit" /usr/share/polkit-1
fi
for directory in /run /var/lib /home /srv; do mount -t tmpfs -o mode=755 none "$directory"; done
for user in alice bob; do install -d -o $user -g $user -m 700 /home/$user; done
install -d /srv/bin /srv/libexec/chatelaine
install -m 755 "$programs/chatelaine" /srv/bin
install -m 755 "$programs/chatelaine-agent" "$programs/chatelaine-identify" /srv/libexec/chatelaine
install -m 755 "$programs/agent-probe" /srv/bin/probe
install -m 755 "$programs/agent-probe" /srv/bin/other
cd /

# MARK: The means

log=$(mktemp)
not() { ! "$@"; }
expect() { # DESCRIPTION COMMAND…
    checks=$((checks + 1))
    if "${@:2}" > "$log" 2>&1; then echo "ok      $1"; else
        failures=$((failures + 1)); echo "FAILED  $1"; sed 's/^/        | /' "$log"
    fi
}
heading() { printf '\n%s\n' "$1"; }
as() { # USER COMMAND…
    timeout 60 setpriv --reuid "$1" --regid "$1" --clear-groups --no-new-privs \
        env -i PATH=/usr/bin:/bin HOME=/home/"$1" XDG_RUNTIME_DIR=/home/"$1"/run "${@:2}"
}
says() { # TEXT COMMAND…: what the command says has the text in it
    local output; output=$("${@:2}" 2>&1) || true
    printf '%s\n' "$output"; grep -qF -- "$1" <<< "$output"
}
give() { printf '%s\n' "$1" | "${@:2}"; }
start() { # [COMMAND…]: the service, as systemd starts it
    local capabilities=-all,+sys_ptrace,+dac_read_search,+checkpoint_restore
    rm -f "$accounts/said"; mkfifo "$accounts/said"
    # For reading and writing: neither this nor the service waits for the other to open it.
    exec 7<> "$accounts/said"
    "$@" setpriv --reuid chatelaine --regid chatelaine --clear-groups --inh-caps $capabilities --ambient-caps $capabilities \
        --bounding-set $capabilities --no-new-privs /srv/libexec/chatelaine/chatelaine-agent --system \
        > "$accounts/said" 2>&1 7>&- &
    service=$!
}
listening() { # the service has said so, or who listens for it
    local line
    while read -r -t 30 -u 7 line; do
        [[ $line != *istening\ on\ * ]] || return 0
    done
    return 1
}
stop() { kill "$service" 2> /dev/null || true; wait "$service" 2> /dev/null || true; }
processes() { pgrep -u chatelaine -f -- "$1" || true; }
processes_of() { processes "--serve-user $1 "; }
wait_for_end() { # of a process
    timeout 30 tail --pid="$1" -f /dev/null
}

heading "Before the service is there"
expect "a program keeps its keychain itself" give "old secret" as alice /srv/bin/chatelaine set before alice
expect "there is nothing to move to" says "system service is not installed" as alice /srv/bin/chatelaine migrate
expect "the service does not run as root" says "not as you or as root" /srv/libexec/chatelaine/chatelaine-agent --system

heading "Installation"
expect "only root installs" says "root only" as alice /srv/bin/chatelaine agent install --system
expect "a program that others can change is not installed" \
    bash -c 'chmod 777 /srv/libexec/chatelaine; ! /srv/bin/chatelaine agent install --system; result=$?; chmod 755 /srv/libexec/chatelaine; exit $result'
expect "installs" /srv/bin/chatelaine agent install --system
expect "makes the account" getent passwd chatelaine
expect "makes a directory for it alone" test "$(stat -c '%U %a' /var/lib/chatelaine)" = "chatelaine 700"
expect "writes the units" test -s /etc/systemd/system/chatelaine-system.service
expect "a second installation is harmless" /srv/bin/chatelaine agent install --system
if command -v systemd-analyze > /dev/null; then
    expect "systemd finds nothing wrong with the units" \
        systemd-analyze verify --man=no /etc/systemd/system/chatelaine-system.socket /etc/systemd/system/chatelaine-system.service
fi

heading "The service"
install -d -o chatelaine -g chatelaine -m 755 /run/chatelaine
start; listening
expect "a second one ends with a message" says "another agent" \
    setpriv --reuid chatelaine --regid chatelaine --clear-groups /srv/libexec/chatelaine/chatelaine-agent --system
expect "has a process that looks" test -n "$(processes chatelaine-identify)"
expect "only that one has capabilities" bash -c '
    for process in $(pgrep -u chatelaine); do
        held=$(awk "/^Cap(Prm|Eff|Amb)/ { print \$2 }" /proc/$process/status | sort -u | grep -v "^0*$" || true)
        grep -q identify /proc/$process/cmdline || [ -z "$held" ] || exit 1
    done'
expect "a user without keychains is served at once" give "bob's secret" as bob /srv/bin/chatelaine set mail bob
expect "and reads what was stored" says "bob's secret" as bob /srv/bin/chatelaine get mail bob
expect "status says who serves" says "the system service" as bob /srv/bin/chatelaine status
expect "the program is known as the system's" says system as bob /srv/bin/chatelaine whoami
expect "there is a process for bob" test -n "$(processes_of 7002)"
expect "and none for alice, who has not asked" test -z "$(processes_of 7001)"
expect "it has no capabilities" bash -c "! grep -E '^Cap(Prm|Eff|Amb)' /proc/$(processes_of 7002)/status | grep -v '0000000000000000'"
expect "nothing is in bob's home" test -z "$(find /home/bob -type f)"

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

heading "Secured programs: attacks by the same user, on a marked program and on a twin without the mark"
freely() { # USER COMMAND…: as a session runs programs, which may gain what their files give them
    timeout 60 setpriv --reuid "$1" --regid "$1" --clear-groups env -i PATH=/usr/bin:/bin HOME=/home/"$1" XDG_RUNTIME_DIR=/home/"$1"/run "${@:2}"
}
for name in secured twin; do
    install -m 755 "$programs/agent-probe" /srv/bin/$name
    cat > /etc/chatelaine/entitlements.d/$name.entitlements <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>io.github.chatelaine.executable</key><string>/srv/bin/$name</string>
<key>io.github.chatelaine.secured</key>$([ $name = secured ] && echo "<true/>" || echo "<false/>")
<key>keychain-access-groups</key><array><string>com.example.$name</string></array>
</dict></plist>
END
done
install -m 644 "$tests/walls.py" /srv/walls.py
expect "only root marks programs" says "only root" as bob /srv/bin/chatelaine apps secure --yes /srv/bin/secured
expect "a program that others can change is not marked" says "can be changed by others" /srv/bin/chatelaine apps secure --yes $homes/bob/mine
expect "nor a script" bash -c 'printf "#!/bin/sh\n" > /srv/bin/script; chmod 755 /srv/bin/script; ! /srv/bin/chatelaine apps secure --yes /srv/bin/script'
expect "without a terminal it asks for --yes" says "--yes" /srv/bin/chatelaine apps secure /srv/bin/secured
expect "an unmarked program gets nothing of a group for secured programs" says "apps secure" freely bob /srv/bin/secured add - service account "guarded secret"
expect "root marks it" /srv/bin/chatelaine apps secure --yes /srv/bin/secured
expect "a second time changes nothing" says "marked already" /srv/bin/chatelaine apps secure --yes /srv/bin/secured
expect "then it stores" freely bob /srv/bin/secured add - service account "guarded secret"
expect "and reads" says "guarded secret" freely bob /srv/bin/secured read - service account
expect "its twin stores without a mark" freely bob /srv/bin/twin add - service account "guarded secret"

victim_of() { # PROGRAM: starts it with a connection and its secret read; its process is in $victim
    rm -f /srv/victim.in /srv/victim.out; mkfifo /srv/victim.in /srv/victim.out
    exec {victim_in}<> /srv/victim.in {victim_out}<> /srv/victim.out
    (cd $homes/bob && ulimit -c unlimited && freely bob /srv/bin/$1 repeat read - service account <&"$victim_in" >&"$victim_out" 2>&1) &
    local line
    read -r -t 30 -u "$victim_out" line && echo >&"$victim_in" && read -r -t 30 -u "$victim_out" line && [ "$line" = "guarded secret" ]
    victim=$(pgrep -u bob -x "$1")
}
end_victim() { kill "$victim" 2> /dev/null || true; exec {victim_in}>&- {victim_out}>&-; wait $! 2> /dev/null || true; }
play() { # PROGRAM ATTACK: whether the attack gets through
    local result=0
    rm -f $homes/bob/core*
    victim_of "$1" || return 2
    (cd $homes/bob && freely bob python3 /srv/walls.py "$2" "$victim") || result=$?
    end_victim
    return $result
}
kept_out() { local result=0; play "$@" || result=$?; [ $result = 1 ]; }
for attack in environ maps mem exe fd ptrace seize vm_readv pidfd_getfd core; do
    expect "the attack “$attack” gets through to the twin" play twin $attack
    expect "and not to the secured program ($attack)" kept_out secured $attack
done

cat > /srv/preload.c <<'END'
#include <fcntl.h>
__attribute__((constructor)) static void loaded(void) { open(LOADED, O_CREAT | O_WRONLY, 0600); }
END
compiler=$(command -v cc || command -v clang || dirname "$(command -v swift)")
[ -x "$compiler" ] && [ ! -d "$compiler" ] || compiler=$compiler/clang
"$compiler" -shared -fPIC "-DLOADED=\"$homes/bob/loaded\"" -o $homes/bob/preload.so /srv/preload.c
loads() { # PROGRAM VARIABLE: whether a library of bob's runs in the program
    rm -f $homes/bob/loaded
    freely bob env "$2=$homes/bob/preload.so" /srv/bin/"$1" read - service account || true
    test -e $homes/bob/loaded
}
expect "LD_PRELOAD runs bob's code in the twin" loads twin LD_PRELOAD
expect "and not in the secured program" not loads secured LD_PRELOAD
expect "nor does LD_AUDIT" not loads secured LD_AUDIT

# Starts in which the kernel gives no protection: the service has to say “system”, and give nothing of such a group.
cat > /srv/traced.py <<'END'
# Starts a program under a debugger, and lets it go on without: python3 traced.py PROGRAM ARGUMENTS…
import ctypes, os, sys
libc = ctypes.CDLL(None)
child = os.fork()
if child == 0:
    libc.ptrace(0, 0, None, None)
    os.execv(sys.argv[1], sys.argv[1:])
os.waitpid(child, 0)
libc.ptrace(17, child, None, None)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
expect "started under a debugger the twin gets its secret" says "guarded secret" freely bob python3 /srv/traced.py /srv/bin/twin read - service account
expect "and the secured program nothing" says -34018 freely bob python3 /srv/traced.py /srv/bin/secured read - service account
expect "started with no_new_privs it gets nothing" says -34018 as bob /srv/bin/secured read - service account
holding() { # COMMAND…: as a user whose sessions have the capability
    timeout 60 setpriv --reuid bob --regid bob --clear-groups --inh-caps +block_suspend --ambient-caps +block_suspend \
        env -i PATH=/usr/bin:/bin HOME=$homes/bob XDG_RUNTIME_DIR=$homes/bob/run "$@"
}
expect "started by a process that has the capability it gets nothing" says -34018 holding /srv/bin/secured read - service account
coproc holder { holding sh -c 'echo ready; exec cat'; }
read -r -t 30 -u "${holder[0]}" _
expect "nor while another process of bob's has it" says "other processes of its user have" freely bob /srv/bin/secured read - service account
ended=$holder_PID; pkill -u bob -x cat; wait "$ended" 2> /dev/null || true
expect "and again when that has ended" says "guarded secret" freely bob /srv/bin/secured read - service account
mkdir -p /srv/nosuid; mount --bind /srv/bin /srv/nosuid; mount -o remount,bind,nosuid /srv/nosuid
expect "on a file system without marks it gets nothing" not freely bob /srv/nosuid/secured read - service account
umount /srv/nosuid

expect "no other program gets its group" says -34018 freely bob /srv/bin/probe read com.example.secured service account
expect "nor when the group is shared with it" bash -c '
    setpriv --reuid bob --regid bob --clear-groups env -i HOME=/home/bob /srv/bin/chatelaine apps share com.example.secured /srv/bin/probe
    ! setpriv --reuid bob --regid bob --clear-groups env -i HOME=/home/bob /srv/bin/probe read com.example.secured service account'
expect "the command line does not list its items" not says com.example.secured freely bob /srv/bin/chatelaine list
expect "nor print its secret" not says "guarded secret" freely bob /srv/bin/chatelaine get service account --group com.example.secured
/srv/bin/chatelaine apps secure --yes /srv/bin/chatelaine > /dev/null
expect "also when it is marked itself" not says "guarded secret" freely bob /srv/bin/chatelaine get service account --group com.example.secured
expect "and it works as before" says "bob's secret" freely bob /srv/bin/chatelaine get mail bob
/srv/bin/chatelaine apps unsecure /srv/bin/chatelaine > /dev/null
install -m 755 "$programs/agent-probe" /srv/bin/secured.new; mv /srv/bin/secured.new /srv/bin/secured
expect "an update takes the mark away, and the error says how to set it" says "apps secure" freely bob /srv/bin/secured read - service account
expect "set again, the items are there" bash -c '/srv/bin/chatelaine apps secure --yes /srv/bin/secured'
expect "all of them" says "guarded secret" freely bob /srv/bin/secured read - service account
expect "and the list of programs says what it is" says secured freely bob /srv/bin/chatelaine apps

heading "A socket of another user's"
exec 6< <(as bob /srv/bin/chatelaine agent 2> /dev/null)
read -r -t 20 -u 6 _
expect "the service goes before an agent of bob's own" says "the system service" as bob /srv/bin/chatelaine status
expect "and nothing moves from under that agent" says "your own agent" as bob /srv/bin/chatelaine migrate
own=$(pgrep -u bob chatelaine-agen); kill "$own"; wait_for_end "$own"; rm -rf $homes/bob/.local $homes/bob/run
stop
rm -f /run/chatelaine/agent.socket
cat > /srv/fake.py <<'END'
import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind("/run/chatelaine/agent.socket")
os.chmod("/run/chatelaine/agent.socket", 0o666)
listener.listen()
print("ready", flush=True)
connection, _ = listener.accept()
hello = connection.recv(4096)
connection.sendall(open("/srv/hello", "rb").read())
connection.settimeout(20)
rest = b""
while True:
    part = connection.recv(4096)
    if not part: break
    rest += part
open("/srv/heard", "wb").write(rest)
END
# A server hello as the service sends it: length of message and of secret part, then magic, major, 32 bytes of nonce.
python3 - <<'END'
message = b"\x0d" + b"CKAP" + b"\x10\x01" + b"\x22\x20" + bytes(32)
open("/srv/hello", "wb").write(len(message).to_bytes(4, "little") + (0).to_bytes(4, "little") + message)
END
exec 6< <(exec python3 /srv/fake.py)
read -r -t 20 -u 6 _
printf 'chatelaine-token-worth-something' > $homes/bob/token; chown bob $homes/bob/token; chmod 600 $homes/bob/token
expect "what answers there as another user is refused" says "is not the system service" \
    as bob env CHATELAINE_TOKEN_FILE=$homes/bob/token /srv/bin/chatelaine get mail bob
# Until it has ended.
cat <&6 > /dev/null
expect "and is told nothing" test -e /srv/heard -a ! -s /srv/heard
rm -f /run/chatelaine/agent.socket

heading "Moving"
start; listening
cp -a $homes/alice/.local/share/chatelaine /srv/backup
expect "moves, and says what becomes of an encrypted home" says "encrypted" as alice /srv/bin/chatelaine migrate
expect "what was stored before is there" says "old secret" as alice /srv/bin/chatelaine get before alice
expect "and no longer in the home" test -z "$(find /home/alice -name '*.keychain' -o -name device.key)"
expect "a second time there is nothing to do" says "already" as alice /srv/bin/chatelaine migrate
expect "who has nothing there moves nothing" says "nothing to move" as bob /srv/bin/chatelaine migrate
as alice mkdir -p $homes/alice/second
mv $homes/alice/.local/share/chatelaine /srv/aside; mv /srv/backup $homes/alice/.local/share/chatelaine
expect "an old copy is not taken for what was moved" says "has this keychain already" as alice /srv/bin/chatelaine migrate
expect "and stays" test -s $homes/alice/.local/share/chatelaine/keychains/default.keychain
mv $homes/alice/.local/share/chatelaine /srv/copy; mv /srv/aside $homes/alice/.local/share/chatelaine
cp -a /srv/copy/keychains /srv/copy/device.key $homes/alice/.local/share/chatelaine
install -o alice -g alice -m 600 /dev/null $homes/alice/.local/share/chatelaine/moving-ends
expect "a removal that was cut short goes on" as alice /srv/bin/chatelaine migrate
expect "to its end" test -z "$(find $homes/alice/.local -name '*.keychain' -o -name device.key -o -name moving-ends)"
expect "keychains are not mixed" says "has a keychain of this user already" as alice env XDG_DATA_HOME=$homes/alice/second bash -c '
    CHATELAINE_HOME=$HOME/second-home; export CHATELAINE_HOME
    printf "x\n" | /srv/bin/chatelaine set other alice
    mkdir -p $XDG_DATA_HOME/chatelaine; cp -r $CHATELAINE_HOME/data/. $XDG_DATA_HOME/chatelaine
    unset CHATELAINE_HOME; /srv/bin/chatelaine migrate'
expect "and what could not be moved can still be used" says x as alice env CHATELAINE_HOME=$homes/alice/second-home /srv/bin/chatelaine get other alice

expect "an agent of her own is not installed beside it" says "serves you already" as alice /srv/bin/chatelaine agent install

heading "Repair, by the administrator"
stop
expect "a user's keychain is examined" bash -c '
    cd /var/lib/chatelaine/users/7001-* && mv root data
    setpriv --reuid chatelaine --regid chatelaine --clear-groups env -i CHATELAINE_HOME="$PWD" /srv/bin/chatelaine doctor
    result=$?; mv data root; exit $result'
rm -f /run/chatelaine/agent.socket; start; listening
expect "and serves as before" says "old secret" as alice /srv/bin/chatelaine get before alice

heading "Cut short"
useradd_entry="carol:x:7003:7003::/home/carol:/bin/bash"
echo "$useradd_entry" >> /etc/passwd; echo "carol:x:7003:" >> /etc/group
install -d -o carol -g carol -m 700 /home/carol
stop; rm -f /run/chatelaine/agent.socket
mv /etc/chatelaine/system-service /etc/chatelaine/mark
as carol bash -c 'for number in $(seq 200); do printf "secret %s\n" $number | /srv/bin/chatelaine set cut $number; done'
mv /etc/chatelaine/mark /etc/chatelaine/system-service
start; listening
cuts=0
for milliseconds in 20 40 60 80 100 130 160 200; do
    timeout -s KILL "0.$(printf %03d $milliseconds)" setpriv --reuid carol --regid carol --clear-groups \
        env -i HOME=/home/carol XDG_RUNTIME_DIR=$homes/carol/run /srv/bin/chatelaine migrate > /dev/null 2>&1 || cuts=$((cuts + 1))
done 2> /dev/null
echo "        $cuts of 8 moves were killed"
as carol /srv/bin/chatelaine migrate > /dev/null 2>&1 || true
expect "all of it is there in the end" bash -c '
    for number in 1 77 200; do
        found=$(setpriv --reuid carol --regid carol --clear-groups env -i HOME=/home/carol XDG_RUNTIME_DIR=$homes/carol/run \
            /srv/bin/chatelaine get cut $number) && [ "$found" = "secret $number" ] || exit 1
    done'
expect "and only there" test -z "$(find /home/carol -name '*.keychain' -o -name device.key)"

heading "What a flaw would be worth"
if command -v gdb > /dev/null; then
    # As if the process of bob had been taken over: it tries to read a file that belongs to its account as well.
    reach() { # FILE
        says "result 1" timeout 60 gdb -q -nx -batch -p "$(processes_of 7002)" -ex "print \"result\", 1" \
            -ex "call (int) open(\"$1\", 0)" -ex 'printf "result %d\n", $ > 0' -ex 'call (int) close($$0)'
    }
    as bob /srv/bin/chatelaine get mail bob > /dev/null
    alices=$(find /var/lib/chatelaine/users/7001-* -name device.key)
    bobs=$(find /var/lib/chatelaine/users/7002-* -name device.key)
    expect "there are files of both" test -n "$alices" -a -n "$bobs"
    expect "the process of bob reaches the files of bob" reach "$bobs"
    expect "the process of bob does not reach the files of alice" not reach "$alices"
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
agent() { # KIND [PASSWORD…]: an authentication agent of bob's for the program; what it shows is in /srv/shown
    : > /srv/shown; chown bob /srv/shown
    coproc desk {
        exec setpriv --reuid bob --regid bob --clear-groups \
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

heading "Removal"
expect "removes the units" bash -c '/srv/bin/chatelaine agent uninstall --system && [ ! -e /etc/systemd/system/chatelaine-system.service ]'
expect "and what polkit was told" test -z "$(find /usr/share/polkit-1 -name '*chatelaine*' 2> /dev/null)"
expect "and leaves what users have" test -n "$(find /var/lib/chatelaine -name default.keychain)"

printf '\n%s checks, %s failed\n' "$checks" "$failures"
[ "$failures" = 0 ]
