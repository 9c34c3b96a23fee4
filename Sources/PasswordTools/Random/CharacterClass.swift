/// A set of visible ASCII characters.
public struct CharacterClass: Hashable, Sendable {
    /// Bit n stands for the ASCII character n.
    let bits: UInt128

    init(bits: UInt128) { self.bits = bits }

    /// The visible ASCII characters and blanks out of `characters`; others are ignored.
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
    /// The 29 symbols that sites are known to take.
    public static let symbols = CharacterClass("!@#$%^&*()_-+=|[]{}'\";.,>?/~`")
    /// Letters, digits and symbols: what a password is made of unless something else is asked for.
    public static let usual = CharacterClass.alphanumeric.union(symbols)

    /// Characters that are easily taken for one another.
    static let lookAlikes = CharacterClass("ijlIOo01|'`.,")
    static let alphanumeric = CharacterClass.lower.union(.upper).union(.digits)
    /// What is ever drawn: no blank, which forms cut off, and no backslash, which too much software takes for
    /// something else.
    static let producible = CharacterClass(bits: (1 << 127) - (1 << 33)).subtracting(CharacterClass("\\"))

    /// How many characters there are.
    public var count: Int { bits.nonzeroBitCount }
    /// Whether there is none.
    public var isEmpty: Bool { bits == 0 }

    /// The characters of both.
    public func union(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits | other.bits) }
    /// The characters that both have.
    public func intersection(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits & other.bits) }
    /// The characters that `other` does not have.
    public func subtracting(_ other: CharacterClass) -> CharacterClass { CharacterClass(bits: bits & ~other.bits) }
    /// Whether `other` has all of these characters.
    public func isSubset(of other: CharacterClass) -> Bool { bits & ~other.bits == 0 }

    /// Whether the character is among these.
    public func contains(_ character: Character) -> Bool {
        character.visibleASCII.map(contains) ?? false
    }

    func contains(_ value: UInt8) -> Bool { value < 128 && bits >> UInt128(value) & 1 == 1 }

    /// The ASCII values, in ascending order.
    var values: [UInt8] { (32..<127).filter { contains($0) } }

    /// The characters in the order of ASCII.
    public var characters: String { String(decoding: values, as: UTF8.self) }
}

extension Character {
    /// The value of a visible ASCII character or a blank; nil for all others, such as a letter with an accent of its
    /// own.
    fileprivate var visibleASCII: UInt8? {
        asciiValue.flatMap { (32..<127).contains($0) ? $0 : nil }
    }
}

extension CharacterClass: CustomStringConvertible {
    /// The class as an error names it.
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
