#!/bin/sh
# Installs Chatelaine for one user, without root.
#
# usage: install.sh [--prefix DIRECTORY] [--command-line-only]
#   --prefix DIRECTORY     an absolute path; default: ~/.local
#   --command-line-only    without the windows, which need GTK 4 and libadwaita
#
# An older version in the same directory is replaced. Keychains and vaults are elsewhere, and are not touched.
set -eu
here=$(dirname "$(readlink -f "$0")")
prefix=${HOME:+$HOME/.local} parts='files desktop'
refuse() { echo "install.sh: $1" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
    --prefix) [ $# -ge 2 ] || refuse "--prefix needs a directory"; prefix=$2; shift 2 ;;
    --command-line-only) parts=files; shift ;;
    *) sed -n 's/^# \{0,1\}//; 2,8p' "$0"; [ "$1" = --help ] && exit; refuse "there is no option “$1”" ;;
    esac
done
case $prefix in /*) ;; *) refuse "the prefix is not an absolute path: “$prefix”; use --prefix DIRECTORY" ;; esac
case $prefix in *[\&\<\>\|\\]*) refuse "the prefix has characters that cannot be written into property lists: “$prefix”" ;; esac
[ "$(uname -m)" = "$(cat "$here/machine" 2>/dev/null || uname -m)" ] || refuse "this archive is for $(cat "$here/machine")"

# Before anything is replaced: libraries of this system that the programs need and do not find.
missing=$(for part in $parts; do for program in "$here/$part"/bin/* "$here/$part"/libexec/chatelaine/*; do
    [ ! -x "$program" ] || LC_ALL=C ldd "$program" 2>/dev/null | sed -n "s/^[[:space:]]*\([^ ]*\) => not found\$/\1/p"
done; done | sort -u | tr '\n' ' ')
[ -z "$missing" ] || { echo "install.sh: libraries are missing: $missing
  next: install them with your system's package manager; --command-line-only needs no GTK and libadwaita. Nothing was changed" >&2; exit 1; }

list=$prefix/share/chatelaine/installed-files
mkdir -p "$prefix/share/chatelaine"
: >"$list.new"
for part in $parts; do
    [ -d "$here/$part" ] || continue
    (cd "$here/$part" && find . \( -type f -o -type l \) | LC_ALL=C sort) | while IFS= read -r path; do
        target=$prefix/${path#./}
        mkdir -p "$(dirname "$target")"
        # A program that runs is not overwritten, but replaced.
        rm -f "$target.new"
        cp -P "$here/$part/$path" "$target.new"
        case $path in
        *.entitlements) sed -i "s|/usr/libexec|$prefix/libexec|g" "$target.new" ;;
        esac
        mv -f "$target.new" "$target"
        printf '%s\n' "${path#./}" >>"$list.new"
    done
done
cp "$here/uninstall.sh" "$prefix/share/chatelaine/uninstall.sh"
printf '%s\n' share/chatelaine/uninstall.sh >>"$list.new"
# Files that the version before had, and this one does not have.
if [ -f "$list" ]; then
    grep -vxF -f "$list.new" "$list" | while IFS= read -r path; do
        case /$path/ in *"/../"* | //*) ;; *) rm -f "$prefix/$path" ;; esac
    done
fi
mv "$list.new" "$list"
echo "installed in $prefix; remove it with: $prefix/share/chatelaine/uninstall.sh"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "add $prefix/bin to PATH to call it by its name" ;; esac
