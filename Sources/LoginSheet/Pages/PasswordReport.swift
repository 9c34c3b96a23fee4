import PasswordTools
import PasswordVault

/// A report on a password before it is saved.
public struct PasswordReport: Sendable, Equatable {
    /// A requirement of the program that the password does not meet.
    public enum Violation: Sendable, Equatable {
        /// It has fewer characters than this.
        case shorter(than: Int)
        /// It has more characters than this.
        case longer(than: Int)
        /// It has no digit.
        case noDigit
        /// It has no symbol.
        case noSymbol
        /// It has a symbol.
        case hasSymbol
        /// It has a forbidden character.
        case forbiddenCharacter
    }

    /// The strength in bits: for a generated password its entropy, otherwise an estimate.
    public let bits: Double
    /// The rating of the strength.
    public let rating: StrengthEstimate.Rating
    /// The violated requirements. The password can be saved nevertheless.
    public let violations: [Violation]

    /// - Parameter words: what others know of the account.
    init(_ draft: LoginDraft, _ constraints: RandomPasswordOptions, knowing words: [String]) {
        let estimate = StrengthEstimate(of: draft.password.copy(), knowing: words)
        rating = estimate.rating
        if case .generated(let entropy) = draft.origin {
            (bits, violations) = (entropy.bits, [])
        } else {
            (bits, violations) = (estimate.bits, Self.violations(of: draft.password, constraints))
        }
    }

    private static func violations(of password: Secret, _ constraints: RandomPasswordOptions) -> [Violation] {
        let forbidden = Set(constraints.forbiddenCharacters.unicodeScalars)
        var (count, digits, symbols, hits) = (0, 0, 0, 0)
        // The password is decoded in place, so that no string with a copy of it is left in memory.
        password.withUnsafeBytes { bytes in
            var (iterator, decoder) = (bytes.makeIterator(), UTF8())
            while true {
                let scalar: Unicode.Scalar
                switch decoder.decode(&iterator) {
                case .scalarValue(let value): scalar = value
                case .error: scalar = "\u{fffd}"
                case .emptyInput: return
                }
                count += 1
                if ("0"..."9").contains(scalar) { digits += 1 } else if !scalar.properties.isAlphabetic { symbols += 1 }
                if forbidden.contains(scalar) { hits += 1 }
            }
        }
        var violations: [Violation] = []
        if let least = constraints.minLength, count < least { violations.append(.shorter(than: least)) }
        if let most = constraints.maxLength, count > most { violations.append(.longer(than: most)) }
        if constraints.requiresDigits == true, digits == 0 { violations.append(.noDigit) }
        if constraints.requiresSymbols == true, symbols == 0 { violations.append(.noSymbol) }
        if constraints.requiresSymbols == false, symbols > 0 { violations.append(.hasSymbol) }
        if hits > 0 { violations.append(.forbiddenCharacter) }
        return violations
    }
}
