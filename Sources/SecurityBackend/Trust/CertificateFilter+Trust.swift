import CertificateTrust
import KeychainServices
import Security

extension CertificateFilter {
    /// Whether a certificate is trusted as the filter wants it: by the policy of X.509 with its whole chain, by other policies alone, since
    /// these say what a certificate is for (keychain-services 3.3).
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - others: certificates that may be in its chain.
    func trusts(_ certificate: SecCertificate, _ others: [SecCertificate]) throws(KeychainError) -> Bool {
        if isTrustedOnly {
            guard try isTrusted(certificate, others, by: SecPolicyCreateBasicX509()) else { return false }
        }
        guard let policy else { return true }
        switch policy.rules {
        case .basic, .revocation: return try isTrusted(certificate, others, by: policy)
        case .ssl, .mail, .code, .timeStamping:
            let request = TrustRequest(certificates: [certificate], policies: [policy])
            guard let evaluation = try? TrustEvaluation(request, at: date ?? Date()) else { return false }
            return evaluation.ownProblems().isEmpty
        }
    }

    private func isTrusted(
        _ certificate: SecCertificate, _ others: [SecCertificate], by policy: SecPolicy
    ) throws(KeychainError) -> Bool {
        var request = TrustRequest(certificates: [certificate] + others, policies: [policy])
        request.date = date
        let outcome = KeychainBackend().evaluate(request)
        guard outcome.result == .otherError, let error = outcome.error else { return outcome.error == nil }
        // Without OpenSSL or with unreadable settings, an empty result would not be true.
        throw KeychainError(.init(rawValue: Int32(clamping: error.code)), error.localizedDescription)
    }
}
