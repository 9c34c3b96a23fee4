#!/bin/sh
# A program that keeps its password in the keychain: looks for it, makes it if there is none, replaces and forgets it.
set -eu

fail() {
    echo "$*" >&2
    exit 1
}

lookup() { security find-generic-password -a "$USER" -s "$1" -w 2> /dev/null; }
USER=kim

status=0
lookup backup || status=$?
test "$status" = 44 || fail "missing password: $status"
security add-generic-password -a "$USER" -s backup -l "Backup repository" -w 'pa$$ "word"'
test "$(lookup backup)" = 'pa$$ "word"' || fail "lookup"

status=0
security add-generic-password -a "$USER" -s backup -w other 2> /dev/null || status=$?
test "$status" = 45 || fail "duplicate: $status"
security add-generic-password -U -a "$USER" -s backup -w "$(printf 'secret\n')"
test "$(lookup backup)" = secret || fail "update"

# The oldest way: the value from standard error, attributes from standard output.
value=$(security find-generic-password -s backup -g 2>&1 > /dev/null | sed -n 's/^password: "\(.*\)"$/\1/p')
test "$value" = secret || fail "-g: $value"
account=$(security find-generic-password -s backup | sed -n 's/^    "acct"<blob>="\(.*\)"$/\1/p')
test "$account" = kim || fail "account: $account"

# A helper of git, with what it reads from its input.
security add-internet-password -a kim -s git.example.com -r htps -w token login.keychain
printf 'protocol=https\nhost=git.example.com\n\n' | {
    while IFS== read -r name value; do test "$name" != host || host=$value; done
    echo "username=$(security find-internet-password -r htps -s "$host" | sed -n 's/^    "acct"<blob>="\(.*\)"$/\1/p')"
    echo "password=$(security find-internet-password -r htps -s "$host" -w)"
} | {
    read -r name && test "$name" = "username=kim" || fail "$name"
    read -r word && test "$word" = "password=token" || fail "$word"
}

# Several commands at once.
printf '%s\n' 'add-generic-password -a kim -s "one more" -w first' 'find-generic-password -s "one more" -w' |
    security -i | grep -qx first || fail "-i"

# Bytes that are no text come as hexadecimal digits.
security add-generic-password -a kim -s binary -X 00ff10
test "$(security find-generic-password -s binary -w)" = 00ff10 || fail "binary"

for service in backup binary "one more"; do
    security delete-generic-password -a kim -s "$service" > /dev/null 2>&1 || fail "delete $service"
done
security delete-internet-password -s git.example.com > /dev/null 2>&1 || fail "delete git"
status=0
security find-generic-password -a kim > /dev/null 2>&1 || status=$?
test "$status" = 44 || fail "something is left: $status"
