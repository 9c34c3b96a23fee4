import Foundation
import KeychainServices
import Security

/// The decisions of the user about a certificate: one for everything, and one for each use.
struct TrustDecisions: Sendable, Equatable {
    /// A decision.
    enum Decision: Int, CaseIterable, Sendable {
        /// None: the certificate's chain decides.
        case none, trusted, denied
    }

    /// The uses of certificates for which there can be a decision.
    enum Use: String, CaseIterable, Sendable {
        case everything, servers, mail, programs, timeStamps, basic

        /// The identifier of the policy; `nil` for all.
        fileprivate var policy: CFString? {
            switch self {
            case .everything: nil
            case .servers: kSecPolicyAppleSSL
            case .mail: kSecPolicyAppleSMIME
            case .programs: kSecPolicyAppleCodeSigning
            case .timeStamps: kSecPolicyAppleTimeStamping
            case .basic: kSecPolicyAppleX509Basic
            }
        }
    }

    private var decisions: [Use: Decision] = [:]

    init() {}

    subscript(use: Use) -> Decision {
        get { decisions[use] ?? .none }
        set { decisions[use] = newValue == .none ? nil : newValue }
    }

    // MARK: - Settings

    /// Reads what the user has decided. Blocks.
    ///
    /// - Returns: no decision if there is none, or the settings cannot be read.
    init(of certificate: SecCertificate) {
        let settings = (try? Self.settings(of: certificate)) ?? nil
        guard let settings else { return }
        // No settings at all are trust for everything.
        if settings.isEmpty { self[.everything] = .trusted }
        for setting in settings where !Self.isSpecial(setting) {
            let policy = Self.policy(of: setting)
            guard let use = Use.allCases.first(where: { $0.policy == policy }), self[use] == .none else { continue }
            self[use] = Self.decision(of: setting)
        }
    }

    /// Stores the decisions in place of those before. Settings for one host, or for one problem, stay. Blocks.
    ///
    /// - Returns: the decisions before.
    /// - Throws: the status of the function that fails, as a `KeychainError`.
    func store(for certificate: SecCertificate) throws -> TrustDecisions {
        let before = TrustDecisions(of: certificate)
        let special = (try Self.settings(of: certificate) ?? []).filter(Self.isSpecial)
        // A root is trusted as one; any other certificate as if it were one.
        for trusted in [SecTrustSettingsResult.trustRoot, .trustAsRoot] {
            let settings = special + Use.allCases.reversed().compactMap { setting(for: $0, trusted) }
            let status =
                settings.isEmpty
                ? SecTrustSettingsRemoveTrustSettings(certificate, .user)
                : SecTrustSettingsSetTrustSettings(certificate, .user, settings as NSArray)
            if status == errSecParam, trusted == .trustRoot { continue }
            if status != errSecItemNotFound { try check(status) }
            break
        }
        return before
    }

    private func setting(for use: Use, _ trusted: SecTrustSettingsResult) -> NSDictionary? {
        let result: SecTrustSettingsResult
        switch self[use] {
        case .none: return nil
        case .trusted: result = trusted
        case .denied: result = .deny
        }
        var setting: [CFString: Any] = [kSecTrustSettingsResult: NSNumber(value: result.rawValue)]
        if let policy = use.policy { setting[kSecTrustSettingsPolicy] = SecPolicyCreateWithProperties(policy, nil) }
        return setting as NSDictionary
    }

    /// - Returns: `nil` if nothing is decided.
    private static func settings(of certificate: SecCertificate) throws -> [NSDictionary]? {
        var settings: CFArray?
        let status = SecTrustSettingsCopyTrustSettings(certificate, .user, &settings)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return settings?.compactMap { $0 as? NSDictionary } ?? []
    }

    /// Whether a setting is for a host or a problem alone, which are not shown here.
    private static func isSpecial(_ setting: NSDictionary) -> Bool {
        setting.object(forKey: kSecTrustSettingsPolicyString) != nil
            || setting.object(forKey: kSecTrustSettingsAllowedError) != nil
    }

    private static func policy(of setting: NSDictionary) -> CFString? {
        guard let policy = setting.object(forKey: kSecTrustSettingsPolicy) else { return nil }
        guard let policy = policy as? SecPolicy else { return policy as? CFString }
        return SecPolicyCopyProperties(policy)?.object(forKey: kSecPolicyOid) as? CFString
    }

    private static func decision(of setting: NSDictionary) -> Decision {
        let number = (setting.object(forKey: kSecTrustSettingsResult) as? NSNumber)?.uint32Value
        switch SecTrustSettingsResult(rawValue: number ?? SecTrustSettingsResult.trustRoot.rawValue) {
        case .trustRoot, .trustAsRoot: return .trusted
        case .deny: return .denied
        case .unspecified, .invalid, nil: return .none
        }
    }
}

/// Throws the status of a function of `Security`, unless it is success.
func check(_ status: OSStatus) throws {
    guard status != errSecSuccess else { return }
    let words = SecCopyErrorMessageString(status, nil).map { "\($0)" } ?? "status \(status)"
    throw KeychainError(KeychainError.Code(rawValue: status), words)
}
