#!/bin/sh
# Shows the main job on a keychain of its own, which is removed at the end.
#
# usage: demo.sh TUTORIAL CHATELAINE
#   TUTORIAL     the built program of Examples/KeychainTutorial
#   CHATELAINE   the built command line
set -eu

[ $# -eq 2 ] || { echo "usage: $0 TUTORIAL CHATELAINE" >&2; exit 2; }
tutorial=$1
chatelaine=$2

CHATELAINE_HOME=$(mktemp -d)
export CHATELAINE_HOME
unset CHATELAINE_ENTITLEMENTS
trap 'rm -rf "$CHATELAINE_HOME"' EXIT
trap 'exit 130' INT TERM

service=tutorial.example.com
account=kim@example.com
password='correct horse battery staple'

fail() { echo "The demo has failed: $1" >&2; exit 1; }
heading() { printf '\n== %s ==\n' "$1"; }
run() { printf '$ %s\n' "$(basename "$1")$(shift; printf ' %s' "$@")"; "$@"; }

heading "A program written for Apple's keychain stores a password"
run "$tutorial" store

heading "The command line finds what the program has stored"
run "$chatelaine" find "$service"
run "$chatelaine" get "$service" "$account"
[ "$("$chatelaine" get "$service" "$account")" = "$password" ] || fail "the command line has another password"

heading "The files on disk show none of it"
find "$CHATELAINE_HOME" -type f -exec ls -l {} +
printf '%s %s %s\n' "$service" "$account" "$password" > "$CHATELAINE_HOME/control"
for text in "$service" "$account" "$password" 'Tr0ub4dour&3'; do
    found=$(grep -rlaF -- "$text" "$CHATELAINE_HOME" | grep -v '/control$' || true)
    [ -z "$found" ] || fail "“$text” is in $found"
    printf 'not in any file: %s\n' "$text"
done
# The search proves nothing unless it finds a text that is there.
grep -qaF -- "$password" "$CHATELAINE_HOME/control" || fail "the search finds nothing at all"
rm "$CHATELAINE_HOME/control"

heading "The program deletes it, and the command line finds it no longer"
run "$tutorial" delete
status=0
run "$chatelaine" get "$service" "$account" || status=$?
[ "$status" -eq 44 ] || fail "the command line should have ended with 44, not $status"
printf 'exit status %s: not found\n\nThat is all. Nothing of it is left: %s is removed.\n' "$status" "$CHATELAINE_HOME"
