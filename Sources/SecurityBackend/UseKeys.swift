import AgentClient
import Authentication
import KeychainServices
import LocalAuthentication
import Security

/// The use keys of a dictionary (keychain-services 3.11).
struct UseKeys {
    /// The keychain to use; nil for the usual one.
    private(set) var keychain: Keychain?
    private(set) var hasItemList = false
    private(set) var makesTombstone = false
    private var hasCredential = false
    private var hasContext = false
    private var context: LAContext?
    private var interaction = UserInteraction.usual
    private var reason: String?

    mutating func take(_ key: DictionaryKey.Use, _ object: AnyObject) throws(KeychainError) {
        switch key {
        case .keychain:
            guard let object = (object as? SecKeychain)?.keychain else {
                throw .invalidRequest("kSecUseKeychain takes a SecKeychain")
            }
            keychain = object
        case .itemList: hasItemList = true
        case .credential: hasCredential = true
        case .context: try takeContext(object)
        case .noInterface: if DictionaryValue(object).boolean == true { interaction = .fail }
        case .prompt: reason = DictionaryValue(object).string
        case .tombstones: makesTombstone = DictionaryValue(object).boolean ?? false
        case .interface: try takeInterface(DictionaryValue(object))
        case .other: break
        }
    }

    private mutating func takeInterface(_ value: DictionaryValue) throws(KeychainError) {
        switch value {
        case .string("u_AuthUIA"): interaction = UserInteraction.usual
        case .string("u_AuthUIF"): interaction = .fail
        case .string("u_AuthUIS"): interaction = .skip
        default: throw .invalidRequest("kSecUseAuthenticationUI takes one of three values")
        }
    }

    private mutating func takeContext(_ object: AnyObject) throws(KeychainError) {
        hasContext = true
        guard let context = object as? LAContext else {
            throw .invalidRequest("kSecUseAuthenticationContext takes an LAContext")
        }
        self.context = context
    }

    /// The authentication of the operation for items that require more than an unlocked keychain.
    var authentication: Authentication { kept.make() }

    /// The same, for further operations with what this one finds.
    private var kept: KeyAuthentication {
        KeyAuthentication(context: context, interaction: interaction, reason: reason)
    }

    /// What makes objects of items of a keychain.
    func references(in keychain: Keychain) -> KeyReferences {
        KeyReferences(keychain: keychain, authentication: kept)
    }

    /// Returns the keychain of the operation.
    func chosenKeychain() throws(KeychainError) -> Keychain {
        if let keychain { return keychain }
        return try Keychain.current()
    }

    func check(for operation: RequestDictionary.Operation) throws(KeychainError) {
        if hasContext, hasCredential { throw .invalidRequest("a context and a credential exclude each other") }
        if interaction == .skip, operation != .search { throw .invalidRequest("only a search can skip items") }
    }
}
