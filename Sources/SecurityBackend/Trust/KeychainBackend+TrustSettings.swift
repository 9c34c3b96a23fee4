import CertificateTrust
import Foundation
import KeychainServices
import Security

// Trust settings of the user and the administrator.

extension KeychainBackend {
    func certificatesWithSettings(_ domain: SecTrustSettingsDomain) throws(CFError) -> [SecCertificate] {
        try reporting("SecTrustSettingsCopyCertificates") { () throws(KeychainError) in
            let certificates =
                domain == .system ? systemRoots() : try settings(domain).certificates.compactMap(SecCertificate.init)
            guard !certificates.isEmpty else {
                throw KeychainError(.init(rawValue: errSecNoTrustSettings), "there are no trust settings")
            }
            return certificates
        }
    }

    func trustSettings(of certificate: SecCertificate, _ domain: SecTrustSettingsDomain) throws(CFError) -> CFArray {
        try reporting("SecTrustSettingsCopyTrustSettings") { () throws(KeychainError) in
            let certificate = try Certificate(forSettings: certificate)
            if domain == .system, SystemRoots.current().contains(certificate) { return [] as NSArray }
            guard let rules = try settings(domain)[certificate] else { throw Self.noSettings }
            return rules.map(\.dictionary) as NSArray
        }
    }

    func setTrustSettings(
        _ settings: [NSDictionary]?, of certificate: SecCertificate, _ domain: SecTrustSettingsDomain
    ) throws(CFError) {
        let name: StaticString =
            settings == nil ? "SecTrustSettingsRemoveTrustSettings" : "SecTrustSettingsSetTrustSettings"
        try reporting(name) { () throws(KeychainError) in
            let certificate = try Certificate(forSettings: certificate)
            let rules = try settings.map { (settings) throws(KeychainError) in
                try TrustSettings.Rule.rules(settings, of: certificate)
            }
            let file = try Self.file(domain)
            // Found out before the file is opened for a change.
            let existing = try withSettings { () throws(TrustSettingsFile.Failure) in try file.read() }
            if rules == nil, existing[certificate] == nil { throw Self.noSettings }
            try withSettings { () throws(TrustSettingsFile.Failure) in
                try file.change { $0[certificate] = rules }
            }
        }
    }

    private func settings(_ domain: SecTrustSettingsDomain) throws(KeychainError) -> TrustSettings {
        guard domain != .system else { return TrustSettings() }
        let file = try Self.file(domain)
        return try withSettings { () throws(TrustSettingsFile.Failure) in try file.read() }
    }

    private static func file(_ domain: SecTrustSettingsDomain) throws(KeychainError) -> TrustSettingsFile {
        switch domain {
        case .user:
            guard let file = TrustSettingsFile.user() else {
                throw KeychainError(
                    .init(rawValue: errSecWrPerm), "this program has no trust settings of the user",
                    remedy: "use another program, or set HOME or CHATELAINE_HOME to an absolute path")
            }
            return file
        case .admin: return .administrator
        case .system:
            throw KeychainError(
                .init(rawValue: errSecWrPerm), "the distribution's roots cannot be changed here",
                remedy: "use update-ca-certificates(8) or its like")
        }
    }

    private static var noSettings: KeychainError {
        KeychainError(.itemNotFound, "there are no trust settings for this certificate")
    }
}

/// Runs an operation on trust settings, and converts its error.
func withSettings<Result>(
    _ body: () throws(TrustSettingsFile.Failure) -> Result
) throws(KeychainError) -> Result {
    do throws(TrustSettingsFile.Failure) {
        return try body()
    } catch {
        let status =
            switch error.kind {
            case .invalid: errSecInvalidTrustSettings
            case .notWritable: errSecWrPerm
            }
        throw KeychainError(.init(rawValue: status), error.reason, remedy: error.remedy)
    }
}

extension Certificate {
    fileprivate convenience init(forSettings certificate: SecCertificate) throws(KeychainError) {
        do throws(TrustError) {
            try self.init(certificate)
        } catch { throw KeychainError(.parameter, "the certificate cannot be read by OpenSSL") }
    }
}

extension TrustSettings.Rule {
    fileprivate static func rules(
        _ settings: [NSDictionary], of certificate: Certificate
    ) throws(KeychainError) -> [TrustSettings.Rule] {
        guard settings.count <= TrustSettings.mostRules else { throw .parameter("there are too many trust settings") }
        var rules: [TrustSettings.Rule] = []
        for dictionary in settings { rules.append(try TrustSettings.Rule(dictionary)) }
        if !certificate.isRoot, rules.isEmpty || rules.contains(where: { $0.result == .trustRoot }) {
            throw .parameter("the certificate is no root: kSecTrustSettingsResult has to be trustAsRoot")
        }
        if certificate.isRoot, rules.contains(where: { $0.result == .trustAsRoot }) {
            throw .parameter("the certificate is a root: kSecTrustSettingsResult has to be trustRoot")
        }
        return rules
    }

    private init(_ dictionary: NSDictionary) throws(KeychainError) {
        guard dictionary.object(forKey: kSecTrustSettingsKeyUsage) == nil else {
            throw KeychainError(
                .unimplemented, "trust settings count for all uses of keys",
                remedy: "leave out \(kSecTrustSettingsKeyUsage as String)")
        }
        var decision = TrustSettings.Decision.trustRoot
        if let number = try Self.number(dictionary, kSecTrustSettingsResult) {
            guard let given = TrustSettings.Decision(rawValue: number) else { throw Self.malformed }
            decision = given
        }
        self.init(result: decision)
        if let value = dictionary.object(forKey: kSecTrustSettingsPolicy) {
            guard let policy = value as? SecPolicy else { throw Self.malformed }
            self.policy = policy.rules.identifier as String
        }
        if let value = dictionary.object(forKey: kSecTrustSettingsPolicyString) {
            guard let name = value as? NSString, name.length <= 1024 else { throw Self.malformed }
            self.name = name as String
        }
        if let value = dictionary.object(forKey: kSecTrustSettingsApplication) {
            guard let program = value as? SecTrustedApplication else { throw Self.malformed }
            application = program.program.path
        }
        allowedError = try Self.number(dictionary, kSecTrustSettingsAllowedError).map { Int32(clamping: $0) }
    }

    private static func number(_ dictionary: NSDictionary, _ key: NSString) throws(KeychainError) -> Int? {
        guard let value = dictionary.object(forKey: key) else { return nil }
        guard let number = value as? NSNumber else { throw malformed }
        return number.intValue
    }

    private static var malformed: KeychainError { .parameter("a trust setting has a value of the wrong type") }

    fileprivate var dictionary: NSDictionary {
        let dictionary = NSMutableDictionary()
        dictionary.setObject(NSNumber(value: result.rawValue), forKey: kSecTrustSettingsResult)
        if let policy {
            dictionary.setObject(
                SecPolicyCreateWithProperties(policy as NSString, nil) ?? policy as NSString,
                forKey: kSecTrustSettingsPolicy)
        }
        if let name { dictionary.setObject(name as NSString, forKey: kSecTrustSettingsPolicyString) }
        if let application {
            var program: SecTrustedApplication?
            _ = SecTrustedApplicationCreateFromPath(nil, &program)
            if let program, SecTrustedApplicationSetData(program, Data(application.utf8) as CFData) == errSecSuccess {
                dictionary.setObject(program, forKey: kSecTrustSettingsApplication)
            }
        }
        if let allowedError {
            dictionary.setObject(NSNumber(value: allowedError), forKey: kSecTrustSettingsAllowedError)
        }
        return dictionary
    }
}
