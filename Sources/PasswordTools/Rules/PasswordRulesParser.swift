/// Takes a text of password rules apart, property by property.
///
/// `name: value; name: value`, where a value is a number, or classes of characters with commas between them. A class
/// is a name, or visible ASCII characters in brackets: a `-` stands for itself if it comes first and is left out
/// elsewhere (there are no ranges), and a `]` if it comes last.
struct PasswordRulesParser {
    enum Property {
        case minLength(Int)
        case maxLength(Int)
        case maxConsecutive(Int)
        case allowed(CharacterClass)
        case required(CharacterClass)
        /// Anything else, cut off after some characters.
        case ignored(String)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next property; nil at the end.
    mutating func next() -> Property? {
        skip { Self.isBlank($0) || $0 == UInt8(ascii: ";") }
        guard position < bytes.count else { return nil }
        let start = position
        if let property = property(), isAtEndOfProperty() { return property }
        // The end of the property, as a class may have a semicolon.
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

    /// Letters and hyphens, in lower case.
    private mutating func word() -> String {
        let start = position
        skip { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-") }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// At least 1: a rule of 0 characters is none. What has more digits than anybody needs is a million.
    private mutating func number() -> Int? {
        var value = 0
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            position += 1
        }
        return value > 0 ? value : nil
    }

    /// The characters of all classes of a list; nil if there are none.
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
        // Not all that sites understand by this includes the slash.
        case "special": CharacterClass.symbols.subtracting(CharacterClass("/"))
        case "ascii-printable", "unicode": .usual
        default: nil
        }
    }

    /// Nil, and nothing taken, if the bracket is not closed.
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
