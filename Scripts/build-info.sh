#!/bin/sh
# Prints the record of a build, which is installed next to the programs for “chatelaine version --build” (Docs/decisions/0102): JSON with
# the release, the commit, the compiler, the Swift packages in the programs, and the libraries that they are compiled against.
set -eu
cd "$(dirname "$0")/.."

commit=$(git rev-parse --verify HEAD 2>/dev/null || echo unknown)
[ "$commit" = unknown ] || git diff-index --quiet HEAD -- || commit=$commit-changed
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
date=$(date -u -d "@$seconds" +%Y-%m-%dT%H:%M:%SZ)
if [ -n "${CHATELAINE_BUILT:-}" ]; then compiler="stand-in"; else compiler=$("${SWIFT:-swift}" --version 2>/dev/null | grep -m 1 'Swift version'); fi

libraries() {
    for name in libsodium sqlite3 libpsl libidn2 libpcre2-8 libcrypto; do
        ! version=$(pkg-config --modversion "$name" 2>/dev/null) || printf '%s %s\n' "$name" "$version"
    done
}
packages() { awk -F'"' '/"identity"/ { name = $4 } /"version" *: *"/ { print name, $4 }' Package.resolved; }
# Reads NAME VERSION lines; neither has a character that JSON escapes.
object() { awk '{ printf "%s\n    \"%s\": \"%s\"", (NR > 1 ? "," : ""), $1, $2 }'; }

cat <<END
{
  "release": "$(Scripts/release-version.sh)",
  "commit": "$commit",
  "date": "$date",
  "compiler": "$compiler",
  "packages": {$(packages | object)
  },
  "libraries": {$(libraries | object)
  }
}
END
