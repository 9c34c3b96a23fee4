#!/bin/bash
# Writes a package as README.md describes it, with the dependency line and the target as printed, and resolves it against a clone that has
# the tag of the release. Only the address in the line differs. The committed state is tested, with the README.md of the working directory.
#
#   Scripts/test-dependency-line.sh           resolves the package and looks for the products that README.md names
#   Scripts/test-dependency-line.sh --build   also builds it, with the first example of README.md; takes minutes
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$#:${1-}" = 0: ] || [ "$#:${1-}" = 1:--build ] || { echo "usage: Scripts/test-dependency-line.sh [--build]" >&2; exit 2; }
fail() { echo "README.md: $1" >&2; exit 1; }
release=$(Scripts/release-version.sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# The package manager leaves its lock files there.
export TMPDIR="$work"
# If it is set, our manifest has flags that the package manager refuses in dependencies.
unset CHATELAINE_STRICT

# Prints the first Swift listing of README.md after a heading.
listing() {
    awk -v heading="$1" '
        $0 == heading { after = 1 }
        inside && /^```$/ { exit }
        inside
        after && /^```swift( |$)/ { inside = 1 }' README.md
}
listing "### As a dependency" >"$work/listing"
line=$(grep -E '^\.package\(url: "[^"]*", ' "$work/listing") || fail "there is no dependency line after “### As a dependency”"
target=$(sed -n '/^…$/,$p' "$work/listing" | sed 1d)
[ -n "$target" ] || fail "there is no target after “…” under the dependency line"
named=$(sed -nE 's/^.*from: "([^"]*)".*$/\1/p' <<<"$line")
[ "$named" = "$release" ] || fail "the dependency line names $named, and the release is $release"

# The last part of the repository's address, which is the package's name in the target.
package=chatelaine
git clone --quiet --bare "file://$PWD" "$work/$package.git"
git -C "$work/$package.git" tag --force "$release" HEAD >/dev/null
address="file://$work/$package.git"

mkdir -p "$work/MyApp/Sources/MyApp"
{
    printf '// swift-tools-version:6.1\nimport PackageDescription\n\nlet package = Package(\nname: "MyApp",\ndependencies: [\n'
    sed -E "s|url: \"[^\"]*\"|url: \"$address\"|" <<<"$line"
    printf '],\ntargets: [\n%s\n])\n' "$target"
} >"$work/MyApp/Package.swift"
# The example in a function, since the target is a library.
listing "# Chatelaine" >"$work/example"
{
    grep '^import ' "$work/example"
    echo 'public func example() {'
    grep -v '^import ' "$work/example"
    echo '}'
} >"$work/MyApp/Sources/MyApp/Example.swift"

# The clone must not stay in the user's cache: repositories that are cached there are used, and new ones go to another cache.
mkdir -p "$work/cache/repositories"
shared=${XDG_CACHE_HOME:-$HOME/.cache}/org.swift.swiftpm/repositories
[ ! -d "$shared" ] || find "$shared" -mindepth 1 -maxdepth 1 -type d -exec ln -st "$work/cache/repositories" {} +
in_package() {
    local command=$1
    shift
    swift "$command" --package-path "$work/MyApp" --cache-path "$work/cache" --security-path "$work/security" "$@"
}
in_package package resolve >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "the package does not resolve: $line"; }
resolved=$(awk -F'"' -v package="$package" '/"identity" : / { on = $4 == package } on && /"version" : "/ { print $4 }' "$work/MyApp/Package.resolved")
[ "$resolved" = "$release" ] || fail "the dependency line resolves to ${resolved:-nothing}, and the release is $release"
# Loads both manifests, and fails if a product is missing that the target requires.
in_package package show-dependencies >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "the package does not load"; }
! grep -E '^(error|warning): ' "$work/log" >&2 || fail "the package loads with complaints"

# Every product of the table is one of the release.
swift package --package-path "$work/MyApp/.build/checkouts/$package" --cache-path "$work/cache" describe >"$work/description" 2>"$work/log" ||
    { cat "$work/log" >&2; fail "the release cannot be described"; }
awk '/^[A-Z].*:/ { on = $0 == "Products:" } on && /^    Name: / { print $2 }' "$work/description" >"$work/products"
awk -F'|' '/^\| Product / { on = 1; next } on && !/^\|/ { exit } on { print $2 }' README.md | grep -oE '`[^`]+`' | tr -d '`' >"$work/table"
[ -s "$work/table" ] || fail "the table of products is not found"
missing=$(grep -vxFf "$work/products" "$work/table") && fail "the release has no product named ${missing//$'\n'/, }"

if [ "${1-}" = --build ]; then in_package build -j "${JOBS:-2}"; fi
echo "“${line%,}” resolves to $resolved, which has the $(wc -l <"$work/table") products that README.md names."
