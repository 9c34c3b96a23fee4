#!/bin/bash
# Measures speed and size in one run; every figure stands beside a peer or the floor.
# usage: bench.sh SIZES (numbers of items, with commas)
set -euo pipefail
cd "$(dirname "$0")/.."
sizes=${1:-1000,100000,1000000}

swift build -c release --package-path Benchmarks --scratch-path .build-bench --product keychain-bench
Scripts/install.sh "$PWD/.build-bench/installed" --command-line-only
.build-bench/release/keychain-bench "$sizes"
.build-bench/release/keychain-bench agent "$PWD/.build-bench/installed/bin/chatelaine" "$sizes"
Benchmarks/process.sh "$PWD/.build-bench/installed/bin/chatelaine"
.build-bench/release/keychain-bench files
