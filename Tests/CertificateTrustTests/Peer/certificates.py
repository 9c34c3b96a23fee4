"""Certificates for tests: made byte by byte, so that also those can be made that no library makes. Keys, signatures and the values of
extensions are those of Python's `cryptography`."""

import datetime
import ipaddress

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, padding, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID as Purpose
from cryptography.x509.oid import NameOID

UTC = datetime.timezone.utc
# certtool knows no other moment than the present.
NOW = datetime.datetime.now(UTC).replace(microsecond=0)
DAY = datetime.timedelta(days=1)


def der(tag, content):
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def oid(text):
    arcs = [int(arc) for arc in text.split(".")]
    out = bytearray([arcs[0] * 40 + arcs[1]])
    for arc in arcs[2:]:
        part = [arc & 0x7F]
        while arc := arc >> 7:
            part.append(0x80 | arc & 0x7F)
        out += bytes(reversed(part))
    return der(6, bytes(out))


def integer(value):
    size = max(1, (value if value >= 0 else ~value).bit_length() // 8 + 1)
    return der(2, value.to_bytes(size, "big", signed=True))


def bits(content):
    return der(3, b"\0" + content)


def name(common, organisation="Tests"):
    parts = [x509.NameAttribute(NameOID.ORGANIZATION_NAME, organisation)]
    if common is None:
        return b"\x30\x00"
    return x509.Name(parts + [x509.NameAttribute(NameOID.COMMON_NAME, common)]).public_bytes()


def time(moment):
    if moment.year < 2050:
        return der(0x17, moment.strftime("%y%m%d%H%M%SZ").encode())
    return der(0x18, moment.strftime("%Y%m%d%H%M%SZ").encode())


def ext(identifier, value, critical=False):
    return der(0x30, oid(identifier) + (b"\x01\x01\xff" if critical else b"") + der(4, value))


def of(extension, critical=False):
    return ext(extension.oid.dotted_string, extension.public_bytes(), critical)


def ca(pathlen=None, critical=True):
    return of(x509.BasicConstraints(True, pathlen), critical)


def not_ca():
    return of(x509.BasicConstraints(False, None), True)


KU = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
      "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]


def usage(*names):
    return of(x509.KeyUsage(**{n: n in names for n in KU}), True)


def purposes(*which):
    return of(x509.ExtendedKeyUsage(list(which)))


def san(*names, critical=False):
    return of(x509.SubjectAlternativeName([
        n if isinstance(n, x509.GeneralName) else x509.DNSName(n) for n in names]), critical)


def raw_san(*names, critical=False):
    return ext("2.5.29.17", der(0x30, b"".join(der(tag, value) for tag, value in names)), critical)


def address(text):
    return x509.IPAddress(ipaddress.ip_address(text))


def constraints(permitted=None, excluded=None, critical=True):
    def names(given):
        return given and [n if isinstance(n, x509.GeneralName) else x509.DNSName(n) for n in given]
    return of(x509.NameConstraints(names(permitted), names(excluded)), critical)


def subject_id(key):
    return of(x509.SubjectKeyIdentifier.from_public_key(key.public_key()))


def authority_id(key):
    return of(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()))


HASH = {"1.2.840.113549.1.1.4": hashes.MD5, "1.2.840.113549.1.1.5": hashes.SHA1,
        "1.2.840.113549.1.1.11": hashes.SHA256, "1.2.840.113549.1.1.12": hashes.SHA384,
        "1.2.840.113549.1.1.13": hashes.SHA512, "1.2.840.10045.4.1": hashes.SHA1,
        "1.2.840.10045.4.3.2": hashes.SHA256, "1.2.840.10045.4.3.3": hashes.SHA384,
        "1.2.840.10045.4.3.4": hashes.SHA512}
RSA = {"md5": "4", "sha1": "5", "sha256": "11", "sha384": "12", "sha512": "13"}
ECDSA = {"sha1": "1", "sha256": "3.2", "sha384": "3.3", "sha512": "3.4"}


# RSASSA-PSS with another hash function than SHA-256.
PSS = {"pss-md5": ("1.2.840.113549.2.5", hashes.MD5), "pss-sha1": ("1.3.14.3.2.26", hashes.SHA1),
       "pss-sha224": ("2.16.840.1.101.3.4.2.4", hashes.SHA224), "pss-sha512": ("2.16.840.1.101.3.4.2.3", hashes.SHA512)}


