#!/bin/bash
# Generates Docs/man/chatelaine.1 from the definitions of the commands.
set -euo pipefail
cd "$(dirname "$0")/.."
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
swift package --disable-sandbox --allow-writing-to-directory "$output" generate-manual --output-directory "$output"
# The date of the generation is left out: it has no meaning.
sed -e 's/^\.Dd .*/.Dd $Mdocdate$/' "$output/chatelaine.1" > Docs/man/chatelaine.1
