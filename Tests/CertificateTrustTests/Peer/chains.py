"""Prints one chain a line, as JSON: its certificates, its anchors, the verdict that is expected of us, and those of `cryptography` and of
`certtool`, where they are there."""

import base64
import json
import os
import subprocess
import tempfile

from certificates import *

CASES = []


def case(name, expected, chain, anchors, policy="server", host="www.example.com", at=NOW):
    """The first of `chain` is the certificate in question. `expected`: "trusted", or the gravest problem."""
    CASES.append({"name": name, "expected": expected, "chain": [c.der for c in chain], "policy": policy, "host": host,
                  "anchors": [a.der for a in anchors], "at": at})


def leaf(issuer, common="leaf", kind="p256", **others):
    return Cert(common, key("leaf" + kind, kind), issuer, **others)


ROOT = Authority("Root", key("root"))
OTHER = Authority("Other Root", key("other"))
INTER = Authority("Intermediate", key("inter"), ROOT)
RSA_ROOT = Authority("RSA Root", key("rsa", "rsa2048"))


def usual(issuer, subject_key, drop=(), add=()):
    parts = {"bc": not_ca(), "ku": usage("digital_signature"), "eku": purposes(Purpose.SERVER_AUTH),
             "ski": subject_id(subject_key), "aki": authority_id(issuer.key), "san": san("www.example.com")}
    return [value for label, value in parts.items() if label not in drop] + list(add)


def special(issuer, drop=(), add=(), **others):
    return Cert("leaf", key("leafp256"), issuer, extensions=usual(issuer, key("leafp256"), drop, add), **others)


def authority(common, label, issuer, drop=(), add=(), **others):
    parts = {"bc": ca(), "ku": usage("key_cert_sign", "crl_sign"), "ski": subject_id(key(label)),
             "aki": authority_id(issuer.key)}
    extensions = [value for part, value in parts.items() if part not in drop] + list(add)
    return Authority(common, key(label), issuer, extensions=extensions, **others)


