#!/bin/bash
# Installs the desktop apps: programs, entries in the menu, icons, and their access groups.
# usage: install-apps.sh PREFIX
#
# DESTDIR in the environment is prepended to PREFIX when files are written, as packagers need it.
set -euo pipefail
cd "$(dirname "$0")/.."
prefix=${DESTDIR:-}${1:?usage: install-apps.sh PREFIX}
root=${DESTDIR:-}
mkdir -p "$prefix/libexec/chatelaine" "$prefix/bin"
# The prefix in which the kernel will see the programs. A package is assembled in another directory and installed in /usr.
if [ -n "$root" ]; then installed=$1; else
    case "$prefix" in */usr) installed=/usr root=${prefix%/usr} ;; *) installed=$(realpath "$prefix") ;; esac
fi
case "$installed" in *[\&\<\>]*) echo "install-apps.sh: “$installed” cannot be named in a property list" >&2; exit 1 ;; esac

# The agent reads lists from two directories. In other prefixes programs only propose their groups, by a list next to them.
lists=
case "$installed" in
/usr) lists="$prefix/share/chatelaine/entitlements.d" ;;
/usr/local | /opt/*) [ "$(id -u)" != 0 ] && [ -z "$root" ] || lists=$root/etc/chatelaine/entitlements.d ;;
esac

# usage: install_program TARGET NAME; fails if there is no such target.
install_program() {
    local product=
    for product in "$2" "$1" ""; do
        [ -n "$product" ] || return 1
        ! grep -q "name: \"$product\"" Apps/Package.swift || break
    done
    # The Swift libraries are linked in: they need not be installed, and the agent sees no file that other users than root can change.
    Scripts/build.sh --package Apps --release "$product"
    install -D -m 755 "$(Scripts/build.sh --release --show-bin-path)/$product" "$prefix/libexec/chatelaine/$2"
}

# usage: install_list FILE DESTINATION
install_list() {
    local text
    text=$(<"$1")
    mkdir -p "$(dirname "$2")"
    printf '%s\n' "${text//\/usr\/libexec/"$installed/libexec"}" >"$2"
    chmod 644 "$2"
}

# usage: install_app NAME TARGET EXECUTABLE COMMAND
install_app() {
    local id=io.github.chatelaine.$1 icons=$prefix/share/icons/hicolor
    local files=Packaging/apps/$1/$id
    install_program "$2" "$3" || { echo "$1 is not in this source tree: left out"; return 0; }
    ln -sfn "../libexec/chatelaine/$3" "$prefix/bin/$4"
    install -D -m 644 "$files.desktop" "$prefix/share/applications/$id.desktop"
    install -D -m 644 "$files.metainfo.xml" "$prefix/share/metainfo/$id.metainfo.xml"
    install -D -m 644 "$files.svg" "$icons/scalable/apps/$id.svg"
    install -D -m 644 "$files-symbolic.svg" "$icons/symbolic/apps/$id-symbolic.svg"
    install_list "$files.entitlements" "$prefix/libexec/chatelaine/$3.entitlements"
    [ -z "$lists" ] || install_list "$files.entitlements" "$lists/$id.entitlements"
}

install_app Chatelaine VaultWindow chatelaine-passwords chatelaine-passwords
install_app Keychains KeychainWindow chatelaine-keychains chatelaine-keychains
install_app TouchMeIn TouchMeIn TouchMeIn touchmein
install_app ChristmasKeeper ChristmasKeeper ChristmasKeeper christmaskeeper
install_app ACME ACME ACME acme
if pkg-config --exists webkitgtk-6.0; then
    install_app ACMEBrowser ACMEBrowser acme-browser acme-browser
else
    echo "Without libwebkitgtk-6.0-dev (“make setup-apps”) ACME Browser is left out"
fi
install_app TestHost TestHost TestHost testhost
# The prompter, which shows the agent's questions, starts with the session. Desktops read only the system's autostart directory.
case "$installed" in
/usr) autostart=$root/etc/xdg/autostart ;;
/usr/local | /opt/*) if [ "$(id -u)" = 0 ] || [ -n "$root" ]; then autostart=$root/etc/xdg/autostart; else autostart=; fi ;;
*) autostart= ;;
esac
if [ -n "$autostart" ]; then
    mkdir -p "$autostart"
    sed "s|^Exec=.*|Exec=$installed/bin/chatelaine prompter|" Packaging/apps/io.github.chatelaine.Prompter.desktop \
        >"$autostart/io.github.chatelaine.Prompter.desktop"
fi
install_program SheetWindow chatelaine-sheet || echo "The window of the sheet is not in this source tree: left out"
for catalogue in Apps/Translations/*.po; do
    [ -e "$catalogue" ] || break
    command -v msgfmt >/dev/null || { echo "Without gettext the translations are left out"; break; }
    directory=$prefix/share/locale/$(basename "$catalogue" .po)/LC_MESSAGES
    mkdir -p "$directory"
    msgfmt --check --output-file="$directory/chatelaine-apps.mo" "$catalogue"
done
# Programs find the icon of the password manager by this name (Packaging/password-managers).
install -D -m 644 Packaging/apps/Chatelaine/io.github.chatelaine.Chatelaine.svg \
    "$prefix/share/icons/hicolor/scalable/apps/io.github.chatelaine.svg"
# A cache that is older than the icons hides them.
if [ -f "$prefix/share/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
    gtk-update-icon-cache -qtf "$prefix/share/icons/hicolor"
fi
