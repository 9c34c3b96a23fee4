import Foundation
import LinuxSupport
import Secrets
import Security

extension Command {
    static let importFile = Command(
        name: "import",
        arguments: "inputfile [-k keychain] [-t type] [-f format] [-w] [-P passphrase] [-x] [-A | -T program]",
        help: """
            Import the keys and certificates of a file into a keychain.
                -k  the keychain
                -t  the type: pub, priv, session, cert or agg
                -f  the format: openssl, openssh2, bsafe, raw, pkcs7, pkcs8, pkcs12, x509 or pemseq
                -w  the private keys are encrypted
                -x  private keys cannot be read out again
                -P  the passphrase of the file; without it, it is asked for
                -A  any program may use the keys
                -T  this program may use the keys; several times for several; an empty name for none
            """
    ) { try ImportFile(&$0).run() }
}

/// Stores what is in a file.
private struct ImportFile {
    private static let function = "SecKeychainItemImport"
    private let console: any Console
    private let keychain: KeychainChoice.Named
    private let path: String
    private var (format, type) = (SecExternalFormat.formatUnknown, SecExternalItemType.itemTypeUnknown)
    private var passphrase: String?
    private var isExtractable = true
    private let access: SecAccess?

    init(_ invocation: inout Invocation) throws {
        guard let path = invocation.arguments.first else { throw UsageError() }
        (self.path, console) = (path, invocation.console)
        var options = OptionReader("k:t:f:wP:xa:AT:", Array(invocation.arguments.dropFirst()))
        var (name, access) = (String?.none, AccessOptions())
        while let (letter, value) = try options.next() {
            switch letter {
            case "k": name = value
            case "t": type = try ExchangeNames.type(value ?? "")
            case "f": format = try ExchangeNames.format(value ?? "")
            case "P": passphrase = value
            case "x": isExtractable = false
            case "a": throw Ending.notImplemented("import", "-a")
            default: try access.take(letter, value)
            }
        }
        self.access = try access.access(name: (path as NSString).lastPathComponent)
        guard options.operands.isEmpty else { throw UsageError() }
        keychain = try calling("SecKeychainOpen") { try invocation.keychains.writable(name) }
    }

    func run() throws {
        let file = try contents(of: path)
        var (items, status) = load(file, passphrase)
        if status == errSecPassphraseRequired || (passphrase == nil && Self.isRefusal(status)) {
            (items, status) = try asking(file)
        }
        guard status == errSecSuccess else { throw Ending.failed(Self.function, status) }
        try say(items.count { $0 is SecIdentity }, "identity", "identities")
        try say(items.count { $0 is SecKey }, "key", "keys")
        try say(items.count { $0 is SecCertificate }, "certificate", "certificates")
    }

    private func say(_ count: Int, _ one: String, _ several: String) throws {
        if count > 0 { try console.print("\(count) \(count == 1 ? one : several) imported.") }
    }

    private static func isRefusal(_ status: OSStatus) -> Bool {
        status == errSecAuthFailed || status == errSecPkcs12VerifyFailure
    }

    /// Asks for the passphrase, three times at most.
    private func asking(_ file: NSData) throws -> (items: [AnyObject], status: OSStatus) {
        var result: (items: [AnyObject], status: OSStatus) = ([], errSecPassphraseRequired)
        for _ in 0..<3 {
            guard let given = try console.secret("password for “\(UntrustedText.forTerminal(path))”: ") else { break }
            result = load(file, given.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            guard Self.isRefusal(result.status) else { break }
        }
        return result
    }

    private func load(_ file: NSData, _ passphrase: String?) -> (items: [AnyObject], status: OSStatus) {
        var parameters = SecItemImportExportKeyParameters()
        let secret = passphrase.map { $0 as NSString }
        // Without “extractable” among the attributes they are not.
        let attributes: NSArray = isExtractable ? [kSecAttrIsExtractable] : []
        parameters.passphrase = secret.map { Unmanaged.passUnretained($0) }
        parameters.keyAttributes = Unmanaged.passUnretained(attributes)
        parameters.accessRef = access.map { Unmanaged.passUnretained($0) }
        var (format, type, items) = (format, type, CFArray?.none)
        let status = withExtendedLifetime((secret, attributes, access)) {
            SecItemImport(file, nil, &format, &type, [], &parameters, keychain.reference, &items)
        }
        return (items?.map { $0 as AnyObject } ?? [], status)
    }
}
