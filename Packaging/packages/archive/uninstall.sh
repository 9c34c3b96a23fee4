#!/bin/sh
# Removes the files that install.sh has installed, and the directories of theirs that are empty then. Keychains, vaults and settings stay.
#
# usage: uninstall.sh [--prefix DIRECTORY]
set -eu
here=$(dirname "$(readlink -f "$0")")
prefix=${here%/share/chatelaine}
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -ge 2 ] || { echo "uninstall.sh: --prefix needs a directory" >&2; exit 2; }; prefix=$2; shift 2 ;;
    *) echo "usage: uninstall.sh [--prefix DIRECTORY]" >&2; exit 2 ;;
    esac
done
list=$prefix/share/chatelaine/installed-files
[ -f "$list" ] || { echo "uninstall.sh: there is no list of installed files in $prefix/share/chatelaine; use --prefix DIRECTORY" >&2; exit 1; }
while IFS= read -r path; do
    # The list is a file of the user's: nothing outside of the prefix is removed.
    case /$path/ in *"/../"* | //*) echo "uninstall.sh: “$path” in $list is not below the prefix; left alone" >&2; continue ;; esac
    rm -f "$prefix/$path"
    directory=$(dirname "$prefix/$path")
    while [ "$directory" != "$prefix" ] && rmdir "$directory" 2>/dev/null; do directory=$(dirname "$directory"); done
done <"$list"
rm -f "$list"
rmdir "$prefix/share/chatelaine" 2>/dev/null || true
echo "removed from $prefix; keychains and vaults stay where they are (share/doc/chatelaine/install.md says where)"
