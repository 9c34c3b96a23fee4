#!/usr/bin/env python3
"""Packs the browser extension as the stores of Chromium and Firefox take it.

The same files give the same bytes, wherever and whenever they are packed (https://reproducible-builds.org/docs/archives/).

usage: pack-extension.py DIRECTORY
"""
import json
import pathlib
import sys
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "Extension"
# For those who develop it.
LEFT_OUT = {"tsconfig.json", "manifest-key.txt", "scripts.txt"}
# The earliest time that an archive of this format has.
TIME = (1980, 1, 1, 0, 0, 0)


def manifest(browser):
    """The manifest without what only the other browser reads. Stores give an extension its key."""
    whole = json.loads((SOURCE / "manifest.json").read_text())
    del whole["key"]
    if browser == "chromium":
        del whole["browser_specific_settings"]
        del whole["background"]["scripts"]
    else:
        del whole["minimum_chrome_version"]
        del whole["background"]["service_worker"]
    return json.dumps(whole, indent=2, ensure_ascii=False).encode() + b"\n"


def main(directory):
    version = json.loads((SOURCE / "manifest.json").read_text())["version"]
    files = sorted(
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*")
        if file.is_file() and not file.name.endswith(".d.ts") and file.name not in LEFT_OUT
    )
    for browser in ("chromium", "firefox"):
        path = directory / f"chatelaine-{browser}-{version}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name in files:
                content = manifest(browser) if name == "manifest.json" else (SOURCE / name).read_bytes()
                entry = zipfile.ZipInfo(name, TIME)
                # Not compressed: the bytes would be those of one release of zlib.
                entry.compress_type = zipfile.ZIP_STORED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, content)
        print(path)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__.strip().splitlines()[-1])
    main(pathlib.Path(sys.argv[1]))