def algorithm(key, digest):
    if digest in PSS:
        hashed = der(0x30, oid(PSS[digest][0]) + b"\x05\x00")
        mgf = der(0x30, oid("1.2.840.113549.1.1.8") + hashed)
        size = PSS[digest][1].digest_size
        return der(0x30, oid("1.2.840.113549.1.1.10")
                   + der(0x30, der(0xA0, hashed) + der(0xA1, mgf) + der(0xA2, integer(size))))
    if digest == "pss":
        sha = der(0x30, oid("2.16.840.1.101.3.4.2.1") + b"\x05\x00")
        mgf = der(0x30, oid("1.2.840.113549.1.1.8") + sha)
        return der(0x30, oid("1.2.840.113549.1.1.10")
                   + der(0x30, der(0xA0, sha) + der(0xA1, mgf) + der(0xA2, integer(32))))
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return der(0x30, oid("1.3.101.112"))
    if isinstance(key, dsa.DSAPrivateKey):
        return der(0x30, oid("2.16.840.1.101.3.4.3.2"))
    if isinstance(key, rsa.RSAPrivateKey):
        return der(0x30, oid("1.2.840.113549.1.1." + RSA[digest]) + b"\x05\x00")
    return der(0x30, oid("1.2.840.10045.4." + ECDSA[digest]))


def sign(key, digest, data):
    if digest in PSS:
        hashed = PSS[digest][1]()
        return key.sign(data, padding.PSS(padding.MGF1(hashed), hashed.digest_size), hashed)
    if digest == "pss":
        return key.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(data)
    hashed = {"md5": hashes.MD5, "sha1": hashes.SHA1, "sha256": hashes.SHA256, "sha384": hashes.SHA384,
              "sha512": hashes.SHA512}[digest]()
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(data, padding.PKCS1v15(), hashed)
    if isinstance(key, dsa.DSAPrivateKey):
        return key.sign(data, hashed)
    return key.sign(data, ec.ECDSA(hashed))


def public(key):
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.DER, form)


SERIAL = iter(range(1000, 1 << 30))


class Cert:
    """A certificate with its key. `extensions` None means the usual ones of its kind."""

    def __init__(self, common, key, issuer=None, *, extensions=None, extra=(), before=NOW - 30 * DAY,
                 after=NOW + 60 * DAY, digest="sha256", version=3, serial=None, subject=None, issuer_key=None,
                 issuer_name=None, outer=None, damage=False, hosts=("www.example.com",)):
        self.key = key
        self.subject = name(common) if subject is None else subject
        signer = issuer_key or (issuer.key if issuer else key)
        issuer_name = issuer_name or (issuer.subject if issuer else self.subject)
        self.issuer_name = issuer_name
        self.serial = next(SERIAL) if serial is None else serial
        if extensions is None:
            extensions = self.usual(hosts, signer, issuer)
        body = der(0xA0, integer(version - 1)) if version > 1 else b""
        body += integer(self.serial) + algorithm(signer, digest) + issuer_name
        body += der(0x30, time(before) + time(after)) + self.subject + public(key)
        extensions = list(extensions) + list(extra)
        if extensions:
            body += der(0xA3, der(0x30, b"".join(extensions)))
        signed = der(0x30, body)
        signature = bytearray(sign(signer, digest, signed))
        if damage:
            # The last byte of a number: the encoding stays the same.
            signature[-1] ^= 1
        self.der = der(0x30, signed + (outer or algorithm(signer, digest)) + bits(bytes(signature)))

    def usual(self, hosts, signer, issuer):
        return [not_ca(), usage("digital_signature"), purposes(Purpose.SERVER_AUTH), subject_id(self.key),
                authority_id(signer), san(*hosts)]


class Authority(Cert):
    def __init__(self, common, key, issuer=None, *, pathlen=None, **others):
        self.pathlen = pathlen
        super().__init__(common, key, issuer, **{"after": NOW + 3650 * DAY, "before": NOW - 3650 * DAY, **others})

    def usual(self, hosts, signer, issuer):
        own = [ca(self.pathlen), usage("key_cert_sign", "crl_sign"), subject_id(self.key)]
        return own + ([authority_id(signer)] if issuer else [])


_keys = {}


def key(label, kind="p256"):
    if label not in _keys:
        _keys[label] = make(kind)
    return _keys[label]


def make(kind):
    if kind.startswith("rsa"):
        return rsa.generate_private_key(65537, int(kind[3:]))
    if kind == "ed25519":
        return ed25519.Ed25519PrivateKey.generate()
    if kind.startswith("dsa"):
        return dsa.generate_private_key(int(kind[3:]))
    return ec.generate_private_key({"p256": ec.SECP256R1, "p384": ec.SECP384R1, "p521": ec.SECP521R1,
                                    "p224": ec.SECP224R1, "p192": ec.SECP192R1}[kind]())