def good():
    case("from the root", "trusted", [leaf(ROOT)], [ROOT])
    case("one intermediate", "trusted", [leaf(INTER), INTER], [ROOT])
    second = Authority("Second", key("second"), INTER)
    third = Authority("Third", key("third"), second)
    case("two intermediates", "trusted", [leaf(second), second, INTER], [ROOT])
    case("three intermediates", "trusted", [leaf(third), third, second, INTER], [ROOT])
    case("wrong order", "trusted", [leaf(third), INTER, third, second], [ROOT])
    case("others among them", "trusted", [leaf(INTER), OTHER, second, INTER], [ROOT])
    case("with the root", "trusted", [leaf(INTER), INTER, ROOT], [ROOT])
    case("intermediate given twice", "trusted", [leaf(INTER), INTER, INTER], [ROOT])
    case("two anchors", "trusted", [leaf(INTER), INTER], [OTHER, ROOT])
    for label, names, host in [
        ("wildcard", ["*.example.com"], "www.example.com"),
        ("wildcard below", ["*.www.example.com"], "a.www.example.com"),
        ("several names", ["example.com", "www.example.com", "mail.example.com"], "mail.example.com"),
        ("capitals in the certificate", ["WWW.Example.COM"], "www.example.com"),
        ("capitals in the host", ["www.example.com"], "WWW.EXAMPLE.com"),
        ("dot at the end of the host", ["www.example.com"], "www.example.com."),
        ("A-label", ["xn--bcher-kva.example"], "xn--bcher-kva.example"),
        ("wildcard for an A-label", ["*.example.com"], "xn--bcher-kva.example.com"),
        ("wildcard below an A-label", ["*.xn--bcher-kva.example"], "www.xn--bcher-kva.example"),
        ("digits in labels", ["1.2.example"], "1.2.example"),
    ]:
        case(label, "trusted", [leaf(INTER, hosts=names), INTER], [ROOT], host=host)
    case("address of IPv4", "trusted", [leaf(ROOT, hosts=[address("192.0.2.1")])], [ROOT], host="192.0.2.1")
    case("address of IPv6", "trusted", [leaf(ROOT, hosts=[address("2001:db8::1")])], [ROOT], host="2001:db8::1")
    case("address of IPv6 in another form", "trusted", [leaf(ROOT, hosts=[address("2001:db8::1")])], [ROOT],
         host="2001:0DB8:0:0:0:0:0:1")
    case("no host wanted", "trusted", [leaf(ROOT)], [ROOT], host=None)
    for kind in ["p384", "rsa2048", "rsa3072"]:
        case("key " + kind, "trusted", [leaf(ROOT, kind=kind)], [ROOT])
    case("key p521", "trusted", [leaf(ROOT, kind="p521")], [ROOT])
    case("key ed25519", "trusted", [leaf(ROOT, kind="ed25519")], [ROOT])
    for digest in ["sha256", "sha384", "sha512", "pss", "pss-sha224", "pss-sha512"]:
        case("RSA with " + digest, "trusted", [leaf(RSA_ROOT, digest=digest)], [RSA_ROOT])
    for digest in ["sha1", "md5"]:
        root = Authority("RSA " + digest, key("rsa"), digest=digest)
        case("root with " + digest, "trusted", [leaf(root)], [root])
    none = Authority("Path 0", key("zero"), ROOT, pathlen=0)
    case("path length 0", "trusted", [leaf(none), none], [ROOT])
    one = Authority("Path 1", key("one"), ROOT, pathlen=1)
    below = Authority("Below", key("below"), one)
    case("path length 1", "trusted", [leaf(below), below, one], [ROOT])
    short = Authority("Root 1", key("short"), pathlen=1)
    case("path length of the root", "trusted", [leaf(zero := Authority("Z", key("zero"), short)), zero], [short])
    for label, limits in [
        ("permitted name", constraints(permitted=["example.com"])),
        ("excluded other name", constraints(excluded=["example.org"])),
        ("permitted and excluded", constraints(permitted=["example.com"], excluded=["mail.example.com"])),
        ("constraint of another type", constraints(permitted=[
            x509.IPAddress(ipaddress.ip_network("192.0.2.0/24"))])),
    ]:
        limited = authority("Limited", "limited", ROOT, add=[limits])
        case(label, "trusted", [leaf(limited), limited], [ROOT])
    limited = authority("Limited", "limited", ROOT, add=[constraints(permitted=[
        x509.IPAddress(ipaddress.ip_network("192.0.2.0/24"))])])
    case("permitted address", "trusted", [leaf(limited, hosts=[address("192.0.2.9")]), limited], [ROOT],
         host="192.0.2.9")
    case("client and server", "trusted", [special(ROOT, ["eku"], [
        purposes(Purpose.CLIENT_AUTH, Purpose.SERVER_AUTH)])], [ROOT])
    server = authority("Server", "server", ROOT, add=[purposes(Purpose.SERVER_AUTH)])
    case("authority for servers", "trusted", [leaf(server), server], [ROOT])
    every = authority("Any", "any", ROOT, add=[purposes(Purpose.ANY_EXTENDED_KEY_USAGE)])
    case("authority for any purpose", "trusted", [leaf(every), every], [ROOT])
    case("key encipherment", "trusted", [Cert("leaf", key("leafrsa2048", "rsa2048"), ROOT, extensions=usual(
        ROOT, key("leafrsa2048"), ["ku"], [usage("key_encipherment")]))], [ROOT])
    case("no key usage", "trusted", [special(ROOT, ["ku"])], [ROOT])
    case("first second", "trusted", [leaf(ROOT, before=NOW)], [ROOT])
    case("last second", "trusted", [leaf(ROOT, after=NOW)], [ROOT])
    late = Authority("Late", key("late"), after=NOW + 40000 * DAY)
    case("time after 2050", "trusted", [leaf(late)], [late])
    cross = Authority("Root", key("root"), OTHER)
    case("cross-signed, new root unknown", "trusted", [leaf(INTER), INTER, cross], [OTHER])
    case("cross-signed, both roots known", "trusted", [leaf(INTER), INTER, cross], [OTHER, ROOT])
    old = Authority("Intermediate", key("inter"), ROOT, before=NOW - 90 * DAY, after=NOW - 3 * DAY)
    case("two paths, the first expired", "trusted", [leaf(INTER), old, INTER], [ROOT])
    case("two paths, the second expired", "trusted", [leaf(INTER), INTER, old], [ROOT])
    narrow = Authority("Intermediate", key("inter"), ROOT, extra=[constraints(permitted=["example.org"])])
    case("two paths, the first too narrow", "trusted", [leaf(INTER), narrow, INTER], [ROOT])
    foreign = Authority("Intermediate", key("foreign"), OTHER)
    case("two issuers of the name, the first another one", "trusted", [leaf(INTER), foreign, INTER], [ROOT])
    bare = authority("Intermediate", "foreign", ROOT, drop=["ski"])
    plain = special(INTER, ["aki"])
    case("two issuers of the name, no identifiers", "trusted", [plain, bare, INTER], [ROOT])
    rollover = Authority("Root", key("newroot"), ROOT)
    case("self-issued for a new key", "trusted", [leaf(rollover), rollover], [ROOT])
    case("intermediate as the anchor", "trusted", [leaf(INTER)], [INTER])
    case("certificate as the anchor", "trusted", [leaf(INTER)], [leaf(INTER)])
    CASES[-1]["anchors"] = CASES[-1]["chain"]
    own = Cert("own", key("own"), extensions=[not_ca(), usage("digital_signature"),
               purposes(Purpose.SERVER_AUTH), san("www.example.com")])
    case("self-signed as the anchor", "trusted", [own], [own])
    case("unknown extension", "trusted", [special(ROOT, add=[ext("1.2.3.4.5", b"\x05\x00")])], [ROOT])
    case("policies", "trusted", [special(ROOT, add=[of(x509.CertificatePolicies([
        x509.PolicyInformation(x509.ObjectIdentifier("2.23.140.1.2.1"), None)]))])], [ROOT])
    case("empty subject", "trusted", [Cert(None, key("leafp256"), ROOT, extensions=usual(
        ROOT, key("leafp256"), ["san"], [san("www.example.com", critical=True)]))], [ROOT])
    case("serial number of 20 bytes", "trusted", [leaf(ROOT, serial=(1 << 158) + 5)], [ROOT])
    case("basic: no names", "trusted", [special(ROOT, ["san", "eku"])], [ROOT], policy="basic", host=None)
    case("client", "trusted", [special(ROOT, ["eku"], [purposes(Purpose.CLIENT_AUTH)])], [ROOT], policy="client",
         host=None)
    case("a name of 253 bytes", "trusted", [leaf(ROOT, hosts=[LONG])], [ROOT], host=LONG)


