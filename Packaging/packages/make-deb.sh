#!/bin/bash
# Makes the Debian packages of a tree that is split into packages. Called by Scripts/make-packages.sh.
# usage: make-deb.sh PACKAGES OUTPUT VERSION (PACKAGES has a directory for each package; SOURCE_DATE_EPOCH is set)
set -euo pipefail
here=$(dirname "$(realpath "$0")")
packages=$1 output=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian"
cd "$work"
cp "$here"/debian/* debian/
sed -i -e "/@LICENSE@/{r $here/../../LICENSE
d}" -e "/@SCOWL@/{r $here/../../Docs/licenses/SCOWL.txt
d}" debian/copyright
cat >debian/changelog <<END
chatelaine ($version) unstable; urgency=medium

  * Changes are in /usr/share/doc/chatelaine/CHANGELOG.md of the package
    chatelaine.

 -- The Chatelaine developers <chatelaine@users.noreply.github.com>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
# Paragraphs of packages that are not made would be made empty.
for name in $(sed -n 's/^Package: //p' debian/control); do
    [ -d "$packages/$name" ] || sed -i "/^Package: $name\$/,/^\$/d" debian/control
done
for name in $(sed -n 's/^Package: //p' debian/control); do
    cp -a "$packages/$name" "debian/$name"
    for relation in Recommends Suggests; do
        names=$(awk -v r=$relation -v p="$name" '$3 == r && $4 == p { print $2 }' "$here/loaded-libraries" | sort -u | paste -sd, | sed 's/,/, /g')
        echo "loaded:$relation=$names" >>"debian/$name.substvars"
    done
done
# Debian's zsh looks in another directory than others'.
if [ -d debian/chatelaine/usr/share/zsh/site-functions ]; then
    mv debian/chatelaine/usr/share/zsh/site-functions debian/chatelaine/usr/share/zsh/vendor-completions
fi

dh_installdocs
# CHANGELOG.md keeps its name.
dh_installchangelogs -XCHANGELOG.md
# Not enabled: a user's “chatelaine agent install” also hands the keychain to the agent.
dh_installsystemduser --no-enable
dh_lintian
dh_link
# Help texts and errors name these documents.
dh_compress -X.md
# Which would make everything in libexec executable.
dh_fixperms -X.entitlements
dh_strip --no-automatic-dbgsym
dh_makeshlibs -Xusr/lib/chatelaine/ -Xsecurity/
# Without the remark on libraries of which nothing is used: those are linked by what we link.
dh_shlibdeps -- --warnings=1
dh_installdeb
dh_gencontrol
dh_md5sums
dh_builddeb --destdir="$output" -- -Zxz
