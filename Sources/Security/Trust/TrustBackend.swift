/// The part of the backend that evaluates trust.
package protocol TrustBackend: Sendable {
    /// Evaluates a trust object.
    func evaluate(_ request: TrustRequest) -> TrustOutcome
    /// Whether data is what `SecTrustCopyExceptions` has returned for this certificate.
    func areExceptions(_ data: Data, for certificate: SecCertificate) -> Bool
    /// Returns the distribution's roots.
    func systemRoots() -> [SecCertificate]
    /// Implements `SecTrustSettingsCopyCertificates`.
    func certificatesWithSettings(_ domain: SecTrustSettingsDomain) throws(CFError) -> [SecCertificate]
    /// Implements `SecTrustSettingsCopyTrustSettings`.
    func trustSettings(of certificate: SecCertificate, _ domain: SecTrustSettingsDomain) throws(CFError) -> CFArray
    /// Implements `SecTrustSettingsSetTrustSettings`, and with nil `SecTrustSettingsRemoveTrustSettings`.
    func setTrustSettings(
        _ settings: [NSDictionary]?, of certificate: SecCertificate, _ domain: SecTrustSettingsDomain
    ) throws(CFError)
}

/// What is evaluated, and by which rules.
package struct TrustRequest: Sendable {
    /// The certificate in question first.
    package var certificates: [SecCertificate]
    package var policies: [SecPolicy]
    /// The anchors of the program; nil if it has set none.
    package var anchors: [SecCertificate]?
    /// Whether the anchors of the system and the user do not count; nil if the program has not said so.
    package var usesAnchorsOnly: Bool?
    /// The moment; nil for the present.
    package var date: Date?
    package var statusResponses: [Data] = []
    package var exceptions: Data?

    package init(certificates: [SecCertificate], policies: [SecPolicy]) {
        self.certificates = certificates
        self.policies = policies
    }

    /// Whether the anchors of the program are the only ones: by default if it has set some.
    package var isLimitedToAnchors: Bool { usesAnchorsOnly ?? (anchors != nil) }
}

/// The result of an evaluation.
package struct TrustOutcome: @unchecked Sendable {
    // Sendable: an error is not changed after it was made.
    /// A reason for which a certificate of the chain is not trusted.
    package struct Problem: Sendable {
        package let position: Int
        package let status: OSStatus
        package let text: String

        package init(position: Int, status: OSStatus, text: String) {
            (self.position, self.status, self.text) = (position, status, text)
        }
    }

    package let result: SecTrustResultType
    package let chain: [SecCertificate]
    package let problems: [Problem]
    /// The error of `SecTrustEvaluateWithError`; nil if the chain is trusted.
    package let error: CFError?
    /// What `SecTrustCopyExceptions` returns.
    package let exceptions: Data?
    package let isRevocationChecked: Bool
    package let date: Date

    package init(
        result: SecTrustResultType, chain: [SecCertificate], problems: [Problem], error: CFError?, exceptions: Data?,
        isRevocationChecked: Bool, date: Date
    ) {
        self.result = result
        self.chain = chain
        self.problems = problems
        self.error = error
        self.exceptions = exceptions
        self.isRevocationChecked = isRevocationChecked
        self.date = date
    }
}
