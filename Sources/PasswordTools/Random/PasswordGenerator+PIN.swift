import Glibc
import Secrets

extension PasswordGenerator {
    /// The lengths that a PIN can have, in digits.
    public static let pinLengths = 4...512

    /// A random number that is not among those that people try first.
    ///
    /// - Parameter count: 4 to 512.
    /// - Throws: for another number of digits.
    public func pin(digits count: Int) throws(PasswordOptionsError) -> GeneratedPassword {
        let lengths = Self.pinLengths
        guard lengths.contains(count), let text = try? digits(count) else {
            throw PasswordOptionsError("a PIN has \(lengths.lowerBound) to \(lengths.upperBound) digits")
        }
        return GeneratedPassword(secret: SecretBytes(copying: text.utf8), entropy: Self.pinEntropy(count))
    }

    /// All numbers, less at least those that are rejected: the kinds of weak numbers overlap.
    static func pinEntropy(_ count: Int) -> PasswordEntropy {
        // As a share of all numbers, so that nothing gets too large.
        func share(_ numbers: Double, free: Int) -> Double { numbers * pow(10, Double(free - count)) }
        let weak: Double
        switch count {
        // aabb, abab, and common ones.
        case 4: weak = share(2, free: 2) + share(Double(CommonPINs.fourDigits.count), free: 0)
        // One digit six times; palindromes and abcabc; ababab; common ones; up and down.
        case 6:
            weak =
                share(1, free: 1) + share(2, free: 3) + share(1, free: 2)
                + share(Double(CommonPINs.sixDigits.count) + 20, free: 0)
        default:
            // A run of half the length begins somewhere; then palindromes, repetitions, up and down.
            let run = count / 2
            weak =
                share(Double(count - run + 1), free: count - run + 1) + share(1, free: (count + 1) / 2)
                + share(1, free: 3) + share(1, free: 2) + share(20, free: 0)
        }
        return PasswordEntropy(bits: Double(count) * log2(10) + log2(max(1 - weak, 0.5)), isLowerBound: true)
    }
}

extension PasswordType {
    /// What a password of this type leaves to chance. A lower bound where passwords of nothing but digits may be
    /// weak, and are drawn again.
    public var entropy: PasswordEntropy {
        if self == .pin { return PasswordGenerator.pinEntropy(length) }
        let drawn = length - checkCharacters
        func count(_ alphabet: CharacterClass, _ required: [CharacterClass]) -> BigNumber {
            PasswordCount(alphabet: alphabet, required: required, length: drawn, maxRun: drawn).total
        }
        let all = CharacterClass(alphabet)
        let digits = all.intersection(.digits)
        let required = required.map { CharacterClass($0) }
        let strong = count(all, required) - (required.isEmpty ? count(digits, []) : .zero)
        return PasswordEntropy(bits: strong.logarithm, isLowerBound: required.isEmpty)
    }
}
