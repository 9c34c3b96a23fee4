#!/bin/bash
# Pins the versions of the packages that ours depend on: a Package.resolved next to each manifest, all of them in git.
# They name versions and no commits: Docs/decisions/0039-pins-by-version.md.
#
#   Scripts/pin.sh            writes all files again; a pinned version stays as long as the manifests allow it
#   Scripts/pin.sh --update   the same with the newest versions that the manifests allow
#   Scripts/pin.sh --check    fails if the pins in git are incomplete, contradictory or not allowed by the manifests
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/pins.sh
. Scripts/pins.sh
usage="usage: Scripts/pin.sh [--update | --check]"

# Prints the directories of the packages that need pins: those that depend on an external package, directly or indirectly.
pinned_directories() {
    local directory inner
    package_directories "$@" | while IFS= read -r directory; do
        if [ -n "$(path_closure "$directory" | while IFS= read -r inner; do requirements "$inner"; done)" ]; then echo "$directory"; fi
    done
}

in_directory() { [ "$1" = . ] && echo "$2" || echo "$1/$2"; }

# Replaces commits by versions, and drops the checksum of the manifest: with it the package manager would use the revisions as they are.
name_versions() {
    sed -E -e '/^  "originHash" : /d' \
        -e '/"revision" : "/{N;s/("revision" : ")[^"]*(",\n *"version" : "([^"]*)")/\1\3\2/;}'
}

write_pins() {
    local command=$1 directory file failed=0
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # The package manager leaves its lock files there.
    export TMPDIR="$work"
    # If it is set, the manifests have other flags but the same dependencies.
    unset CHATELAINE_STRICT
    while IFS= read -r directory; do
        file=$(in_directory "$directory" Package.resolved)
        : >"$work/old"
        [ ! -e "$file" ] || cp "$file" "$work/old"
        # The output is shown only after an error.
        if swift package --package-path "$directory" --scratch-path "$work/build" "$command" </dev/null >"$work/log" 2>&1 &&
            [ -e "$file" ]; then
            name_versions <"$file" >"$work/new"
            cat "$work/new" >"$file"
            echo "$file: $(wc -l < <(pins <"$file")) pins"
            diff <(pins <"$work/old" | cut -f 1,3) <(pins <"$file" | cut -f 1,3) >"$work/changes" || true
            sed -n 's/\t/ /; s/^< /  - /p; s/^> /  + /p' "$work/changes"
        else
            cat "$work/log" >&2
            echo "pin: $file was not written: “swift package $command” failed in $directory" >&2
            if [ -s "$work/old" ]; then cat "$work/old" >"$file"; else rm -f "$file"; fi
            failed=1
        fi
        rm -rf "$work/build"
    done < <(pinned_directories --others)
    [ $failed = 0 ] || exit 1
    echo "To be committed with: git add '*Package.resolved'"
}

check_pins() {
    local failed=0 directory inner file identity address version revision first end text resolved
    local -A pinned_where=() pinned_version=() here=() address_here=() expected=()
    complain() { echo "pin: $1" >&2; failed=1; }
    while IFS= read -r directory; do
        file=$(in_directory "$directory" Package.resolved)
        expected[$file]=1
        # The committed file is checked: the package manager writes commits into the file in the working directory.
        if ! resolved=$(git show ":$file" 2>/dev/null); then
            complain "$file is not in git"
            continue
        fi
        [[ $resolved != *'"originHash"'* ]] || complain "$file has an originHash, with which pins are commits"
        here=() address_here=()
        while IFS=$'\t' read -r identity address version revision; do
            if ! is_release "$version"; then
                complain "$file pins $identity at “$version”, which is not a release"
                continue
            fi
            [ "$revision" = "$version" ] ||
                complain "$file has the revision $revision of $identity, which is not its version $version"
            here[$identity]=$version address_here[$identity]=$address
            if [ "${pinned_version[$identity]-$version}" != "$version" ]; then
                complain "$identity is pinned at ${pinned_version[$identity]} in ${pinned_where[$identity]} and at $version in $file"
            fi
            pinned_version[$identity]=$version pinned_where[$identity]=$file
        done < <(pins <<<"$resolved")
        while IFS= read -r inner; do
            while IFS=$'\t' read -r identity address first end text; do
                manifest=$(in_directory "$inner" Package.swift)
                version=${here[$identity]-}
                if [ "$first" = "?" ]; then
                    complain "$manifest asks for $identity $text, which is not understood: write from:, exact: or a range of versions"
                elif [ -z "$version" ]; then
                    # Of the dependencies of other packages, only those that are used are resolved.
                    [ "$inner" != "$directory" ] || complain "$manifest asks for $identity, and $file does not pin it"
                elif is_older "$version" "$first" || ! is_older "$version" "$end"; then
                    complain "$manifest asks for $identity $text, and $file pins $version"
                elif [ "${address_here[$identity]%.git}" != "${address%.git}" ]; then
                    complain "$manifest gets $identity from $address, and $file from ${address_here[$identity]}"
                fi
            done < <(requirements "$inner")
        done < <(path_closure "$directory")
    done < <(pinned_directories)
    while IFS= read -r file; do
        [ -n "${expected[$file]-}" ] || complain "$file is in git, and no manifest beside it needs pins: remove it"
    done < <(git ls-files -- '*Package.resolved')
    [ $failed = 0 ] || echo "pin: to pin what the manifests ask for: Scripts/pin.sh && git add '*Package.resolved'" >&2
    return $failed
}

case "$#:${1-}" in
    0:) write_pins resolve ;;
    1:--update) write_pins update ;;
    1:--check) check_pins ;;
    *) echo "$usage" >&2 && exit 2 ;;
esac
