import CZxcvbn
import Secrets

/// An estimate of the effort to guess an existing password, by zxcvbn, which looks for words, names, dates, keyboard
/// patterns and repetitions.
///
/// Specified in: Docs/password-generator.md, "Strength".
public struct StrengthEstimate: Hashable, Sendable {
    /// A rating of the strength.
    public enum Rating: String, CaseIterable, Sendable {
        /// An attacker guesses it at a site without a limit on attempts.
        case veryWeak = "very weak"
        /// An attacker guesses it from a stolen file of slow hashes.
        case weak
        /// An attacker guesses it from a stolen file of fast hashes.
        case fair
        /// Only specialised hardware can guess it.
        case strong
        /// It is beyond the reach of any attacker.
        case veryStrong = "very strong"
    }

    /// The logarithm of the number of guesses to the base 2.
    public let bits: Double
    /// Whether the value is a lower bound, because the password is longer than the part that is examined.
    public let isLowerBound: Bool

    /// The maximum size of the examined part, in bytes of UTF-8: the cost grows faster than the length.
    public static let longest = 100
    /// The maximum number of user-specific words that are looked for, and their maximum size in bytes of UTF-8.
    static let maximumWords = 32
    static let longestWord = 64

    /// Estimates the strength of a password.
    ///
    /// - Parameters:
    ///   - password: the password in UTF-8; the first 100 bytes are examined.
    ///   - words: words that an attacker knows of the user and the site, such as names; at most 32 of at most 64 bytes
    ///     are used.
    public init(of password: borrowing SecretBytes, knowing words: [String] = []) {
        let count = min(password.count, Self.longest)
        // zxcvbn requires a terminating zero byte, so the text before it must not contain one.
        let text = password.withUnsafeBytes { password in
            SecretBytes(count: count + 1) { text in
                for index in 0..<count { text[index] = password[index] == 0 ? 1 : password[index] }
            }
        }
        isLowerBound = password.count > count
        let known = words.lazy.map { $0.lowercased() }.filter { (1...Self.longestWord).contains($0.utf8.count) }
        bits = Self.withCStrings(Array(known.prefix(Self.maximumWords))) { words in
            text.withUnsafeBytes { ZxcvbnMatch($0.bindMemory(to: CChar.self).baseAddress, words, nil) }
        }
        // Wipe the intermediate values that zxcvbn left on the stack.
        wipeStack()
    }

    /// The rating of the strength.
    public var rating: Rating {
        switch bits {
        case ..<20: .veryWeak
        case ..<35: .weak
        case ..<50: .fair
        case ..<65: .strong
        default: .veryStrong
        }
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { Array($0.utf8CString) }
        let start = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: copies.count + 1)
        defer { start.deallocate() }
        start.initialize(repeating: nil, count: copies.count + 1)
        func descend(_ index: Int) -> Result {
            guard index < copies.count else { return body(start) }
            return copies[index].withUnsafeBufferPointer { copy in
                start[index] = copy.baseAddress
                return descend(index + 1)
            }
        }
        return descend(0)
    }
}
