"""Prints two chains with many authorities of one name: each certified by each of the others and none by the anchor, and all by the anchor."""

import base64
import json

from certificates import *

ANCHOR = Authority("Anchor", key("anchor"))
AUTHORITY = [ca(), usage("key_cert_sign")]


def case(label, expected, chain):
    print(json.dumps({
        "name": label, "expected": expected, "policy": "basic", "host": None, "time": int(NOW.timestamp()),
        "chain": [base64.b64encode(c.der).decode() for c in chain],
        "anchors": [base64.b64encode(ANCHOR.der).decode()], "cryptography": None, "certtool": None}))


def circle():
    keys = [key("circle%d" % n) for n in range(10)]
    own = name("Circle")
    every = [Authority("Circle", one, issuer_key=other, issuer_name=own, extensions=AUTHORITY)
             for one in keys for other in keys if one is not other]
    leaf = Cert("leaf", key("leaf"), issuer_key=keys[0], issuer_name=own, extensions=[not_ca()])
    # libcrypto ends such a path without a verdict: an error, which no setting and no exception accepts.
    case("circle", "library", [leaf] + every)


def crowd():
    every = [Authority("Crowd", key("crowd%d" % n), ANCHOR, extensions=AUTHORITY) for n in range(99)]
    case("crowd", "trusted", [Cert("leaf", key("leaf"), every[-1], extensions=[not_ca()])] + every)


circle()
crowd()
