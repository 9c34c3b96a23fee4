import Security

/// What the user has decided about certificates.
enum UserTrust {
    /// Removes what is decided about a certificate, if there is something.
    static func forget(_ certificate: SecCertificate) throws {
        let status = SecTrustSettingsRemoveTrustSettings(certificate, .user)
        guard status == errSecSuccess || status == errSecItemNotFound else {
            throw Ending.failed("SecTrustSettingsRemoveTrustSettings", status)
        }
    }
}