LONG = ".".join(["a" * 63, "b" * 63, "c" * 63, "d" * 49, "example.com"])


def bad():
    case("expired", "expired", [leaf(ROOT, after=NOW - DAY)], [ROOT])
    case("expired a second ago", "expired", [leaf(ROOT, after=NOW - DAY / 86400)], [ROOT])
    case("not yet valid", "notYetValid", [leaf(ROOT, before=NOW + DAY)], [ROOT])
    old = Authority("Old", key("old"), ROOT, after=NOW - DAY)
    case("intermediate expired", "expired", [leaf(old), old], [ROOT])
    new = Authority("New", key("old"), ROOT, before=NOW + DAY)
    case("intermediate not yet valid", "notYetValid", [leaf(new), new], [ROOT])
    aged = Authority("Aged", key("aged"), after=NOW - DAY)
    case("root expired", "expired", [leaf(aged)], [aged])
    for label, names, host in [
        ("another host", ["example.org"], "www.example.com"),
        ("host above", ["www.example.com"], "example.com"),
        ("host below", ["example.com"], "www.example.com"),
        ("wildcard for two labels", ["*.example.com"], "a.www.example.com"),
        ("wildcard for no label", ["*.example.com"], "example.com"),
        ("wildcard within a label", ["w*.example.com"], "www.example.com"),
        ("wildcard in the second label", ["www.*.com"], "www.example.com"),
        ("wildcard of a top-level domain", ["*.com"], "example.com"),
        ("wildcard alone", ["*"], "www"),
        ("two wildcards", ["*.*.com"], "www.example.com"),
        ("U-label", ["xn--bcher-kva.example"], "bücher.example"),
        ("address as a name", ["192.0.2.1"], "192.0.2.1"),
        ("another address", [address("192.0.2.2")], "192.0.2.1"),
        ("another address of IPv6", [address("2001:db8::2")], "2001:db8::1"),
        ("IPv4 in IPv6", [address("192.0.2.1")], "::ffff:192.0.2.1"),
        ("empty label", ["www.example.com"], "www..example.com"),
    ]:
        case(label, "wrongHost", [leaf(ROOT, hosts=names)], [ROOT], host=host)
    for label, value in [("NUL in a name", b"www.example.com\0.example.org"), ("dot at the end of a name", b"www.example.com."),
                         ("blank in a name", b"www.example.com ")]:
        case(label, "wrongHost", [special(ROOT, ["san"], [raw_san((0x82, value))])], [ROOT])
    case("no alternative name", "noNames",
         [Cert("www.example.com", key("leafp256"), ROOT, extensions=usual(ROOT, key("leafp256"), ["san"]))], [ROOT])
    case("only an e-mail address", "wrongHost", [leaf(ROOT, common="www.example.com", hosts=[
        x509.RFC822Name("kim@example.com")])], [ROOT])
    case("missing intermediate", "missingIssuer", [leaf(INTER)], [ROOT])
    case("unknown root", "rootNotTrusted", [leaf(OTHER), OTHER], [ROOT])
    case("unknown root, not given", "missingIssuer", [leaf(OTHER)], [ROOT])
    own = Cert("own", key("own"), extensions=[not_ca(), usage("digital_signature"), purposes(Purpose.SERVER_AUTH),
               san("www.example.com")])
    case("self-signed", "rootNotTrusted", [own], [ROOT])
    same = Authority("Root", key("foreign"))
    case("root of the same name", "rootNotTrusted", [leaf(same), same], [ROOT])
    false = authority("False", "false", ROOT, drop=["bc"], add=[not_ca()])
    case("issuer is no authority", "notAnAuthority", [leaf(false), false], [ROOT])
    silent = authority("Silent", "false", ROOT, drop=["bc"])
    case("issuer does not say that it is one", "notAnAuthority", [leaf(silent), silent], [ROOT])
    end = leaf(ROOT, common="end")
    case("leaf as an issuer", "issuerMayNotSign", [leaf(end), end], [ROOT])
    for label, used in [("digital_signature", "issuerMayNotSign"), ("crl_sign", "issuerMayNotSign")]:
        mute = authority("Mute", "mute", ROOT, drop=["ku"], add=[usage(label)])
        case("issuer with " + label, used, [leaf(mute), mute], [ROOT])
    zero = Authority("Zero", key("zero"), ROOT, pathlen=0)
    below = Authority("Below", key("below"), zero)
    case("path length 0 exceeded", "pathLength", [leaf(below), below, zero], [ROOT])
    one = Authority("One", key("one"), ROOT, pathlen=1)
    two = Authority("Two", key("two"), one)
    three = Authority("Three", key("three"), two)
    case("path length 1 exceeded", "pathLength", [leaf(three), three, two, one], [ROOT])
    short = Authority("Short", key("short"), pathlen=0)
    middle = Authority("Middle", key("middle"), short)
    case("path length of the root exceeded", "pathLength", [leaf(middle), middle], [short])
    for label, add in [("for clients", [purposes(Purpose.CLIENT_AUTH)]), ("without purposes", []),
                       ("for any purpose", [purposes(Purpose.ANY_EXTENDED_KEY_USAGE)]),
                       ("for programs", [purposes(Purpose.CODE_SIGNING)])]:
        case(label, "purpose", [special(ROOT, ["eku"], add)], [ROOT])
    client = authority("Clients", "client", ROOT, add=[purposes(Purpose.CLIENT_AUTH)])
    case("authority for clients", "purpose", [leaf(client), client], [ROOT])
    case("server's as a client's", "purpose", [leaf(ROOT)], [ROOT], policy="client", host=None)
    case("key for lists", "keyUsage", [special(ROOT, ["ku"], [usage("crl_sign")])], [ROOT])
    for label, limits, names, host in [
        ("name not permitted", constraints(permitted=["example.org"]), ["www.example.com"], "www.example.com"),
        ("name excluded", constraints(excluded=["example.com"]), ["www.example.com"], "www.example.com"),
        ("one name of two not permitted", constraints(permitted=["example.com"]),
         ["www.example.com", "www.example.org"], "www.example.com"),
        ("wildcard excluded", constraints(excluded=["www.example.com"]), ["*.example.com"], "mail.example.com"),
        ("address not permitted", constraints(permitted=[x509.IPAddress(ipaddress.ip_network("192.0.2.0/24"))]),
         [address("198.51.100.1")], "198.51.100.1"),
        ("address excluded", constraints(excluded=[x509.IPAddress(ipaddress.ip_network("192.0.2.0/24"))]),
         [address("192.0.2.1")], "192.0.2.1"),
    ]:
        limited = authority("Limited", "limited", ROOT, add=[limits])
        case(label, "nameConstraints", [leaf(limited, hosts=names), limited], [ROOT], host=host)
    limited = authority("Limited", "limited", ROOT, add=[constraints(permitted=["example.org"])])
    inner = Authority("Inner", key("inner"), limited)
    case("name not permitted two above", "nameConstraints", [leaf(inner), inner, limited], [ROOT])
    bound = Authority("Bound", key("bound"), extra=[constraints(permitted=["example.org"])])
    case("name not permitted by the root", "nameConstraints", [leaf(bound)], [bound])
    for digest in ["sha1", "md5"]:
        case("signature with " + digest, "weakSignature", [leaf(RSA_ROOT, digest=digest)], [RSA_ROOT])
        weak = Authority("Weak", key("inter"), RSA_ROOT, digest=digest)
        case("intermediate with " + digest, "weakSignature", [leaf(weak), weak], [RSA_ROOT])
    case("ECDSA with SHA-1", "weakSignature", [leaf(ROOT, digest="sha1")], [ROOT])
    for digest in ["pss-md5", "pss-sha1"]:
        case("signature with " + digest, "weakSignature", [leaf(RSA_ROOT, digest=digest)], [RSA_ROOT])
    case("basic: pss-md5", "weakSignature", [leaf(RSA_ROOT, digest="pss-md5")], [RSA_ROOT], policy="basic", host=None)
    for kind in ["p192", "p224", "dsa2048"]:
        case("key " + kind, "weakKey", [leaf(ROOT, kind=kind)], [ROOT])
        weak = Authority("Weak " + kind, key("weak" + kind, kind), ROOT)
        case("intermediate with " + kind, "weakKey", [leaf(weak), weak], [ROOT])
    for kind in ["p192", "dsa2048"]:
        case("basic: key " + kind, "weakKey", [leaf(ROOT, kind=kind)], [ROOT], policy="basic", host=None)
    case("key rsa1024", "weakKey", [leaf(ROOT, kind="rsa1024")], [ROOT])
    small = Authority("Small", key("small", "rsa1024"), ROOT)
    case("intermediate with rsa1024", "weakKey", [leaf(small), small], [ROOT])
    unknown = ext("1.2.3.4.5", b"\x05\x00", critical=True)
    case("unknown critical extension", "criticalExtension", [special(ROOT, add=[unknown])], [ROOT])
    odd = authority("Odd", "odd", ROOT, add=[unknown])
    case("unknown critical extension above", "criticalExtension", [leaf(odd), odd], [ROOT])
    case("two extensions of a kind", "duplicateExtension", [special(ROOT, add=[san("www.example.com")])], [ROOT])
    case("two unknown extensions of a kind", "duplicateExtension",
         [special(ROOT, add=[ext("1.2.3.4.5", b"\x05\x00")] * 2)], [ROOT])
    case("malformed extension", "malformed", [special(ROOT, ["ku"], [ext("2.5.29.15", b"\x05\x00")])], [ROOT])
    case("empty alternative names", "wrongHost", [special(ROOT, ["san"], [raw_san()])], [ROOT])
    case("damaged signature", "badSignature", [leaf(ROOT, damage=True)], [ROOT])
    case("another key of the same name", "badSignature", [special(
        ROOT, ["aki"], issuer_key=key("foreign"))], [ROOT])
    case("damaged signature of the intermediate", "badSignature",
         [leaf(hurt := Authority("Hurt", key("inter"), ROOT, damage=True)), hurt], [ROOT])
    case("two algorithms", "badSignature", [leaf(ROOT, outer=algorithm(ROOT.key, "sha384"))], [ROOT])
    first = Authority("First version", key("inter"), ROOT, version=1, extensions=[])
    case("intermediate of version 1", "notAnAuthority", [leaf(first), first], [ROOT])
    chain = [ROOT]
    for number in range(10):
        chain.insert(0, Authority("Deep %d" % number, key("deep%d" % number), chain[0]))
    case("eleven authorities", "tooLong", [leaf(chain[0])] + chain[:-1], [ROOT])
    explicit = authority("Explicit", "explicit", ROOT, add=[of(x509.PolicyConstraints(0, None), True)])
    case("policy required", "policies", [leaf(explicit), explicit], [ROOT])
    expired = Authority("Intermediate", key("inter"), ROOT, before=NOW - 90 * DAY, after=NOW - 3 * DAY)
    narrow = Authority("Intermediate", key("inter"), ROOT, extra=[constraints(permitted=["example.org"])])
    case("two paths, both bad", "expired", [leaf(INTER), expired, narrow], [ROOT])
    case("basic: MD5", "weakSignature", [leaf(RSA_ROOT, digest="md5")], [RSA_ROOT], policy="basic", host=None)
    case("basic: expired", "expired", [leaf(ROOT, after=NOW - DAY)], [ROOT], policy="basic", host=None)


