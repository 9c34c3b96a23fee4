#!/bin/bash
# Tests the packages: with stand-ins, how they are made, installed, upgraded and removed; with a directory of real ones, that the programs
# run in a system without Swift. The chroots are made by mmdebstrap from the mirror of this machine, as root.
#
# usage: test.sh [--without-chroot] [DIRECTORY]
#   DIRECTORY   packages that “make packages” has made
set -uo pipefail
cd "$(dirname "$0")/../.."
chroot=yes
[ "${1:-}" != --without-chroot ] || { chroot=''; shift; }
real=${1:+$(realpath "$1")}
work=$(mktemp -d)
clean() { rm -rf --one-file-system "$work"; }
trap clean EXIT
trap 'exit 130' INT TERM
export LC_ALL=C.UTF-8
number=0 failed=0
ok() { number=$((number + 1)); echo "ok $number - $1"; }
not_ok() { number=$((number + 1)); failed=1; echo "not ok $number - $1"; sed 's/^/# /' "$work/log" | tail -n 20; }
# usage: check DESCRIPTION COMMAND...
check() { local text=$1; shift; if "$@" >"$work/log" 2>&1; then ok "$text"; else not_ok "$text"; fi; }
fails() { ! "$@"; }
# usage: says TEXT COMMAND...; the command's output contains the text, whatever its status is
says() { local text=$1; shift; "$@" 2>&1 | tee "$work/said"; grep -qF -- "$text" "$work/said"; }
refuses() { local text=$1; shift; if "$@" >"$work/said" 2>&1; then cat "$work/said"; return 1; fi; cat "$work/said"; grep -qF -- "$text" "$work/said"; }
skip() { number=$((number + 1)); echo "ok $number - $1 # skipped: $2"; }

# MARK: Making
make_packages() { Scripts/make-packages.sh --stand-ins "$@"; }
mkdir "$work/tree"
check "packages are made from the list of files" env CHATELAINE_TREE="$work/tree" PACKAGE_VERSION=1.1.0 Scripts/make-packages.sh --stand-ins "$work/new"
[ $failed = 0 ] || exit 1

contents() { # FORMAT: the paths of all packages, as “make install” names them
    case $1 in
    deb) for file in "$work"/new/*.deb; do dpkg-deb --fsys-tarfile "$file" | tar -t; done ;;
    rpm) for file in "$work"/new/*.rpm; do rpm -qlp "$file"; done ;;
    esac | sed -e 's|^\./||' -e 's|^/||' | grep -v '/$' |
        sed -e 's|zsh/vendor-completions|zsh/site-functions|' -e 's|\(/man/.*\)\.gz$|\1|' -e 's|usr/lib64/security|usr/lib/ARCH/security|' \
            -e 's|usr/lib/[^/]*-linux-gnu[^/]*/security|usr/lib/ARCH/security|' | sort
}
installed() { (cd "$work/tree" && find . \( -type f -o -type l \) -printf '%P\n') | sed 's|usr/lib/[^/]*-linux-gnu[^/]*/security|usr/lib/ARCH/security|' | sort; }
debs_have_everything() {
    contents deb | grep -vE '^$|^usr/share/doc/[^/]*/(changelog.gz|copyright)$|^usr/share/lintian/' >"$work/listed"
    installed | diff - "$work/listed"
}
check "the Debian packages have exactly the files that “make install” installs, each once" debs_have_everything
rpms_have_everything() {
    (cd "$work/tree" && find . -type d -printf '%P\n') | sort >"$work/directories"
    contents rpm | grep -vxF -f "$work/directories" >"$work/listed"
    installed | grep -v '^usr/share/pam-configs/' | diff - "$work/listed"
}
check "so have the rpm packages, without what only Debian's PAM reads" rpms_have_everything
grep -v usr/bin/chatelaine-kit Packaging/packages/files >"$work/short"
check "a file that no package has is refused, by its name" refuses "“usr/bin/chatelaine-kit” is in no package" \
    env PACKAGE_FILES="$work/short" Scripts/make-packages.sh --stand-ins --formats archive "$work/refused"
{ cat Packaging/packages/files; echo 'chatelaine-swift usr/bin/chatelaine'; } >"$work/long"
check "a file of two packages is refused" refuses "is in chatelaine and in chatelaine-swift" \
    env PACKAGE_FILES="$work/long" Scripts/make-packages.sh --stand-ins --formats archive "$work/refused"
{ cat Packaging/packages/files; echo 'chatelaine usr/bin/gone'; } >"$work/long"
check "a line for nothing is refused" refuses "nothing is installed as “usr/bin/gone”" \
    env PACKAGE_FILES="$work/long" Scripts/make-packages.sh --stand-ins --formats archive "$work/refused"
