import CZxcvbn
import Secrets

/// How long an existing password would take to guess, as zxcvbn estimates it: from words, names, dates, keyboard
/// patterns and repetitions that it finds.
///
/// Specified in: Docs/password-generator.md, "Strength".
public struct StrengthEstimate: Hashable, Sendable {
    /// One word for the strength.
    public enum Rating: String, CaseIterable, Sendable {
        /// Guessed at a site that does not count attempts.
        case veryWeak = "very weak"
        /// Guessed from a stolen file of slow hashes.
        case weak
        /// Guessed from a stolen file of fast hashes.
        case fair
        /// Out of reach for a machine that is not made for it.
        case strong
        /// Out of reach.
        case veryStrong = "very strong"
    }

    /// The logarithm of the number of guesses, to the base 2.
    public let bits: Double
    /// Whether the password is longer than what is looked at, and as strong at least.
    public let isLowerBound: Bool

    /// The longest part of a password that is looked at, in bytes of UTF-8: what it costs grows faster than the length.
    public static let longest = 100
    /// The most words of the user's that are looked for, and the longest, in bytes of UTF-8.
    static let mostWords = 32
    static let longestWord = 64

    /// - Parameters:
    ///   - password: in UTF-8; the first 100 bytes are looked at.
    ///   - words: what an attacker knows of the user and the site, such as names; at most 32 of at most 64 bytes are
    ///     looked for.
    public init(of password: borrowing SecretBytes, knowing words: [String] = []) {
        let count = min(password.count, Self.longest)
        // zxcvbn wants a zero byte at the end, so that there must be none before.
        let text = password.withUnsafeBytes { password in
            SecretBytes(count: count + 1) { text in
                for index in 0..<count { text[index] = password[index] == 0 ? 1 : password[index] }
            }
        }
        isLowerBound = password.count > count
        let known = words.lazy.map { $0.lowercased() }.filter { (1...Self.longestWord).contains($0.utf8.count) }
        bits = Self.withCStrings(Array(known.prefix(Self.mostWords))) { words in
            text.withUnsafeBytes { ZxcvbnMatch($0.bindMemory(to: CChar.self).baseAddress, words, nil) }
        }
        // What zxcvbn computed from the password on the way.
        wipeStack()
    }

    /// The strength in one word.
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