def odd():
    """Where the rules leave a choice, or one of us is stricter."""
    case("negative serial number", "trusted", [leaf(ROOT, serial=-5)], [ROOT])
    case("serial number 0", "trusted", [leaf(ROOT, serial=0)], [ROOT])
    case("root of version 1", "trusted", [leaf(root := Authority("V1", key("v1"), version=1, extensions=[]))], [root])
    case("leaf is an authority", "trusted", [Cert("leaf", key("leafp256"), ROOT, extensions=usual(
        ROOT, key("leafp256"), ["bc", "ku"], [ca(), usage("digital_signature", "key_cert_sign")]))], [ROOT])
    case("no identifiers", "trusted", [special(ROOT, ["ski", "aki"])], [ROOT])
    case("basic constraints not critical", "trusted",
         [leaf(soft := authority("Soft", "soft", ROOT, drop=["bc"], add=[ca(critical=False)])), soft], [ROOT])
    case("authority without key usage", "trusted",
         [leaf(free := authority("Free", "free", ROOT, drop=["ku"])), free], [ROOT])
    case("basic: key p224", "trusted", [leaf(ROOT, kind="p224")], [ROOT], policy="basic", host=None)
    # libcrypto takes the new key's certificate for a self-signed one, and does not go on to the root: nothing is known of the rest.
    rollover = authority("Root", "newroot", ROOT, drop=["ski", "aki"])
    case("self-issued, no identifiers", "library", [special(rollover, ["aki"]), rollover], [ROOT])
    case("underscore", "trusted", [special(ROOT, ["san"], [raw_san((0x82, b"a_b.example.com"))])], [ROOT],
         host="a_b.example.com")
    case("basic: SHA-1", "trusted", [leaf(RSA_ROOT, digest="sha1")], [RSA_ROOT], policy="basic", host=None)
    case("empty subject, names not critical", "trusted", [Cert(None, key("leafp256"), ROOT, extensions=usual(
        ROOT, key("leafp256")))], [ROOT])
    case("serial number of 30 bytes", "trusted", [leaf(ROOT, serial=(1 << 238) + 5)], [ROOT])


