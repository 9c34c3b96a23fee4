"""Checks a bill of materials against the rules of SPDX 2.3 that a reader relies on.

usage: check-sbom.py FILE
Specified in: https://spdx.github.io/spdx-spec/v2.3/
"""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
with open("Package.resolved", encoding="utf-8") as file:
    pins = json.load(file)["pins"]
assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0" and document["SPDXID"] == "SPDXRef-DOCUMENT"
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"])
assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", document["documentNamespace"])
packages = {entry["SPDXID"]: entry for entry in document["packages"]}
assert len(packages) == len(document["packages"]), "identifiers are unique"
for name, entry in packages.items():
    assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name), name
    assert entry["name"] and entry["versionInfo"] and entry["downloadLocation"] and entry["filesAnalyzed"] is False
for relation in document["relationships"]:
    for end in ("spdxElementId", "relatedSpdxElement"):
        assert relation[end] == "SPDXRef-DOCUMENT" or relation[end] in packages, relation
versions = {entry["name"]: entry["versionInfo"] for entry in packages.values()}
for pin in pins:
    assert versions[pin["identity"]] == pin["state"]["version"], pin
for name in ("chatelaine", "libpam-chatelaine", "libsodium23", "libsqlite3-0", "libpam0g", "libc6"):
    assert versions.get(name), name
linked = [r for r in document["relationships"] if r["relationshipType"] == "DYNAMIC_LINK"]
assert any(r["spdxElementId"].endswith("-chatelaine") and r["relatedSpdxElement"].endswith("libsodium23") for r in linked)
