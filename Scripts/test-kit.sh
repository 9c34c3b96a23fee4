#!/bin/sh
# Builds, runs and tests unchanged packages for Apple's systems (Tests/Kit) with the drop-in kit, and public packages that need nothing of
# it: all in one graph, with one toolset file. Prints the errors of each package that does not build below its name.
#
# usage: test-kit.sh [PACKAGE,...]
#   PACKAGE   public packages to build: directories of Tests/Kit/Packages; default: all
set -eu

cd "$(dirname "$0")/.."
packages=${1:-all}
[ "$packages" != all ] || packages=$(ls Tests/Kit/Packages)
packages=$(echo "$packages" | tr ',' ' ')
for package in $packages; do
    [ -d "Tests/Kit/Packages/$package" ] || { echo "$0: there is no Tests/Kit/Packages/$package" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export CHATELAINE_HOME="$work/home"
# Without a TPM, whatever the machine has.
mkdir -p "$CHATELAINE_HOME"
printf '{ "tpm": { "tcti": "swtpm:path=%s/none" } }\n' "$work" > "$CHATELAINE_HOME/configuration.json"
unset CHATELAINE_ENTITLEMENTS

# A space in the path, because users have such paths.
prefix="$work/the kit"
Scripts/make-kit.sh "$prefix"
modules="$prefix/lib/chatelaine/modules"
failed=0
fail() { echo "failed: $1" >&2; failed=1; }
ok() { echo "ok: $1"; }

# The program that prints toolset files.
kit() { "$prefix/bin/chatelaine-kit" "$@"; }
# usage: refuses STATUS TEXT ARGUMENT...; with this status, this text among what is said, and nothing on standard output.
refuses() {
    expected=$1 text=$2 status=0
    shift 2
    kit "$@" > "$work/out" 2> "$work/err" || status=$?
    if [ "$status" = "$expected" ] && [ ! -s "$work/out" ] && grep -qF -- "$text" "$work/err"; then ok "chatelaine-kit $* is refused"
    else fail "chatelaine-kit $*: status $status instead of $expected, or not “$text”"; fi
}
refuses 2 usage:
refuses 2 'no command “list”' list
refuses 2 'no option “--swiftui”' toolset --foundation --swiftui
refuses 2 "--only needs names of targets" toolset --os --only
refuses 2 "--only follows the options" toolset --os --only App --only Tests
refuses 2 "--prefix needs an absolute path" toolset --prefix kit
if kit --help | grep -q '^usage:'; then ok "chatelaine-kit --help"; else fail "chatelaine-kit --help"; fi
if kit toolset | grep -qE 'import-module|rootPath|/(os|cryptokit|corefoundation|commoncrypto)"'; then fail "the default toolset has more than -I"
else ok "the default toolset has -I alone"; fi
if kit toolset | cmp -s - "$prefix/share/chatelaine/toolset.json"; then ok "the installed toolset file is the default"
else fail "the installed toolset file is not the default"; fi
kit toolset --foundation --os --cryptokit --corefoundation --commoncrypto > "$work/all.json"
if [ "$(grep -oE 'ChatelaineFoundation|/(os|cryptokit|corefoundation|commoncrypto)"' "$work/all.json" | wc -l)" -eq 5 ] && ! grep -q rootPath "$work/all.json"
then ok "options for all targets"; else fail "options for all targets"; fi

# The library of CommonCrypto has the names of its header and no other, so that a program may have its own parts of it.
symbols=$(nm -D --defined-only "$prefix/lib/chatelaine/libChatelaineCommonCrypto.so" | awk '$2 == "T" { print $3 }' | sort)
declared=$(sed -n 's/^extern .*[ *]\(CC[A-Za-z0-9_]*\)(.*/\1/p' "$modules/commoncrypto"/*.h | sort)
if [ -n "$declared" ] && [ "$symbols" = "$declared" ]; then ok "the functions of CommonCrypto"
else fail "the library of CommonCrypto has other functions than its header"; fi

# The code that --except is for does not compile with the kit: without this, the build below would show nothing.
if swiftc -typecheck -I "$modules/default" Tests/Kit/Sources/ServerTrust/*.swift > "$work/log" 2>&1 || ! grep -q "unavailable" "$work/log"
then fail "ServerTrust compiles with the kit, or fails for another reason"; else ok "ServerTrust does not compile with the kit"; fi

# The compiler of toolsets for single targets, as SwiftPM calls it.
echo 'import Security' > "$work/one.swift"
sees() { "$prefix/lib/chatelaine/toolchain/bin/swiftc" -module-name "$1" -I "$modules/$2" -typecheck "$work/one.swift" > "$work/log" 2>&1; }
if sees App only/App,AppTests/default && sees AppTests only/App,AppTests/default && sees KitPackageTests only/App/default &&
    ! sees Other only/App,AppTests/default && grep -q "no such module 'Security'" "$work/log"
then ok "a kit for single targets"; else fail "a kit for single targets"; cat "$work/log" >&2; fi

kit toolset --foundation --only FoundationOnly KitTests --os --only SystemLog --cryptokit --only AppleCrypto \
    --corefoundation --only CoreNames --commoncrypto --only AppleHashes --except ServerTrust > "$work/toolset.json"
jobs=${JOBS:-2}
CC=$PWD/Scripts/cc
export CC
# Modules as a whole and without debug information, which is faster.
swift_package() {
    command=$1
    shift
    swift "$command" --package-path Tests/Kit --scratch-path "$work/build" -j "$jobs" --toolset "$work/toolset.json" \
        -debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc "$jobs" -Xswiftc -disable-batch-mode "$@"
}
# usage: builds NAME; prints how long it took, or its errors.
builds() {
    start=$(date +%s)
    if swift_package build --product "$1" > "$work/log" 2>&1; then ok "$1 builds ($(($(date +%s) - start)) s)"; return; fi
    fail "$1"
    grep -A 5 'error:' "$work/log" | head -n 60 >&2 || true
    grep -q 'error:' "$work/log" || tail -n 40 "$work/log" >&2
    return 1
}
# usage: prints NAME LINE...; builds a program, runs it, and compares its lines with those expected.
prints() {
    name=$1
    shift
    builds "$name" || return 0
    "$bin/$name" > "$work/output" 2> "$work/errors" || { fail "$name ends with an error"; cat "$work/output" "$work/errors" >&2; return 0; }
    printf '%s\n' "$@" > "$work/expected"
    if cmp -s "$work/expected" "$work/output"; then ok "$name prints what it should"
    else fail "$name prints something else"; diff "$work/expected" "$work/output" >&2 || true; fi
}
bin=$(swift_package build --show-bin-path)

prints DefaultKit "keychain: true" "keychain: true -25300" "dictionary: genp" "local authentication: false, true" "keys: true"
[ -d "$CHATELAINE_HOME/data" ] || fail "the programs have used another keychain"
prints SystemLog "lock: 1000"
if OS_ACTIVITY_DT_MODE=1 "$bin/SystemLog" 2>&1 > /dev/null | grep -cxF \
    -e "[com.example.kit:test] kim has 3 passwords, one is <private>" -e "[com.example.kit:logger] status -25300 for kim: <private>" |
    grep -qx 2
then ok "the log hides what is private"; else fail "the log"; fi
prints AppleCrypto "crypto kit: ba7816bf, true, true false true 256"
prints AppleHashes "common crypto: ba7816bf, 900150983cd24fb0d6963f7d28e17f72, true, -4305, true"
prints CoreNames "core foundation: true, true, keys"
prints Downloads "server trust: true, cert"
for package in $packages; do prints "$package" "$package: true, -25300"; done
if builds KitTestPackageTests; then swift_package test --skip-build || fail "the tests of Tests/Kit"; fi

[ "$failed" = 0 ] || { echo "The kit does not work." >&2; exit 1; }
echo "The kit works."
