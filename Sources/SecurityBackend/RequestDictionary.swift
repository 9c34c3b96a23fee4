import KeychainServices
import Security

/// A dictionary passed to one of the `SecItem…` functions, parsed.
///
/// Errors that do not depend on the class of the items (keychain-services 3.1, down to the class) are found while it is parsed; the
/// others in `RequestDictionary+Query`.
struct RequestDictionary {
    /// The use of the dictionary: the function that it was passed to, or the new values of an update.
    enum Operation {
        case add, search, update, delete, changes
    }

    let operation: Operation
    /// The number of keys in the dictionary, of any kind.
    let count: Int
    /// The four-letter code of the class, or nil if there is none.
    private(set) var className: String?
    private(set) var attributes: [(key: AttributeKey, value: DictionaryValue)] = []
    private(set) var hasUnknownAttribute = false
    /// Whether there are keys other than attributes and data. Their values are not needed.
    private(set) var hasOtherKeys = false
    private(set) var returned: ItemReturn = []
    private(set) var matches = MatchKeys()
    private(set) var uses = UseKeys()
    private(set) var data: DictionaryValue?
    private(set) var reference: ValueReference?
    private(set) var persistentReference: DictionaryValue?
    /// The encoded access lists of a new item, or of an update.
    private(set) var accessList: Data?

    init(_ dictionary: NSDictionary, for operation: Operation) throws(KeychainError) {
        self.operation = operation
        count = dictionary.count
        attributes.reserveCapacity(count)
        try dictionary.forEachObject { (key, value) throws(KeychainError) in
            guard let text = key as? NSString else { throw .invalidRequest("a key is not a string") }
            let key = DictionaryKey(text as String)
            if operation == .changes { try take(change: key, value) } else { try take(key, value) }
        }
        try uses.check(for: operation)
        try checkAccessControl()
    }

    private mutating func take(_ key: DictionaryKey, _ object: AnyObject) throws(KeychainError) {
        switch key {
        case .attribute(.accessList): try take(accessList: object)
        case .attribute(let key): try take(attribute: key, DictionaryValue(object))
        case .itemClass: className = (object as? NSString).map { $0 as String }
        case .returned(let part): try take(returned: part, DictionaryValue(object))
        case .match(let match): try matches.take(match, object)
        case .use(let use): try uses.take(use, object)
        case .value(.data): data = DictionaryValue(object)
        case .value(.persistentReference): persistentReference = DictionaryValue(object)
        case .value(.reference): try take(reference: object)
        case .unknownAttribute: hasUnknownAttribute = true
        case .ignored: break
        case .appClip: throw .invalidRequest("App Clips are not supported")
        case .illegal: throw .invalidRequest("a key is not allowed in a query")
        }
    }

    /// Reads the new values of an update: only attributes and data are allowed, and any other key is an error
    /// (keychain-services 3.4).
    private mutating func take(change key: DictionaryKey, _ object: AnyObject) throws(KeychainError) {
        switch key {
        case .attribute(.multiUser), .ignored: break
        case .attribute(.sharingGroup): throw .invalidRequest("the sharing group of an item cannot be changed")
        case .attribute, .value(.data), .appClip: try take(key, object)
        case .unknownAttribute: hasUnknownAttribute = true
        default: hasOtherKeys = true
        }
    }

    private mutating func take(attribute key: AttributeKey, _ value: DictionaryValue) throws(KeychainError) {
        switch (key, value) {
        case (.accessControl, .accessControl), (.issuer, .data): break
        case (.accessControl, _), (.issuer, _): throw .invalidRequest("“\(key)” does not take a value of this type")
        default: break
        }
        attributes.append((key, value))
    }

    /// Reads access lists. They can be stored, and are nothing that items are found by.
    private mutating func take(accessList object: AnyObject) throws(KeychainError) {
        guard operation == .add || operation == .changes else {
            hasUnknownAttribute = true
            return
        }
        guard let access = object as? SecAccess else { throw .invalidRequest("kSecAttrAccess takes a SecAccess") }
        accessList = try AccessList(access).encoded()
    }

    private mutating func take(returned part: ItemReturn, _ value: DictionaryValue) throws(KeychainError) {
        guard let flag = value.boolean else { throw .invalidRequest("a return key's value is not a Boolean") }
        if flag { returned.insert(part) }
    }

    private mutating func take(reference object: AnyObject) throws(KeychainError) {
        switch object {
        case let certificate as SecCertificate: reference = .certificate(certificate)
        case let key as SecKey: reference = .key(try key.handleOfKey())
        case let identity as SecIdentity: reference = .identity(identity)
        default: throw .invalidRequest("the reference is not one to an item")
        }
    }

    /// Returns the same request for one half of the identity that it refers to, with those attributes that the half can have.
    func half(_ reference: ValueReference) -> RequestDictionary {
        var half = self
        (half.reference, half.className) = (reference, nil)
        half.attributes = attributes.filter { reference.itemClass.attribute($0.key) != nil }
        if reference.itemClass.attribute(.accessList) == nil { half.accessList = nil }
        return half
    }

    /// Returns the same request for a certificate, which is no secret: of an access control it has the protection class alone.
    func withoutConstraints() -> RequestDictionary {
        var copy = self
        copy.attributes = attributes.map { key, value in
            value.accessControl.map { (.accessible, .string($0.protection.code)) } ?? (key, value)
        }
        return copy
    }

    private func checkAccessControl() throws(KeychainError) {
        // Few queries have any of these attributes, so the searches through the list below are rarely needed.
        guard attributes.contains(where: { $0.key == .accessControl || $0.key == .sharingGroup }) else { return }
        let isSynchronizable = value(of: .synchronizable)?.synchronizable == .yes
        if isSynchronizable, value(of: .sharingGroup) != nil {
            throw .invalidRequest("a sharing group and synchronizable exclude each other")
        }
        if isSynchronizable, operation == .add || operation == .changes, value(of: .accessControl) != nil {
            throw .invalidRequest("an item with an access control cannot be synchronizable")
        }
    }

    private func value(of key: AttributeKey) -> DictionaryValue? { attributes.first { $0.key == key }?.value }
}

extension KeychainError {
    /// Makes the error for a dictionary that the function does not accept.
    static func invalidRequest(_ reason: String) -> KeychainError { KeychainError(.parameter, reason) }
}
