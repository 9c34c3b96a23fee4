#!/usr/bin/python3
"""A second implementation of the formats in Docs, for reading only: so that the documents stay true, and sufficient.

usage: reader.py keychain FILE | reader.py vault FILE | reader.py file KEYCHAIN PROTECTED-FILE
Standard input is a JSON object with what is known: deviceKey (a path), passcode, applicationPassword, recoveryKey. Prints JSON.
"""
import base64
import json
import sys

from keychain import Keychain, device_key
from protected_file import content
from vault import Vault

SMALL = str.maketrans("", "", "- ")


def opened(path, known, is_vault=False):
    recovery = known.get("recoveryKey")
    if recovery is not None:
        recovery = recovery.strip().translate(SMALL)
        recovery = recovery.encode("ascii") if is_vault else bytes.fromhex(recovery)
    encoded = {name: value.encode("utf-8") for name, value in known.items()}
    device = device_key(known["deviceKey"]) if "deviceKey" in known else None
    return Keychain(path, device, encoded.get("passcode"), recovery, encoded.get("applicationPassword"))


def printable(values):
    return {name: base64.b64encode(value).decode() for name, (_, value) in (values or {}).items()}


def of_keychain(path, known):
    keychain = opened(path, known)
    items = [{"class": item.kind, "protection": item.protection, "state": item.state, "problems": item.problems,
              "attributes": printable(item.attributes), "secrets": printable(item.secrets)} for item in keychain.items()]
    return {"problems": keychain.problems, "items": items}


def of_vault(path, known):
    vault = Vault(opened(path, known, is_vault=True))
    items = [{"kind": item.kind, "title": item.title, "tags": item.tags, "websites": [address for address, _ in item.websites],
              "fields": dict(item.fields), "sections": {title: dict(fields) for title, fields in item.sections},
              "notes": None if item.notes is None else item.notes.decode("utf-8"), "changed": item.changed,
              "history": [secret.decode("utf-8") for _, secret in item.history],
              "attachments": {name: base64.b64encode(vault.attachment(file)).decode() for file, name, _ in item.attachments}}
             for item in vault.items.values()]
    return {"problems": vault.problems, "items": items}


def of_file(path, file, known):
    protection, group, plain = content(file, opened(path, known))
    return {"class": protection, "group": group, "content": base64.b64encode(plain).decode()}


def main(what, *paths):
    answers = {"keychain": of_keychain, "vault": of_vault, "file": of_file}
    json.dump(answers[what](*paths, json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
