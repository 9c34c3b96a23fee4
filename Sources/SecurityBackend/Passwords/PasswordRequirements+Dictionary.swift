import PasswordGeneration
import Security

extension PasswordRequirements {
    /// Reads the dictionary of requirements that `SecPasswordGenerate` takes (keychain-services 7.1). Unknown keys have no effect.
    ///
    /// - Throws: for keys and values of other types. Whether the requirements are complete is checked by the generator.
    init(_ dictionary: NSDictionary) throws(PasswordRequirementsError) {
        let entries = try RequirementEntries(dictionary)
        self.init(
            minLength: try entries.number(kSecPasswordMinLength), maxLength: try entries.number(kSecPasswordMaxLength),
            allowedCharacters: try entries.text(kSecPasswordAllowedCharacters),
            requiredCharacters: try entries.sets(kSecPasswordRequiredCharacters))
        usesDefaultForType = try entries.flag(kSecPasswordDefaultForType) ?? false
        disallowedCharacters = try entries.set(kSecPasswordDisallowedCharacters) ?? ""
        cantStartWithCharacters = try entries.set(kSecPasswordCantStartWithChars) ?? ""
        cantEndWithCharacters = try entries.set(kSecPasswordCantEndWithChars) ?? ""
        containsNoMoreThan = try entries.amount(kSecPasswordContainsNoMoreThanNSpecificCharacters)
        containsAtLeast = try entries.amount(kSecPasswordContainsAtLeastNSpecificCharacters)
        noMoreThanConsecutiveIdenticalCharacters = try entries.number(
            kSecPasswordContainsNoMoreThanNConsecutiveIdenticalCharacters)
        groupSize = try entries.number(kSecPasswordGroupSize)
        numberOfGroups = try entries.number(kSecPasswordNumberOfGroups)
        separator = try entries.text(kSecPasswordSeparator) ?? separator
    }
}

/// The entries of a dictionary of requirements.
private struct RequirementEntries {
    private var entries: [String: DictionaryValue] = [:]
    /// The characters of which character sets have their members: the allowed ones, or digits.
    private let alphabet: String

    /// The maximum number of required sets that are read; the generator takes fewer.
    private static let mostSets = 256
    /// The maximum size of the text whose characters are looked up in character sets, in bytes of UTF-8; the generator takes no longer one.
    private static let longestAlphabet = 16 << 10

    init(_ dictionary: NSDictionary, alphabet: String? = nil) throws(PasswordRequirementsError) {
        var entries: [String: DictionaryValue] = [:]
        try dictionary.forEachObject { (key, value) throws(PasswordRequirementsError) in
            guard let key = key as? NSString else { throw PasswordRequirementsError("a key is not a string") }
            entries[key as String] = DictionaryValue(value)
        }
        let allowed = alphabet ?? entries[kSecPasswordAllowedCharacters as String]?.string ?? "0123456789"
        self.alphabet = allowed.utf8.count <= Self.longestAlphabet ? allowed : ""
        self.entries = entries
    }

    private subscript(_ key: CFString) -> DictionaryValue? { entries[key as String] }

    func number(_ key: CFString) throws(PasswordRequirementsError) -> Int? {
        switch self[key] {
        case nil: return nil
        case .number(let number): return Int(clamping: number)
        default: throw PasswordRequirementsError("“\(key)” is not a whole number")
        }
    }

    func text(_ key: CFString) throws(PasswordRequirementsError) -> String? {
        switch self[key] {
        case nil: return nil
        case .string(let text): return text
        default: throw PasswordRequirementsError("“\(key)” is not a string")
        }
    }

    func flag(_ key: CFString) throws(PasswordRequirementsError) -> Bool? {
        switch self[key] {
        case nil: return nil
        case .boolean(let flag): return flag
        case .string(let text) where text == "true" || text == "false": return text == "true"
        default: throw PasswordRequirementsError("“\(key)” is neither true nor false")
        }
    }

    func set(_ key: CFString) throws(PasswordRequirementsError) -> String? {
        guard let value = self[key] else { return nil }
        return try members(of: value, key)
    }

    func sets(_ key: CFString) throws(PasswordRequirementsError) -> [String]? {
        guard let value = self[key] else { return nil }
        guard case .object(let object) = value, let array = object as? NSArray else {
            throw PasswordRequirementsError("“\(key)” is not an array")
        }
        guard array.count <= Self.mostSets else { throw PasswordRequirementsError("“\(key)” has too many sets") }
        var sets: [String] = []
        for index in 0..<array.count { sets.append(try members(of: DictionaryValue(array[index] as AnyObject), key)) }
        return sets
    }

    func amount(_ key: CFString) throws(PasswordRequirementsError) -> PasswordRequirements.Amount? {
        guard let value = self[key] else { return nil }
        guard case .object(let object) = value, let dictionary = object as? NSDictionary else {
            throw PasswordRequirementsError("“\(key)” is not a dictionary")
        }
        let inner = try RequirementEntries(dictionary, alphabet: alphabet)
        guard let count = try inner.number(kSecPasswordCharacterCount),
            let characters = try inner.set(kSecPasswordCharacters)
        else { throw PasswordRequirementsError("“\(key)” has no number, or no characters") }
        return PasswordRequirements.Amount(count: count, characters: characters)
    }

    /// Returns the characters of a string, or those of the alphabet that a character set has.
    private func members(of value: DictionaryValue, _ key: CFString) throws(PasswordRequirementsError) -> String {
        switch value {
        case .string(let text): return text
        case .object(let object):
            guard let set = object as? CharacterSet else { break }
            return alphabet.filter { $0.unicodeScalars.allSatisfy(set.contains) }
        default: break
        }
        throw PasswordRequirementsError("“\(key)” is neither a string nor a character set")
    }
}