again() { PACKAGE_VERSION=1.1.0 make_packages "$work/again" && cmp "$work/new/SHA256SUMS" "$work/again/SHA256SUMS"; }
check "two makings are equal" again
check "lintian has no complaint that is not explained" lintian --allow-root --fail-on error,warning "$work"/new/*.deb
rpmlint_is_content() { rpmlint -r Packaging/packages/rpmlintrc "$work"/new/*.rpm; rpmlint -r Packaging/packages/rpmlintrc "$work"/new/*.rpm | grep -q ' 0 errors, 0 warnings'; }
check "rpmlint has no complaint that is not explained" rpmlint_is_content
check "the bill of materials is SPDX 2.3, and names what is linked" python3 Tests/Packages/check-sbom.py "$work/new/chatelaine_1.1.0.spdx.json"

# MARK: The kit
kit=$work/tree/usr/bin/chatelaine-kit
mkdir "$work/compiler"
printf '#!/bin/sh\necho "Swift version 9.9 (another)"\n' >"$work/compiler/swiftc"
chmod +x "$work/compiler/swiftc"
check "the kit refuses another compiler by name" refuses "“Swift version 9.9 (another)”" env PATH="$work/compiler:$PATH" "$kit" toolset
printf '#!/bin/sh\necho "Swift version 0.0 (a stand-in)"\n' >"$work/compiler/swiftc"
check "and takes its own" says schemaVersion env PATH="$work/compiler:$PATH" "$kit" toolset

# MARK: The archive
mkdir "$work/home" "$work/data"
echo secret >"$work/data/keychain"
mkdir -p "$work/home/.local/share/chatelaine"
echo secret >"$work/home/.local/share/chatelaine/keychain.db"
unpack() { mkdir -p "$work/$1" && tar -xf "$work"/"$2"/chatelaine-*.tar.gz -C "$work/$1" --strip-components 1; }
unpack archive new
home() { env -i PATH="/usr/bin:/bin" HOME="$work/home" "$@"; }
check "the archive installs for one user, without root" home "$work/archive/install.sh"
check "its program runs" says "chatelaine 1.1.0" home "$work/home/.local/bin/chatelaine"
check "lists of groups name the installed programs" grep -qF "$work/home/.local/libexec/chatelaine/chatelaine-passwords" \
    "$work/home/.local/libexec/chatelaine/chatelaine-passwords.entitlements"
PACKAGE_VERSION=1.2.0 make_packages --formats archive "$work/newer" >/dev/null 2>&1
unpack newer-archive newer
rm "$work/newer-archive/files/share/doc/chatelaine/keys.md"
check "another version replaces it" home "$work/newer-archive/install.sh" --command-line-only
check "whose program runs then" says "chatelaine 1.2.0" home "$work/home/.local/bin/chatelaine"
check "a file that the new version does not have is gone" fails test -e "$work/home/.local/share/doc/chatelaine/keys.md"
check "so are the windows that were not asked for" fails test -e "$work/home/.local/bin/chatelaine-passwords"
check "it is removed" home "$work/home/.local/share/chatelaine/uninstall.sh"
rest() { (cd "$work/home" && find . -type f) | diff - <(echo ./.local/share/chatelaine/keychain.db); }
check "the user's data stay, and nothing else" rest
check "a relative prefix is refused" refuses "not an absolute path" home "$work/archive/install.sh" --prefix here
sed -i 's/libsodium\.so\.23/libsodium.so.99/' "$work/archive/files/bin/chatelaine"
check "a missing library is named, and nothing is changed" refuses "libsodium.so.99" home "$work/archive/install.sh"
check "what was there is as it was" rest

# MARK: rpm in an empty tree
if [ "$(id -u)" = 0 ]; then
    root=$work/rpm-root
    mkdir "$root"
    check "rpm installs the packages into an empty tree" rpm --root "$root" --dbpath /var/lib/rpm --nodeps --noscripts -i "$work"/new/*.rpm
    for library in $(ldd "$root/usr/bin/chatelaine" | grep -oE '/[^ ]+'); do install -D "$library" "$root$library"; done
    check "the program runs there" says "chatelaine 1.1.0" env -i PATH=/usr/sbin:/usr/bin chroot "$root" /usr/bin/chatelaine
    check "rpm removes them" rpm --root "$root" --dbpath /var/lib/rpm --nodeps --noscripts -e chatelaine chatelaine-desktop chatelaine-examples chatelaine-swift libpam-chatelaine
    check "and leaves nothing of them" fails test -e "$root/usr/share/doc/chatelaine"
else
    skip "rpm packages in an empty tree" "needs root"
fi

# MARK: Debian in a chroot
[ -n "$chroot" ] || { skip "Debian packages in a chroot" "--without-chroot"; exit $failed; }
[ "$(id -u)" = 0 ] || { skip "Debian packages in a chroot" "needs root"; exit $failed; }
main=(chatelaine chatelaine-desktop chatelaine-swift libpam-chatelaine)
sources=/etc/apt/sources.list.d/debian.sources
[ -e "$sources" ] || sources=/etc/apt/sources.list
# The names of the packages that the packages of a directory depend on.
dependencies() {
    for name in "${main[@]}"; do [ ! -e "$(echo "$1/${name}"_*.deb)" ] || dpkg-deb -f "$1/${name}"_*.deb Depends; done | tr ',' '\n' |
        sed -E 's/^ *([^ (|]+).*/\1/' | grep -v '^chatelaine' | sort -u | paste -sd,
}
base() { # DIRECTORY ROOT
    mmdebstrap --quiet --mode=root --variant=minbase --include="$(dependencies "$1"),man-db" "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$2" "$sources"
}
root=$work/root
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive HOME=/root chroot "$root" "$@"; }
copies() { mkdir -p "$root/packages/$2"; for name in "${main[@]}"; do cp "$1/${name}"_*.deb "$root/packages/$2" || return; done; }
all() { (cd "$root" && ls "packages/$1"/*.deb | sed 's|^|/|'); }
PACKAGE_VERSION=1.0.0 make_packages --formats deb "$work/old" >/dev/null 2>&1
check "a chroot with the packages' dependencies, and without Swift, is made" base "$work/new" "$root"
copies "$work/old" old; copies "$work/new" new
mkdir -p "$root/home/kim/.local/share/chatelaine" "$root/var/lib/chatelaine"
for place in home/kim/.local/share/chatelaine var/lib/chatelaine; do echo secret >"$root/$place/keychain.db"; done
data() { grep -qx secret "$root/home/kim/.local/share/chatelaine/keychain.db" && grep -qx secret "$root/var/lib/chatelaine/keychain.db"; }
(cd "$root" && find . -xdev -type f ! -path './var/*' ! -path './packages/*' ! -path './etc/ld.so.cache' | sort) >"$work/before"
# shellcheck disable=SC2046 # paths without blanks
check "the packages of an older version are installed; all dependencies are satisfied" inside dpkg -i $(all old)
check "the programs run" says "chatelaine 1.0.0" inside chatelaine
check "PAM has the module" grep -q pam_chatelaine.so "$root/etc/pam.d/common-auth"
check "the units are there, and not enabled" fails test -e "$root/etc/systemd/user/sockets.target.wants/chatelaine.socket"
check "man finds the page" inside man -w chatelaine
# shellcheck disable=SC2046
check "they are upgraded" inside dpkg -i $(all new)
check "the new programs run" says "chatelaine 1.1.0" inside chatelaine
check "PAM has the module still, once" test "$(grep -c pam_chatelaine.so "$root/etc/pam.d/common-auth")" = 1
check "users' data are as they were" data
check "dpkg finds no changed file" inside dpkg --verify "${main[@]}"
check "the packages are removed" inside dpkg --remove "${main[@]}"
check "PAM no longer names the module" fails grep -q pam_chatelaine "$root/etc/pam.d/common-auth" "$root/etc/pam.d/common-session"
check "users' data are as they were" data
check "the packages are purged" inside dpkg --purge "${main[@]}"
check "dpkg knows them no more" fails grep -q chatelaine "$root/var/lib/dpkg/status"
after() {
    (cd "$root" && find . -xdev -type f ! -path './var/*' ! -path './packages/*' ! -path './etc/ld.so.cache' | sort) | diff "$work/before" -
}
check "no file of theirs is left" after
check "users' data are as they were" data

# MARK: The real programs
if [ -z "$real" ]; then skip "the real programs in a chroot" "run: make packages, then test.sh packages"; exit $failed; fi
main=(chatelaine)
rm -rf "$root/packages"
copies "$real" real
check "lintian has no complaint about the real packages" lintian --allow-root --fail-on error,warning "$real"/*.deb
# shellcheck disable=SC2046
check "the real command line is installed" inside dpkg -i $(all real)
check "it says what it was built from" says "Swift packages: grdb.swift" inside chatelaine version --build
mount -t proc none "$root/proc" 2>/dev/null
clean() { umount "$root/proc" 2>/dev/null; rm -rf --one-file-system "$work"; }
check "it says what it has loaded" says "libsodium.so.23" inside chatelaine version --build
stores() { printf 'correct horse' | inside env CHATELAINE_HOME=/root/store chatelaine set mail kim; inside env CHATELAINE_HOME=/root/store chatelaine get mail kim; }
check "it stores a password and finds it" says "correct horse" stores
check "no program of it wants a library that is missing" fails says "not found" inside sh -c 'ldd /usr/bin/chatelaine /usr/libexec/chatelaine/*'
exit $failed
