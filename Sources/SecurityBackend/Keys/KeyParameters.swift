import AsymmetricKeys
import KeychainServices
import Security

/// A dictionary by which a key is made (keychain-services 6.1, 6.3), or that goes with a key exchange (6.4).
struct KeyParameters {
    private var entries: [String: DictionaryValue] = [:]
    /// The values as the program gave them.
    private var objects: [String: AnyObject] = [:]

    init(_ dictionary: NSDictionary) throws(KeychainError) {
        try dictionary.forEachObject { (key, value) throws(KeychainError) in
            let name = try Self.name(key)
            (entries[name], objects[name]) = (DictionaryValue(value), value)
        }
    }

    private static func name(_ key: AnyObject) throws(KeychainError) -> String {
        if let text = key as? NSString { return text as String }
        // A dictionary of Swift's with such keys; on Apple's systems they become strings.
        guard let parameter = key as? SecKeyKeyExchangeParameter else { throw .parameter("a key is not a string") }
        return parameter.rawValue as String
    }

    private subscript(_ name: CFString) -> DictionaryValue? { entries[name as String] }

    /// Returns these parameters with those of a dictionary in them, which win.
    func merged(with name: CFString) throws(KeychainError) -> KeyParameters {
        guard let value = self[name] else { return self }
        guard case .object(let object) = value, let dictionary = object as? NSDictionary else {
            throw .parameter("“\(name)” is not a dictionary")
        }
        var merged = self
        let inner = try KeyParameters(dictionary)
        merged.entries.merge(inner.entries) { $1 }
        merged.objects.merge(inner.objects) { $1 }
        return merged
    }

    /// Returns a dictionary with the entries that are to be in it.
    func dictionary(where isIncluded: (String) -> Bool) -> NSMutableDictionary {
        let dictionary = NSMutableDictionary()
        for (name, object) in objects where isIncluded(name) { dictionary[name as NSString] = object }
        return dictionary
    }

    /// Returns a number, which may be a text of digits; nil if it is missing.
    func number(_ name: CFString) throws(KeychainError) -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.integer else { throw .parameter("“\(name)” is not a number") }
        return number
    }

    /// Returns data; nil if it is missing.
    func data(_ name: CFString) throws(KeychainError) -> Data? {
        guard let value = self[name] else { return nil }
        guard case .data(let data) = value else { throw .parameter("“\(name)” is not data") }
        return data
    }

    /// Returns a Boolean, which may be 0 or 1; nil if it is missing.
    func flag(_ name: CFString) throws(KeychainError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case .boolean(let flag): return flag
        case .number(0): return false
        case .number(1): return true
        default: throw .parameter("“\(name)” is not a Boolean")
        }
    }

    /// Whether a private key may be copied out again.
    func isExtractable() throws(KeychainError) -> Bool { try flag(kSecAttrIsExtractable) ?? true }

    /// Reads the type of a key that is to be made at random, which must be one of the constants.
    func typeForMaking() throws(KeychainError) -> KeyType {
        guard case .string = self[kSecAttrKeyType] else {
            throw .parameter("the type of key is missing, or not a text")
        }
        return try type()
    }

    /// Reads the type of a key.
    func type() throws(KeychainError) -> KeyType {
        guard let number = try number(kSecAttrKeyType) else { throw .parameter("the type of key is missing") }
        if let type = KeyType(rawValue: number) { return type }
        guard !Self.typesToCome.contains(number) else {
            throw .unimplementedKey("keys of this type are not implemented")
        }
        throw .parameter("there is no asymmetric key of this type")
    }

    /// Ed448, X448, Kyber, ML-KEM, ML-DSA (keychain-services 1.7).
    private static let typesToCome = 107...111
    private static let symmetric = 2

    /// Reads the class of a key.
    func keyClass() throws(KeychainError) -> KeyClass {
        let number = try number(kSecAttrKeyClass)
        guard number != Self.symmetric else { throw .unimplementedKey("symmetric keys are not implemented") }
        guard let number, let keyClass = KeyClass(rawValue: number) else {
            throw .parameter("the class of key is missing, or there is none like it")
        }
        return keyClass
    }

    /// Whether a key is to be in the TPM.
    ///
    /// - Throws: `.unimplemented` for any other token.
    func isForToken() throws(KeychainError) -> Bool {
        switch self[kSecAttrTokenID] {
        case nil: return false
        case .string(KeyToken.identifier): return true
        case .string: throw .unimplementedKey("there is no such token")
        default: throw .parameter("“\(kSecAttrTokenID)” is not a text")
        }
    }
}

extension KeychainError {
    fileprivate static func unimplementedKey(_ reason: String) -> KeychainError {
        KeychainError(.unimplemented, reason)
    }
}

extension DictionaryValue {
    /// The integer of a number, or of a text in its usual decimal form.
    fileprivate var integer: Int? {
        switch self {
        case .number(let number): Int(exactly: number)
        case .string(let text): Int(text).flatMap { String($0) == text ? $0 : nil }
        default: nil
        }
    }
}
