#!/usr/bin/env python3
"""Compares what the sources of each target import with what Package.swift declares, and writes the table of modules.

usage: modules.py --check    imports that are not declared, declared dependencies that are not used, modules without a description,
                             a table in ARCHITECTURE.md that is not the manifest's
       modules.py --write    writes the table into ARCHITECTURE.md

A module's description is the comment directly above its target in Package.swift.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
# Modules that come with the toolchain or the system.
SYSTEM = {"Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Dispatch", "Synchronization", "Testing", "PackageDescription", "Swift", "Darwin", "os", "XCTest"}
# Declared and never imported, each for a reason.
UNUSED = {
    "SecurityBackend": "every package that depends on Security has to link it (decision 8)",
    "CommonCryptoFunctions": "it is called by the names in C, which CCommonCrypto declares",
    "ZeroOnFree": "a linked object is enough: it replaces free(3)",
}
START, END = "<!-- modules: made by “make architecture” -->", "<!-- end of modules -->"
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import[ \t]+"
    r"(?:(?:struct|class|func|enum|protocol|typealias|var|let)[ \t]+)?([\w]+)", re.M)


def tracked():
    return subprocess.run(["git", "ls-files", "-c", "-o", "--exclude-standard", "Sources", "Tests", "Examples", "Kit"], check=True,
                          capture_output=True, text=True).stdout.split("\n")


def manifest():
    # With a scratch directory of its own: the other one may be locked by a build or by tests.
    with tempfile.TemporaryDirectory() as scratch:
        dump = subprocess.run([os.environ.get("SWIFT", "swift"), "package", "--scratch-path", scratch, "dump-package"],
                              capture_output=True, text=True)
    if dump.returncode != 0:
        sys.exit("Package.swift: " + dump.stderr)
    return json.loads(dump.stdout)


def folder(target):
    return target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]


def imports(target, targets, files):
    here = folder(target).rstrip("/") + "/"
    # Targets inside this one's folder.
    inner = [folder(other).rstrip("/") + "/" for other in targets if other is not target and folder(other).startswith(here)]
    only = target.get("sources")
    found = {}
    for name in files:
        if not name.startswith(here) or not name.endswith(".swift") or any(name.startswith(i) for i in inner):
            continue
        if only and not any(name == here + s or name.startswith(here + s + "/") for s in only):
            continue
        if any(name.startswith(here + e + "/") or name == here + e for e in target.get("exclude", [])):
            continue
        if not os.path.exists(name):
            continue
        with open(name, encoding="utf-8") as file:
            source = re.sub(r'""".*?"""', '""', file.read(), flags=re.S)
        for module in IMPORT.findall(source):
            found.setdefault(module, name)
    return found


def declared(target):
    return [next(iter(dependency.values()))[0] for dependency in target["dependencies"]]


def check(package, files):
    problems = []
    targets = package["targets"]
    kinds = {t["name"]: t["type"] for t in targets}
    module = {t["name"]: t["name"].replace("-", "_") for t in targets}
    for target in targets:
        if target["type"] == "system":
            continue
        used, names = imports(target, targets, files), declared(target)
        mine = module[target["name"]]
        for name, where in sorted(used.items()):
            if name in SYSTEM or name == mine or name in {module.get(n, n) for n in names}:
                continue
            problems.append(f"{where} imports {name}, which {target['name']} does not declare")
        for name in names:
            # Tests declare the programs that they start.
            if module.get(name, name) in used or name in UNUSED or kinds.get(name) == "executable":
                continue
            # C has no imports that this script reads.
            if not any(f.startswith(folder(target) + "/") and f.endswith(".swift") for f in files):
                continue
            problems.append(f"Package.swift: {target['name']} declares {name} and does not import it")
    return problems


def descriptions():
    found, comment = {}, []
    with open("Package.swift", encoding="utf-8") as file:
        pending = None
        for line in file:
            text = line.strip()
            if text.startswith("//"):
                comment.append(text[2:].strip())
                continue
            at = re.match(r"\.(?:target|executableTarget|systemLibrary|testTarget)\(", text)
            name = re.search(r'name: "([^"]+)"', text)
            if at and name:
                # The package's other shape, for Apple's systems, names some targets again.
                found[name[1]] = found.get(name[1]) or " ".join(comment)
            elif at:
                pending = " ".join(comment)
            elif pending is not None and name:
                found[name[1]], pending = pending, None
            comment = []
    return found


def layers(targets):
    """Returns the length of the longest chain of dependencies of each target, among targets of this package."""
    by = {t["name"]: t for t in targets}
    depth = {}

    def of(name):
        if name not in depth:
            depth[name] = 0
            below = [of(n) + 1 for n in declared(by[name]) if n in by]
            depth[name] = max(below, default=0)
        return depth[name]

    for target in targets:
        of(target["name"])
    return depth


def table(package):
    targets = [t for t in package["targets"] if folder(t).startswith(("Sources/", "Kit/"))]
    text, depth = descriptions(), layers(targets)
    exported = {n for p in package["products"] if "library" in p["type"] for n in p["targets"]}
    own = {t["name"] for t in targets}
    lines = ["| Module | Content | Uses |", "|---|---|---|"]
    for target in sorted(targets, key=lambda t: (depth[t["name"]], t["name"])):
        name = target["name"]
        uses = ", ".join(sorted(declared(target), key=lambda n: (n not in own, n.lower()))) or "–"
        title = f"**`{name}`**" if name in exported else f"`{name}`"
        place = "" if folder(target) == "Sources/" + name else f" in `{folder(target)}`"
        lines.append(f"| {title}{place} | {text.get(name, '')} | {uses} |")
    return lines


def architecture(package):
    with open("ARCHITECTURE.md", encoding="utf-8") as file:
        text = file.read()
    if START not in text or END not in text:
        sys.exit("ARCHITECTURE.md has no place for the table of modules: " + START)
    before, rest = text.split(START)
    return text, before + START + "\n" + "\n".join(table(package)) + "\n" + END + rest.split(END)[1]


package = manifest()
if "--write" in sys.argv:
    old, new = architecture(package)
    if old != new:
        with open("ARCHITECTURE.md", "w", encoding="utf-8") as file:
            file.write(new)
else:
    problems = check(package, tracked())
    text = descriptions()
    for target in package["targets"]:
        if folder(target).startswith(("Sources/", "Kit/")) and not text.get(target["name"]):
            problems.append(f"Package.swift: no comment above {target['name']} says what it is")
    old, new = architecture(package)
    if old != new:
        problems.append("the table of modules in ARCHITECTURE.md is not that of Package.swift: run “make architecture”")
    for problem in problems:
        print("lint: " + problem, file=sys.stderr)
    sys.exit(1 if problems else 0)
