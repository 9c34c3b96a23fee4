#!/usr/bin/env python3
"""Prints the cases that ran in real browsers as a table, case by browser.

A case that a browser has not played is named as such: its suite needs what that browser does not have, as Docs/browser.md says, or the
browser is not installed.

usage: browser-table.py LOG-OF-SWIFT-TEST
"""
import pathlib
import re
import sys

BROWSERS = ("chromium", "firefox")
TESTS = pathlib.Path(__file__).resolve().parent.parent / "Tests"


def suites():
    """The suites that need a browser, with the browsers that their tests run in if they do not name one."""
    found = {}
    for file in sorted([*TESTS.glob("BrowserTests/*.swift"), *TESTS.glob("WebPageTests/*.swift")]):
        text = file.read_text()
        suite = re.search(r"struct (\w+Tests)\b", text)
        if not suite:
            continue
        for test in re.finditer(r"@Test([^{]*?)func (\w+)\(", text, re.S):
            words = test.group(1)
            if "RealBrowser" in words or "RealBrowser" in text[test.end() : test.end() + 60]:
                found[test.group(2)] = (suite.group(1), BROWSERS)
            elif "Firefox" in words or test.group(2).endswith("Firefox"):
                found[test.group(2)] = (suite.group(1), ("firefox",))
            elif "Chromium" in words or re.search(r"Chromium\.isInstalled|PopupStage|PageStage|ChromiumPage", text):
                found[test.group(2)] = (suite.group(1), ("chromium",))
    return found


def results(log):
    """The result of each test, and of each case that names its browser; a case that has begun and recorded no issue has passed."""
    found = {}
    for line in log.splitlines():
        begun = re.match(r"◇ Test case passing .*→ \.(\w+).* to (\w+)\(.*\) started", line)
        if begun and begun.group(1) in BROWSERS:
            found.setdefault((begun.group(2), begun.group(1)), "passed")
        issue = re.match(r"✘ Test (\w+)\(.*?\) recorded an issue with .*?→ \.(\w+)", line)
        if issue and issue.group(2) in BROWSERS:
            found[issue.group(1), issue.group(2)] = "failed"
        ended = re.match(r"[^ ]+ Test (\w+)\(.*?\) (?:with \d+ test cases? )?(passed|failed) after", line)
        if ended:
            found[ended.group(1), None] = ended.group(2)
        skipped = re.match(r"➜ Test (\w+)\(.*?\) skipped", line)
        if skipped:
            found[skipped.group(1), None] = "skipped"
    return found


def cell(test, browser, browsers, found):
    if len(browsers) == 1:
        return found[test, None] if browser in browsers else "not played"
    return found.get((test, browser), "not installed")


def main(path):
    found = results(pathlib.Path(path).read_text(errors="replace"))
    rows = []
    for test, (suite, browsers) in sorted(suites().items(), key=lambda entry: (entry[1][0], entry[0])):
        if (test, None) in found:
            rows.append((f"{suite}.{test}", *(cell(test, browser, browsers, found) for browser in BROWSERS)))
    width = max((len(row[0]) for row in rows), default=0)
    print(f"\n{'case'.ljust(width)}  {'Chromium'.ljust(10)}  Firefox")
    for row in rows:
        print(f"{row[0].ljust(width)}  {row[1].ljust(10)}  {row[2]}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip().splitlines()[-1])
    main(sys.argv[1])
