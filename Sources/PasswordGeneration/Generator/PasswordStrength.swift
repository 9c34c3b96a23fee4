import Foundation

/// Tests for weak passwords, which attackers try first.
///
/// There are two predicates, as in Apple's API; they differ for passwords of digits only. No dictionary is consulted: a word can pass both.
/// Specified in: Docs/password-generator.md, "Weak passwords".
public enum PasswordStrength {
    /// The minimum strength in bits of a password that has not only digits.
    static let sufficientBits = 35.0

    /// Returns whether a password is weak, as Apple's `SecPasswordIsPasswordWeak` does.
    public static func isWeak(_ password: String) -> Bool {
        let characters = Array(password)
        guard characters.count >= 4 else { return true }
        guard let digits = digits(characters) else { return bits(characters) < sufficientBits }
        if digits.count == 4 { return isWeakFourDigitPIN(digits) || isSequence(digits) }
        return longestRun(digits) == digits.count || isSequence(digits)
    }

    /// Returns whether a password is weak, as Apple's `SecPasswordIsPasswordWeak2` does.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - isSimple: whether the password is to be treated as a PIN of 4 or 6 digits. Any other password is then weak only if it has fewer
    ///     than 4 characters.
    public static func isWeak(_ password: String, asSimplePIN isSimple: Bool) -> Bool {
        let characters = Array(password)
        guard characters.count >= 4 else { return true }
        guard let digits = digits(characters) else { return !isSimple && bits(characters) < sufficientBits }
        switch (isSimple, digits.count) {
        case (true, 4): return isWeakFourDigitPIN(digits)
        case (true, 6): return longestRun(digits) == 6 || isPredictable(digits)
        case (true, _): return false
        case (false, let count): return longestRun(digits) >= count / 2 || isPredictable(digits)
        }
    }
}

extension PasswordStrength {
    /// Returns the values of the characters if all are ASCII digits; otherwise `nil`.
    private static func digits(_ characters: [Character]) -> [Int]? {
        var result: [Int] = []
        for character in characters {
            guard character.isASCII, let value = character.wholeNumberValue else { return nil }
            result.append(value)
        }
        return result
    }

    static func longestRun<Element: Equatable>(_ elements: [Element]) -> Int {
        var longest = 0
        var run = 0
        for (index, element) in elements.enumerated() {
            run = index > 0 && elements[index - 1] == element ? run + 1 : 1
            longest = max(longest, run)
        }
        return longest
    }

    /// Whether the PIN is two pairs (`aabb`, including `aaaa`), a repeated pair (`abab`), or a common PIN.
    private static func isWeakFourDigitPIN(_ digits: [Int]) -> Bool {
        (digits[0] == digits[1] && digits[2] == digits[3]) || isRepetition(digits, period: 2)
            || CommonPINs.fourDigits.contains(text(digits))
    }

    private static func isPredictable(_ digits: [Int]) -> Bool {
        digits == digits.reversed() || CommonPINs.sixDigits.contains(text(digits))
            || (digits.count >= 6 && isRepetition(digits, period: 3)) || isRepetition(digits, period: 2)
            || isSequence(digits)
    }

    private static func isRepetition(_ digits: [Int], period: Int) -> Bool {
        digits.count > period && digits.indices.dropFirst(period).allSatisfy { digits[$0] == digits[$0 - period] }
    }

    /// Whether the digits ascend or descend by one. On a keypad, 0 follows 9, so `0987` counts as descending.
    private static func isSequence(_ digits: [Int]) -> Bool {
        let steps = zip(digits.dropFirst(), digits).map { $0 - $1 }
        if steps.allSatisfy({ $0 == 1 }) || steps.allSatisfy({ $0 == -1 }) { return true }
        return digits.starts(with: [0, 9]) && steps.dropFirst().allSatisfy { $0 == -1 }
    }

    private static func text(_ digits: [Int]) -> String { digits.map(String.init).joined() }

    /// Returns the length times the logarithm of the total size of the character sets in the password.
    private static func bits(_ characters: [Character]) -> Double {
        var alphabet = 0
        if characters.contains(where: { ("A"..."Z").contains($0) }) { alphabet += 26 }
        if characters.contains(where: { ("a"..."z").contains($0) }) { alphabet += 26 }
        if characters.contains(where: { ("0"..."9").contains($0) }) { alphabet += 10 }
        if characters.contains(where: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) { alphabet += 33 }
        return Double(characters.count) * log2(Double(alphabet))
    }
}
