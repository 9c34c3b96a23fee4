#!/usr/bin/env python3
"""The attacks of SECURITY.md and the tests that play them.

usage: attacks.py --check    every test that a row names exists, and a row that promises “nothing” names one
       attacks.py --filter   a pattern of the tests of the root package that rows name, for “swift test --filter”
       attacks.py --report LOG...  a table: each row, and whether its tests passed in these logs of “make test”, “make test-system” and others
"""
import re
import subprocess
import sys

TESTED = ("Tests", "Apps/Tests")


def rows():
    """The rows of SECURITY.md's tables: section, attacker, what it gets, names of tests, lines of shell suites."""
    section = ""
    for number, line in enumerate(open("SECURITY.md", encoding="utf-8"), 1):
        if line.startswith("## "):
            section = line[3:].strip()
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if len(cells) < 3 or cells[0].startswith(("Attacker", "---")):
            continue
        tests = cells[-1]
        names = [name for name in re.findall(r"`([A-Za-z]\w+)`", tests)]
        names += [name for name in re.findall(r"`Tests/(\w+)`", tests) if not names]
        yield number, section, cells[0], cells[-2], names, re.findall(r"[“\"]([^”\"]+)[”\"]", tests)


def declared():
    """The names of suites and test functions, those in each folder of tests, and the text of shell suites."""
    files = subprocess.run(["git", "ls-files", "--", *TESTED], capture_output=True, text=True, check=True).stdout.split("\n")
    names, folders, shell = set(), {}, ""
    for path in filter(None, files):
        text = open(path, encoding="utf-8", errors="replace").read() if path.endswith((".swift", ".sh")) else ""
        functions = re.findall(r"\bfunc (\w+)", text) if path.endswith(".swift") else []
        names.update(functions, re.findall(r"\b(?:struct|class|enum|extension) (\w+)", text))
        for folder in path.split("/")[:-1]:
            folders.setdefault(folder, set()).update(functions)
        shell += text if path.endswith(".sh") else ""
    return names, folders, shell


def check():
    names, folders, shell = declared()
    failed = False
    for number, _, attacker, gets, tests, lines in rows():
        missing = [name for name in tests if name not in names and name not in folders and name not in shell]
        missing += [line for line in lines if line not in shell]
        for name in missing:
            print(f"SECURITY.md:{number}: there is no test “{name}”", file=sys.stderr)
        if re.match(r"\**nothing\b", gets) and not tests and not lines:
            print(f"SECURITY.md:{number}: “nothing” without a test: {attacker[:70]}", file=sys.stderr)
            failed = True
        failed = failed or bool(missing)
    return failed


def report(logs):
    text = "\n".join(open(log, encoding="utf-8", errors="replace").read() for log in logs)
    ended = {}
    for mark, name, rest in re.findall(r"^([✔✘➜]) (?:Test|Suite) (\w+)(?:\([^)]*\))? (.*)$", text, re.M):
        result = {"✔": "passed", "✘": "failed", "➜": "skipped"}[mark]
        if "passed" in rest or "failed" in rest or "skipped" in rest:
            ended[name] = "failed" if ended.get(name) == "failed" else result
    _, folders, _ = declared()

    def state(name):
        if name in ended or name not in folders:
            return ended.get(name, "not run")
        of_folder = [ended[test] for test in folders[name] if test in ended]
        return "failed" if "failed" in of_folder else "passed" if "passed" in of_folder else "not run"

    failed = False
    for number, section, attacker, _, tests, lines in rows():
        if not tests and not lines:
            continue
        results = {name: state(name) for name in tests}
        results.update({line: "passed" if re.search(r"^ok[ :].*" + re.escape(line), text, re.M) else "not run" for line in lines})
        worst = next((state for state in ("failed", "not run", "skipped") if state in results.values()), "passed")
        failed = failed or worst == "failed"
        print(f"{worst:8}  {section[:24]:24}  {re.sub(r'[*`]', '', attacker)[:90]}")
        for name, result in results.items():
            if result != "passed":
                print(f"{'':10}{result}: {name}")
    return failed


if __name__ == "__main__":
    what, *logs = sys.argv[1:] or ["--help"]
    if what == "--check":
        sys.exit(check())
    if what == "--filter":
        print("|".join(sorted({f"\\b{name}\\b" for row in rows() for name in row[4]})))
    elif what == "--report":
        sys.exit(report(logs))
    else:
        sys.exit(__doc__)
