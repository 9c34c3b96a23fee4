#!/bin/sh
# Builds a program that depends on this package and on packages that enable code when they can import Security: from clean, after
# a change of this package and of the program, and with those packages built last. Runs it on a keychain of its own.
#
# usage: test-coexistence.sh [SCRATCH]
#   SCRATCH   the build directory; default: .build-coexistence; existing content is removed first
set -eu

[ $# -le 1 ] || { echo "usage: $0 [SCRATCH]" >&2; exit 2; }
cd "$(dirname "$0")/.."
scratch=${1:-.build-coexistence}
package=Tests/Coexistence
log=$(mktemp)
# Only C is compiled faster than by a user’s “swift build”.
CC=$PWD/Scripts/cc
export CC
home=$(mktemp -d)
trap 'rm -rf "$log" "$home"' EXIT
trap 'exit 130' INT TERM

step() {
    printf '%s … ' "$1"
    shift
    start=$(date +%s)
    "$@" > "$log" 2>&1 || { echo failed; grep -A 5 'error:' "$log" || tail -n 40 "$log"; exit 1; }
    echo "$(($(date +%s) - start)) s"
}
build() { swift build --package-path "$package" --scratch-path "$scratch" -j "${JOBS:-2}"; }
run() {
    rm -rf "$home/data"
    CHATELAINE_HOME=$home "$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)/Coexistence"
}

rm -rf "$scratch"
step "build from clean" build
step "run" run

touch Sources/Security/Items/SecItemAdd.swift Sources/SecurityBackend/ItemSearch.swift "$package/Sources/Coexistence/main.swift"
step "build after a change of Security and of the program" build
step "run" run

# Now Security exists before any package that would import it is compiled. swift-certificates compiles its code for
# SecCertificate.
bin=$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)
find "$scratch/checkouts/swift-certificates/Sources/X509" -name '*.swift' -exec touch {} +
grep -rlE '(import |canImport\()Security\b' "$scratch/checkouts" --include='*.swift' > "$log"
xargs touch < "$log"
step "build with all that import Security after it" build
step "run" run
symbols=$(nm "$bin/X509.build/Certificate.swift.o" | grep -c SecCertificate || true)
[ "$symbols" -gt 0 ] || { echo "swift-certificates has not switched its part for SecCertificate on" >&2; exit 1; }
echo "swift-certificates has switched its part for SecCertificate on"