def pem(certificates):
    return "".join("-----BEGIN CERTIFICATE-----\n%s-----END CERTIFICATE-----\n"
                   % base64.encodebytes(c).decode() for c in certificates)


def python_verdict(given):
    """The verdict of `cryptography`: None if it has no such policy."""
    try:
        from cryptography.x509 import verification
    except ImportError:
        return None
    if given["policy"] == "basic" or (given["policy"] == "server" and given["host"] is None):
        return None
    try:
        leaf, *others = [x509.load_der_x509_certificate(c) for c in given["chain"]]
        store = verification.Store([x509.load_der_x509_certificate(c) for c in given["anchors"]])
        builder = verification.PolicyBuilder().store(store).time(given["at"]).max_chain_depth(9)
        if given["policy"] == "client":
            builder.build_client_verifier().verify(leaf, others)
        else:
            try:
                host = x509.IPAddress(ipaddress.ip_address(given["host"]))
            except ValueError:
                host = x509.DNSName(given["host"])
            builder.build_server_verifier(host).verify(leaf, others)
        return "trusted"
    except Exception as error:
        return "%s: %s" % (type(error).__name__, str(error)[:200])


def certtool_verdict(given, directory):
    if given["name"] == "last second":
        return None  # It is over when certtool looks.
    chain, anchors = os.path.join(directory, "chain"), os.path.join(directory, "anchors")
    for path, certificates in [(chain, given["chain"]), (anchors, given["anchors"])]:
        with open(path, "w", encoding="ascii") as file:
            file.write(pem(certificates))
    command = ["certtool", "--verify", "--infile", chain, "--load-ca-certificate", anchors]
    if given["policy"] != "basic":
        last = {"server": "1", "client": "2"}[given["policy"]]
        command += ["--verify-purpose", "1.3.6.1.5.5.7.3." + last]
    if given["host"] is not None:
        command += ["--verify-hostname", given["host"]]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, check=False)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if "utput" in line or "rror" in line]
    return "trusted" if done.returncode == 0 else "; ".join(lines)[-200:] or "refused"


def main():
    good()
    bad()
    odd()
    tool = subprocess.run(["sh", "-c", "command -v certtool"], capture_output=True, check=False).returncode == 0
    with tempfile.TemporaryDirectory() as directory:
        for given in CASES:
            print(json.dumps({
                "name": given["name"], "expected": given["expected"], "policy": given["policy"],
                "host": given["host"], "time": int(given["at"].timestamp()),
                "chain": [base64.b64encode(c).decode() for c in given["chain"]],
                "anchors": [base64.b64encode(c).decode() for c in given["anchors"]],
                "cryptography": python_verdict(given), "certtool": certtool_verdict(given, directory) if tool else None,
            }))


if __name__ == "__main__":
    main()
