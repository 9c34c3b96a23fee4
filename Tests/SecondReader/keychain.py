"""Reads a keychain file. Written from Docs/keychain-format.md alone; a difference is a fault of the document or of the program."""
import os
import shutil
import sqlite3
import struct
import tempfile
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag

from sealing import (Damaged, derived, expanded, gcm_open, hpke_open, mac, parts, passcode_hash, public_half, sha256)

PROTECTIONS = {6: "ak", 7: "ck", 8: "dk", 9: "aku", 10: "cku", 11: "dku", 12: "akpu"}
CLASSES = {1: "genp", 2: "inet", 3: "cert", 4: "keys"}
OF_DEVICE, OF_PASSCODE, OF_RECOVERY, OF_CLASS_KEY, OF_PRESENCE = 1, 2, 3, 4, 5

COMMON = "agrp* sync vwht tkid ggrp musr pdmn accc cdat mdat labl* alis tomb sysb pcss pcsk pcsi sha1".split()
PASSWORD = "desc icmt crtr type scrp invi nega cusi prot".split()
# The searchable attributes of each class in the order of the table; “*”: has a search tag.
ORDER = {
    "genp": ["acct*", "svce*", *COMMON, *PASSWORD, "gena"],
    "inet": ["acct*", "sdmn", "srvr*", "ptcl", "atyp", "port", "path", *COMMON, *PASSWORD],
    "cert": "ctyp issr* slnr* cenc subj* skid* pkhh*".split() + COMMON,
    "keys": "kcls klbl* atag* crtr type bsiz esiz sdat edat".split() + COMMON,
}
# The attributes of the primary key with the values of those that an item does not have, in normal form; None: left out.
IN_ALL = {"agrp": None, "sync": b"0", "vwht": None, "tkid": None, "ggrp": None, "musr": b""}
PRIMARY = {
    "genp": {"acct": b"", "svce": b"", **IN_ALL},
    "inet": {"acct": b"", "sdmn": b"", "srvr": b"", "ptcl": b"0", "atyp": b"", "port": b"0", "path": b"", **IN_ALL},
    "cert": {"ctyp": b"0", "issr": b"", "slnr": b"", **IN_ALL},
    "keys": {"kcls": b"0", "klbl": b"", "atag": b"", "crtr": b"0", "type": b"0", "bsiz": b"0", "esiz": b"0", "sdat": b"0", "edat": b"0",
             **IN_ALL},
}


def device_key(path):
    """Returns id and key of an unsealed device key file."""
    with open(path, "rb") as file:
        data = file.read(4096)
    if len(data) != 64 or data[:8] != b"CHDEVKY1" or sha256(data[:56])[:8] != data[56:]:
        raise Damaged("the device key file")
    return data[8:24], data[24:56]


def attribute_list(data):
    """Returns the attributes as {key: (type, value)}, and the list without its padding."""
    if not data or data[0] != 1 or len(data) % 16:
        raise Damaged("an attribute list")
    found, position = {}, 1
    while position < len(data) and data[position]:
        key, kind, length = struct.unpack_from(">4sBI", data, position)
        position += 9
        value = data[position:position + length]
        position += length
        if len(value) != length or key.decode("ascii") in found:
            raise Damaged("an attribute")
        found[key.decode("ascii")] = (kind, value)
    if any(data[position:]) or len(data) - position >= 16:
        raise Damaged("the padding of an attribute list")
    return found, data[:position]


def normal_form(kind, value):
    if kind in (1, 2):
        return value
    if kind in (3, 5):
        return str(struct.unpack(">q", value)[0]).encode()
    if kind == 4:
        return repr(struct.unpack(">d", value)[0]).encode()
    raise Damaged("a type that has no search tag")


@dataclass
class Item:
    number: int
    kind: str
    protection: str
    id: bytes
    attributes: dict = None
    secrets: dict = None
    state: str = "open"
    problems: list = field(default_factory=list)


