#!/bin/bash
# The version of the present or next release, which is also the name of its tag. It is defined in one place,
# Sources/AgentProtocol/Version.swift, which programs use too.
#
#   Scripts/release-version.sh           prints it
#   Scripts/release-version.sh --check   fails if another place names another version
set -euo pipefail
cd "$(dirname "$0")/.."
source=Sources/AgentProtocol/Version.swift
failed=0
complain() { echo "release-version: $1" >&2; failed=1; }

version=$(sed -nE 's/^.*static let release = "([^"]*)".*$/\1/p' "$source")
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "release-version: $source names no version like 1.2.3, but “$version”" >&2; exit 1; }

# Complains unless the text found in a place is that version, once: expect PLACE FOUND.
expect() { [ "$2" = "$version" ] || complain "$1 says “${2//$'\n'/ }”, $source $version"; }

check() {
    local file hit
    expect "README.md, in the line by which packages depend on this one," \
        "$(sed -nE '/^\.package\(url: /s/^.*"([^"]*)"\),?$/\1/p' README.md)"
    expect "the first release in CHANGELOG.md" "$(sed -nE '/^## Unreleased$/d; s/^## ([^ ,]*).*$/\1/p' CHANGELOG.md | sed 1q)"
    while IFS= read -r file; do
        expect "the first release in $file" "$(sed -nE 's/^.*<release [^>]*version="([^"]*)".*$/\1/p' "$file" | sed 1q)"
    done < <(git ls-files '*.metainfo.xml')
    # All other code has to take the version from there.
    while IFS= read -r hit; do complain "the version is written out: $hit"; done < <(
        git grep -nE "\"([^\"]*[^0-9.])?${version//./\\.}([^0-9.]|\$)" -- Sources Apps/Sources Kit PAM ":!$source" || true)
}

case "$#:${1-}" in
    0:) echo "$version" ;;
    1:--check) check; exit $failed ;;
    *) echo "usage: Scripts/release-version.sh [--check]" >&2; exit 2 ;;
esac
