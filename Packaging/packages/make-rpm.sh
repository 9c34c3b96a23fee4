#!/bin/bash
# Makes the rpm packages of a tree that is split into packages. Called by Scripts/make-packages.sh.
# usage: make-rpm.sh PACKAGES OUTPUT VERSION (PACKAGES has a directory for each package; SOURCE_DATE_EPOCH is set)
set -euo pipefail
here=$(dirname "$(realpath "$0")")
packages=$1 output=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/root"
spec=$work/chatelaine.spec

# The names and descriptions are those of the Debian packages.
field() { awk -v name="$1" '/^Package: / { is = $2 == name } is && /^Description: / { sub(/^Description: /, ""); print toupper(substr($0, 1, 1)) substr($0, 2); exit }' "$here/debian/control"; }
text() { awk -v name="$1" '/^Package: / { is = $2 == name } is && body && /^ / { sub(/^ /, ""); print } is && /^Description: / { body = 1 } /^$/ { body = 0 }' "$here/debian/control"; }
# rpm takes a library by its name, for Recommends also.
loaded() { awk -v r="$1" -v p="$2" '$3 == r && $4 == p { print $3 ": " $1 "()(64bit)" }' "$here/loaded-libraries"; }
copy() {
    cp -a "$packages/$1/." "$work/root"
    # PAM's modules have another directory, and pam-configs is Debian's.
    if [ "$1" = libpam-chatelaine ]; then
        mkdir -p "$work/root/usr/lib64/security"
        mv "$work"/root/usr/lib/*/security/pam_chatelaine.so "$work/root/usr/lib64/security"
        rm -rf "$work"/root/usr/lib/*-linux-gnu* "$work/root/usr/share/pam-configs"
    fi
}
# The files of a package in the tree, as %files names them; directories that other packages of a system have are theirs.
listing() {
    (cd "$packages/$1" && find . \( -type f -o -type l \) -printf '/%P\n') | LC_ALL=C sort | while IFS= read -r path; do
        case $path in
        */security/pam_chatelaine.so) echo "/usr/lib64/security/pam_chatelaine.so" ;;
        /usr/share/pam-configs/*) ;;
        /usr/share/man/*) echo "%doc $path.gz" ;;
        /usr/share/doc/*) echo "%doc $path" ;;
        /etc/*) echo "%config(noreplace) $path" ;;
        *) echo "$path" ;;
        esac
    done
    (cd "$packages/$1" && find . -type d -path '*chatelaine*' -printf '%%dir /%P\n') | LC_ALL=C sort
}

{
    cat <<END
Name: chatelaine
Version: $version
Release: 1
Summary: $(field chatelaine)
License: MIT AND Apache-2.0 AND MPL-2.0 AND LicenseRef-SCOWL
Group: System/Security
Packager: The Chatelaine developers <chatelaine@users.noreply.github.com>
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost localhost
END
    loaded Recommends chatelaine
    loaded Suggests chatelaine
    echo
    echo "%description"
    text chatelaine
    for name in chatelaine-desktop chatelaine-examples chatelaine-swift libpam-chatelaine; do
        [ -d "$packages/$name" ] || continue
        printf '\n%%package -n %s\nGroup: System/Security\nSummary: %s\n' "$name" "$(field "$name")"
        [ "$name" = chatelaine-swift ] || echo "Requires: chatelaine = %{version}-%{release}"
        printf '\n%%description -n %s\n' "$name"
        text "$name"
    done
    printf '\n%%install\nmkdir -p %%{buildroot}\ncp -a %s/root/. %%{buildroot}\n' "$work"
    for name in chatelaine chatelaine-desktop chatelaine-examples chatelaine-swift libpam-chatelaine; do
        [ -d "$packages/$name" ] || continue
        printf '\n%%files -n %s\n%%defattr(-,root,root)\n' "$name"
        listing "$name"
    done
    printf '\n%%changelog\n* %s The Chatelaine developers <chatelaine@users.noreply.github.com> - %s-1\n- Changes are in CHANGELOG.md\n' \
        "$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a %b %d %Y')" "$version"
} >"$spec"
for name in chatelaine chatelaine-desktop chatelaine-examples chatelaine-swift libpam-chatelaine; do [ ! -d "$packages/$name" ] || copy "$name"; done
find "$work/root/usr/share/man" -type f ! -name '*.gz' -exec gzip -9n {} +
find "$work/root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
rpmbuild -bb --quiet --define "_topdir $work/top" --define "_dbpath $work/db" --define "_rpmdir $output" \
    --define "_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm" --buildroot "$work/build" "$spec"