class Keychain:
    """The keys that device key, passcode, application password or recovery key open, and the items that these open."""

    def __init__(self, path, device=None, passcode=None, recovery=None, application=None):
        self.application = application
        with tempfile.TemporaryDirectory() as directory:
            copy = os.path.join(directory, "file")
            for suffix in ("", "-wal"):
                if os.path.exists(path + suffix):
                    shutil.copyfile(path + suffix, copy + suffix)
            with sqlite3.connect(copy) as database:
                database.row_factory = sqlite3.Row
                self._load(database)
        self._open_keys(device, passcode, recovery)

    def _load(self, database):
        number = lambda pragma: database.execute(f"PRAGMA {pragma}").fetchone()[0]
        if number("application_id") != 0x434B4331 or number("user_version") not in (1, 2):
            raise Damaged("not a keychain of this format")
        self.bag = dict(database.execute("SELECT * FROM keybag").fetchone())
        rows = lambda table: [dict(row) for row in database.execute(f"SELECT * FROM {table} ORDER BY number")]
        self.class_rows, self.rows = rows("classkey"), rows("item")
        self.pair_rows = rows("keypair") if number("user_version") == 2 else []
        self.search = {}
        for tag, item in database.execute("SELECT tag, item FROM search"):
            self.search.setdefault(item, set()).add(tag)

    def _open_keys(self, device, passcode, recovery):
        chain = self.bag["keychain"]
        self.wrappers = {}
        if recovery is not None:
            self.wrappers[OF_RECOVERY] = derived(recovery, chain, b"chatelaine recovery key 1")
        if device is not None:
            identifier, key = device
            if identifier != self.bag["device"]:
                raise Damaged("the device key belongs to another keychain")
            self.wrappers[OF_DEVICE] = derived(key, chain, b"chatelaine device key 1")
            if passcode is not None:
                hashed = passcode_hash(passcode, self.bag["passes"], self.bag["memory"], self.bag["salt"])
                self.wrappers[OF_PASSCODE] = derived(hashed + key, chain, b"chatelaine passcode key 1")
                self.wrappers[OF_PRESENCE] = derived(hashed + key, chain, b"chatelaine presence key 1")
        searching = self.bag["recovery"] if recovery is not None else self.bag["search"]
        wrapper = OF_RECOVERY if recovery is not None else OF_DEVICE
        self.search_key = self._unwrap(searching, wrapper, 0, 8, 3, 1)
        self.class_keys, self.metadata_keys, self.problems = {}, {}, []
        for row in self.class_rows:
            self._open_class(row, recovery is not None)
        self.pairs = {row["number"]: row for row in self.pair_rows}

    def _unwrap(self, wrapped, wrapper, number, protection, part, current, key=None):
        text = parts(b"chatelaine key 1", self.bag["keychain"], number.to_bytes(8, "big"), bytes([protection]), bytes([part]),
                     bytes([wrapper]), bytes([current]))
        return gcm_open(key or self.wrappers[wrapper], wrapped, text)

    def _open_class(self, row, recovering):
        number, protection = row["number"], row["protection"]
        if number % 16 != protection or number // 16 > self.bag["generation"]:
            self.problems.append(f"class key {number}: its number")
            return
        wrapper = OF_RECOVERY if recovering else row["wrapper"]
        wrapped = row["recovery"] if recovering else row["wrapped"]
        if wrapped is None or wrapper not in self.wrappers:
            return
        try:
            key = self._unwrap(wrapped, wrapper, number, protection, 1, 1 if recovering else min(row["current"], 1))
            self.metadata_keys[number] = self._unwrap(row["metadata"], OF_CLASS_KEY, number, protection, 2, 1, key)
            self.class_keys[number] = key
        except InvalidTag:
            self.problems.append(f"class key {number}: does not open")

    def private(self, number, purpose):
        """The private half of a key pair, or a single key."""
        row = self.pairs[number]
        if number % 16 != row["purpose"] or row["purpose"] != purpose:
            raise Damaged("the number of a key pair")
        single = purpose > 2
        wrapper = OF_PRESENCE if row["classkey"] == 0 else OF_CLASS_KEY
        key = self.wrappers[OF_PRESENCE] if row["classkey"] == 0 else self.class_keys[row["classkey"]]
        secret = self._unwrap(row["private"], wrapper, number, 8, 6 if single else 5, row["current"], key)
        if not single and OF_DEVICE in self.wrappers and public_half(secret) != self._unwrap(row["public"], OF_DEVICE, number, 8, 4, 1):
            raise Damaged("the halves of a key pair")
        return secret

    def items(self):
        for row in self.rows:
            item = Item(row["number"], CLASSES[row["class"]], PROTECTIONS[row["protection"]], row["id"])
            if row["classkey"] not in self.class_keys:
                item.state = "locked"
            else:
                self._open_item(row, item)
            yield item

    def _open_item(self, row, item):
        def place(part, *more):
            return parts(b"chatelaine item 1", self.bag["keychain"], row["id"], bytes([row["class"]]), bytes([row["protection"]]), part,
                         revision, *more)
        revision = row["revision"].to_bytes(8, "big")
        metadata_key = self.metadata_keys[row["classkey"]]
        key = expanded(metadata_key, parts(b"chatelaine metadata 1", row["id"], revision))
        try:
            metadata = gcm_open(key, row["metadata"], place(b"metadata", row["flags"].to_bytes(8, "big"), sha256(row["tags"])))
            item.attributes, listed = attribute_list(metadata)
            if row["flags"] & 2:
                item.state = "tombstone"
            self._check_tags(row, item)
            sealing = self._secret_key(row, place)
            if sealing is None:
                item.state = "factors"
                return
            secret = gcm_open(sealing, row["secret"], place(b"secret"))
            item.secrets, _ = attribute_list(secret)
            self._check_digest(item, listed, secret, metadata_key)
        except InvalidTag:
            item.state = "damaged"

    def _secret_key(self, row, place):
        """The key of “secret”; None if a factor is missing."""
        key = gcm_open(self.class_keys[row["classkey"]], row["key"][:60], place(b"key"))
        factors = row["key"][60:]
        if not factors:
            return key
        version, flags, factors = factors[0], factors[1], factors[2:]
        if version != 1:
            raise Damaged("the version of factors")
        shown = application = bytes(32)
        if flags & 1:
            number, sealed, factors = int.from_bytes(factors[:8], "big"), factors[8:88], factors[88:]
            if OF_PRESENCE not in self.wrappers:
                return None
            shown = hpke_open(self.private(number, 1), sealed, place(b"factors"))
        if flags & 2:
            passes, memory = struct.unpack(">QQ", factors)
            if self.application is None:
                return None
            salt = sha256(parts(b"chatelaine application password 1", self.bag["keychain"]))[:16]
            application = passcode_hash(self.application, passes, memory, salt)
        return derived(key + shown + application, self.bag["keychain"], b"chatelaine item factors 1")

    def _check_digest(self, item, listed, secret, metadata_key):
        if "sha1" not in item.attributes:
            return
        key = expanded(metadata_key, parts(b"chatelaine digest 1"))
        # The list again, without sha1, in its order.
        kept = b"\x01" + b"".join(
            name.encode() + bytes([kind]) + len(value).to_bytes(4, "big") + value
            for name, (kind, value) in item.attributes.items() if name != "sha1")
        padded = kept + bytes(-len(kept) % 16)
        if mac(key, parts(padded, sha256(secret)))[:20] != item.attributes["sha1"][1]:
            item.problems.append("sha1")

    def _tag(self, label, kind, *more):
        return mac(self.search_key, parts(b"chatelaine tag 1", label, bytes([kind]), *more))[:16]

    def _check_tags(self, row, item):
        if item.state == "tombstone":
            return
        normal = {name: normal_form(*value) for name, value in item.attributes.items() if value[0] != 6}
        primary = []
        order = [name.rstrip("*") for name in ORDER[item.kind]]
        keys = PRIMARY[item.kind]
        for name in order:
            value = normal.get(name, keys[name]) if name in keys else None
            if value is not None:
                primary += [name.encode(), value]
        tags = [self._tag(b"primary key", row["class"], *primary), self._tag(b"reference", row["class"], row["id"])]
        for name in ORDER[item.kind]:
            if name.endswith("*") and name[:-1] in normal:
                tags.append(self._tag(b"attribute", row["class"], name[:-1].encode(), normal[name[:-1]]))
        if b"".join(tags) != row["tags"]:
            item.problems.append("tags")
        if set(row["tags"][i:i + 16] for i in range(0, len(row["tags"]), 16)) != self.search.get(row["number"], set()):
            item.problems.append("search")
