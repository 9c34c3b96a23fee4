#!/bin/bash
# Writes the template for translations of the desktop apps: the texts in text("…"), the translatable texts in layouts, and texts of the
# core that windows show, which are those of sheets and the labels of items' fields.
#
#   Scripts/texts.sh           writes Apps/Translations/chatelaine-apps.pot
#   Scripts/texts.sh --check   fails if the template is not up to date
set -euo pipefail
cd "$(dirname "$0")/.."
template=Apps/Translations/chatelaine-apps.pot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

extract() {
    # Without locations and date, so that the template changes only when texts do.
    xgettext --from-code=UTF-8 --sort-output --no-location --no-wrap --package-name=chatelaine-apps \
        --files-from=- --output="$work/$1.pot" "${@:2}"
}
# Swift's single-line literals have C's syntax; literals in three quotes contain no texts, and cause complaints.
sed -nE '/^ *\/\//d; s/^[^"]*(".*").*$/text(\1);/p' Sources/LoginSheet/Texts/SheetText.swift >"$work/sheet.swift"
{
    find Apps/Sources -name '*.swift' | LC_ALL=C sort
    printf '%s\n' Sources/PasswordVault/Items/ItemKind.swift "$work/sheet.swift"
} | extract code --language=C --keyword --keyword=text:1 --keyword=FieldTemplate:2 2>"$work/complaints"
grep -vE 'unterminated string literal|msgid|gettext\(""\)|meta information' "$work/complaints" >&2 || true
find Apps/Sources -name '*.ui' | LC_ALL=C sort | extract layouts
# Texts that are composed at run time cannot be looked up.
msgcat --sort-output --no-wrap "$work/code.pot" "$work/layouts.pot" |
    msggrep --invert-match --msgid --regexp='^(' --no-wrap --sort-output - |
    sed -e '/^"POT-Creation-Date/d' -e '/^#\( \|$\)/d' >"$work/template.pot"

if [ "${1-}" = --check ]; then
    cmp -s "$work/template.pot" "$template" && exit
    echo "$template is not what the sources say; run: Scripts/texts.sh" >&2
    exit 1
fi
mkdir -p "$(dirname "$template")"
cp "$work/template.pot" "$template"
