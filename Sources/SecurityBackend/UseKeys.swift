import AgentClient
import KeychainServices
import Security

/// The use keys of a dictionary (keychain-services 3.11).
struct UseKeys {
    /// The keychain that is meant; nil: the usual one.
    private(set) var keychain: Keychain?
    private(set) var hasItemList = false
    private(set) var makesTombstone = false
    private var hasCredential = false
    private var hasContext = false
    private var skipsInterface = false

    mutating func take(_ key: DictionaryKey.Use, _ object: AnyObject) throws(KeychainError) {
        switch key {
        case .keychain:
            guard let object = (object as? SecKeychain)?.keychain else {
                throw .unusable("kSecUseKeychain takes a SecKeychain")
            }
            keychain = object
        case .itemList: hasItemList = true
        case .credential: hasCredential = true
        case .context: hasContext = true
        case .tombstones: makesTombstone = DictionaryValue(object).boolean ?? false
        case .interface: try takeInterface(DictionaryValue(object))
        case .other: break
        }
    }

    private mutating func takeInterface(_ value: DictionaryValue) throws(KeychainError) {
        switch value {
        case .string("u_AuthUIA"), .string("u_AuthUIF"): break
        case .string("u_AuthUIS"): skipsInterface = true
        default: throw .unusable("kSecUseAuthenticationUI takes one of three values")
        }
    }

    /// The keychain that the operation is about.
    func chosenKeychain() throws(KeychainError) -> Keychain {
        if let keychain { return keychain }
        return try Keychain.current()
    }

    func check(for operation: RequestDictionary.Operation) throws(KeychainError) {
        if hasContext, hasCredential { throw .unusable("a context and a credential exclude each other") }
        if skipsInterface, operation != .search { throw .unusable("only a search can skip items") }
    }
}
