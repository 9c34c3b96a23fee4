import Crypto
import Foundation
import Secrets

/// The shared secret of a site that asks for one-time codes, and how codes are made of it.
///
/// Specified in: Docs/one-time-codes.md; RFC 4226 (HOTP), RFC 6238 (TOTP).
public final class OneTimeCode: Sendable {
    /// The secret's bytes.
    public let secret: SecretBytes
    /// Everything else.
    public let settings: OneTimeCodeSettings

    /// In bytes: the block of SHA-512, beyond which HMAC uses the hash of a key in the key's place.
    public static let longestSecret = 128

    /// - Parameters:
    ///   - secret: 1 to 128 bytes.
    ///   - settings: how codes are made.
    /// - Throws: if the secret or a setting is out of its bounds.
    public init(secret: consuming SecretBytes, settings: OneTimeCodeSettings = .init()) throws(OneTimeCodeError) {
        guard (1...Self.longestSecret).contains(secret.count) else {
            throw OneTimeCodeError("the secret has not between 1 and \(Self.longestSecret) bytes")
        }
        try settings.check()
        self.secret = secret
        self.settings = settings
    }

    /// The code that is valid at a time, and the next one.
    ///
    /// - Parameter date: from 1970 on; what is before counts as 1970.
    /// - Returns: nil for a code that depends on a counter.
    public func code(at date: Date) -> TimedCode? {
        guard case .time(let period) = settings.factor else { return nil }
        // What is no number at all is taken for 1970; the largest is far beyond any calendar.
        let time = date.timeIntervalSince1970
        let seconds = time > 0 ? UInt64(min(time, 0x1p52)) : 0
        let length = UInt64(period)
        let number = seconds / length
        return TimedCode(
            code: code(counter: number), secondsLeft: Int(length - seconds % length), period: period,
            next: code(counter: number + 1))
    }

    /// The code for a counter.
    ///
    /// After its use the counter has to be kept as one more: ``OneTimeCode/withCounter(_:)``.
    public func code(counter: UInt64) -> String {
        let value = secret.withUnsafeBytes { secret in
            let key = SymmetricKey(data: secret)
            return switch settings.algorithm {
            case .sha1: Self.value(HMAC<Insecure.SHA1>.self, counter, key)
            case .sha256: Self.value(HMAC<SHA256>.self, counter, key)
            case .sha512: Self.value(HMAC<SHA512>.self, counter, key)
            }
        }
        switch settings.format {
        case .digits(let count):
            let digits = String(value % (0..<count).reduce(1) { power, _ in power * 10 })
            return String(repeating: "0", count: count - digits.count) + digits
        case .steam: return Self.steamCode(value)
        }
    }

    /// The code for the counter of the settings; nil for a code that depends on the time.
    public var currentCode: String? {
        guard case .counter(let counter) = settings.factor else { return nil }
        return code(counter: counter)
    }

    /// The same with another counter.
    public func withCounter(_ counter: UInt64) -> OneTimeCode {
        var settings = settings
        settings.factor = .counter(counter)
        return OneTimeCode(checked: secret.copy(), settings)
    }

    private init(checked secret: consuming SecretBytes, _ settings: OneTimeCodeSettings) {
        self.secret = secret
        self.settings = settings
    }
}

/// A code that depends on the time.
public struct TimedCode: Hashable, Sendable {
    /// The code that is valid.
    public let code: String
    /// For how many seconds it still is: 1 to `period`.
    public let secondsLeft: Int
    /// For how many seconds a code is valid.
    public let period: Int
    /// The code that is valid afterwards.
    public let next: String
}

extension OneTimeCode {
    /// 31 bits out of the authentication code, from where its last four bits say.
    private static func value<Hash: HashFunction>(
        _ function: HMAC<Hash>.Type, _ counter: UInt64, _ key: SymmetricKey
    ) -> UInt32 {
        let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        let code = Array(HMAC<Hash>.authenticationCode(for: message, using: key))
        let offset = Int(code[code.count - 1] & 15)
        return code[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }

    /// Steam writes the same number to the base 26, with characters of its own, the lowest first.
    private static func steamCode(_ value: UInt32) -> String {
        let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY")
        var value = Int(value)
        var code = ""
        for _ in 0..<5 {
            code.append(alphabet[value % alphabet.count])
            value /= alphabet.count
        }
        return code
    }
}
