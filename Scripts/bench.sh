#!/bin/bash
# Measures speed and size in one run; every figure is compared with a peer or the floor.
# usage: bench.sh SIZES (numbers of items, separated by commas)
set -euo pipefail
cd "$(dirname "$0")/.."
sizes=${1:-1000,100000,1000000}

Scripts/build.sh --release --package Benchmarks keychain-bench
built=$(Scripts/build.sh --release --show-bin-path)
Scripts/install.sh "$PWD/.build-bench/installed" --command-line-only
"$built/keychain-bench" "$sizes"
"$built/keychain-bench" agent "$PWD/.build-bench/installed/bin/chatelaine" "$sizes"
"$built/keychain-bench" keys "$PWD/.build-bench/installed/bin/chatelaine"
Benchmarks/process.sh "$PWD/.build-bench/installed/bin/chatelaine"
"$built/keychain-bench" files

# Passwords: the vault in this process, its commands compared with a peer's, the sheet.
"$built/keychain-bench" vault "$(tr , '\n' <<< "1000,10000,$sizes" | awk '$1 <= 100000' | sort -nu | paste -sd,)"
Benchmarks/vault.sh "$PWD/.build-bench/installed/bin/chatelaine" 100000 10000
Scripts/build.sh --release sheet-probe
install -D -m 755 "$built/sheet-probe" .build-bench/sheet/chatelaine
install -m 755 -t .build-bench/sheet .build-bench/installed/libexec/chatelaine/chatelaine-{agent,identify}
"$built/keychain-bench" vault-sheet "$PWD/.build-bench/sheet" 100000
