#!/bin/bash
# Builds the reference documentation of every library from the debug build and fails on a warning. Uses the toolchain's own tools: a
# plug-in would make every build of the package compile protoc.
#
# usage: docs.sh [DIRECTORY]
#   DIRECTORY   the directory for the archives; default: .build/documentation
set -euo pipefail
cd "$(dirname "$0")/.."
output=${1:-.build/documentation}
built=$(Scripts/build.sh --show-bin-path)
toolchain=$(dirname "$(realpath "$(command -v swiftc)")")
target=$("$toolchain/swiftc" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The C modules that Swift modules import, from the compiler's flags in the last build, which “make docs” has made.
mapfile -t imports < <(grep -oE -- '-fmodule-map-file=[^"]+' "$(dirname "$(dirname "$built")")/debug.yaml" | sort -u | sed 's/^/-Xcc\n/')
mkdir -p "$output"
failed=0
for module in Secrets KeyManagement KeychainServices AgentClient KeychainTesting Security LocalAuthentication SecurityBackend SecureStore \
    KeychainWrappers PasswordGeneration PasswordTools PasswordVault SecretReferences VaultExchange WebsiteMatching AppExtensions ChatelaineGLib; do
    mkdir "$work/$module"
    "$toolchain/swift-symbolgraph-extract" -module-name "$module" -target "$target" -I "$built/Modules" "${imports[@]}" \
        -minimum-access-level public -output-dir "$work/$module" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    "$toolchain/docc" convert --additional-symbol-graph-dir "$work/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "$module" --warnings-as-errors --output-path "$output/$module.doccarchive" \
        >"$work/log" 2>&1 || { cat "$work/log"; failed=1; }
    if grep -E 'warning|error' "$work/log"; then failed=1; fi
    echo "$module: $(find "$output/$module.doccarchive/data" -name '*.json' 2>/dev/null | wc -l) pages"
done
[ "$failed" = 0 ] || echo "docs: there are warnings" >&2
exit "$failed"
