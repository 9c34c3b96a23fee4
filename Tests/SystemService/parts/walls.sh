# shellcheck shell=bash
# Every attack of Tests/SystemService/walls on three programs with a secret: one of the user's own, one of root's without the mark, and
# the secured one. What each gives is compared with walls/expected.tsv, and printed as a table. The table of open files of the whole
# machine is not filled: no namespace has one of its own.

heading "Walls: every attack on a program of the user's own (plain), on one of root's (system), and on a secured one"
cp -r "$tests/walls" /srv/walls
install -o bob -g bob -m 755 "$programs/agent-probe" $homes/bob/own
freely bob $homes/bob/own add - service account "guarded secret" > /dev/null
# Another program than that, which takes its path.
{ cat "$programs/agent-probe"; echo x; } > $homes/bob/forger; chown bob $homes/bob/forger; chmod 755 $homes/bob/forger
# A marked program that does what its arguments say, against all advice.
cp "$(realpath /usr/bin/python3)" /srv/bin/deputy; /srv/bin/chatelaine apps secure --yes /srv/bin/deputy > /dev/null
install -d -o bob /srv/shared
for name in twin secured; do ln /srv/bin/$name /srv/shared/$name.linked; done
ln $homes/bob/own $homes/bob/own.linked
cp "$tests/traps.py" /srv/walls
# One whose symbols no other uses: with another library in its place the program runs.
replaced=$(ldd /srv/bin/twin | awk '/libswift_Builtin_float/ { print $3 }')
# In a user namespace of bob's all accounts but one are shown as 65534.
sed 's/^chatelaine:x:[0-9]*:/chatelaine:x:65534:/' /etc/passwd > /srv/walls/passwd
mkdir /srv/walls/fake
"$compiler" -shared -fPIC -O1 -Wall -Werror -o /srv/walls/hide.so /srv/walls/hide.c -pthread
"$compiler" -shared -fPIC -O1 -Wall -Werror -DANSWERS -o /srv/walls/answers.so /srv/walls/hide.c -pthread
"$compiler" -shared -fPIC -O1 "-Wl,-soname,${replaced##*/}" -o "/srv/walls/fake/${replaced##*/}" /srv/walls/hide.c -pthread
echo "$replaced" > /srv/walls/fake/replaces
chmod -R a+rX /srv/walls

results=$accounts/results
: > "$results"
wall() { # COLUMN COMMAND…: a command of walls/play.py, in an environment; its results are kept
    { timeout 300 "${@:2}" 2>&1 || true; } | sed "s/^= /= $1\t/" >> "$results"
}
session=(setpriv --reuid bob --regid bob --clear-groups)
user=(env -i PATH=/usr/bin:/bin HOME=$homes/bob XDG_RUNTIME_DIR=$homes/bob/run)
play=(/usr/bin/python3 -B /srv/walls/play.py)
# Those that take root to be arranged.
arranged=("start: nosuid" "start: by a holder of the capability" "start: by a marked program" "start: capability not in the bounding set"
    "frozen by a cgroup" "closed standard descriptors: numbers")
# As systemd gives one to the services of a user.
cgroup=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
if [ -n "$cgroup" ]; then
    cgroup=$cgroup/chatelaine-walls-$$
    mkdir "$cgroup"; chown bob "$cgroup" "$cgroup/cgroup.procs"
else
    echo "no cgroup2 is mounted on this machine: “frozen by a cgroup” cannot run"
fi
# shellcheck disable=SC2016 # for that shell
in_cgroup=(sh -c 'echo $$ > "$0/cgroup.procs" && exec "$@"' "$cgroup")
# As root, in a mount namespace where the service has no socket.
# shellcheck disable=SC2016 # for that shell
unserved=(unshare --mount bash -c 'mount -t tmpfs -o mode=755 none /run/chatelaine && exec "$@"' bash)
mapfile -t attacks < <(grep -v '^#' "$tests/walls/expected.tsv" | cut -f1)
ordinary=()
for attack in "${attacks[@]}"; do
    [[ " ${arranged[*]} " == *" $attack "* ]] || ordinary+=("$attack")
