#!/bin/bash
# Installs the command line with its completions, the agent, the desktop apps, and the drop-in kit.
# usage: install.sh PREFIX [--command-line-only]
#
# DESTDIR in the environment is prepended to PREFIX when files are written, as packagers need it.
set -euo pipefail
cd "$(dirname "$0")/.."
installed=${1:?usage: install.sh PREFIX [--command-line-only]}
prefix=${DESTDIR:-}$installed

# Release builds, which start fast: the Swift libraries are linked in.
Scripts/build.sh --release chatelaine chatelaine-agent chatelaine-identify chatelaine-pam-helper chatelaine-clipboard chatelaine-browser
built=$(Scripts/build.sh --release --show-bin-path)
install -D -m 755 "$built/chatelaine" "$prefix/bin/chatelaine"
for program in chatelaine-agent chatelaine-identify chatelaine-pam-helper chatelaine-clipboard chatelaine-browser; do
    install -D -m 755 "$built/$program" "$prefix/libexec/chatelaine/$program"
done
# An example: the administrator decides about logins, so nothing is installed in /etc/pam.d.
install -D -m 644 Packaging/pam/chatelaine "$prefix/share/doc/chatelaine/pam.d/chatelaine"
# Debian's polkit looks in /usr only. With another prefix “chatelaine agent install --system” installs these files.
# The units of users are found there too, and are not enabled; “chatelaine agent install” writes its own.
if [ "$(basename "$installed")" = usr ]; then
    for unit in chatelaine.socket chatelaine.service chatelaine-sheets.service; do
        mkdir -p "$prefix/lib/systemd/user"
        sed "s|@CHATELAINE@|$installed/bin/chatelaine|" "Packaging/systemd/$unit" >"$prefix/lib/systemd/user/$unit"
        chmod 644 "$prefix/lib/systemd/user/$unit"
    done
    install -D -m 644 Packaging/polkit/io.github.chatelaine.policy "$prefix/share/polkit-1/actions/io.github.chatelaine.policy"
    install -D -m 644 Packaging/polkit/io.github.chatelaine.rules "$prefix/share/polkit-1/rules.d/io.github.chatelaine.rules"
fi
# The documents that help texts and errors name.
install -d -m 755 "$prefix/share/doc/chatelaine"
install -m 644 Docs/*.md "$prefix/share/doc/chatelaine/"
mv "$prefix/share/doc/chatelaine/README.md" "$prefix/share/doc/chatelaine/contents.md"
install -m 644 README.md SECURITY.md CHANGELOG.md "$prefix/share/doc/chatelaine/"
# The browser extension, as browsers load it unpacked.
(cd Extension && find . -type f ! -name '*.d.ts' ! -name tsconfig.json ! -name manifest-key.txt ! -name scripts.txt \
    -exec install -D -m 644 {} "$prefix/share/chatelaine/extension/{}" \;)
# Programs find the password manager by this file (Docs/password-manager-feature.md).
install -D -m 644 Packaging/password-managers/chatelaine.json "$prefix/share/password-managers/chatelaine.json"
for section in 1 5; do
    install -D -m 644 "Docs/man/chatelaine.$section" "$prefix/share/man/man$section/chatelaine.$section"
done
# What “chatelaine version --build” prints.
Scripts/build-info.sh >"$prefix/share/chatelaine/build-info.json"
chmod 644 "$prefix/share/chatelaine/build-info.json"
tool="$prefix/bin/chatelaine"
mkdir -p "$prefix/share/bash-completion/completions" "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
"$tool" --generate-completion-script bash > "$prefix/share/bash-completion/completions/chatelaine"
"$tool" --generate-completion-script zsh > "$prefix/share/zsh/site-functions/_chatelaine"
"$tool" --generate-completion-script fish > "$prefix/share/fish/vendor_completions.d/chatelaine.fish"
if [ "${2:-}" != --command-line-only ]; then
    Scripts/make-kit.sh "$installed"
    if pkg-config --exists libadwaita-1; then
        Scripts/install-apps.sh "$installed"
    else
        echo "Without libadwaita-1-dev (“make setup-apps”) the desktop apps are left out"
    fi
fi
echo "Installed under $prefix"
