#!/bin/bash
# Checks formatting, and rules that the compiler does not check.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
complain() { echo "lint: $1" >&2; failed=1; }

mapfile -t sources < <(git ls-files '*.swift' | grep -v '/Corpus/')
swift format lint --strict --parallel "${sources[@]}" || complain "run: make format"

# Data from outside must never end the program.
while IFS= read -r hit; do complain "crash waiting for outside data: $hit"; done < <(
    git grep -nE 'try!|\bfatalError\(|\bas! ' -- 'Sources/*.swift' ':!Sources/Security/*' |
        grep -vE 'Secrets/SecretMemory.swift.*endsProgram' || true)

# Code must not poll or sleep. Prints the path, kind and line of code that seems to do so, separated by tabs:
# sleep: a wait for a time only; poll: a wait of less than a second, after which the condition is checked again; timer: an action after a
# time; loop: a wait with a time limit in the head of a loop or in the three lines after it. A limit after which the wait fails is a
# deadline: it is in a "guard" or a "#require", and is no hit.
waits() {
    git ls-files -z -- Sources Apps Tests | grep -zE '\.(swift|c|h|sh|py)$' | xargs -0 awk '
        function hit(kind) { print FILENAME "\t" kind "\t" FNR ": " text }
        FNR == 1 { loop = -9; script = FILENAME ~ /\.(sh|py)$/ }
        { text = $0; sub(/^[ \t]+/, "", text) }
        script ? text ~ /^#/ : text ~ /^(\/\/|\/?\*)/ { next }
        text ~ /^(} )?(while|for|repeat)[ ({]/ { loop = FNR }
        /(^|[^A-Za-z0-9_])(u|nano|clock_nano|g_u)?sleep\(/ || /DispatchSemaphore\(value: 0\)\.wait\(/ ||
            script && /(^|[;&|(]|do|then) *sleep [0-9.$"]/ { hit("sleep"); next }
        /(^|[^A-Za-z0-9_])poll\((nil|NULL|.*, [1-9][0-9]?[0-9]?\))/ || /select\(\[\], \[\], \[\]/ ||
            script && /read .*-[a-z]*t *0?\.[0-9]/ { hit("poll") }
        /asyncAfter|g_timeout_add|makeTimerSource|scheduledTimer|(^|[^A-Za-z0-9_])Ticker\(/ { hit("timer") }
        /\.wait\(timeout:/ && FNR - loop <= 3 && !/guard|#require/ { hit("loop") }'
}
# Exceptions, one per line: path, kind and reason, separated by tabs.
declare -A reasons=() found=()
while IFS=$'\t' read -r path kind reason; do
    [ -n "$reason" ] || complain "lint-waits.txt: no reason for $path"
    reasons[$path $kind]=$reason
done < Scripts/lint-waits.txt
while IFS=$'\t' read -r path kind line; do
    found[$path $kind]=yes
    [ -n "${reasons[$path $kind]:-}" ] || complain "a wait for a time instead of an event ($kind): $path:$line"
done < <(waits)
for exception in "${!reasons[@]}"; do
    [ -n "${found[$exception]:-}" ] || complain "lint-waits.txt: there is no such wait any more: $exception"
done
while IFS= read -r hit; do complain "a path of one machine: $hit"; done < <(
    git grep -nIE '(^|[^A-Za-z0-9_.])/(work|home/[a-z]{2,})/|\.\./shared' -- . ':!Scripts/lint.sh' || true)
while IFS= read -r hit; do complain "must not be tracked: $hit"; done < <(
    git ls-files | grep -E '(^|/)(\.build[^/]*|core(\.[0-9]+)?)(/|$)|\.profraw$' || true)
# Plain English: a documentation comment begins with a noun or a verb (at most 1 of 100 does not), and no comment or text has words that leave
# the actor open. Tests have a system user called "nobody".
mapfile -t documented < <(git ls-files 'Sources/*.swift' 'Apps/Sources/*.swift' | grep -v '\.pb\.swift$')
words=$(awk '{ text = $0; sub(/^[ \t]+/, "", text); is = text ~ /^\/\/\/([^\/]|$)/ }
    is && (!was || FNR == 1) { total++
        if (text ~ /^\/\/\/ *(What|Who|Whoever|Whatever|Where|How|Why|Whose|When)[^A-Za-z]/) { odd++; print FILENAME ":" FNR ": " text } }
    { was = is }
    END { exit odd * 100 > total }' "${documented[@]}") ||
    complain "over 1 % of the documentation comments begin with What, Who, How, Where, When, Why: $(head -3 <<<"$words")"
while IFS= read -r hit; do complain "name the actor, or use the word of the field: $hit"; done < <(
    git grep -nwiE 'somebody|nobody|whoever|anew|everybody|mend|mended|mends' -- Sources Apps/Sources Docs Examples README.md SECURITY.md \
        CONTRIBUTING.md ARCHITECTURE.md CHANGELOG.md Makefile ':!Sources/PasswordTools/Words' || true)
# Docs/README.md lists every document, Docs/decisions/README.md every decision; their numbers have no gaps, and references lead to a file.
number=0
for path in Docs/*.md Docs/decisions/0*.md; do
    name=${path##*/}
    [ "$name" = README.md ] || grep -qF "]($name)" "${path%/*}/README.md" || complain "not in ${path%/*}/README.md: $name"
    if [[ $path == Docs/decisions/* ]]; then
        number=$((number + 1))
        [[ $name == "$(printf %04d "$number")"-* ]] || complain "decision $number is missing, or there are two of the number before: $path"
        number=$((10#${name:0:4}))
    fi
done
while IFS=: read -r path decision; do
    compgen -G "Docs/$decision*.md" >/dev/null || complain "$path: there is no $decision"
done < <(git grep -IoE 'decisions/[0-9]{4}(-[a-z-]+)?' || true)
# Libraries that programs load are those that packages recommend. A name without its beginning is put together where it is used.
mapfile -t loaded < <(git grep -hoE '"[A-Za-z0-9.+_-]+\.so\.[0-9]+"' -- 'Sources/*.swift' 'Apps/Sources/*.swift' | tr -d '"' | sort -u)
mapfile -t listed < <(sed -nE 's/^([^# ]+) .*/\1/p' Packaging/packages/loaded-libraries)
for name in "${loaded[@]}"; do
    printf '%s\n' "${listed[@]}" | grep -qxE "([a-z0-9]+-)?${name//./\\.}" || complain "not in Packaging/packages/loaded-libraries: $name"
done
for name in "${listed[@]}"; do
    printf '%s\n' "${loaded[@]}" | grep -qxF -e "$name" -e "${name#libtss2-}" || complain "Packaging/packages/loaded-libraries: nothing loads $name"
done
# Imports are those that Package.swift declares, and the table of modules is made from it.
Scripts/modules.py --check || failed=1
Scripts/pin.sh --check || failed=1
Scripts/release-version.sh --check || failed=1
# Every test that SECURITY.md names exists, and nothing is promised without one.
Scripts/attacks.py --check || failed=1
if command -v xgettext >/dev/null; then
    Scripts/texts.sh --check || failed=1
else
    echo "lint: the template of translations is not compared: install gettext" >&2
fi
exit $failed
