import Foundation
import KeychainServices
import Security

extension Command {
    static let addTrustedCertificate = Command(
        name: "add-trusted-cert",
        arguments: """
            [-d] [-r resultType] [-p policy] [-a program] [-s name] [-e error] [-u -1] [-k keychain] [-i file] [-o file] \
            [certFile]
            """,
        help: """
            Trust a certificate, or forbid it, for all programs of the user.
                -d  for all users
                -r  trustRoot, trustAsRoot, deny or unspecified
                -p  for this policy alone
                -a  for the program at this path alone
                -s  for this host or e-mail address alone
                -e  this problem does not count: certExpired, hostnameMismatch or the number of a status
                -u  the use of the key: -1, any
                -k  store it in this keychain too
                -i, -o  read the settings from a property list, and write them to one, instead of the user's
            """
    ) { try addTrusted(&$0) }

    static let removeTrustedCertificate = Command(
        name: "remove-trusted-cert", arguments: "[-d] certFile",
        help: """
            Remove what was decided about a certificate.
                -d  for all users
            """
    ) { invocation in
        var (options, domain) = (OptionReader("d", invocation.arguments), SecTrustSettingsDomain.user)
        while try options.next() != nil { domain = .admin }
        guard options.operands.count == 1, let path = options.operands.first else { throw UsageError() }
        let certificate = try CertificateFile.certificate(path)
        try exchanging("SecTrustSettingsRemoveTrustSettings") {
            SecTrustSettingsRemoveTrustSettings(certificate, domain)
        }
    }
}

private let results: [String: SecTrustSettingsResult] = [
    "trustRoot": .trustRoot, "trustAsRoot": .trustAsRoot, "deny": .deny, "unspecified": .unspecified,
]

/// Returns the status of a problem that does not count; macOS's numbers for two of them have names.
private func allowedError(_ text: String) throws -> OSStatus {
    switch text {
    case "certExpired", "-2147409654": return errSecCertificateExpired
    case "hostnameMismatch", "-2147408896": return errSecHostNameMismatch
    default:
        guard let status = OSStatus(text) else { throw UsageError("“\(text)” is no error") }
        return status
    }
}

private func addTrusted(_ invocation: inout Invocation) throws {
    var options = OptionReader("dr:p:a:s:e:u:k:i:o:", invocation.arguments)
    var (domain, settings, keychain) = (SecTrustSettingsDomain.user, [CFString: Any](), String?.none)
    var (input, output) = (String?.none, String?.none)
    while let (letter, value) = try options.next() {
        let value = value ?? ""
        switch letter {
        case "d": domain = .admin
        case "r":
            guard let result = results[value] else { throw UsageError("“\(value)” is no result") }
            settings[kSecTrustSettingsResult] = NSNumber(value: result.rawValue)
        case "p": settings[kSecTrustSettingsPolicy] = try PolicyChoice.named(value, of: "add-trusted-cert").policy()
        case "a": settings[kSecTrustSettingsApplication] = try AccessOptions.program(value)
        case "s": settings[kSecTrustSettingsPolicyString] = value as NSString
        case "e": settings[kSecTrustSettingsAllowedError] = NSNumber(value: try allowedError(value))
        // Settings are for any use of the key: for one of them there are none.
        case "u" where value == "-1": break
        case "k": keychain = value
        case "i": input = value
        case "o": output = value
        default: throw Ending.notImplemented("add-trusted-cert", "-\(letter)")
        }
    }
    guard options.operands.count <= 1, input == nil || output != nil else { throw UsageError() }
    if let output {
        var list = try input.map { try TrustSettingsList($0) } ?? TrustSettingsList()
        if let path = options.operands.first { list.set(settings, of: try CertificateFile.certificate(path)) }
        return try list.write(to: output)
    }
    guard let path = options.operands.first else { throw UsageError() }
    let certificate = try CertificateFile.certificate(path)
    if let keychain {
        let named = try calling("SecKeychainOpen") { try invocation.keychains.writable(keychain) }
        let status = named.store(certificate)
        guard status == errSecSuccess || status == errSecDuplicateItem else {
            throw Ending.failed("SecCertificateAddToKeychain", status)
        }
    }
    try exchanging("SecTrustSettingsSetTrustSettings") {
        SecTrustSettingsSetTrustSettings(certificate, domain, settings.isEmpty ? nil : settings as NSDictionary)
    }
}

/// Certificates in files that arguments name: DER or PEM.
enum CertificateFile {
    static func certificates(_ path: String) throws -> [SecCertificate] {
        var (format, type) = (SecExternalFormat.formatUnknown, SecExternalItemType.itemTypeCertificate)
        let file = try contents(of: path)
        var items: CFArray?
        try exchanging("SecItemImport") { SecItemImport(file, nil, &format, &type, [], nil, nil, &items) }
        return items?.compactMap { $0 as? SecCertificate } ?? []
    }

    /// Returns the first certificate of a file.
    static func certificate(_ path: String) throws -> SecCertificate {
        guard let first = try certificates(path).first else {
            throw Ending.failed("SecItemImport", errSecUnknownFormat)
        }
        return first
    }
}

extension KeychainChoice.Named {
    /// Stores a certificate or a key.
    ///
    /// - Parameter others: further attributes.
    func store(_ object: AnyObject, label: String? = nil, _ others: [CFString: Any] = [:]) -> OSStatus {
        var attributes: [CFString: Any] = [kSecValueRef: object, kSecUseKeychain: reference]
        attributes.merge(others) { $1 }
        if let label { attributes[kSecAttrLabel] = label as NSString }
        return SecItemAdd(attributes as NSDictionary, nil)
    }
}
