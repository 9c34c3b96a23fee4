#!/usr/bin/python3
"""Writes and reads files of keys and certificates with Python's cryptography.

`make PASSWORD` prints a list in JSON of files: {"name", "file" (Base64), "keys": number, "certificates": number}, each of which has the key on
standard input (PKCS #8 in DER). `read PASSWORD` reads a file on standard input, and prints {"key", "certificates"} as Base64 of PKCS #8 and
of DER, or {"error"}.
"""
import base64
import datetime
import json
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat, load_der_private_key,
                                                          load_pem_private_key, load_ssh_private_key, pkcs7, pkcs12)


def certify(key, subject, issuer_key, issuer):
    name = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
    start = datetime.datetime(2026, 1, 1)
    return (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer)).public_key(key.public_key())
            .serial_number(7).not_valid_before(start).not_valid_after(start + datetime.timedelta(days=9000)).sign(issuer_key, hashes.SHA256()))


def make(key, password):
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = certify(authority_key, "CA", authority_key, "CA")
    leaf = certify(key, "Kim", authority_key, "CA")
    files = []

    def add(name, data, keys, certificates):
        files.append({"name": name, "file": base64.b64encode(data).decode(), "keys": keys, "certificates": certificates})

    builder = PrivateFormat.PKCS12.encryption_builder
    old = builder().kdf_rounds(1).key_cert_algorithm(pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC).hmac_hash(hashes.SHA1())
    new = builder().kdf_rounds(50000).key_cert_algorithm(pkcs12.PBES.PBESv2SHA256AndAES256CBC).hmac_hash(hashes.SHA256())
    for title, encryption in [("old", old.build(password)), ("new", new.build(password)), ("best", BestAvailableEncryption(password))]:
        serialize = lambda *parts: pkcs12.serialize_key_and_certificates(*parts, encryption)
        add(title + ", all", serialize("Größe".encode(), key, leaf, [authority]), 1, 2)
        add(title + ", key alone", serialize(b"k", key, None, None), 1, 0)
        add(title + ", certificates alone", serialize(None, None, None, [leaf, authority]), 0, 2)
    add("not encrypted", pkcs12.serialize_key_and_certificates(None, key, leaf, None, NoEncryption()), 1, 1)
    add("PKCS #8", key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, BestAvailableEncryption(password)), 1, 0)
    add("PEM", key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password)), 1, 0)
    add("traditional", key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, BestAvailableEncryption(password)), 1, 0)
    add("OpenSSH", key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()), 1, 0)
    try:
        add("OpenSSH, encrypted", key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, BestAvailableEncryption(password)), 1, 0)
    except Exception:  # without the module bcrypt
        pass
    add("PKCS #7", pkcs7.serialize_certificates([leaf, authority], Encoding.DER), 0, 2)
    add("PKCS #7, PEM", pkcs7.serialize_certificates([leaf, authority], Encoding.PEM), 0, 2)
    return files


def read(data, password):
    if b"OPENSSH" in data:
        key, certificates = load_ssh_private_key(data, password), []
    elif data.startswith(b"-----BEGIN"):
        key, certificates = load_pem_private_key(data, password), []
    elif b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02" in data[:30]:
        key, certificates = None, pkcs7.load_der_pkcs7_certificates(data)
    else:
        try:
            parts = pkcs12.load_pkcs12(data, password)
            key, certificates = parts.key, [one.certificate for one in ([parts.cert] if parts.cert else []) + parts.additional_certs]
        except ValueError:
            key, certificates = load_der_private_key(data, password), []
    text = lambda data: base64.b64encode(data).decode()
    return {
        "key": text(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())) if key else "",
        "certificates": [text(one.public_bytes(Encoding.DER)) for one in certificates],
    }


def main():
    data, password = sys.stdin.buffer.read(), sys.argv[2].encode()
    if sys.argv[1] == "make":
        result = make(load_der_private_key(data, None), password)
    else:
        try:
            result = read(data, password or None)
        except Exception as error:  # the test wants the reason
            result = {"error": str(error) or type(error).__name__}
    json.dump(result, sys.stdout)


main()