done
for column in plain:$homes/bob/own system:/srv/bin/twin secured:/srv/bin/secured; do
    kind=${column%%:*} path=${column#*:}
    wall $kind "${session[@]}" "${user[@]}" "${play[@]}" "$path" "${ordinary[@]}"
    directory=$(dirname "$path")
    mount --bind "$directory" "$directory"; mount -o remount,bind,nosuid "$directory"
    wall $kind "${session[@]}" "${user[@]}" "${play[@]}" "$path" "${arranged[0]}"
    umount -l "$directory"
    wall $kind "${session[@]}" --inh-caps +block_suspend --ambient-caps +block_suspend "${user[@]}" "${play[@]}" "$path" "${arranged[1]}"
    wall $kind "${session[@]}" "${user[@]}" /srv/bin/deputy "${play[@]:1}" "$path" "${arranged[2]}"
    wall $kind "${session[@]}" --bounding-set -block_suspend "${user[@]}" "${play[@]}" "$path" "${arranged[3]}"
    wall $kind "${in_cgroup[@]}" "${session[@]}" "${user[@]}" CGROUP="$cgroup" "${play[@]}" "$path" "${arranged[4]}"
    wall $kind "${unserved[@]}" /usr/bin/python3 -B /srv/walls/closing.py "$path" bob read - service account
done
[ -z "$cgroup" ] || rmdir "$cgroup"
gave() { # COLUMN ATTACK: what the attack gave; “did not run” is a failure
    awk -F '\t' -v column="= $1" -v attack="$2" '$1 == column && $2 == attack { print $3; found = 1 } END { if (!found) print "did not run" }' "$results"
}
as_expected() { [ "$1" = "$2" ] || { echo "expected “$2”, and it is “$1”"; grep -B 30 -F -- $'\t'"$attack"$'\t' "$results" || cat "$results"; return 1; }; }
table=$accounts/table before=$failures
: > "$table"
while IFS=$'\t' read -r -u 9 attack plain system secured why; do
    for column in plain system secured; do
        now=$(gave $column "$attack")
        expect "$column: “$attack” gives: $now" as_expected "$now" "${!column}"
        printf -v now_$column '%s' "$now"
    done
    # shellcheck disable=SC2154 # set by printf -v
    printf '%-42s %-12s %-12s %-12s %s\n' "$attack" "$now_plain" "$now_system" "$now_secured" "$why" >> "$table"
done 9< <(grep -v '^#' "$tests/walls/expected.tsv")
printf '\n%-42s %-12s %-12s %-12s\n' "Attack by the same user" plain system secured
cat "$table"
expect "every attack gives what is expected of it" test "$failures" = "$before"

# The command line does what any program tells it to: marked or not, it has nothing of a group for secured programs.
/srv/bin/chatelaine apps secure --yes /srv/bin/chatelaine > /dev/null
asked_of() { # COMMAND…: what the command line says to all that could give an item of the group, run by the command
    local words
    for words in "get service account --group com.example.secured" "show service account" "list" "find service" "doctor" "vault list" \
        "apps share com.example.secured /srv/bin/chatelaine" "token make --group com.example.secured" "get service account"; do
        "$@" "/srv/bin/chatelaine $words" < /dev/null || true
    done
}
expect "the marked command line prints no such secret to pipes" not says "guarded secret" asked_of freely bob sh -c
expect "nor to a terminal of the attacker's" not says "guarded secret" asked_of freely bob script -qec
/srv/bin/chatelaine apps unsecure /srv/bin/chatelaine > /dev/null

heading "Walls: what a marked program can do to another, closed descriptors of programs of ours, tokens, and a client of the attacker's own"
# The target is an interpreter, against all advice, that has made itself dumpable: its mark alone protects it.
coproc dumpable { freely bob /srv/bin/deputy -c 'import ctypes, sys
ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
print("ready", flush=True)
sys.stdin.read()'; }
read -r -t 30 -u "${dumpable[0]}" _
dumped=$(pgrep -u bob -x deputy)
reads_memory() { # PROGRAM: whether it can read the memory of that process
    "${session[@]}" "${user[@]}" "$1" -B -c 'import sys
sys.path.insert(0, "/srv/walls")
import means
means.use_capabilities()
open(f"/proc/{sys.argv[1]}/mem").close()' "$dumped"
}
expect "a marked program that makes itself dumpable is read by no program without the mark" not reads_memory /usr/bin/python3
expect "but by every marked one" reads_memory /srv/bin/deputy
ended=$dumpable_PID; kill "$dumped"; wait "$ended" 2> /dev/null || true
counts_as_secured() { says "guarded secret" freely bob /srv/bin/secured read - service account; }
expect "it harms no other that is secured" counts_as_secured

printed_into_a_file() { # the command line prints a secret with each combination of descriptors closed; bob has the loader open a file
    local closed result=1
    mkdir $homes/bob/closed; chown bob $homes/bob/closed
    for closed in "0<&-" "1>&-" "2>&-" "0<&- 1>&-" "0<&- 2>&-" "1>&- 2>&-" "0<&- 1>&- 2>&-"; do
        says "bob's secret" freely bob \
            sh -c "LD_DEBUG=libs LD_DEBUG_OUTPUT=$homes/bob/closed/opened exec /srv/bin/chatelaine get mail bob $closed" < /dev/null > /dev/null || [[ $closed == *1* ]] || result=2
    done
    if grep -rqF "bob's secret" $homes/bob/closed; then result=0; fi
    rm -r $homes/bob/closed; return $result
}
in_no_file() { local result=0; printed_into_a_file || result=$?; [ $result = 1 ]; }
own_numbers=("${unserved[@]}" /usr/bin/python3 -B /srv/walls/closing.py /srv/bin/chatelaine bob get mail bob)
expect "nothing of the command line's own gets the number of a closed descriptor" "${own_numbers[@]}"
expect "without its mark it prints into a file that bob has the loader open" printed_into_a_file
/srv/bin/chatelaine apps secure --yes /srv/bin/chatelaine > /dev/null
expect "nor does anything of the marked one" "${own_numbers[@]}"
expect "and what that prints is in no file" in_no_file
/srv/bin/chatelaine apps unsecure /srv/bin/chatelaine > /dev/null

# A client of bob's that looks at nothing, against the service itself.
by_protocol() { "$@" /usr/bin/python3 -B /srv/walls/protocol.py "${words[@]}"; }
namespace=(unshare -Ur)
cat > /etc/chatelaine/entitlements.d/later.entitlements <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>io.github.chatelaine.executable</key><string>/srv/bin/later</string>
<key>keychain-access-groups</key><array><string>com.example.later</string></array>
</dict></plist>
END
install -m 755 "$programs/agent-probe" /srv/bin/later
token_of() { # FILE: makes a token for the group, as its owner would
    freely bob /srv/bin/chatelaine token make --group com.example.later > $homes/bob/"$1"; chown bob $homes/bob/"$1"; chmod 600 $homes/bob/"$1"
}
expect "a program stores in a group of its list" freely bob /srv/bin/later add - service account "later secret"
expect "bob makes a token for the group" token_of early.token
words=(search com.example.later $homes/bob/early.token)
expect "which opens it to any program" says "secret: later secret" by_protocol freely bob
expect "in a user namespace as well" says "secret: later secret" by_protocol freely bob "${namespace[@]}"
sed -i 's,</dict>,<key>io.github.chatelaine.secured</key><true/></dict>,' /etc/chatelaine/entitlements.d/later.entitlements
/srv/bin/chatelaine apps secure --yes /srv/bin/later > /dev/null
expect "then root reserves it for secured programs, and its program reads" says "later secret" freely bob /srv/bin/later read - service account
expect "the token opens nothing any more" not says "later secret" by_protocol freely bob
expect "as the service says" says "the token has expired or was revoked" by_protocol freely bob
# Any program of bob's makes a token or a share, and starts a secured program that prints what it is told to.
expect "also not to another program that is secured" not says "later secret" freely bob env CHATELAINE_TOKEN_FILE=$homes/bob/early.token /srv/bin/secured read com.example.later service account
freely bob /srv/bin/chatelaine apps share com.example.later /srv/bin/secured > /dev/null
expect "nor does a share" says -34018 freely bob /srv/bin/secured read com.example.later service account
freely bob /srv/bin/chatelaine apps owner com.example.later /srv/bin/secured > /dev/null || true
expect "nor another owner" says -34018 freely bob /srv/bin/secured read com.example.later service account
expect "its own program reads as before" says "later secret" freely bob /srv/bin/later read - service account
sed -i 's,</array>,<string>com.example.later</string></array>,' /etc/chatelaine/entitlements.d/secured.entitlements
expect "a list of root's opens it to another secured program" says "later secret" freely bob /srv/bin/secured read com.example.later service account
sed -i 's,<string>com.example.later</string></array>,</array>,' /etc/chatelaine/entitlements.d/secured.entitlements
expect "as long as it does" says -34018 freely bob /srv/bin/secured read com.example.later service account
expect "a token can still be made" token_of late.token
words=(search com.example.later $homes/bob/late.token)
expect "and opens nothing" not says "later secret" by_protocol freely bob
expect "also from a user namespace" not says "later secret" by_protocol freely bob "${namespace[@]}"
words=(token com.example.later)
expect "no program but the command line makes one" not says "token: chtl" by_protocol freely bob
words=(search com.example.later)
asks_in_namespace() { # the secured program, in namespaces of bob's where its own look at the service is satisfied
    freely bob unshare -Urm sh -c 'mount --bind /srv/walls/passwd /etc/passwd && exec /srv/bin/secured read com.example.secured service account'
}
expect "the service refuses the secured program in a namespace of bob's" says -34018 asks_in_namespace
for means in "freely bob" "freely bob unshare -Ur" "freely bob unshare -Urm"; do
    # shellcheck disable=SC2086 # words
    expect "a client that looks at nothing gets nothing ($means)" not says "later secret" by_protocol $means
done
