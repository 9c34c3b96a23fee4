/// A set of visible ASCII characters.
public struct CharacterClass: Hashable, Sendable {
    /// The members: bit n stands for the ASCII character n.
    let bits: UInt128

    init(bits: UInt128) { self.bits = bits }

    /// Makes a class of the visible ASCII characters and blanks in `characters`; others are ignored.
    public init(_ characters: some StringProtocol) {
        bits = characters.reduce(0) { bits, character in
            guard let value = character.visibleASCII else { return bits }
            return bits | 1 << UInt128(value)
        }
    }

    /// `a` to `z`.
    public static let lower = CharacterClass("abcdefghijklmnopqrstuvwxyz")
    /// `A` to `Z`.
    public static let upper = CharacterClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    /// `0` to `9`.
    public static let digits = CharacterClass(PasswordType.digits)
    /// The 29 symbols that sites are known to accept.
    public static let symbols = CharacterClass("!@#$%^&*()_-+=|[]{}'\";.,>?/~`")
    /// Letters, digits and symbols: the default alphabet of a password.
    public static let usual = CharacterClass.alphanumeric.union(symbols)

    /// Characters that are easily confused.
    static let lookAlikes = CharacterClass("ijlIOo01|'`.,")
    package static let alphanumeric = CharacterClass.lower.union(.upper).union(.digits)
    /// The characters that may be drawn: no blank, which forms trim, and no backslash, which too much software treats
    /// as an escape character.
    static let producible = CharacterClass(bits: (1 << 127) - (1 << 33)).subtracting(CharacterClass("\\"))

    /// The number of characters.
    public var count: Int { bits.nonzeroBitCount }
    /// Whether the class is empty.
    public var isEmpty: Bool { bits == 0 }

    /// Returns the characters of either class.
    public func union(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits | other.bits) }
    /// Returns the characters that are in both classes.
    public func intersection(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits & other.bits) }
    /// Returns the characters that are not in `other`.
    public func subtracting(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits & ~other.bits) }
    /// Returns whether all characters are in `other`.
    public func isSubset(of other: CharacterClass) -> Bool { bits & ~other.bits == 0 }

    /// Returns whether a character is in the class.
    public func contains(_ character: Character) -> Bool {
        character.visibleASCII.map(contains) ?? false
    }

    package func contains(_ value: UInt8) -> Bool { value < 128 && bits >> UInt128(value) & 1 == 1 }

    /// The ASCII values, in ascending order.
    package var values: [UInt8] { (32..<127).filter { contains($0) } }

    /// The characters in ASCII order.
    public var characters: String { String(decoding: values, as: UTF8.self) }
}

extension Character {
    /// The value of a visible ASCII character or a blank; `nil` for all others, such as an accented letter.
    fileprivate var visibleASCII: UInt8? {
        asciiValue.flatMap { (32..<127).contains($0) ? $0 : nil }
    }
}

extension CharacterClass: CustomStringConvertible {
    /// The name of the class in error messages.
    public var description: String {
        switch self {
        case .lower: "small letters"
        case .upper: "capital letters"
        case .digits: "digits"
        case .symbols: "symbols"
        default: "“\(characters)”"
        }
    }
}
