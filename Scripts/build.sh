#!/bin/bash
# Builds products of one of our packages. There are three kinds of builds, each in a directory of its own that all packages share, so that
# their common parts, our libraries and those that we depend on, are built once.
#
# usage: build.sh [--release | --fuzzer] [--package DIRECTORY] PRODUCT...
#        build.sh [--release | --fuzzer] --target TARGET
#        build.sh [--release | --fuzzer] --show-bin-path
#   PRODUCT     a program, a dynamic library, or NAMEPackageTests: the tests of a package and the programs that they start
#   TARGET      the target of a library that is not dynamic; for the product of such a library SwiftPM builds the whole package
#   --release   optimised, with the Swift libraries linked in
#   --fuzzer    with libFuzzer's counters
#
# In the environment: JOBS, the number of parallel jobs; BUILD_FLAGS, more flags for “swift build”. If it is not set, modules are compiled
# as a whole and without debug information: a build from nothing takes three quarters of the work, a build after a small change more
# than necessary. If it is empty, modules are compiled in the way of “swift build”.
# CHATELAINE_BUILT, a directory of programs that are built already: nothing is built, and the directory is the one that --show-bin-path
# prints. “make test-packages” installs stand-ins with it.
#
# Products are built by name, never by “swift build --build-tests”, which also builds the tools of every plug-in of every package.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
whole="--disable-xctest -debug-info-format none"
whole+=" -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc $jobs -Xswiftc -disable-batch-mode"
read -ra debug <<<"${BUILD_FLAGS-$whole}"
directory=.build flags=("${debug[@]}") package=.
while :; do
    case "${1:-}" in
    --release) directory=.build-release flags=(-c release --static-swift-stdlib -Xlinker -s); shift ;;
    --fuzzer) directory=.build-fuzz flags+=(--sanitize fuzzer); shift ;;
    --package) package=$2; shift 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || { sed -n 's/^# \(usage\)/\1/p' "$0" >&2; exit 2; }
CC=$PWD/Scripts/cc
export CC
build() { "${SWIFT:-swift}" build --package-path "$package" --scratch-path "$PWD/$directory" --jobs "$jobs" "${flags[@]}" "$@"; }

if [ -n "${CHATELAINE_BUILT:-}" ]; then
    [ "$1" != --show-bin-path ] || echo "$CHATELAINE_BUILT"
    exit
fi
[ "$1" != --show-bin-path ] || { build --show-bin-path; exit; }
# Prints the package manager's output, without its remark on the flags of every module; on a terminal in one line that changes.
show() {
    if [ -t 1 ]; then awk '/^remark: Incremental/ || /^$/ { next } /^\[/ { printf "\r\033[K%s", $0; fflush(); next } { printf "\r\033[K%s\n", $0; fflush() }'
    else grep --line-buffered -vE '^remark: Incremental|^$' || true; fi
}

# The existing plan may be another package's, or older than the environment. The plan for the first product is valid for all.
plan=--disable-build-manifest-caching
what=--product
[ "$1" != --target ] || { what=--target; shift; }
for name; do
    echo "building $name"
    build "$plan" "$what" "$name" 2>&1 | show
    plan=--enable-build-manifest-caching
done
