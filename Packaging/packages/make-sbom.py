#!/usr/bin/python3
"""Prints the bill of materials of the packages, in SPDX 2.3's JSON. Called by Scripts/make-packages.sh.

usage: make-sbom.py PACKAGES BUILD-INFO VERSION

It lists our packages, the Swift packages that are linked in with their versions and commits, and the libraries of this system that the
programs are linked with, by their Debian packages and versions. SOURCE_DATE_EPOCH is the time; nothing else of the machine is in it.
Specified in: https://spdx.github.io/spdx-spec/v2.3/
"""
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid

packages, build_info, version = sys.argv[1:4]
root = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
licenses = {"grdb.swift": "MIT", "swift-argument-parser": "Apache-2.0", "swift-asn1": "Apache-2.0",
            "swift-crypto": "Apache-2.0", "swift-protobuf": "Apache-2.0"}


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(parts))


def package(kind, name, package_version, license_name="NOASSERTION", location="NOASSERTION", purl=None, supplier="NOASSERTION"):
    entry = {"SPDXID": identifier(kind, name), "name": name, "versionInfo": package_version, "downloadLocation": location,
             "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license_name,
             "copyrightText": "NOASSERTION", "supplier": supplier}
    if purl:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
    return entry


def libraries(directory):
    """The names and resolved paths of the libraries that the files of a package are linked with directly."""
    found = {}
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                if file.read(4) != b"\x7fELF":
                    continue
            dynamic = subprocess.run(["objdump", "-p", path], capture_output=True, text=True, check=True).stdout
            needed = set(re.findall(r"^\s+NEEDED\s+(\S+)", dynamic, re.MULTILINE))
            resolved = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
            for soname, target in re.findall(r"^\s+(\S+) => (/\S+)", resolved, re.MULTILINE):
                if soname in needed:
                    found[soname] = os.path.realpath(target)
    return found


def owners(paths):
    """The Debian packages of files, with their versions and architectures. Each call of dpkg reads all of its lists, so there is one."""
    # Debian's packages name files below /lib that are below /usr/lib by a symbolic link.
    places = {place: path for path in paths for place in (path, re.sub(r"^/usr/lib/", "/lib/", path))}
    search = subprocess.run(["dpkg", "-S", *sorted(places)], capture_output=True, text=True).stdout
    names = {places[place]: name.split(",")[0] for name, place in re.findall(r"^([^:]\S*?): (/.*)$", search, re.MULTILINE) if place in places}
    show = subprocess.run(["dpkg-query", "-W", "-f", "${binary:Package} ${Package} ${Version} ${Architecture}\n", *sorted(set(names.values()))],
                          capture_output=True, text=True, check=True).stdout
    versions = {line.split(" ")[0]: tuple(line.split(" ")[1:]) for line in show.splitlines()}
    return {path: versions[name] for path, name in names.items()}


with open(build_info, encoding="utf-8") as file:
    build = json.load(file)
with open(os.path.join(root, "Package.resolved"), encoding="utf-8") as file:
    pins = json.load(file)["pins"]
entries, relations = {}, set()
ours = sorted(os.listdir(packages))
linked = {name: libraries(os.path.join(packages, name)) for name in ours}
debian = owners({path for found in linked.values() for path in found.values()})
for name in ours:
    entry = package("Package", name, version, "MIT", supplier="Organization: The Chatelaine developers")
    entry["comment"] = "commit %s, compiled by %s" % (build["commit"], build["compiler"])
    entries[entry["SPDXID"]] = entry
    relations.add(("SPDXRef-DOCUMENT", "DESCRIBES", entry["SPDXID"]))
    needed = linked[name]
    for path in needed.values():
        found = debian.get(path)
        if not found:
            continue
        library = package("Debian", found[0], found[1], purl="pkg:deb/debian/%s@%s?arch=%s" % found)
        entries[library["SPDXID"]] = library
        relations.add((entry["SPDXID"], "DYNAMIC_LINK", library["SPDXID"]))
    if name == "libpam-chatelaine" or not needed:
        continue
    for pin in pins:
        state = pin["state"]
        swift = package("Swift", pin["identity"], state.get("version", state["revision"]), licenses.get(pin["identity"], "NOASSERTION"),
                        "git+%s@%s" % (pin["location"], state["revision"]))
        entries[swift["SPDXID"]] = swift
        relations.add((entry["SPDXID"], "STATIC_LINK", swift["SPDXID"]))
text = json.dumps([sorted(entries), version, build["commit"]])
created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "chatelaine-" + version,
    "documentNamespace": "urn:uuid:%s" % uuid.uuid5(uuid.NAMESPACE_URL, "chatelaine/" + hashlib.sha256(text.encode()).hexdigest()),
    "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: chatelaine-make-sbom"]},
    "packages": [entries[key] for key in sorted(entries)],
    "relationships": [{"spdxElementId": a, "relationshipType": r, "relatedSpdxElement": b} for a, r, b in sorted(relations)],
}
json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
print()
