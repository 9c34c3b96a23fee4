"""Reads a protected file. Written from Docs/protected-file-format.md alone."""
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealing import Damaged, derived, expanded, gcm_open, hpke_open, parts, sha256

PURPOSES = {1: 3, 2: 2, 3: 4, 4: 5}


class Header:
    def __init__(self, data):
        number = lambda start, count: int.from_bytes(data[start:start + count], "big")
        self.protection, self.sequence, self.file = number(12, 4), number(16, 8), data[24:40]
        self.key_number, group, wrapped = number(40, 8), number(48, 4), number(52, 4)
        end = 56 + group + wrapped
        if data[:8] != b"CHPRFILE" or number(8, 4) != 1 or self.protection not in PURPOSES or sha256(data[:4064]) != data[4064:4096]:
            raise Damaged("a header")
        if not (1 <= group <= 256 and 1 <= wrapped <= 512) or any(data[end:4064]):
            raise Damaged("the sizes in a header")
        self.group, self.wrapped = data[56:56 + group], data[56 + group:end]


def _header(data):
    found = []
    for start in (0, 4096):
        try:
            found.append(Header(data[start:start + 4096]))
        except Damaged:
            pass
    if not found:
        raise Damaged("both headers")
    return max(found, key=lambda header: header.sequence)


def content(path, keychain):
    """Returns class, group and content."""
    with open(path, "rb") as file:
        data = file.read()
    header = _header(data)
    place = parts(b"chatelaine file 1", keychain.bag["keychain"], bytes([header.protection]), header.key_number.to_bytes(8, "big"),
                  header.group, header.file)
    wrapping = keychain.private(header.key_number, PURPOSES[header.protection])
    if header.protection == 2:
        key = hpke_open(wrapping, header.wrapped, place)
    else:
        key = gcm_open(expanded(wrapping, place), header.wrapped, place)
    sealing = AESGCM(derived(key, header.file, parts(b"chatelaine file content 1")))
    pieces, plain = data[8192:], []
    starts = range(0, max(len(pieces), 1), 65536 + 16)
    for number, start in enumerate(starts):
        last = number == len(starts) - 1
        plain.append(sealing.decrypt(number.to_bytes(11, "big") + bytes([last]), pieces[start:start + 65536 + 16], None))
    return header.protection, header.group.decode("utf-8"), b"".join(plain)
