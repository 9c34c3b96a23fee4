"""The constructions that all formats of Chatelaine are made of, by their standards."""
import hashlib
import hmac

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Damaged(Exception):
    """A file does not have the form that the documents give."""


def parts(*values):
    """The parts, each preceded by its length (keychain-format.md, “Associated data”)."""
    return b"".join(len(value).to_bytes(4, "big") + value for value in values)


def gcm_open(key, sealed, associated=b""):
    """Opens nonce (12) ‖ ciphertext ‖ tag (16)."""
    if len(sealed) < 28:
        raise Damaged("a sealed part is too short")
    return AESGCM(key).decrypt(sealed[:12], sealed[12:], associated or None)


def derived(key, salt, info):
    """HKDF with SHA-256 (RFC 5869), 32 bytes."""
    return HKDF(hashes.SHA256(), 32, salt, info).derive(key)


def expanded(key, info):
    """The second half of HKDF, 32 bytes."""
    return HKDFExpand(hashes.SHA256(), 32, info).derive(key)


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def sha256(*values):
    return hashlib.sha256(b"".join(values)).digest()


def passcode_hash(passcode, passes, memory, salt):
    """Argon2id (RFC 9106), or PBKDF2 (RFC 8018) if there is no memory (keychain-format.md, “Keys”)."""
    if memory == 0:
        if not 1 <= passes <= 20_000_000:
            raise Damaged("the rounds of PBKDF2")
        return PBKDF2HMAC(hashes.SHA256(), 32, salt, passes).derive(passcode)
    if not (1 <= passes <= 64 and 8192 <= memory <= 4 << 30):
        raise Damaged("the cost of Argon2id")
    return hash_secret_raw(passcode, salt, passes, memory // 1024, 1, 32, Type.ID, 19)


# HPKE (RFC 9180), base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
KEM = b"KEM" + (0x0020).to_bytes(2, "big")
SUITE = b"HPKE" + b"".join(number.to_bytes(2, "big") for number in (0x0020, 0x0001, 0x0002))


def _labeled_extract(suite, salt, label, key):
    return mac(salt or bytes(32), b"HPKE-v1" + suite + label + key)


def _labeled_expand(suite, key, label, info, length):
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return HKDFExpand(hashes.SHA256(), length, text).derive(key)


def public_half(private):
    """The public half of an X25519 key (RFC 7748)."""
    return X25519PrivateKey.from_private_bytes(private).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def hpke_open(private, sealed, associated):
    """Opens encapsulated key (32) ‖ ciphertext ‖ tag, with the only info that the formats have."""
    encapsulated, ciphertext = sealed[:32], sealed[32:]
    shared = X25519PrivateKey.from_private_bytes(private).exchange(X25519PublicKey.from_public_bytes(encapsulated))
    extracted = _labeled_extract(KEM, b"", b"eae_prk", shared)
    secret = _labeled_expand(KEM, extracted, b"shared_secret", encapsulated + public_half(private), 32)
    context = (b"\x00" + _labeled_extract(SUITE, b"", b"psk_id_hash", b"")
               + _labeled_extract(SUITE, b"", b"info_hash", b"chatelaine sealing key 1"))
    scheduled = _labeled_extract(SUITE, secret, b"secret", b"")
    key = _labeled_expand(SUITE, scheduled, b"key", context, 32)
    nonce = _labeled_expand(SUITE, scheduled, b"base_nonce", context, 12)
    return AESGCM(key).decrypt(nonce, ciphertext, associated)
