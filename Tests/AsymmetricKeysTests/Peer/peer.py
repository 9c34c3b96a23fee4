#!/usr/bin/python3
"""Uses keys by Python's cryptography, from what keychain-services 6.3 and 6.4 say alone; the sides of RSA without padding by arithmetic.

Standard input is a list of requests in JSON, standard output the list of answers: {"result": hexadecimal} or {"error": text}.
"""
import functools
import json
import os
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF
from cryptography.hazmat.primitives.serialization import (Encoding, NoEncryption, PrivateFormat, PublicFormat, load_der_private_key,
                                                          load_der_public_key)

HASHES = {"SHA1": hashes.SHA1, "SHA224": hashes.SHA224, "SHA256": hashes.SHA256, "SHA384": hashes.SHA384, "SHA512": hashes.SHA512}
CURVES = {24: ec.SECP192R1, 28: ec.SECP224R1, 32: ec.SECP256R1, 48: ec.SECP384R1, 66: ec.SECP521R1}
BY_LENGTH = {20: "SHA1", 28: "SHA224", 32: "SHA256", 48: "SHA384", 64: "SHA512"}


class Unknown(Exception):
    """What the library does not have."""


# Reading a key takes longer than using it: its factors are tested for being prime.
@functools.cache
def private_key(kind, data):
    if kind == "rsa":
        return load_der_private_key(data, None)
    if kind == "ec":
        size = (len(data) - 1) // 3
        number = lambda part: int.from_bytes(data[1 + part * size:1 + (part + 1) * size], "big")
        public = ec.EllipticCurvePublicNumbers(number(0), number(1), CURVES[size]())
        return ec.EllipticCurvePrivateNumbers(number(2), public).private_key()
    return {"ed25519": ed25519.Ed25519PrivateKey, "x25519": x25519.X25519PrivateKey}[kind].from_private_bytes(data)


