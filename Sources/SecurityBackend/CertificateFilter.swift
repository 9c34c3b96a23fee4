import Security

/// The match keys that only certificates have, and identities by theirs (keychain-services 3.3).
struct CertificateFilter {
    /// Names in the form in which they are compared, one of which an issuer has; nil for any.
    var issuers: Set<Data>?
    /// A moment at which the certificate is valid.
    var date: Date?
    /// An e-mail address of the subject.
    var email: String?
    /// A policy that the certificate fulfils.
    var policy: SecPolicy?
    /// Whether the certificate is trusted by the policy of X.509 alone.
    var isTrustedOnly = false

    /// Whether every certificate passes.
    var isEmpty: Bool { issuers == nil && date == nil && email == nil && !needsTrust }

    /// Whether certificates have to be evaluated.
    var needsTrust: Bool { policy != nil || isTrustedOnly }

    /// Whether a certificate passes, without a look at its issuers and its trust.
    func passes(_ fields: CertificateFields) -> Bool {
        if let date, !fields.isValid(at: date) { return false }
        guard let email else { return true }
        return fields.emailAddresses.contains { Self.isSame($0, email) }
    }

    /// Compares addresses, ignoring the case of ASCII letters only: no other letter stands for one of them, as U+212A would for “k”.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8) { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}
