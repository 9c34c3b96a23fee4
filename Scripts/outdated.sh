#!/bin/bash
# Lists the packages that ours depend on, each with its pinned version, the newest version that the manifests allow, and the newest
# release. Reads the tags from the address of each package. To pin newer versions: Scripts/pin.sh --update.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=Scripts/pins.sh
. Scripts/pins.sh
[ $# = 0 ] || { echo "usage: Scripts/outdated.sh" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A server that asks for credentials or does not reply counts as unreachable.
export GIT_TERMINAL_PROMPT=0 GIT_SSH_COMMAND="ssh -o BatchMode=yes -o ConnectTimeout=20"

# The pins of all packages, once each, and the requirements of their manifests.
package_directories | while IFS= read -r directory; do
    [ ! -e "$directory/Package.resolved" ] || pins <"$directory/Package.resolved"
done | cut -f 1-3 | sort -u >"$work/pins"
package_directories | while IFS= read -r directory; do requirements "$directory"; done | sort -u >"$work/requirements"
[ -s "$work/pins" ] || { echo "outdated: there is no Package.resolved; run Scripts/pin.sh" >&2; exit 1; }

# Prints the releases of a package, the oldest first: tags with or without a “v”, without pre-releases.
releases() {
    local tags
    tags=$(git -c http.lowSpeedLimit=1 -c http.lowSpeedTime=20 ls-remote --tags --refs "$1" 2>"$work/error") || return 1
    sed -nE 's,^.*refs/tags/v?([0-9]+\.[0-9]+\.[0-9]+)$,\1,p' <<<"$tags" | sort -uV
}

# Whether all manifests allow this version of a package.
is_allowed() {
    local identity first end
    while IFS=$'\t' read -r identity _ first end _; do
        [ "$identity" = "$1" ] && [ "$first" != "?" ] || continue
        ! is_older "$2" "$first" && is_older "$2" "$end" || return 1
    done <"$work/requirements"
}

printf 'Package\tPinned\tAllowed\tNewest\t\n' >"$work/table"
while IFS=$'\t' read -r identity address version; do
    if ! releases "$address" >"$work/releases"; then
        cat "$work/error" >&2
        echo "outdated: $address does not say which versions it has. Is there a network?" >&2
        exit 1
    fi
    newest=$(tail -n 1 "$work/releases")
    allowed="" note=""
    if cut -f 1 "$work/requirements" | grep -qxF "$identity"; then
        while IFS= read -r release; do
            if is_allowed "$identity" "$release"; then allowed=$release; fi
        done <"$work/releases"
    else
        note="through others"
    fi
    [ "$newest" = "$version" ] || note="newer${note:+, $note}"
    printf '%s\t%s\t%s\t%s\t%s\n' "$identity" "$version" "${allowed:--}" "${newest:--}" "$note" >>"$work/table"
done <"$work/pins"
# Columns with two blanks between them, without blanks at the ends of lines.
awk -F'\t' '
    NR == FNR { for (i = 1; i <= NF; i++) if (length($i) > width[i]) width[i] = length($i); next }
    { line = ""; for (i = 1; i <= NF; i++) line = line sprintf("%-*s  ", width[i], $i); sub(/ +$/, "", line); print line }
' "$work/table" "$work/table"
if grep -q 'through others$' "$work/table"; then
    echo
    echo "“-”: no manifest of ours names it; the packages that need it say which versions they take."
fi
