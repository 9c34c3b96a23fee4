#!/bin/sh
# Makes the word list for memorable passwords: Sources/PasswordTools/Words/Words*.swift.
# Needs Debian's packages diceware (its copy of EFF's large list) and scowl. Docs/password-generator.md describes the selection.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
eff=${EFF_LIST:-/usr/lib/python3/dist-packages/diceware/wordlists/wordlist_en_eff.txt}
common=${COMMON_LIST:-/usr/lib/python3/dist-packages/diceware/wordlists/wordlist_en_securedrop.asc}
scowl=${SCOWL:-/usr/share/dict/scowl}
wanted=7776
[ -r "$eff" ] && [ -r "$common" ] && [ -d "$scowl" ] || { echo "run: apt-get install diceware scowl" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grep -v '^#' Scripts/word-list-excluded.txt | tr ' ' '\n' >"$work/excluded"
cut -f 2 "$eff" >"$work/first"
# Common words that are not a form of another word, judged by their endings; rarer words if another list for passwords has them.
cat "$scowl"/english-words.10 "$scowl"/american-words.10 "$scowl"/english-words.20 "$scowl"/american-words.20 |
    grep -vE '(s|ed|ing|er|or|est|ly)$' | sort -u >"$work/second"
cat "$scowl"/english-words.35 "$scowl"/american-words.35 | grep -vE '(s|ed|ing|er|or|est|ly)$' | sort -u |
    grep -xFf "$common" | awk '{ print length($0), $0 }' | sort -n | cut -d ' ' -f 2 >"$work/third"

# A word is left out if an accepted word is its beginning, or if it is the beginning of an accepted word.
cat "$work/first" "$work/second" "$work/third" | grep -xE '[a-z]{3,8}' | awk -v excluded="$work/excluded" -v wanted=$wanted '
    BEGIN { while ((getline word < excluded) > 0) out[word] = 1 }
    out[$0] || beginning[$0] { next }
    {
        for (end = 3; end <= length($0); end++) if (substr($0, 1, end) in taken) next
        if (++count > wanted) exit
        taken[$0] = 1
        for (end = 3; end < length($0); end++) beginning[substr($0, 1, end)] = 1
        print
    }' | sort >"$work/words"
echo "$(wc -l <"$work/words") words, $(comm -12 "$work/words" "$work/first" | wc -l) of them EFF's"

# $1: the part, $2 and $3: the first and the last letter.
part() {
    {
        echo "// Made by Scripts/make-word-list.sh from EFF's large word list (Electronic Frontier Foundation, CC BY 3.0 US) and SCOWL"
        echo "// (Kevin Atkinson and others, notice in Docs/licenses/SCOWL.txt). Do not edit."
        printf 'extension Words {\n    static let %s: StaticString = """\n' "$1"
        grep "^[$2-$3]" "$work/words" | fmt -w 100 | sed 's/^/        /; s/$/ \\/' | sed '$ s/ \\$//'
        printf '        """\n}\n'
    } >"Sources/PasswordTools/Words/Words+$(echo "$1" | sed 's/./\U&/').swift"
}
mkdir -p Sources/PasswordTools/Words
part aToM a m
part nToZ n z
