#!/bin/bash
# Makes the archive that a user installs without root, in ~/.local. Called by Scripts/make-packages.sh.
# usage: make-archive.sh PACKAGES OUTPUT VERSION (PACKAGES has a directory for each package; SOURCE_DATE_EPOCH is set)
set -euo pipefail
here=$(dirname "$(realpath "$0")")
packages=$1 output=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=chatelaine-$version-$(uname -m)
top=$work/$name
mkdir -p "$top/files" "$top/desktop"
cp -a "$packages/chatelaine/usr/." "$top/files"
[ ! -d "$packages/chatelaine-desktop" ] || cp -a "$packages/chatelaine-desktop/usr/." "$top/desktop"
# Files that count only in the system's directories: units, lists of groups and what polkit reads.
rm -rf "$top"/*/lib/systemd "$top"/*/share/polkit-1 "$top"/*/share/chatelaine/entitlements.d
find "$top" -depth -type d -empty -delete
install -m 755 "$here/archive/install.sh" "$here/archive/uninstall.sh" "$top"
install -m 644 "$here/../../LICENSE" "$top/LICENSE"
uname -m >"$top/machine"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -c "$name" |
    gzip -9n >"$output/$name.tar.gz"
