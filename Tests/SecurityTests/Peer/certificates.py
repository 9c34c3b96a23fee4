"""Makes certificates with Python's “cryptography” and prints them, one JSON object a line, with what that library reads in them."""
import base64
import datetime
import json

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.name import _ASN1Type as Type
from cryptography.x509.oid import NameOID

KEY = ec.generate_private_key(ec.SECP256R1())
CN, OU, O, MAIL = (NameOID.COMMON_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.ORGANIZATION_NAME,
                   NameOID.EMAIL_ADDRESS)


def time(*parts):
    return datetime.datetime(*parts, tzinfo=datetime.timezone.utc)


USUAL = (time(2026, 1, 1), time(2027, 1, 1))


def make(name, alternative=(), serial=1, dates=USUAL):
    subject = x509.Name([x509.NameAttribute(*part) for part in name])
    builder = (x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(KEY.public_key())
               .serial_number(serial).not_valid_before(dates[0]).not_valid_after(dates[1]))
    if alternative:
        builder = builder.add_extension(x509.SubjectAlternativeName(alternative), critical=not name)
    return builder.sign(KEY, hashes.SHA256())


def addresses(certificate):
    found = []
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        found += names.get_values_for_type(x509.RFC822Name)
    except x509.ExtensionNotFound:
        pass
    found += [part.value for part in certificate.subject.get_attributes_for_oid(MAIL)]
    return list(dict.fromkeys(found))


def moment(certificate, name):
    # Library versions before 42 have only times without a zone.
    value = getattr(certificate, name + "_utc", None) or getattr(certificate, name)
    return value.replace(tzinfo=datetime.timezone.utc).timestamp()


def describe(certificate):
    names = certificate.subject.get_attributes_for_oid(CN)
    serial = certificate.serial_number
    return {
        "der": base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode(),
        "commonName": names[-1].value if names else None,
        "emailAddresses": addresses(certificate),
        # As the contents of a DER integer: with a zero byte before a first bit that is set.
        "serialNumber": serial.to_bytes(serial.bit_length() // 8 + 1, "big").hex(),
        "notBefore": moment(certificate, "not_valid_before"),
        "notAfter": moment(certificate, "not_valid_after"),
    }


KIM = x509.RFC822Name("kim@example.com")
CERTIFICATES = [
    make([(CN, "Kim")]),
    make([(CN, "Kim Größe 😀")]),
    make([(CN, "Kim", Type.PrintableString)]),
    make([(CN, "Größe 木", Type.BMPString)]),
    make([(CN, "Größe 木 😀", Type.UniversalString)]),
    make([(CN, "First"), (O, "Example"), (CN, "Second")]),
    make([(OU, "Unit"), (O, "Example")]),
    make([], [x509.DNSName("example.com"), KIM, x509.RFC822Name("other@example.org"), KIM]),
    make([(CN, "Kim"), (MAIL, "old@example.com"), (MAIL, "kim@example.com")], [KIM, x509.DNSName("example.com")]),
    make([(CN, "Kim"), (MAIL, "kim@example.com")]),
    make([(CN, "0x80")], serial=0x80),
    make([(CN, "largest")], serial=2**159 - 1),
    make([(CN, "first dates")], dates=(time(1950, 1, 1), time(1969, 12, 31, 23, 59, 59))),
    make([(CN, "leap day")], dates=(time(2000, 2, 29, 12), time(2024, 2, 29, 23, 59, 59))),
    make([(CN, "2049 and 2050")], dates=(time(2049, 12, 31, 23, 59, 59), time(2050, 1, 1))),
    make([(CN, "no end")], dates=(time(2100, 3, 1), time(9999, 12, 31, 23, 59, 59))),
]
for one in CERTIFICATES:
    print(json.dumps(describe(one)))
