import KeychainServices

/// The names of attributes on the command line, in tables and in JSON; their four-letter codes are accepted too.
///
/// Specified in: Docs/command-line.md, "Attributes".
enum AttributeName {
    static let all: [(name: String, key: AttributeKey)] = [
        ("service", .service), ("server", .server), ("account", .account), ("label", .label),
        ("comment", .comment), ("description", .itemDescription), ("generic", .generic),
        ("port", .port), ("protocol", .protocol), ("authentication-type", .authenticationType), ("path", .path),
        ("security-domain", .securityDomain),
        ("group", .accessGroup), ("accessible", .accessible), ("access-control", .accessControl),
        ("synchronizable", .synchronizable), ("created", .creationDate), ("modified", .modificationDate),
        ("creator", .creator), ("type", .type), ("script", .script), ("invisible", .invisible),
        ("negative", .negative), ("custom-icon", .customIcon), ("protection", .protection), ("alias", .alias),
        ("subject", .subject), ("issuer", .issuer), ("serial-number", .serialNumber),
        ("subject-key-id", .subjectKeyID), ("public-key-hash", .publicKeyHash),
        ("certificate-type", .certificateType), ("certificate-encoding", .certificateEncoding),
        ("key-class", .keyClass), ("application-label", .applicationLabel), ("application-tag", .applicationTag),
        ("size", .keySizeInBits), ("effective-size", .effectiveKeySize), ("start", .startDate), ("end", .endDate),
        ("permanent", .permanent), ("private", .private), ("modifiable", .modifiable), ("sensitive", .sensitive),
        ("always-sensitive", .alwaysSensitive), ("extractable", .extractable),
        ("never-extractable", .neverExtractable),
        ("can-encrypt", .canEncrypt), ("can-decrypt", .canDecrypt), ("can-derive", .canDerive),
        ("can-sign", .canSign), ("can-verify", .canVerify), ("can-sign-recover", .canSignRecover),
        ("can-verify-recover", .canVerifyRecover), ("can-wrap", .canWrap), ("can-unwrap", .canUnwrap),
        ("public-key", .publicKey),
        ("token", .tokenID), ("view-hint", .syncViewHint), ("sharing-group", .sharingGroup), ("user", .multiUser),
        ("tombstone", .tombstone), ("system-bound", .systemBound), ("digest", .sha1),
        ("pcs-service", .pcsPlaintextServiceIdentifier), ("pcs-public-key", .pcsPlaintextPublicKey),
        ("pcs-public-identity", .pcsPlaintextPublicIdentity),
        ("notes", .notes), ("history", .history), ("client-data-0", .clientData0), ("client-data-1", .clientData1),
        ("client-data-2", .clientData2), ("client-data-3", .clientData3),
    ]

    /// All names, for help texts.
    static var list: String { all.map(\.name).joined(separator: ", ") }

    /// Returns the readable name, or the four letters of an attribute that has none.
    static func name(of key: AttributeKey) -> String {
        all.first { $0.key == key }?.name ?? key.letters
    }

    /// Returns the attribute with the given name or letters; `nil` if no class has such an attribute.
    static func key(named name: some StringProtocol) -> AttributeKey? {
        let candidate = all.first { $0.name == name }?.key ?? AttributeKey(name)
        return candidate.flatMap { key in ItemClass.all.contains { $0.attribute(key) != nil } ? key : nil }
    }
}

/// The names of some attributes' values. The values' codes are accepted too.
enum AttributeValueName {
    static let accessible = [
        "when-unlocked": "ak", "after-first-unlock": "ck", "always": "dk",
        "when-unlocked-this-device": "aku", "after-first-unlock-this-device": "cku", "always-this-device": "dku",
        "when-passcode-set-this-device": "akpu",
    ]

    static let protocols = [
        "ftp": "ftp ", "ftp-account": "ftpa", "irc": "irc ", "socks": "sox ", "appletalk": "atlk", "afp": "afp ",
        "telnet": "teln", "ssh": "ssh ", "https": "htps", "http-proxy": "htpx", "https-proxy": "htsx",
        "ftp-proxy": "ftpx", "smb": "smb ", "rtsp-proxy": "rtsx", "ipp": "ipp ", "nntps": "ntps", "ldaps": "ldps",
        "telnets": "tels", "imaps": "imps", "pop3s": "pops",
    ]

    static let authenticationTypes = [
        "msn": "msna", "dpa": "dpaa", "rpa": "rpaa", "http-basic": "http", "http-digest": "httd", "html-form": "form",
        "default": "dflt",
    ]

    static let truth = ["yes": "1", "true": "1", "no": "0", "false": "0"]

    /// Returns the value that `text` is a name of, or `text` itself.
    static func value(_ text: String, of key: AttributeKey, kind: Attribute.Kind) -> String {
        switch (key, kind) {
        case (.accessible, _): accessible[text] ?? text
        case (.protocol, _): protocols[text] ?? text
        case (.authenticationType, _): authenticationTypes[text] ?? text
        case (_, .number): truth[text] ?? text
        default: text
        }
    }
}
