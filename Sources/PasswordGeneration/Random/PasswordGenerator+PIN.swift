import Glibc
import Secrets

extension PasswordGenerator {
    /// The possible lengths of a PIN, in digits.
    public static let pinLengths = 4...512

    /// Generates a random PIN that is not a common one.
    ///
    /// - Parameter count: the number of digits, 4 to 512.
    /// - Throws: if `count` is out of bounds.
    public func pin(digits count: Int) throws(PasswordOptionsError) -> GeneratedPassword {
        let lengths = Self.pinLengths
        guard lengths.contains(count), let text = try? digits(count) else {
            throw PasswordOptionsError("a PIN has \(lengths.lowerBound) to \(lengths.upperBound) digits")
        }
        return GeneratedPassword(secret: SecretBytes(copying: text.utf8), entropy: Self.pinEntropy(count))
    }

    /// Returns the entropy of a PIN. It is a lower bound: the sum of rejected numbers counts some of them more than
    /// once, as the kinds of weak numbers overlap.
    static func pinEntropy(_ count: Int) -> PasswordEntropy {
        // The counts are fractions of all numbers, so that no value overflows.
        func share(_ numbers: Double, free: Int) -> Double { numbers * pow(10, Double(free - count)) }
        let weak: Double
        switch count {
        // The patterns aabb and abab, and common numbers.
        case 4: weak = share(2, free: 2) + share(Double(CommonPINs.fourDigits.count), free: 0)
        // One digit six times; palindromes and abcabc; ababab; common numbers; ascending and descending sequences.
        case 6:
            weak =
                share(1, free: 1) + share(2, free: 3) + share(1, free: 2)
                + share(Double(CommonPINs.sixDigits.count) + 20, free: 0)
        default:
            // A run of half the length at any position; then palindromes, repetitions, ascending and descending
            // sequences.
            let run = count / 2
            weak =
                share(Double(count - run + 1), free: count - run + 1) + share(1, free: (count + 1) / 2)
                + share(1, free: 3) + share(1, free: 2) + share(20, free: 0)
        }
        return PasswordEntropy(bits: Double(count) * log2(10) + log2(max(1 - weak, 0.5)), isLowerBound: true)
    }
}

extension PasswordType {
    /// The entropy of a password of this type. It is a lower bound for types whose passwords may consist of digits
    /// only: weak ones among these are drawn again.
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
