/// Whose trust settings are meant.
public enum SecTrustSettingsDomain: UInt32, Sendable {
    /// The user's.
    case user = 0
    /// The administrator's, which root alone can change.
    case admin = 1
    /// The distribution's roots, which no function changes.
    case system = 2
}

/// The decision of a trust setting.
public enum SecTrustSettingsResult: UInt32, Sendable {
    /// Never in a setting.
    case invalid = 0
    /// A root is trusted. The default.
    case trustRoot = 1
    /// A certificate that is no root is trusted like one.
    case trustAsRoot = 2
    /// A certificate is not trusted.
    case deny = 3
    /// Nothing is decided.
    case unspecified = 4
}

/// Trust setting: the policy, a `SecPolicy`; all if it is missing.
nonisolated(unsafe) public let kSecTrustSettingsPolicy: CFString = "kSecTrustSettingsPolicy" as NSString
/// Trust setting: the name of the policy. It has no effect.
nonisolated(unsafe) public let kSecTrustSettingsPolicyName: CFString = "kSecTrustSettingsPolicyName" as NSString
/// Trust setting: the host or the e-mail address; all if it is missing.
nonisolated(unsafe) public let kSecTrustSettingsPolicyString: CFString = "kSecTrustSettingsPolicyString" as NSString
/// Trust setting: the program, a `SecTrustedApplication`; all if it is missing.
nonisolated(unsafe) public let kSecTrustSettingsApplication: CFString = "kSecTrustSettingsApplication" as NSString
/// Trust setting: the use of the key. Refused.
nonisolated(unsafe) public let kSecTrustSettingsKeyUsage: CFString = "kSecTrustSettingsKeyUsage" as NSString
/// Trust setting: the status of a problem that does not count.
nonisolated(unsafe) public let kSecTrustSettingsAllowedError: CFString = "kSecTrustSettingsAllowedError" as NSString
/// Trust setting: the number of a `SecTrustSettingsResult`; `.trustRoot` if it is missing.
nonisolated(unsafe) public let kSecTrustSettingsResult: CFString = "kSecTrustSettingsResult" as NSString

/// Sets what is decided about a certificate, in place of what was.
///
/// Each program of the user can do so, and it counts for all programs of the user, or for those at the path of one, except those that the user's other programs cannot look
/// into (secured ones, set-user-id ones): keychain-services 6.7.
///
/// - Parameters:
///   - certificate: the certificate.
///   - domain: the user's, or as root the administrator's.
///   - trustSettings: a dictionary with `kSecTrustSettings…`, or an array of them; nil or an empty array if it is trusted for everything.
/// - Returns: `errSecSuccess`; `errSecParam` for values of the wrong type, for `.trustRoot` of a certificate that is not self-signed, and for
///   `.trustAsRoot` of one that is; `errSecUnimplemented` for settings for a use of the key; `errSecWrPerm` if the settings
///   cannot be written; `errSecInvalidTrustSettings` if those that are there cannot be read.
public func SecTrustSettingsSetTrustSettings(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain, _ trustSettings: CFTypeRef?
) -> OSStatus {
    guard let settings = trustSettings.map({ list(of: NSDictionary.self, $0) }) ?? [] else { return errSecParam }
    return trustStatus { () throws(CFError) in try backend.setTrustSettings(settings, of: certificate, domain) }
}

/// Gives what is decided about a certificate.
///
/// - Parameters:
///   - certificate: the certificate.
///   - domain: whose settings.
///   - trustSettings: receives an array of dictionaries, which is empty if the certificate is trusted for everything; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if nothing is decided; `errSecInvalidTrustSettings` if the settings cannot be read.
public func SecTrustSettingsCopyTrustSettings(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain, _ trustSettings: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    trustStatus { () throws(CFError) in
        trustSettings.pointee = try backend.trustSettings(of: certificate, domain)
    }
}

/// Removes what is decided about a certificate.
///
/// - Returns: `errSecSuccess`, `errSecItemNotFound` if nothing is decided, or as `SecTrustSettingsSetTrustSettings`.
public func SecTrustSettingsRemoveTrustSettings(
    _ certificate: SecCertificate, _ domain: SecTrustSettingsDomain
) -> OSStatus {
    trustStatus { () throws(CFError) in try backend.setTrustSettings(nil, of: certificate, domain) }
}

/// Gives the certificates about which something is decided; in the system's domain the distribution's roots.
///
/// - Parameters:
///   - domain: whose settings.
///   - certArray: receives an array of certificates; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecNoTrustSettings` if there are none; `errSecInvalidTrustSettings` if they cannot be read.
public func SecTrustSettingsCopyCertificates(
    _ domain: SecTrustSettingsDomain, _ certArray: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    trustStatus { () throws(CFError) in certArray.pointee = try backend.certificatesWithSettings(domain) as NSArray }
}

private func trustStatus(_ body: () throws(CFError) -> Void) -> OSStatus {
    do throws(CFError) {
        try body()
        return errSecSuccess
    } catch { return OSStatus(clamping: error.code) }
}
