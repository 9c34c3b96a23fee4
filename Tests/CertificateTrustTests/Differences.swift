/// The chains on which we and another implementation differ, and why. A difference that is not in the table is an error.
enum Differences {
    /// With Python's `cryptography` (48.0).
    static let cryptography: [String: String] = [
        "dot at the end of the host": "it refuses the host; RFC 9525 leaves it to the program, and Apple accepts it",
        "two issuers of the name, no identifiers":
            "it demands an authority key identifier, as public authorities have to",
        "self-signed as the anchor": "it demands an authority key identifier",
        "no identifiers": "it demands key identifiers; certificates of private authorities often have none",
        "wildcard of a top-level domain": "we accept no wildcard for all names of a top-level domain",
        "without purposes": "Apple demands that the certificate of a server names the purpose",
        "key for lists": "it does not look at the key usage of a server's certificate",
        "key rsa1024": "it has no limit for the key of the certificate in question",
        "key p192": "it has no limit for the key of the certificate in question",
        "key p224": "it has no limit for the key of the certificate in question",
        "key dsa2048": "it has no limit for the key of the certificate in question",
        "RSA with pss-sha224": "it demands SHA-256 or better of RSASSA-PSS; SHA-224 is not broken",
        "negative serial number": "it demands a positive number; libcrypto and Apple do not, and nothing depends on it",
        "root of version 1": "it demands version 3 of roots too; a root is trusted for being one",
        "leaf is an authority": "it refuses the certificate of an authority as that of a server; RFC 5280 does not",
        "basic constraints not critical":
            "it demands that they are critical; RFC 5280 demands it of authorities, not of programs",
        "authority without key usage": "it demands the extension; RFC 5280 demands it of authorities, not of programs",
        "underscore": "it refuses the host; such hosts exist",
        "empty subject, names not critical": "it demands that the names are critical then",
        "serial number of 30 bytes": "it demands at most 20 bytes; nothing depends on it",
    ]

    /// With GnuTLS' `certtool --verify` (3.7.9).
    static let certtool: [String: String] = [
        "dot at the end of the host": "it compares the dot",
        "authority for any purpose":
            "it does not take “any” of an authority for every purpose; RFC 5280, 4.2.1.12 does",
        "two paths, the first expired": "it tries one path; we try others too",
        "two paths, the first too narrow": "it tries one path; we try others too",
        "two issuers of the name, no identifiers": "it tries one path; we try others too",
        "certificate as the anchor": "it takes only roots for anchors",
        "self-signed as the anchor": "it demands an authority; a certificate that is trusted itself needs none",
        "U-label": "it converts the host to A-labels; we want them from the program",
        "no alternative name": "it falls back to the common name, which never counts here",
        "only an e-mail address": "it falls back to the common name, which never counts here",
        "without purposes": "Apple demands that the certificate of a server names the purpose",
        "for any purpose": "Apple demands that the certificate of a server names the purpose",
        "key for lists": "it does not look at the key usage of a server's certificate",
        "wildcard excluded": "it compares the text of the wildcard, and not the hosts that it stands for",
        "key rsa1024": "its default level accepts 1024 bits",
        "key p192": "its default level accepts the curve",
        "key p224": "its default level accepts the curve",
        "intermediate with p192": "its default level accepts the curve",
        "intermediate with p224": "its default level accepts the curve",
        "basic: key p192": "its default level accepts the curve",
        "key dsa2048": "its default level accepts DSA",
        "intermediate with dsa2048": "its default level accepts DSA",
        "basic: key dsa2048": "its default level accepts DSA",
        "RSA with pss-sha224": "it does not know SHA-224 in RSASSA-PSS; libcrypto does",
        "intermediate with rsa1024": "its default level accepts 1024 bits",
        "malformed extension": "it leaves out what it cannot read",
        "eleven authorities": "it accepts longer chains; ours have at most ten certificates",
        "basic: SHA-1": "it refuses SHA-1 for every purpose; we do for TLS",
    ]
}
