#!/bin/bash
# The vault's commands beside keepassxc-cli, in one run, in a terminal of their own: the command line may use a vault where its
# master password was entered.
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

# What is measured is written to a file, so that no carriage returns of a terminal get into it.
status=0
script --quiet --return --command "'$bench' vault-processes '$chatelaine' '$peer' $2 $3 > '$home/report' 2> '$home/errors'" \
    /dev/null < /dev/null > /dev/null || status=$?
cat "$home/report"
# What the peer asks for, it gets from a pipe.
grep -vE "^(Enter password to encrypt|Repeat password)" "$home/errors" >&2 || true
exit "$status"
