#!/bin/bash
# Builds the reference documentation of every library and fails on a warning.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for target in Secrets KeyManagement KeychainServices AgentClient KeychainTesting Security LocalAuthentication SecurityBackend SecureStore KeychainWrappers PasswordTools PasswordVault WebsiteMatching AppExtensions ChatelaineGLib; do
    swift package --disable-sandbox generate-documentation --target "$target" --warnings-as-errors 2>&1 | tee "$log" | grep -E 'warning|error|Generated' || true
    grep -q 'Generated' "$log" || { cat "$log" >&2; exit 1; }
    ! grep -qE 'warning:' "$log" || { echo "docs: $target has warnings" >&2; exit 1; }
done
