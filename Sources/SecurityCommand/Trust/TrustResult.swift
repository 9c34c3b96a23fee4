import Security

/// What an evaluation says about a certificate.
enum TrustResult {
    /// The number of certificates beside the one in question that an evaluation takes.
    private static let mostOthers = 99

    /// Returns the status of an evaluation: `errSecSuccess` if the certificate is trusted.
    ///
    /// - Parameters:
    ///   - others: certificates from which the chain may be made.
    ///   - settle: sets what else the evaluation goes by.
    static func status(
        of certificate: SecCertificate, _ others: [SecCertificate], _ policies: [SecPolicy],
        settle: (SecTrust) -> Void = { _ in }
    ) -> OSStatus {
        let (trust, made) = trust(certificate, others, policies)
        guard let trust else { return made }
        settle(trust)
        var error: CFError?
        guard !SecTrustEvaluateWithError(trust, &error) else { return errSecSuccess }
        return OSStatus(clamping: error?.code ?? Int(errSecNotTrusted))
    }

    /// Returns a certificate, its issuer and so on, as far as they were found, whether they are trusted or not.
    static func chain(of certificate: SecCertificate, _ others: [SecCertificate]) -> [SecCertificate] {
        guard let trust = trust(certificate, others, [SecPolicyCreateBasicX509()]).trust else { return [certificate] }
        return (SecTrustCopyCertificateChain(trust) as? [SecCertificate]) ?? [certificate]
    }

    private static func trust(
        _ certificate: SecCertificate, _ others: [SecCertificate], _ policies: [SecPolicy]
    ) -> (trust: SecTrust?, status: OSStatus) {
        var trust: SecTrust?
        let certificates = [certificate] + issuers(of: certificate, others)
        let status = SecTrustCreateWithCertificates(certificates as NSArray, policies as NSArray, &trust)
        return (trust, status)
    }

    /// Returns those of the others that can be above a certificate: a keychain may have thousands, and an evaluation takes few.
    private static func issuers(of certificate: SecCertificate, _ others: [SecCertificate]) -> [SecCertificate] {
        let bySubject = Dictionary(grouping: others) { SecCertificateCopyNormalizedSubjectSequence($0)?.copied }
        var (found, wanted, seen) = ([SecCertificate](), [certificate][...], Set([certificate]))
        while let next = wanted.popFirst(), let issuer = SecCertificateCopyNormalizedIssuerSequence(next)?.copied {
            for other in bySubject[issuer] ?? [] where seen.insert(other).inserted {
                guard found.count < mostOthers else { return found }
                found.append(other)
                wanted.append(other)
            }
        }
        return found
    }

    /// Returns the name that macOS's commands print for a status.
    static func name(_ status: OSStatus) -> String { names[status] ?? "CSSMERR_TP_VERIFY_ACTION_FAILED" }

    private static let names: [OSStatus: String] = [
        errSecCreateChainFailed: "CSSMERR_TP_NOT_TRUSTED", errSecNotTrusted: "CSSMERR_TP_NOT_TRUSTED",
        errSecCertificateExpired: "CSSMERR_TP_CERT_EXPIRED",
        errSecCertificateNotValidYet: "CSSMERR_TP_CERT_NOT_VALID_YET",
        errSecCertificateRevoked: "CSSMERR_TP_CERT_REVOKED",
        errSecHostNameMismatch: "CSSMERR_APPLETP_HOSTNAME_MISMATCH",
        errSecInvalidExtendedKeyUsage: "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE",
        errSecInvalidKeyUsageForPolicy: "CSSMERR_APPLETP_INVALID_KEY_USAGE",
        errSecTrustSettingDeny: "CSSMERR_APPLETP_TRUST_SETTING_DENY",
    ]
}