def public_key(kind, data):
    if kind == "rsa":
        return load_der_public_key(data)
    if kind == "ec":
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVES[(len(data) - 1) // 2](), data)
    return {"ed25519": ed25519.Ed25519PublicKey, "x25519": x25519.X25519PublicKey}[kind].from_public_bytes(data)


def external(public):
    if isinstance(public, rsa.RSAPublicKey):
        return public.public_bytes(Encoding.DER, PublicFormat.PKCS1)
    if isinstance(public, ec.EllipticCurvePublicKey):
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def external_private(private):
    if isinstance(private, rsa.RSAPrivateKey):
        return private.private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    if isinstance(private, ec.EllipticCurvePrivateKey):
        numbers = private.private_numbers()
        return external(private.public_key()) + numbers.private_value.to_bytes((private.curve.key_size + 7) // 8, "big")
    return private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())


def make(request):
    if request["type"] == "rsa":
        key = rsa.generate_private_key(65537, request["bits"])
    elif request["type"] == "ec":
        key = ec.generate_private_key(CURVES[(request["bits"] + 7) // 8]())
    else:
        key = {"ed25519": ed25519.Ed25519PrivateKey, "x25519": x25519.X25519PrivateKey}[request["type"]].generate()
    return external_private(key)


# Signatures

def pkcs1_type_1(size, data):
    return b"\0\1" + b"\xff" * (size - 3 - len(data)) + b"\0" + data


def scheme(words, data):
    """The padding or algorithm of a signature, and the hash function of its input."""
    way = words[2]
    parts = way.split("-", 1)
    name = words[3] if len(words) > 3 else BY_LENGTH.get(len(data))
    if name is None:
        raise Unknown("a hash of this length")
    function = HASHES[name]()
    return parts[1], (utils.Prehashed(function) if parts[0] == "digest" else function), function


def sign(words, private, data):
    if words[1] == "EdDSA":
        return private.sign(data)
    if words[1] == "RSA" and (words[2] == "raw" or words[2:] == ["digest-PKCS1v15"]):
        numbers = private.private_numbers()
        size = (private.key_size + 7) // 8
        block = data if words[2] == "raw" else pkcs1_type_1(size, data)
        return pow(int.from_bytes(block, "big"), numbers.d, numbers.public_numbers.n).to_bytes(size, "big")
    way, given, function = scheme(words, data)
    if way == "PKCS1v15":
        return private.sign(data, padding.PKCS1v15(), given)
    if way == "PSS":
        return private.sign(data, padding.PSS(padding.MGF1(function), function.digest_size), given)
    signature = private.sign(data, ec.ECDSA(given))
    if way == "X962":
        return signature
    size = (private.curve.key_size + 7) // 8
    return b"".join(number.to_bytes(size, "big") for number in utils.decode_dss_signature(signature))


def verify(words, public, data, signature):
    try:
        verified(words, public, data, signature)
        return b"\1"
    except InvalidSignature:
        return b"\0"


def verified(words, public, data, signature):
    if words[1] == "EdDSA":
        return public.verify(signature, data)
    if words[1] == "RSA" and (words[2] == "raw" or words[2:] == ["digest-PKCS1v15"]):
        numbers = public.public_numbers()
        size = (public.key_size + 7) // 8
        block = data if words[2] == "raw" else pkcs1_type_1(size, data)
        if pow(int.from_bytes(signature, "big"), numbers.e, numbers.n) != int.from_bytes(block, "big"):
            raise InvalidSignature
        return None
    way, given, function = scheme(words, data)
    if way == "PKCS1v15":
        return public.verify(signature, data, padding.PKCS1v15(), given)
    if way == "PSS":
        return public.verify(signature, data, padding.PSS(padding.MGF1(function), function.digest_size), given)
    if way == "RFC4754":
        half = len(signature) // 2
        signature = utils.encode_dss_signature(int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big"))
    return public.verify(signature, data, ec.ECDSA(given))


# Encryption

def oaep(name):
    return padding.OAEP(padding.MGF1(HASHES[name]()), HASHES[name](), None)


def gcm(key, vector, associated, data, tag=None):
    mode = modes.GCM(vector) if tag is None else modes.GCM(vector, tag)
    cipher = Cipher(algorithms.AES(key), mode)
    context = cipher.encryptor() if tag is None else cipher.decryptor()
    context.authenticate_additional_data(associated)
    result = context.update(data) + context.finalize()
    return result + context.tag if tag is None else result


def session_key_size(bits, large):
    return 32 if bits >= large else 16


def ecies_key(words, secret, ephemeral, bits):
    size = session_key_size(bits, 257)
    variable = words[-1] == "AESGCM-KDFIV"
    derived = X963KDF(HASHES[words[4]](), size + (16 if variable else 0), ephemeral).derive(secret)
    return derived[:size], derived[size:] if variable else bytes(16)


def encrypt(words, public, data):
    if words[1] == "ECIES":
        ephemeral = ec.generate_private_key(public.curve)
        point = external(ephemeral.public_key())
        key, vector = ecies_key(words, ephemeral.exchange(ec.ECDH(), public), point, public.curve.key_size)
        return point + gcm(key, vector, b"", data)
    if words[2] == "raw":
        numbers = public.public_numbers()
        return pow(int.from_bytes(data, "big"), numbers.e, numbers.n).to_bytes((public.key_size + 7) // 8, "big")
    if words[2] == "PKCS1":
        return public.encrypt(data, padding.PKCS1v15())
    if words[-1] != "AESGCM":
        return public.encrypt(data, oaep(words[3]))
    key = os.urandom(session_key_size(public.key_size, 4096))
    return public.encrypt(key, oaep(words[3])) + gcm(key, bytes(16), external(public), data)


def decrypt(words, private, data):
    if words[1] == "ECIES":
        size = 1 + 2 * ((private.curve.key_size + 7) // 8)
        point = ec.EllipticCurvePublicKey.from_encoded_point(private.curve, data[:size])
        key, vector = ecies_key(words, private.exchange(ec.ECDH(), point), data[:size], private.curve.key_size)
        return gcm(key, vector, b"", data[size:-16], data[-16:])
    if words[2] == "raw":
        numbers = private.private_numbers()
        return pow(int.from_bytes(data, "big"), numbers.d, numbers.public_numbers.n).to_bytes((private.key_size + 7) // 8, "big")
    if words[2] == "PKCS1":
        return private.decrypt(data, padding.PKCS1v15())
    if words[-1] != "AESGCM":
        return private.decrypt(data, oaep(words[3]))
    size = (private.key_size + 7) // 8
    key = private.decrypt(data[:size], oaep(words[3]))
    assert len(key) == session_key_size(private.key_size, 4096)
    return gcm(key, bytes(16), external(private.public_key()), data[size:-16], data[-16:])


def exchange(words, private, public, count, info):
    curve = isinstance(private, ec.EllipticCurvePrivateKey)
    secret = private.exchange(ec.ECDH(), public) if curve else private.exchange(public)
    return secret if len(words) == 2 else X963KDF(HASHES[words[3]](), count, info).derive(secret)


def answer(request):
    data = {name: bytes.fromhex(value) for name, value in request.get("bytes", {}).items()}
    kind, task = request["type"], request["do"]
    words = request.get("algorithm", "algid:").split(":")[1:]
    private = private_key(kind, data["private"]) if "private" in data else None
    public = public_key(kind, data["public"]) if "public" in data else None
    if task == "make":
        return make(request)
    if task == "public":
        return external(private.public_key())
    if task == "rewrite":
        return external_private(private)
    if task == "sign":
        return sign(words, private, data["input"])
    if task == "verify":
        return verify(words, public, data["input"], data["signature"])
    if task == "encrypt":
        return encrypt(words, public, data["input"])
    if task == "decrypt":
        return decrypt(words, private, data["input"])
    return exchange(words, private, public, request["count"], data["info"])


def main():
    answers = []
    for request in json.load(sys.stdin):
        try:
            answers.append({"result": answer(request).hex()})
        except Exception as error:
            answers.append({"error": f"{type(error).__name__}: {error}"})
    json.dump(answers, sys.stdout)


main()
