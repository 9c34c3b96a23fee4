import Foundation

/// The entries of a dictionary from a program, read with type checks.
struct Entries {
    private let dictionary: [String: Any]
    /// The name of the dictionary, for errors.
    private let what: String

    /// - Throws: `.unexpectedData` if a key is not a string.
    init(_ given: [AnyHashable: Any], _ what: String) throws(PasswordManagerError) {
        var dictionary: [String: Any] = [:]
        for (key, value) in given {
            guard let key = key.base as? String else {
                throw PasswordManagerError(.unexpectedData, "The \(what) have a key that is not a string.")
            }
            dictionary[key] = value
        }
        (self.dictionary, self.what) = (dictionary, what)
    }

    private func wrong(_ key: String, _ wanted: String) -> PasswordManagerError {
        PasswordManagerError(.unexpectedData, "“\(key)” of the \(what) is not a \(wanted).")
    }

    /// - Throws: `.unexpectedData` for a value that is not a string.
    func string(_ key: String) throws(PasswordManagerError) -> String? {
        guard let value = present(key) else { return nil }
        guard let string = value as? String else { throw wrong(key, "string") }
        return string
    }

    /// - Throws: `.unexpectedData` for a value that is not a whole number; a Boolean is not one.
    func number(_ key: String) throws(PasswordManagerError) -> Int? {
        guard let value = present(key) else { return nil }
        // Every number type of Swift converts to an object.
        guard let number = value as? NSNumber, !number.isBoolean, let exact = Int(exactly: number.doubleValue) else {
            throw wrong(key, "whole number")
        }
        return exact
    }

    /// - Throws: `.unexpectedData` for a value that is neither a Boolean nor one of the numbers 0 and 1, which
    ///   represent it in Objective-C.
    func boolean(_ key: String) throws(PasswordManagerError) -> Bool? {
        guard let value = present(key) else { return nil }
        guard let number = value as? NSNumber, number.doubleValue == 0 || number.doubleValue == 1 else {
            throw wrong(key, "Boolean")
        }
        return number.boolValue
    }

    /// - Throws: `.unexpectedData` for a value that is not a dictionary of strings.
    func strings(_ key: String) throws(PasswordManagerError) -> [String: String] {
        guard let value = present(key) else { return [:] }
        guard let entries = value as? [AnyHashable: Any] else { throw wrong(key, "dictionary of strings") }
        var strings: [String: String] = [:]
        for (name, value) in entries {
            guard let name = name.base as? String, let value = value as? String else {
                throw wrong(key, "dictionary of strings")
            }
            strings[name] = value
        }
        return strings
    }

    /// - Throws: `.unexpectedData` for a value that is not a dictionary.
    func dictionary(_ key: String) throws(PasswordManagerError) -> [AnyHashable: Any]? {
        guard let value = present(key) else { return nil }
        guard let entries = value as? [AnyHashable: Any] else { throw wrong(key, "dictionary") }
        return entries
    }

    /// Returns the value of a key; an optional without a value, and `NSNull`, count as absent.
    private func present(_ key: String) -> Any? {
        guard let value = dictionary[key], !(value is NSNull) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first?.value
    }
}

/// The class of the numbers that are Booleans, which alone distinguishes `true` from `1`.
private let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

extension NSNumber {
    fileprivate var isBoolean: Bool { ObjectIdentifier(type(of: self)) == booleanClass }
}

extension LoginDetails {
    /// Reads the dictionary of a program. Unknown keys are ignored.
    ///
    /// - Throws: `.unexpectedData` for a value that does not have the type of its key.
    init(_ details: [AnyHashable: Any]?) throws(PasswordManagerError) {
        let entries = try Entries(details ?? [:], "login details")
        self.init(
            title: try entries.string(AppExtensionTitleKey), username: try entries.string(AppExtensionUsernameKey),
            password: try entries.string(AppExtensionPasswordKey),
            oldPassword: try entries.string(AppExtensionOldPasswordKey),
            notes: try entries.string(AppExtensionNotesKey),
            sectionTitle: try entries.string(AppExtensionSectionTitleKey),
            fields: try entries.strings(AppExtensionFieldsKey))
    }
}

extension PasswordGenerationOptions {
    /// Reads the dictionary of a program, or the one in the details; `nil` if there is neither.
    ///
    /// - Throws: `.unexpectedData` for a value that does not have the type of its key.
    init?(_ options: [AnyHashable: Any]?, orFrom details: [AnyHashable: Any]?) throws(PasswordManagerError) {
        let inside = try Entries(details ?? [:], "login details").dictionary(AppExtensionPasswordGeneratorOptionsKey)
        guard let options = options ?? inside else { return nil }
        let entries = try Entries(options, "password generator options")
        self.init(
            minLength: try entries.number(AppExtensionGeneratedPasswordMinLengthKey),
            maxLength: try entries.number(AppExtensionGeneratedPasswordMaxLengthKey),
            requireDigits: try entries.boolean(AppExtensionGeneratedPasswordRequireDigitsKey),
            requireSymbols: try entries.boolean(AppExtensionGeneratedPasswordRequireSymbolsKey),
            forbiddenCharacters: try entries.string(AppExtensionGeneratedPasswordForbiddenCharactersKey))
    }
}

extension ReturnedLogin {
    /// The dictionary for completion handlers, without entries for absent values.
    var dictionary: [AnyHashable: Any] {
        var entries: [AnyHashable: Any] = [AppExtensionUsernameKey: username, AppExtensionPasswordKey: password]
        entries[AppExtensionTOTPKey] = totp
        entries[AppExtensionOldPasswordKey] = oldPassword
        entries[AppExtensionTitleKey] = title
        entries[AppExtensionURLStringKey] = urlString
        entries[AppExtensionNotesKey] = notes
        entries[AppExtensionSectionTitleKey] = sectionTitle
        if !returnedFields.isEmpty { entries[AppExtensionReturnedFieldsKey] = returnedFields }
        return entries
    }
}
