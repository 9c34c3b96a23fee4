#!/bin/sh
# Makes the public suffix list that is part of the programs: Sources/WebsiteMatching/Addresses/ShippedSuffixes.swift.
# Takes the list from the package “publicsuffixlist” of the Python Package Index, which carries it unchanged. For a newer one: change version
# and checksum (“pip download --no-deps publicsuffixlist; sha256sum *.whl”). Needs pip, and Debian's package psl-make-dafsa.
set -eu
cd "$(dirname "$0")/.."
version=1.1.2.20261023
checksum=c792aa3fd37076c15f1c9d9897e59e9d58e8bacdf4315eb9cc10141a26d8995c

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download -q --no-deps --only-binary :all: -d "$work" "publicsuffixlist==$version"
echo "$checksum  $(echo "$work"/*.whl)" | sha256sum --check --quiet
python3 -m zipfile -e "$work"/*.whl "$work"
list=$work/publicsuffixlist/public_suffix_list.dat
date=$(sed -n 's/^\/\/ VERSION: \([0-9-]*\)_.*/\1/p' "$list" | head -n 1)
[ -n "$date" ] || { echo "the list does not say its date" >&2; exit 1; }
psl-make-dafsa --output-format=binary "$list" "$work/list"

{
    echo "// Made by Scripts/make-suffix-list.sh from the public suffix list (Mozilla Foundation and others, MPL 2.0, notice in"
    echo "// Docs/licenses/PublicSuffixList.txt). Do not edit."
    printf 'enum ShippedSuffixes {\n    /// The day that the list gives as its version.\n    static let date = "%s"\n' "$date"
    echo "    /// The list as psl-make-dafsa compiles it, in Base64."
    printf '    static let compiled: StaticString = """\n'
    base64 -w 120 "$work/list" | sed 's/^/        /; s/$/\\/' | sed '$ s/\\$//'
    printf '        """\n}\n'
} >Sources/WebsiteMatching/Addresses/ShippedSuffixes.swift
{
    echo "The public suffix list of $date, https://publicsuffix.org/list/, is part of the programs, in the form in which libpsl reads it. Its source"
    echo "form is public_suffix_list.dat in https://pypi.org/project/publicsuffixlist/$version/, unchanged. It is subject to these terms:"
    echo
    cat "$work"/publicsuffixlist-*.dist-info/licenses/LICENSE
} >Docs/licenses/PublicSuffixList.txt
echo "the list of $date"
