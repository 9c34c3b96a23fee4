# shellcheck shell=bash
# Secured programs: marking them, and what a marked program and a twin without the mark get. Attacks on both that run are in walls.sh.

heading "Secured programs: a marked program, and a twin without the mark"
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
held=$(pgrep -u bob -x cat || true)
expect "which the error names" says "process $held, “$(readlink -f "$(command -v cat)")”" freely bob /srv/bin/secured read - service account
expect "and the status" says "because process $held" freely bob /srv/bin/chatelaine status
expect "and the log" says "connect: process $held has" freely bob /srv/bin/chatelaine log
ended=$holder_PID; pkill -u bob -x cat; wait "$ended" 2> /dev/null || true
expect "and again when that has ended" says "guarded secret" freely bob /srv/bin/secured read - service account
expect "of which the status says nothing any more" not says "because process" freely bob /srv/bin/chatelaine status
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
