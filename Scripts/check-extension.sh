#!/bin/bash
# Checks the scripts under Extension: their types (tsc), common faults (oxlint), and the size of those that run in every page.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=40000

tsc --project Extension

# From PyPI, since Debian has none.
tools=.build/oxlint
if [ -x "$tools/bin/oxlint" ] || { python3 -m venv "$tools" && "$tools/bin/pip" --quiet --disable-pip-version-check install oxlint==1.89.0; }; then
    "$tools/bin/oxlint" --deny-warnings Extension
else
    echo "oxlint is left out: it cannot be installed" >&2
fi

# All that is listed is there, and the other way round.
diff <(sort Extension/page/scripts.txt) <(cd Extension/page && printf '%s\n' *.js)
size=$(cat Extension/page/*.js | wc -c)
echo "scripts for web pages: $size bytes of $limit"
[ "$size" -le "$limit" ]
# No code from elsewhere, and none that is made from text.
if grep -rnE --include=*.js --include=*.html '\beval\(|new Function\(|\bimport\(|https?:\/\/[a-z]|innerHTML|<script>' Extension; then
    echo "a script loads or makes code" >&2
    exit 1
fi

# The manifest: its key, which gives the identifier that the agent knows; the permissions that Docs/browser.md explains; the scripts of pages.
python3 - <<'END'
import json, re
manifest = json.load(open("Extension/manifest.json"))
assert manifest["key"] == open("Extension/manifest-key.txt").read().strip(), "manifest.json has another key than manifest-key.txt"
known = {"default_locale", "host_permissions", "options_ui", "manifest_version", "name", "version", "description", "key", "icons", "browser_specific_settings", "minimum_chrome_version",
         "permissions", "background", "action", "commands", "content_security_policy"}
assert set(manifest) <= known, f"keys that are not explained: {set(manifest) - known}"
explained = set(re.findall(r"^\| `([\w:/*]+)` \|", open("Docs/browser.md").read(), re.M))
assert set(manifest["permissions"]) | set(manifest["host_permissions"]) == explained, f"Docs/browser.md explains {explained}"
loaded = re.search(r"const files = \[(.*?)\]", open("Extension/background/tab.js").read()).group(1)
listed = [line[:-3] for line in open("Extension/page/scripts.txt").read().split()]
assert re.findall(r'"(\w+)"', loaded) == listed, "background/tab.js loads other scripts than page/scripts.txt lists"
END

# The texts: each language has the same keys with the same places for values; none is missing, and none is left over.
python3 - <<'END'
import json, pathlib, re
root = pathlib.Path("Extension")
languages = {path.parent.name: json.loads(path.read_text()) for path in sorted(root.glob("_locales/*/messages.json"))}
places = lambda entry: sorted(set(re.findall(r"\$\w+", entry["message"])))
english = languages["en"]
for language, texts in languages.items():
    assert set(texts) == set(english), f"{language}: {set(texts) ^ set(english)}"
    for key, entry in texts.items():
        assert set(entry) == {"message"} and entry["message"].strip(), f"{language}: {key}"
        assert places(entry) == places(english[key]), f"{language}: {key} has other values than in English"
offered = set(re.findall(r"(\w+): \"", re.search(r"languages = \{(.*?)\}", (root / "common/texts.js").read_text()).group(1)))
assert offered == set(languages), f"common/texts.js offers {offered}"
code = "\n".join(path.read_text() for kind in ("js", "html", "json") for path in root.rglob(f"*.{kind}") if "_locales" not in path.parts)
asked = set(re.findall(r'\btext\("(\w+)"', code)) | set(re.findall(r'data-(?:text|label|placeholder)="(\w+)"', code)) | set(re.findall(r"__MSG_(\w+)__", code))
assert asked <= set(english), f"texts that are missing: {asked - set(english)}"
named = asked | set(re.findall(r'"(\w+)"', code))
assert set(english) <= named, f"texts that are not used: {set(english) - named}"
print(f"texts: {len(english)} in {', '.join(languages)}")
END
