import Foundation
import KeychainServices
import LinuxSupport
import Secrets
import Security

extension Command {
    static let exportFile = Command(
        name: "export", arguments: "[-k keychain] [-t type] [-f format] [-w] [-p] [-P passphrase] [-o outfile]",
        help: """
            Export keys and certificates of a keychain.
                -k  the keychain
                -t  the type: certs, allKeys, pubKeys, privKeys, identities or all
                -f  the format: openssl, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, x509 or pemseq
                -w  encrypt private keys
                -p  write PEM
                -P  the passphrase; without it, it is asked for where there has to be one
                -o  the file to write, instead of standard output
            """
    ) { try ExportFile(&$0).run() }
}

/// Writes keys and certificates to a file.
private struct ExportFile {
    private static let function = "SecItemExport"
    private static let types: Set = ["certs", "allKeys", "pubKeys", "privKeys", "identities", "all"]
    private let console: any Console
    private let keychains: [KeychainChoice.Named]
    private var type = "all"
    private var format = SecExternalFormat.formatUnknown
    private var (wraps, isText) = (false, false)
    private var passphrase: String?
    private var output: String?

    init(_ invocation: inout Invocation) throws {
        console = invocation.console
        var options = OptionReader("k:t:f:wpP:o:", invocation.arguments)
        var names: [String] = []
        while let (letter, value) = try options.next() {
            switch letter {
            case "k": names = value.map { [$0] } ?? []
            case "t": type = value ?? ""
            case "f": format = try ExchangeNames.format(value ?? "")
            case "w": wraps = true
            case "p": isText = true
            case "P": passphrase = value
            default: output = value
            }
        }
        guard Self.types.contains(type), options.operands.isEmpty else { throw UsageError() }
        do { keychains = try invocation.keychains.named(names) } catch let error as KeychainError {
            throw Ending.failed("SecKeychainOpen", error.code.rawValue)
        }
    }

    func run() throws {
        let items = try keychains.flatMap { try objects(in: $0) }
        guard !items.isEmpty else { throw Ending.failed(Self.function, errSecItemNotFound) }
        let hasSecrets = items.contains(where: Self.isSecret)
        let file = try written(items, hasSecrets)
        guard let output else { return try file.withUnsafeBytes { try console.write($0) } }
        try file.withUnsafeBytes { try OutputFile.write($0, to: output, isSecret: hasSecrets) }
        console.complain("...\(file.count) bytes written to \(UntrustedText.forTerminal(output))\n")
    }

    private func objects(in keychain: KeychainChoice.Named) throws -> [AnyObject] {
        switch type {
        case "certs": return try keychain.objects(kSecClassCertificate)
        case "identities": return try keychain.objects(kSecClassIdentity)
        case "pubKeys": return try keys(in: keychain, kSecAttrKeyClassPublic)
        case "privKeys": return try keys(in: keychain, kSecAttrKeyClassPrivate)
        case "allKeys": return try keychain.objects(kSecClassKey)
        default:
            // A private key and its certificate are written once, and together where a format joins them.
            let identities = try keychain.identities()
            let joined = Set(identities.compactMap { Self.key(of: $0)?.publicHalf })
            let certificates = Set(identities.compactMap(Self.certificate))
            let others = try keychain.certificates().filter { !certificates.contains($0) }
            let keys = try keychain.objects(kSecClassKey).compactMap { $0 as? SecKey }
                .filter { format != .formatPKCS12 || $0.isPrivate }
                .filter { !$0.isPrivate || !($0.publicHalf.map(joined.contains) ?? false) }
            return identities + others + keys
        }
    }

    private func keys(in keychain: KeychainChoice.Named, _ keyClass: CFString) throws -> [AnyObject] {
        try keychain.objects(kSecClassKey, where: [kSecAttrKeyClass: keyClass])
    }

    private static func isSecret(_ object: AnyObject) -> Bool {
        object is SecIdentity || (object as? SecKey)?.isPrivate == true
    }

    private static func key(of identity: SecIdentity) -> SecKey? {
        var key: SecKey?
        return SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess ? key : nil
    }

    static func certificate(_ identity: SecIdentity) -> SecCertificate? {
        var certificate: SecCertificate?
        return SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess ? certificate : nil
    }

    /// Returns the file.
    private func written(_ items: [AnyObject], _ hasSecrets: Bool) throws -> Data {
        let isSingle = items.count == 1 && !(items[0] is SecIdentity)
        let format = format == .formatUnknown && !isSingle ? .formatPEMSequence : format
        var parameters = SecItemImportExportKeyParameters()
        let isEncrypted = format == .formatPKCS12 || format == .formatWrappedPKCS8 || (wraps && hasSecrets)
        let secret = try passphrase ?? (isEncrypted ? asked() : nil)
        let object = secret.map { $0 as NSString }
        parameters.passphrase = object.map { Unmanaged.passUnretained($0) }
        var file: CFData?
        try exchanging(Self.function) {
            withExtendedLifetime(object) {
                SecItemExport(items as NSArray, format, isText ? .pemArmour : [], &parameters, &file)
            }
        }
        return file?.copied ?? Data()
    }

    private func asked() throws -> String {
        let password = try console.newPassword(
            nil, asking: "password for the exported file: ", again: "retype password for the exported file: ")
        return password.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension SecKey {
    fileprivate var isPrivate: Bool {
        guard let keyClass = (SecKeyCopyAttributes(self) as? [String: Any])?[kSecAttrKeyClass as String] else {
            return false
        }
        return keyClass as? String == kSecAttrKeyClassPrivate as String
    }

    /// The bytes of the public key.
    fileprivate var publicHalf: Data? {
        SecKeyCopyPublicKey(self).flatMap { SecKeyCopyExternalRepresentation($0, nil) }?.copied
    }
}
