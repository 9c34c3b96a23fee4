import ExchangeFormats
import KeychainServices
import Security

/// The options of `SecPKCS12Import` (keychain-services 6.6). Keys that are not known are ignored.
struct PKCS12Options {
    /// No passphrase is the empty one, as on iOS.
    private(set) var passphrase = Passphrase("")
    /// Nil to store nothing.
    private(set) var destination: ImportDestination?

    init(_ dictionary: NSDictionary) throws(KeychainError) {
        var entries: [String: AnyObject] = [:]
        try dictionary.forEachObject { (key, value) throws(KeychainError) in
            guard let name = key as? NSString else { throw .invalidRequest("a key is not a string") }
            entries[name as String] = value
        }
        if let value = entries[kSecImportExportPassphrase as String] { passphrase = try Passphrase(object: value) }
        let keychain = try Self.object(entries, kSecImportExportKeychain, SecKeychain.self)
        let access = try Self.object(entries, kSecImportExportAccess, SecAccess.self)
        let isStored = try Self.flag(entries, kSecUseDataProtectionKeychain) || keychain != nil
        if isStored, try !Self.flag(entries, kSecImportToMemoryOnly) {
            destination = ImportDestination(keychain: keychain, access: access)
        }
    }

    private static func object<Object>(
        _ entries: [String: AnyObject], _ name: CFString, _ type: Object.Type
    ) throws(KeychainError) -> Object? {
        guard let value = entries[name as String] else { return nil }
        guard let object = value as? Object else { throw .invalidRequest("“\(name)” is of a wrong type") }
        return object
    }

    private static func flag(_ entries: [String: AnyObject], _ name: CFString) throws(KeychainError) -> Bool {
        guard let value = entries[name as String] else { return false }
        guard let flag = DictionaryValue(value).boolean else { throw .invalidRequest("“\(name)” is not a Boolean") }
        return flag
    }
}

extension Passphrase {
    /// Makes a passphrase of a string, or of data in UTF-8.
    init(object: CFTypeRef) throws(KeychainError) {
        switch DictionaryValue(object) {
        case .string(let text): self.init(text)
        case .data(let data):
            guard let text = String(data: data, encoding: .utf8) else {
                throw .invalidRequest("the passphrase is not UTF-8")
            }
            self.init(text)
        default: throw .invalidRequest("the passphrase is no string")
        }
    }
}
