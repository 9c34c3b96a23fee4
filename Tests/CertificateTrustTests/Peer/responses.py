"""Prints one chain with OCSP responses a line, as JSON, and the verdict that is expected of us."""

import base64
import json

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.x509 import ocsp

from certificates import *

HOUR = datetime.timedelta(hours=1)
ROOT = Authority("Root", key("root"))
RSA_ROOT = Authority("RSA Root", key("rsa", "rsa2048"))
OTHER = Authority("Other", key("other"))
INTER = Authority("Intermediate", key("inter"), ROOT)
LEAF = Cert("leaf", key("leaf"), ROOT)
NEXT = Cert("another", key("leaf"), ROOT)
BELOW = Cert("below", key("leaf"), INTER)
RSA_LEAF = Cert("leaf", key("leaf"), RSA_ROOT)
RESPONDER = [usage("digital_signature"), purposes(Purpose.OCSP_SIGNING)]


def loaded(certificate):
    return x509.load_der_x509_certificate(certificate.der)


def response(about, issuer, status="good", *, signer=None, delegate=None, start=-HOUR, end=HOUR, hashed=hashes.SHA1,
             signed=hashes.SHA256):
    plain = NOW.replace(tzinfo=None)
    revoked = plain - DAY if status == "revoked" else None
    signer = delegate or signer or issuer
    builder = ocsp.OCSPResponseBuilder().add_response(
        loaded(about), loaded(issuer), hashed(),
        {"good": ocsp.OCSPCertStatus.GOOD, "revoked": ocsp.OCSPCertStatus.REVOKED,
         "unknown": ocsp.OCSPCertStatus.UNKNOWN}[status],
        plain + start, plain + end if end is not None else None, revoked, None)
    builder = builder.responder_id(ocsp.OCSPResponderEncoding.HASH, loaded(signer))
    if delegate:
        builder = builder.certificates([loaded(delegate)])
    done = builder.sign(signer.key, signed())
    return done.public_bytes(serialization.Encoding.DER)


def case(name, expected, responses, *, required=True, chain=(LEAF,), anchor=ROOT):
    print(json.dumps({
        "name": name, "expected": expected, "isRequired": required, "time": int(NOW.timestamp()),
        "chain": [base64.b64encode(c.der).decode() for c in chain],
        "anchors": [base64.b64encode(anchor.der).decode()],
        "responses": [base64.b64encode(r).decode() for r in responses]}))


def delegate(issuer, extensions=None, **others):
    return Cert("responder", key("responder"), issuer, extensions=RESPONDER if extensions is None else extensions, **others)


def main():
    good = response(LEAF, ROOT)
    case("good", "trusted", [good])
    case("good, not required", "trusted", [good], required=False)
    case("none, not required", "trusted", [], required=False)
    case("none", "revocationUnknown", [])
    case("revoked", "revoked", [response(LEAF, ROOT, "revoked")])
    case("revoked, not required", "revoked", [response(LEAF, ROOT, "revoked")], required=False)
    case("unknown to the responder", "revocationUnknown", [response(LEAF, ROOT, "unknown")])
    case("good and revoked", "revoked", [good, response(LEAF, ROOT, "revoked")])
    case("revoked and good", "revoked", [response(LEAF, ROOT, "revoked"), good])
    case("by a delegate", "trusted", [response(LEAF, ROOT, delegate=delegate(ROOT))])
    case("revoked by a delegate", "revoked", [response(LEAF, ROOT, "revoked", delegate=delegate(ROOT))])
    case("delegate of another authority", "revocationUnknown", [response(LEAF, ROOT, delegate=delegate(OTHER))])
    case("delegate without the purpose", "revocationUnknown", [response(
        LEAF, ROOT, delegate=delegate(ROOT, [usage("digital_signature"), purposes(Purpose.SERVER_AUTH)]))])
    case("delegate for any purpose", "revocationUnknown", [response(
        LEAF, ROOT, delegate=delegate(ROOT, [purposes(Purpose.ANY_EXTENDED_KEY_USAGE)]))])
    case("delegate without purposes", "revocationUnknown", [response(
        LEAF, ROOT, delegate=delegate(ROOT, [usage("digital_signature")]))])
    case("delegate that has expired", "revocationUnknown", [response(
        LEAF, ROOT, delegate=delegate(ROOT, after=NOW - DAY))])
    case("the certificate itself as its responder", "revocationUnknown", [response(LEAF, ROOT, delegate=LEAF)])
    case("by another authority", "revocationUnknown", [response(LEAF, ROOT, signer=OTHER)])
    case("revoked by another authority", "trusted", [response(LEAF, ROOT, "revoked", signer=OTHER)], required=False)
    case("about another certificate", "revocationUnknown", [response(NEXT, ROOT)])
    case("about the serial number of another issuer", "revocationUnknown",
         [response(Cert("x", key("leaf"), OTHER, serial=LEAF.serial), OTHER)])
    case("over", "revocationUnknown", [response(LEAF, ROOT, start=-10 * HOUR, end=-HOUR)])
    case("revoked, over", "trusted", [response(LEAF, ROOT, "revoked", start=-10 * HOUR, end=-HOUR)], required=False)
    case("not begun", "revocationUnknown", [response(LEAF, ROOT, start=HOUR, end=2 * HOUR)])
    case("a minute early", "trusted", [response(LEAF, ROOT, start=HOUR / 60)])
    case("without an end", "trusted", [response(LEAF, ROOT, end=None)])
    case("without an end, old", "revocationUnknown", [response(LEAF, ROOT, start=-9 * DAY, end=None)])
    case("identified by SHA-256", "trusted", [response(LEAF, ROOT, hashed=hashes.SHA256)])
    case("signed with SHA-384", "trusted", [response(LEAF, ROOT, signed=hashes.SHA384)])
    case("RSA", "trusted", [response(RSA_LEAF, RSA_ROOT)], chain=(RSA_LEAF,), anchor=RSA_ROOT)
    try:
        weak = response(RSA_LEAF, RSA_ROOT, signed=hashes.SHA1)
        case("RSA with SHA-1", "revocationUnknown", [weak], chain=(RSA_LEAF,), anchor=RSA_ROOT)
    except UnsupportedAlgorithm:
        pass  # Newer versions sign nothing with it.
    damaged = bytearray(good)
    damaged[-1] ^= 1
    case("damaged signature", "revocationUnknown", [bytes(damaged)])
    case("no response", "revocationUnknown", [b"garbage", b"", good[:-1], good + b"\0", b"\x30\x03\x0a\x01\x06"])
    case("garbage and a good one", "trusted", [b"garbage", good])
    below = response(BELOW, INTER)
    case("intermediate not known", "revocationUnknown", [below], chain=(BELOW, INTER))
    case("all known", "trusted", [below, response(INTER, ROOT)], chain=(BELOW, INTER))
    case("intermediate revoked", "revoked", [response(INTER, ROOT, "revoked")], chain=(BELOW, INTER), required=False)


if __name__ == "__main__":
    main()
