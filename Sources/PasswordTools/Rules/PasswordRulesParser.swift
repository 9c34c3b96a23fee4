/// A parser for password rules, property by property.
///
/// The syntax is `name: value; name: value`. A value is a number, or classes of characters separated by commas. A class
/// is a name, or visible ASCII characters in brackets. In brackets, a `-` counts as a character only in the first
/// position and is ignored elsewhere (there are no ranges); a `]` counts only in the last.
struct PasswordRulesParser {
    enum Property {
        case minLength(Int)
        case maxLength(Int)
        case maxConsecutive(Int)
        case allowed(CharacterClass)
        case required(CharacterClass)
        /// Anything else, truncated.
        case ignored(String)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the next property; `nil` at the end.
    mutating func next() -> Property? {
        skip { Self.isBlank($0) || $0 == UInt8(ascii: ";") }
        guard position < bytes.count else { return nil }
        let start = position
        if let property = property(), isAtEndOfProperty() { return property }
        // Skip to the end of the property; a semicolon within a class does not end it.
        position = start
        while let byte = current, byte != UInt8(ascii: ";") {
            if byte != UInt8(ascii: "[") || customClass() == nil { position += 1 }
        }
        position = min(position, bytes.count)
        return .ignored(String(decoding: bytes[start..<position].prefix(60), as: UTF8.self))
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func property() -> Property? {
        let name = word()
        skip(Self.isBlank)
        guard take(":") else { return nil }
        skip(Self.isBlank)
        switch name {
        case "minlength": return number().map { .minLength($0) }
        case "maxlength": return number().map { .maxLength($0) }
        case "max-consecutive": return number().map { .maxConsecutive($0) }
        case "allowed": return classes().map { .allowed($0) }
        case "required": return classes().map { .required($0) }
        default: return nil
        }
    }

    private mutating func isAtEndOfProperty() -> Bool {
        skip(Self.isBlank)
        return current == nil || current == UInt8(ascii: ";")
    }

    /// Reads a word of letters and hyphens and returns it in lower case.
    private mutating func word() -> String {
        let start = position
        skip { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-") }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// Reads a number of at least 1: a rule of 0 characters is invalid. Larger numbers than a million are replaced by a
    /// million.
    private mutating func number() -> Int? {
        var value = 0
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            position += 1
        }
        return value > 0 ? value : nil
    }

    /// Returns the characters of all classes of a list; `nil` if there are none.
    private mutating func classes() -> CharacterClass? {
        var all = CharacterClass("")
        repeat {
            skip(Self.isBlank)
            guard let one = current == UInt8(ascii: "[") ? customClass() : namedClass() else { return nil }
            all = all.union(one)
            skip(Self.isBlank)
        } while take(",")
        return all.isEmpty ? nil : all
    }

    private mutating func namedClass() -> CharacterClass? {
        switch word() {
        case "lower": .lower
        case "upper": .upper
        case "digit": .digits
        // Some sites do not count the slash as a special character.
        case "special": CharacterClass.symbols.subtracting(CharacterClass("/"))
        case "ascii-printable", "unicode": .usual
        default: nil
        }
    }

    /// Reads a class in brackets. If the bracket is not closed, it returns `nil` and consumes nothing.
    private mutating func customClass() -> CharacterClass? {
        let first = position + 1
        guard let end = bytes[first...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        var characters = bytes[first..<end].enumerated().filter { $0.offset == 0 || $0.element != UInt8(ascii: "-") }
            .map(\.element)
        position = end + 1
        if current == UInt8(ascii: "]") {
            characters.append(UInt8(ascii: "]"))
            position += 1
        }
        return CharacterClass(String(decoding: characters.filter { $0 < 0x80 }, as: UTF8.self))
    }

    private mutating func take(_ character: Character) -> Bool {
        guard let current, current == character.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while let current, isSkipped(current) { position += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte)
    }
}
