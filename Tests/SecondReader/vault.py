"""Reads a vault. Written from Docs/vault-format.md alone."""
import struct
import uuid

from sealing import Damaged

GROUP = b"io.github.chatelaine.vault"
KINDS = {1: "login", 2: "card", 3: "identity", 4: "note", 5: "licence", 6: "password"}


def wire(data):
    """The fields of a protocol buffers message, as (number, value): an integer or bytes."""
    position = 0

    def varint():
        nonlocal position
        value = shift = 0
        while True:
            byte = data[position]
            position += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value
    while position < len(data):
        tag = varint()
        if tag & 7 == 0:
            yield tag >> 3, varint()
        elif tag & 7 == 2:
            length = varint()
            if position + length > len(data):
                raise Damaged("a message")
            yield tag >> 3, data[position:position + length]
            position += length
        else:
            raise Damaged("a kind of field that no message has")


def signed(value):
    """A sint64."""
    return value >> 1 ^ -(value & 1)


def one(message, number, default=None):
    """The last value of a field, which counts."""
    values = [value for field, value in wire(message) if field == number]
    return values[-1] if values else default


def all_of(message, number):
    return [value for field, value in wire(message) if field == number]


def text(message, number):
    return one(message, number, b"").decode("utf-8")


def chopped(data):
    """Parts that are preceded by their lengths."""
    position = 0
    while position < len(data):
        length = int.from_bytes(data[position:position + 4], "big")
        position += 4
        if position + length > len(data):
            raise Damaged("a length in a row")
        yield data[position:position + length]
        position += length


class VaultItem:
    def __init__(self, identifier, row):
        self.id = identifier
        self.page = int.from_bytes(row[:4], "big")
        if row[4] != 1:
            raise Damaged("the version of an item")
        self.message, *self.secrets = chopped(row[5:])
        self.kind = KINDS[one(self.message, 1, 0)]
        self.title = text(self.message, 2)
        self.tags = [tag.decode() for tag in all_of(self.message, 4)]
        self.websites = [(text(site, 1), text(site, 2)) for site in all_of(self.message, 5)]
        self.fields = [self._field(field) for field in all_of(self.message, 6)]
        self.sections = [(text(section, 2), [self._field(field) for field in all_of(section, 3)]) for section in all_of(self.message, 7)]
        notes = one(self.message, 8)
        self.notes = None if notes is None else self._secret(notes)
        self.created, self.changed = signed(one(self.message, 9, 0)), signed(one(self.message, 10, 0))
        self.history = [(text(former, 1), self._secret(one(former, 4, 0))) for former in all_of(self.message, 13)]
        self.attachments = [(str(uuid.UUID(bytes=one(file, 1))), text(file, 2), one(file, 4, 0)) for file in all_of(self.message, 14)]

    def _secret(self, number):
        if number >= len(self.secrets):
            raise Damaged("a number without a secret")
        return self.secrets[number]

    def _field(self, field):
        secret = one(field, 5)
        return text(field, 1), text(field, 4) if secret is None else self._secret(secret).decode("utf-8")


def index_entry(data):
    identifier, kind, flags, created, changed, archived, trashed = struct.unpack_from(">16sHHqqqq", data)
    texts = [part.decode("utf-8") for part in chopped(data[52:])]
    if len(texts) != 5:
        raise Damaged("an entry of the index")
    return str(uuid.UUID(bytes=identifier)), KINDS[kind], created, changed, trashed, texts


class Vault:
    """The content of an open keychain that is a vault. Compares index and items."""

    def __init__(self, keychain):
        self.header, self.items, self.index, self.chunks, self.problems = None, {}, {}, {}, list(keychain.problems)
        pages = {}
        for row in keychain.items():
            if row.state != "open" or row.problems:
                self.problems.append(f"row {row.number}: {row.state} {row.problems}")
                continue
            if row.kind != "genp" or row.attributes["agrp"][1] != GROUP or row.protection != "ak":
                raise Damaged("a row that is not a vault's")
            service, account = (row.attributes[name][1].decode() for name in ("svce", "acct"))
            data = row.secrets["data"][1]
            if service == "header":
                self.header = data
            elif service == "item":
                self.items[account] = VaultItem(account, data)
            elif service == "page":
                pages[int(account, 16)] = data
            elif service == "attachment":
                identifier, chunk = account.split("/")
                self.chunks.setdefault(identifier, {})[int(chunk)] = data
            else:
                raise Damaged("a service that no row of a vault has")
        for number, page in pages.items():
            for entry in chopped(page):
                identifier, *rest = index_entry(entry)
                self.index[identifier] = (number, *rest)
        self._compare()

    def _compare(self):
        if set(self.items) != set(self.index):
            self.problems.append("index and items differ")
        for identifier, item in self.items.items():
            page, kind, created, changed, _, texts = self.index.get(identifier, (None,) * 5 + ([""] * 5,))
            websites = "\n".join(f"{rule} {address}" for address, rule in item.websites)
            if (page, kind, created, changed, texts[0], texts[2], texts[3]) != (
                    item.page, item.kind, item.created, item.changed, item.title, websites, "\n".join(item.tags)):
                self.problems.append(f"the index of {item.title}")
            for attachment, name, size in item.attachments:
                if len(self.attachment(attachment)) != size:
                    self.problems.append(f"the size of {name}")

    def attachment(self, identifier):
        chunks = self.chunks.get(identifier, {})
        return b"".join(chunks[number] for number in range(len(chunks)))
