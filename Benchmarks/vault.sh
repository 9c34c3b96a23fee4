#!/bin/bash
# Compares the vault's commands with keepassxc-cli, in one run and in a terminal of their own: the command line can use
# a vault only in the terminal in which its master password was entered.
# usage: vault.sh CHATELAINE ITEMS THEIR-ITEMS
set -euo pipefail
chatelaine=$(realpath "$1")
bench=$("$(dirname "$0")/../Scripts/build.sh" --release --show-bin-path)/keychain-bench
peer=$(command -v keepassxc-cli)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home TMPDIR=$home XDG_RUNTIME_DIR=$home/run XDG_CONFIG_HOME=$home/config XDG_CACHE_HOME=$home/cache
mkdir -m 700 "$home/run"
unset DISPLAY WAYLAND_DISPLAY

# The results are written to a file, so that they contain no carriage returns of a terminal.
status=0
script --quiet --return --command "'$bench' vault-processes '$chatelaine' '$peer' $2 $3 > '$home/report' 2> '$home/errors'" \
    /dev/null < /dev/null > /dev/null || status=$?
cat "$home/report"
# The other program reads its passwords from a pipe; its prompts are removed here.
grep -vE "^(Enter password to encrypt|Repeat password)" "$home/errors" >&2 || true
exit "$status"
