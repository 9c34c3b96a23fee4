#!/bin/sh
# Builds, runs and tests an unchanged package for Apple's systems (Tests/Kit) with the drop-in kit.
set -eu

cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export CHATELAINE_HOME="$work/home"
unset CHATELAINE_ENTITLEMENTS

# A space in the path, because users have such paths.
kit="$work/the kit"
Scripts/make-kit.sh "$kit"

swift_package() {
    command=$1
    shift
    swift "$command" --package-path Tests/Kit --scratch-path "$work/build" -j "${JOBS:-2}" \
        --toolset "$kit/share/chatelaine/toolset.json" "$@"
}

swift_package build --build-tests
OS_ACTIVITY_DT_MODE=1 "$(swift_package build --show-bin-path)/OtherImports" > "$work/output" 2> "$work/log"
cat "$work/output" "$work/log"

expect() { grep -qxF -- "$2" "$1" || { echo "missing: $2" >&2; exit 1; }; }
expect "$work/output" "lock: 1000"
expect "$work/output" "core foundation: true, true"
expect "$work/output" "crypto kit: ba7816bf, true, true false"
expect "$work/output" "local authentication: false, true"
[ "$(grep -cxF 'keychain: true' "$work/output")" -eq 2 ] || { echo "the keychain does not work" >&2; exit 1; }
expect "$work/log" "[com.example.kit:test] kim has 3 passwords, one is <private>"
expect "$work/log" "[com.example.kit:logger] status -25300 for kim: <private>"

swift_package test --skip-build
[ -d "$CHATELAINE_HOME/data" ] || { echo "the tests have used another keychain" >&2; exit 1; }
echo "The kit works."
