#!/bin/bash
# Builds products of one of our packages. There are three kinds of builds, each in a directory of its own that all packages share, so that what
# they have in common, our libraries and those that we depend on, is built once.
#
# usage: build.sh [--release | --fuzzer] [--package DIRECTORY] PRODUCT...
#        build.sh [--release | --fuzzer] --target TARGET
#        build.sh [--release | --fuzzer] --show-bin-path
#   PRODUCT     a program, a dynamic library, or NAMEPackageTests: the tests of a package and what they start
#   TARGET      what a library is made of; of other libraries SwiftPM builds no product, but everything there is
#   --release   optimised, with the Swift libraries linked in
#   --fuzzer    with libFuzzer's counters
#
# In the environment: JOBS, how many jobs at once; BUILD_FLAGS, further flags for “swift build”. Unless it is set, modules are compiled as a
# whole, and without what debuggers need: three quarters of the work where nothing is there yet, more than necessary after a
# small change. Empty: as “swift build” does it.
#
# Always a product by its name, never “swift build --build-tests”: that builds the tools of every plug-in of every package too.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
whole="--disable-xctest -debug-info-format none"
whole+=" -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc $jobs -Xswiftc -disable-batch-mode"
read -ra debug <<<"${BUILD_FLAGS-$whole}"
directory=.build flags=("${debug[@]}") package=.
case "${1:-}" in
--release) directory=.build-release flags=(-c release --static-swift-stdlib -Xlinker -s); shift ;;
--fuzzer) directory=.build-fuzz flags+=(--sanitize fuzzer); shift ;;
esac
[ "${1:-}" != --package ] || { package=$2; shift 2; }
[ $# -gt 0 ] || { sed -n 's/^# \(usage\)/\1/p' "$0" >&2; exit 2; }
CC=$PWD/Scripts/cc
export CC
build() { "${SWIFT:-swift}" build --package-path "$package" --scratch-path "$PWD/$directory" --jobs "$jobs" "${flags[@]}" "$@"; }

[ "$1" != --show-bin-path ] || { build --show-bin-path; exit; }
# What the package manager says, without a remark on every module about what was asked for; on a terminal one line that changes.
show() {
    if [ -t 1 ]; then awk '/^remark: Incremental/ || /^$/ { next } /^\[/ { printf "\r\033[K%s", $0; fflush(); next } { printf "\r\033[K%s\n", $0; fflush() }'
    else grep --line-buffered -vE '^remark: Incremental|^$' || true; fi
}

# The plan that is there may be another package's, or older than the environment. The one that the first product gets is good for all.
plan=--disable-build-manifest-caching
what=--product
[ "$1" != --target ] || { what=--target; shift; }
for name; do
    echo "building $name"
    build "$plan" "$what" "$name" 2>&1 | show
    plan=--enable-build-manifest-caching
done
