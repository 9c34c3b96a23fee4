#!/bin/bash
# Logs a user in with pamtester and the real pam_unix, and checks the module. Needs root. Under /etc only the account of
# the user is changed, which is removed at the end.
#
# usage: test.sh MODULE CHATELAINE
#   MODULE       the built pam_chatelaine.so
#   CHATELAINE   the built command line
set -euo pipefail
cd "$(dirname "$0")"

[ $# -eq 2 ] || { echo "usage: $0 MODULE CHATELAINE" >&2; exit 2; }
if [ "${CHATELAINE_TEST_GLOBAL:-}" != 1 ]; then
    echo "skipped: this test makes a user; CHATELAINE_TEST_GLOBAL=1 allows it"; exit 0
fi
[ "$(id -u)" = 0 ] || { echo "this test must be run by root" >&2; exit 2; }
for tool in pamtester gdb pidwait setpriv useradd; do
    command -v $tool > /dev/null || { echo "missing: $tool (pamtester gdb procps util-linux passwd)" >&2; exit 2; }
done
wrapper=$(find /usr/lib -name libpam_wrapper.so -print -quit)
items=$(find /usr/lib -name pam_set_items.so -print -quit)
[ -n "$wrapper" ] && [ -n "$items" ] || { echo "apt-get install libpam-wrapper" >&2; exit 2; }

module=$1
user=chatelaine$$
password="correct-horse-$$"
root=$(mktemp -d)
home=$root/home services=$root/services log=$root/log stand_in=$root/stand-in
agent= made=() failures=0 checks=0

cleanup() {
    [ -z "$agent" ] || stop_agent
    ! getent passwd "$user" > /dev/null || userdel --force "$user"
    for directory in "${made[@]}"; do rmdir "$directory"; done
    rm -rf "$root"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

chmod 755 "$root"
mkdir "$services"
useradd --no-create-home --home-dir "$home" "$user"
printf '%s:%s\n' "$user" "$password" | chpasswd
install -d -o "$user" -g "$user" -m 700 "$home" "$stand_in.d"
for part in "" -agent -identify; do [ ! -e "$2$part" ] || install -m 755 "$2$part" "$root/chatelaine$part"; done

# MARK: Helpers

not() { ! "$@"; }
expect() { # DESCRIPTION COMMAND…
    checks=$((checks + 1))
    if "${@:2}"; then echo "ok      $1"; else
        failures=$((failures + 1)); echo "FAILED  $1"; [ ! -e "$log" ] || sed 's/^/        | /' "$log"
    fi
}
heading() { printf '\n%s\n' "$1"; }

service() { # NAME ARGUMENTS: defines a kind of login. The password is the item that the module before ours has asked for.
    cat > "$services/$1" <<END
auth     required pam_unix.so nodelay
auth     required $module $2
session  required pam_unix.so
session  required $module $2
END
}
cp /dev/null "$services/other"

wrapped=(LD_PRELOAD="$wrapper" PAM_WRAPPER=1 PAM_WRAPPER_SERVICE_DIR="$services" PAM_WRAPPER_DEBUGLEVEL=2)
login() { # SERVICE PASSWORD [OPERATION…]
    local operations=("${@:3}") result=0
    [ $# -gt 2 ] || operations=(authenticate open_session)
    printf '%s\n' "$2" | timeout 30 env "${application[@]}" "${wrapped[@]}" \
        pamtester "${variables[@]}" "$1" "$user" "${operations[@]}" > "$log" 2>&1 || result=$?
    if grep -qF -- "$password" "$log"; then echo "the password is in the log" >> "$log"; return 99; fi
    return $result
}
application=() # the environment of the application's process: arguments of env
variables=(-E CHATELAINE_HOME="$home") # the PAM environment

logged() { grep -q "SYSLOG($1): .*$2" "$log"; }
lines_logged() { [ "$(grep 'SYSLOG(' "$log" | grep -vcE 'pam_unix|session (opened|closed)')" = "$1" ]; }

become_user=(setpriv --reuid "$user" --regid "$user" --init-groups env -i CHATELAINE_HOME="$home" PATH=/usr/bin:/bin)
chatelaine() { "${become_user[@]}" "$root/chatelaine" "$@"; }
readable() { [ "$(chatelaine get mail kim < /dev/null 2> /dev/null)" = "a secret" ]; }
locked() { local result=0; chatelaine get mail kim < /dev/null > /dev/null 2>&1 || result=$?; [ $result = 36 ]; }

start_agent() {
    local line; [ -p "$root/said" ] || mkfifo "$root/said"
    "${become_user[@]}" "$root/chatelaine" agent > "$root/said" 2> "$root/agent.log" & agent=$!
    read -r line < "$root/said" || { cat "$root/agent.log" >&2; return 1; }
    [[ $line == "listening on "* ]]
}
# Waits for the helper of the agent too, which ends by itself.
stop_agent() { kill "$agent"; wait "$agent" || true; agent=; pidwait -u "$user" || true; }

write_stand_in() { # SCRIPT [INTERPRETER]: runs in place of chatelaine and may write to $0.d
    rm -rf "$stand_in" "$stand_in.d"/*
    printf '#!%s\n%s\n' "${2:-/bin/sh}" "$1" > "$stand_in"; chmod 755 "$stand_in"
}
recorder='cat /proc/$$/cmdline > $0.d/cmdline; cat /proc/$$/environ > $0.d/environ
find /proc/$$/fd -type l -fprintf $0.d/descriptors "%l\n"; pwd > $0.d/directory; cat > $0.d/input'
recorded() { [ -s "$stand_in.d/$1" ]; }
record_is() { diff <(printf "$2") <(tr '\0' '\n' < "$stand_in.d/$1") >> "$log"; }
status_is() { [ "$(sed -n "s/^$1:[[:space:]]*//p" "$stand_in.d/status" | xargs)" = "$2" ]; }
refused() { login "$1" "$password" && not recorded input && logged 3 "$2"; }

# MARK: With the real agent

heading "A real agent"
service real "chatelaine=$root/chatelaine debug"
start_agent
printf '%s\n%s\n' "$password" "$password" | chatelaine passcode set --stdin
printf 'a secret' | chatelaine set mail kim
chatelaine lock
expect "the keychain is locked before the login" locked
expect "a wrong login password fails as it would without the module" not login real wrong
expect "… and unlocks nothing" locked
expect "a login succeeds" login real "$password"
expect "… and the keychain is unlocked" readable
expect "… with a line in the log only because of the option debug" lines_logged 1
expect "a login without a session unlocks nothing" eval 'chatelaine lock && login real "$password" authenticate && locked'
application=(--ignore-signal=CHLD --ignore-signal=PIPE)
expect "an application that ignores SIGCHLD logs in" login real "$password"
expect "… and the keychain is unlocked" readable
application=(--block-signal)
chatelaine lock
expect "an application that blocks all signals logs in" login real "$password"
expect "… and the keychain is unlocked" readable
application=()

service locking "chatelaine=$root/chatelaine lock_at_logout"
expect "the end of a session leaves it unlocked" eval 'login real "$password" authenticate open_session close_session && readable'
expect "… and locks it with lock_at_logout" \
    eval 'login locking "$password" authenticate open_session close_session && lines_logged 0 && locked'

printf '%s\nanother passcode\n' "$password" | chatelaine passcode change --stdin
chatelaine lock
expect "a login with another password than the passcode succeeds" login real "$password"
expect "… leaves the keychain locked" locked
expect "… and says so in one line that is no error" eval 'lines_logged 1 && logged 6 "does not open"'
twice() { # Every phase of one login twice.
    login real "$password"$'\n'"$password" authenticate authenticate open_session open_session close_session &&
        lines_logged 1 && logged 6 "does not open"
}
expect "another login counts once, however often its phases come" eval 'twice && twice && twice'
expect "… and the fifth in a row is not tried, since one more wrong password would delay the user" \
    eval 'login real "$password" && lines_logged 1 && logged 6 "not tried" && locked'
printf 'another passcode\n' | chatelaine unlock --stdin
expect "… and the right passcode opens it without a wait" readable
expect "a login while it is unlocked tries nothing" eval 'login real "$password" && lines_logged 1 && logged 7 done && readable'
stop_agent
expect "a login without an agent succeeds" login real "$password"
expect "… says that nothing was unlocked" eval 'lines_logged 1 && logged 5 "exit code 1"'
expect "… and has started none" not pgrep -u "$user" -r D,R,S -l

# MARK: The child

heading "The child, seen from inside"
service recorded "chatelaine=$stand_in"
write_stand_in "$recorder"
application=(SECRET_OF_APPLICATION=1)
expect "a login from a process with open descriptors and an environment succeeds" \
    login recorded "$password" 5< /etc/passwd 7< /etc/shadow 30> "$root/thirty"
application=()
expect "its arguments are those of unlock" record_is cmdline "/bin/sh\n$stand_in\nunlock\n--stdin\n--login\n"
expect "its environment has nothing of the application's" record_is environ \
    "HOME=$home\nUSER=$user\nLOGNAME=$user\nPATH=/usr/bin:/bin\nCHATELAINE_HOME=$home\n"
usual=/run/user/$(id -u "$user")
[ -e /run/user ] || { mkdir /run/user; made+=(/run/user); }
mkdir "$usual"; made=("$usual" "${made[@]}")
variables=() common="HOME=$home\nUSER=$user\nLOGNAME=$user\nPATH=/usr/bin:/bin\n"
expect "… and no runtime directory that is not the user's" eval 'login recorded "$password" && record_is environ "$common"'
chown "$user" "$usual"
expect "… but the usual one if it is" \
    eval 'login recorded "$password" && record_is environ "${common}XDG_RUNTIME_DIR=$usual\n"'
variables=(-E XDG_RUNTIME_DIR=/run/other -E XDG_DATA_HOME=/data -E LD_PRELOAD=/of/the/user)
expect "… or that of the PAM environment, and its data directory, but no more of it" eval 'login recorded "$password" &&
    record_is environ "${common}XDG_RUNTIME_DIR=/run/other\nXDG_DATA_HOME=/data\n"'
variables=(-E CHATELAINE_HOME="$home")
expect "its input is the password and a line break" record_is input "$password\n"
expect "its descriptors are that pipe, /dev/null twice, and its own script" \
    eval '[ "$(grep -v "^pipe:" "$stand_in.d/descriptors" | sort | xargs)" = "/dev/null /dev/null $stand_in" ]'
expect "it is in the root directory" record_is directory "/\n"
# A shell changes its signals, so awk reports its own status here.
write_stand_in "BEGIN { while ((getline line < \"/proc/self/status\") > 0) print line > \"$stand_in.d/status\" }" \
    "/usr/bin/awk -f"
application=(--ignore-signal --block-signal)
expect "a login from a process that ignores and blocks all signals succeeds" login recorded "$password"
application=()
expect "no signal is ignored or blocked" eval 'status_is SigIgn 0000000000000000 && status_is SigBlk 0000000000000000'
expect "it has the user's ids" eval 'status_is Uid "$(id -u $user) $(id -u $user) $(id -u $user) $(id -u $user)" &&
    status_is Gid "$(id -g $user) $(id -g $user) $(id -g $user) $(id -g $user)" && status_is Groups "$(id -G $user)"'
expect "it has no capability" eval 'status_is CapEff 0000000000000000 && status_is CapPrm 0000000000000000'
expect "it has a session of its own" eval 'status_is NSsid "$(sed -n "s/^Pid:[[:space:]]*//p" "$stand_in.d/status")"'

heading "The child's end"
service hasty "chatelaine=$stand_in timeout=1"
write_stand_in 'echo $$ > $0.d/pid; exec sleep 1000'
before=${EPOCHREALTIME/./}
expect "a login with a hanging executable succeeds" login hasty "$password"
took=$(((${EPOCHREALTIME/./} - before) / 1000))
expect "… after about the second that it was given ($took ms)" test $took -ge 1000 -a $took -lt 3000
expect "… which was killed" eval 'recorded pid && not kill -0 "$(cat "$stand_in.d/pid")" 2> /dev/null && logged 4 killed'
application=(--ignore-signal=CHLD)
expect "… also where SIGCHLD is ignored" eval 'login hasty "$password" && logged 4 killed'
application=()
write_stand_in 'exit 7'
expect "an exit code is logged" eval 'login recorded "$password" && lines_logged 1 && logged 5 "exit code 7"'
write_stand_in 'kill -TERM $$'
expect "a signal is logged" eval 'login recorded "$password" && lines_logged 1 && logged 4 "signal 15"'

# MARK: Passwords that are not sent

heading "Passwords that are not sent"
cat > "$services/given" <<END
auth     required $items
auth     optional $module
session  required pam_unix.so
session  optional $module chatelaine=$stand_in
END
given() { write_stand_in "$recorder"; application=("$@"); login given "" || return; application=(); }
longest=$(printf '%4096s' '' | tr ' ' x)
expect "4096 bytes are sent" eval 'given PAM_AUTHTOK="$longest" && record_is input "$longest\n"'
expect "4097 bytes are not" eval 'given PAM_AUTHTOK="x$longest" && not recorded input && logged 5 "not kept"'
expect "a line break is not" eval 'given PAM_AUTHTOK="$(printf "a\nb")" && not recorded input && logged 5 "not kept"'
expect "an empty password is not" eval 'given PAM_AUTHTOK= && not recorded cmdline'
expect "no password is asked for" eval 'given && not recorded cmdline && not grep -qi password: "$log"'

cat > "$services/sudo" <<END
auth     required pam_unix.so nodelay
auth     optional $module
session  required $items
session  optional $module debug chatelaine=$stand_in
END
application=(PAM_USER=nobody)
# pam_set_items is called in the session phase only, so that it changes the user between the authentication and the session.
expect "the session of another user gets nothing" \
    eval 'login sudo "$password" && not recorded cmdline && logged 7 "not that of the user"'
application=()

many=(); for _ in {1..40}; do many+=(authenticate open_session close_session); done
application=(PAM_AUTHTOK="$password")
expect "forty logins in one process leave no descriptor open" \
    eval '(ulimit -n 20; login given "" "${many[@]}") && lines_logged 0 && record_is input "$password\n"'
application=()
printf 'auth sufficient %s\n' "$module" > "$services/alone"
expect "the module alone lets no user in" not login alone "$password" authenticate

heading "Executables that are refused"
write_stand_in "$recorder"
chown "$user" "$stand_in"
expect "one that is not root's" refused recorded "is refused"
chown root "$stand_in"; chmod 775 "$stand_in"
expect "one that a group can write" refused recorded "is refused"
chmod 755 "$stand_in"; mkdir -p "$stand_in.d/bin"; cp "$stand_in" "$stand_in.d/bin/tool"
service replaceable "chatelaine=$stand_in.d/bin/tool"
expect "one in a directory that the user can rename" refused replaceable "is refused"
service relative "chatelaine=stand-in"
expect "a relative path" eval '(cd "$root" && refused relative "no executable has")'
service absent "chatelaine=$root/nothing"
expect "none" refused absent "no executable has"
printf 'not a program' > "$stand_in"
expect "what cannot be run is reported" eval 'login recorded "$password" && lines_logged 1 && logged 3 "could not be run"'
service mistaken "chatelaine=$stand_in timeout=0 what"
write_stand_in "$recorder"
expect "wrong options are reported and change nothing" \
    eval 'login mistaken "$password" && record_is input "$password\n" && logged 3 "timeout=0" && logged 3 "unknown option what"'

# MARK: Memory

heading "The application's memory"
sed '/chatelaine/d' "$services/recorded" > "$services/without"
printf '%s\n' "$password" > "$root/password"
# Counts the password in the memory (off: in a usual core dump) of an application that is about to call FUNCTION.
copies() { # SERVICE FUNCTION [off]
    gdb -nx -batch -ex "set breakpoint pending on" -ex "set startup-with-shell on" \
        -ex "set exec-wrapper env $(printf '%q ' "${wrapped[@]}")" -ex "break $2" \
        -ex "run $1 $user authenticate open_session < $root/password" \
        -ex "set use-coredump-filter off" -ex "set dump-excluded-mappings ${3:-on}" \
        -ex "generate-core-file $root/memory" -ex "info proc status" -ex delete -ex continue pamtester > "$log" 2>&1
    [ -s "$root/memory" ] || { echo none; return; }
    grep -aoF -- "$password" "$root/memory" | wc -l; rm "$root/memory"
}
between=$(copies recorded pam_open_session) between_without=$(copies without pam_open_session)
after_without=$(copies without pam_end) after=$(copies recorded pam_end)
in_core=$(copies recorded pam_open_session off)
expect "what is kept until the session is locked in memory" eval 'not grep -q "^VmLck:[[:space:]]*0 kB" "$log"'
expect "… and not in a core ($in_core)" test "$in_core" = 0
expect "one copy more than without the module before the session ($between, $between_without)" \
    test "$between" = $((between_without + 1))
expect "none more after it was opened ($after, $after_without)" test "$after" = "$after_without"
expect "its signals are unblocked again" grep -q "^SigBlk:[[:space:]]*0*$" "$log"

# MARK: Installation

heading "The installed module"
write_stand_in "$recorder"
install -D -m 755 "$stand_in" "$root/prefix/bin/chatelaine"
install -d -o "$user" "$root/prefix/bin/chatelaine.d"
make -s install BUILD="$root/build" DESTDIR="$root/installed" PREFIX="$root/prefix" PAM_LIBDIR=/lib/security > "$log" 2>&1 ||
    { cat "$log" >&2; exit 1; }
module=$root/installed/lib/security/pam_chatelaine.so
service installed ""
expect "runs the chatelaine of its PREFIX" \
    eval 'login installed "$password" && grep -qxF "$password" "$root/prefix/bin/chatelaine.d/input"'

printf '\n%d checks, %d failed\n' $checks $failures
[ $failures = 0 ]
