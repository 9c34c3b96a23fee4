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
replaced=$(ldd /srv/bin/twin | awk '/libswiftSwiftOnoneSupport/ { print $3 }')
mkdir /srv/walls/fake
"$compiler" -shared -fPIC -O1 -Wall -Werror -o /srv/walls/hide.so /srv/walls/hide.c -pthread
"$compiler" -shared -fPIC -O1 "-Wl,-soname,${replaced##*/}" -o "/srv/walls/fake/${replaced##*/}" /srv/walls/hide.c -pthread
echo "$replaced" > /srv/walls/fake/replaces
chmod -R a+rX /srv/walls

results=$accounts/results
: > "$results"
wall() { # COLUMN COMMAND…: a command of walls/play.py, in an environment; its results are kept
    { timeout 120 "${@:2}" 2>&1 || true; } | sed "s/^= /= $1\t/" >> "$results"
}
session=(setpriv --reuid bob --regid bob --clear-groups)
user=(env -i PATH=/usr/bin:/bin HOME=$homes/bob XDG_RUNTIME_DIR=$homes/bob/run)
play=(/usr/bin/python3 -B /srv/walls/play.py)
# Those that take root to be arranged.
arranged=("start: nosuid" "start: by a holder of the capability" "start: by a marked program" "start: capability not in the bounding set")
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
done
gave() { # COLUMN ATTACK: what the attack gave; “did not run” is a failure
    awk -F '\t' -v column="= $1" -v attack="$2" '$1 == column && $2 == attack { print $3; found = 1 } END { if (!found) print "did not run" }' "$results"
}
as_expected() { [ "$1" = "$2" ] || { echo "expected “$2”, and it is “$1”"; cat "$results"; return 1; }; }
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
