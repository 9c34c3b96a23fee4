import KeychainServices

/// The two kinds of passwords, with what differs between their commands.
struct PasswordKind: Sendable {
    let itemClass: ItemClass
    /// The attribute that names what the password is for.
    let place: AttributeKey
    /// The options that select an item, for getopt(3).
    let selectors: String

    static let generic = PasswordKind(itemClass: .genericPassword, place: .service, selectors: "a:c:C:D:G:j:l:s:")
    static let internet = PasswordKind(
        itemClass: .internetPassword, place: .server, selectors: "a:c:C:d:D:j:l:p:P:r:s:t:")

    /// The attributes that name the item to change.
    var nameKeys: [AttributeKey] {
        guard itemClass == .internetPassword else { return [.account, place] }
        return [.account, place, .securityDomain, .path, .port, .protocol]
    }

    /// Returns the attribute that an option gives a value; nil if the option is about something else.
    ///
    /// - Throws: ``Ending`` for a code that has not four bytes, ``UsageError`` for a port that is no number.
    func attribute(_ letter: Character, _ value: String) throws -> (key: AttributeKey, value: AttributeValue)? {
        switch letter {
        case "a": (.account, .string(value))
        case "c": (.creator, .number(try Self.code(value)))
        case "C": (.type, .number(try Self.code(value)))
        case "D": (.itemDescription, .string(value))
        case "j": (.comment, .string(value))
        case "l": (.label, .string(value))
        case "s": (place, .string(value))
        default: itemClass == .internetPassword ? try internetAttribute(letter, value) : genericAttribute(letter, value)
        }
    }

    private func genericAttribute(_ letter: Character, _ value: String) -> (AttributeKey, AttributeValue)? {
        letter == "G" ? (.generic, .string(value)) : nil
    }

    private func internetAttribute(_ letter: Character, _ value: String) throws -> (AttributeKey, AttributeValue)? {
        switch letter {
        case "d": return (.securityDomain, .string(value))
        case "p": return (.path, .string(value))
        case "P":
            guard let port = UInt16(value) else { throw UsageError("“\(value)” is no port: a number to 65535 is") }
            return (.port, .number(Int64(port)))
        case "r":
            _ = try Self.code(value)
            return (.protocol, .string(value))
        case "t":
            _ = try Self.code(value)
            return (.authenticationType, .string(value))
        default: return nil
        }
    }

    /// Returns four letters as a number.
    static func code(_ letters: String) throws -> Int64 {
        guard letters.utf8.count == 4 else {
            throw Ending(
                1, "security: “\(letters)” has not four bytes: a code has exactly four, such as “htps” or “ftp ”")
        }
        return letters.utf8.reduce(0) { $0 << 8 | Int64($1) }
    }
}
