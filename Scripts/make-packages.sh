#!/bin/bash
# Makes the packages of Chatelaine from a release build: Debian packages, rpm packages, an archive for one user, and a bill of materials
# (SPDX 2.3). All are made from Packaging/packages/files. Two makings of one commit and one build are equal.
#
# usage: make-packages.sh [--stand-ins] [--command-line-only] [--formats deb,rpm,archive] OUTPUT
#   --stand-ins           with small programs in place of ours, for tests of the packages
#   --command-line-only   without the windows, the examples and the kit
#   OUTPUT                a directory, which is made
#
# In the environment: PACKAGE_VERSION, the packages' version; for tests, CHATELAINE_TREE, a directory to which the installed tree is copied
# as well, and PACKAGE_FILES, another list.
set -euo pipefail
cd "$(dirname "$0")/.."
usage() { sed -n 's/^# \(usage\)/\1/p' "$0" >&2; exit 2; }
stand_ins='' options=() formats=deb,rpm,archive
while [ $# -gt 1 ]; do
    case $1 in
    --stand-ins) stand_ins=yes ;;
    --command-line-only) options=(--command-line-only) ;;
    --formats) formats=$2; shift ;;
    *) usage ;;
    esac
    shift
done
[ $# = 1 ] && [ -n "$1" ] && [[ $1 != -* ]] || usage
mkdir -p "$1"
output=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
umask 022
# The time of everything in the packages is that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC

# Before a release, and after the one before: “~” sorts below the release.
release=$(Scripts/release-version.sh)
version=$release
[ "$(git describe --exact-match --tags 2>/dev/null || true)" = "$release" ] ||
    version=$release~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d).$(git rev-parse --short=8 HEAD)
version=${PACKAGE_VERSION:-$version}

if [ -n "$stand_ins" ]; then
    Packaging/packages/make-stand-ins.sh "$work/built" "$version"
    export CHATELAINE_BUILT=$work/built
fi
tree=$work/tree
DESTDIR=$tree Scripts/install.sh /usr "${options[@]}"
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
make -s -C PAM clean
make -s -C PAM install PREFIX=/usr DESTDIR="$tree" PAM_LIBDIR="/usr/lib/$multiarch/security" PAM_CONFIGS=/usr/share/pam-configs \
    CFLAGS="-O2 -ffile-prefix-map=$PWD=."
make -s -C PAM clean
strip --strip-unneeded "$tree"/usr/lib/*/security/pam_chatelaine.so
[ -z "${CHATELAINE_TREE:-}" ] || cp -a "$tree/." "$CHATELAINE_TREE"

# Splits the tree into packages. Each file belongs to one, and with all parts installed each pattern to a file.
split() {
    local failed='' path package pattern found
    local -a packages=() patterns=()
    local -A used=()
    while read -r package pattern; do
        case $package in '' | \#*) continue ;; esac
        packages+=("$package") patterns+=("$pattern")
    done <"${PACKAGE_FILES:-Packaging/packages/files}"
    while IFS= read -r path; do
        found=
        for i in "${!patterns[@]}"; do
            # shellcheck disable=SC2053 # a pattern
            [[ $path == ${patterns[i]} ]] || continue
            used[$i]=yes
            [ -z "$found" ] || [ "$found" = "${packages[i]}" ] || { echo "make-packages: “$path” is in $found and in ${packages[i]}" >&2; failed=yes; }
            found=${packages[i]}
        done
        [ -n "$found" ] || { echo "make-packages: “$path” is in no package; name one in Packaging/packages/files" >&2; failed=yes; continue; }
        mkdir -p "$work/packages/$found/$(dirname "$path")"
        cp -a "$tree/$path" "$work/packages/$found/$path"
    done < <(cd "$tree" && find . \( -type f -o -type l \) -printf '%P\n' | sort)
    for i in "${!patterns[@]}"; do
        # A package of which nothing is there was left out as a whole.
        [ -n "${used[$i]:-}" ] || [ ! -d "$work/packages/${packages[i]}" ] ||
            { echo "make-packages: nothing is installed as “${patterns[i]}”; remove it from Packaging/packages/files" >&2; failed=yes; }
    done
    [ -z "$failed" ]
}
split
find "$work/packages" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
for name in chatelaine-desktop chatelaine-examples chatelaine-swift; do
    [ -d "$work/packages/$name" ] || echo "make-packages: $name is left out: it was not built"
done

for format in ${formats//,/ }; do
    case $format in deb | rpm | archive) "Packaging/packages/make-$format.sh" "$work/packages" "$output" "$version" ;; *) usage ;; esac
done
Packaging/packages/make-sbom.py "$work/packages" "$tree/usr/share/chatelaine/build-info.json" "$version" >"$output/chatelaine_$version.spdx.json"
(cd "$output" && sha256sum -- *.deb *.rpm *.tar.gz *.spdx.json 2>/dev/null >SHA256SUMS) || true
ls -1 "$output"
