import Crypto
import Foundation
import Secrets

/// The shared secret for one-time codes of a site, with the settings to compute them.
///
/// Specified in: Docs/one-time-codes.md; RFC 4226 (HOTP), RFC 6238 (TOTP).
public final class OneTimeCode: Sendable {
    /// The bytes of the secret.
    public let secret: SecretBytes
    /// The settings.
    public let settings: OneTimeCodeSettings

    /// The maximum size of a secret in bytes: the block size of SHA-512. HMAC replaces a longer key by its hash.
    public static let longestSecret = 128

    /// Makes a one-time code.
    ///
    /// - Parameters:
    ///   - secret: the secret, 1 to 128 bytes.
    ///   - settings: the settings to compute codes.
    /// - Throws: if the secret or a setting is out of its bounds.
    public init(secret: consuming SecretBytes, settings: OneTimeCodeSettings = .init()) throws(OneTimeCodeError) {
        guard (1...Self.longestSecret).contains(secret.count) else {
            throw OneTimeCodeError("the secret does not have 1 to \(Self.longestSecret) bytes")
        }
        try settings.check()
        self.secret = secret
        self.settings = settings
    }

    /// Returns the code that is valid at a time, and the next one.
    ///
    /// - Parameter date: the time; a time before 1970 counts as 1970.
    /// - Returns: `nil` for a counter-based code.
    public func code(at date: Date) -> TimedCode? {
        guard case .time(let period) = settings.factor else { return nil }
        // NaN counts as 1970; the upper bound is beyond any calendar.
        let time = date.timeIntervalSince1970
        let seconds = time > 0 ? UInt64(min(time, 0x1p52)) : 0
        let length = UInt64(period)
        let number = seconds / length
        return TimedCode(
            code: code(counter: number), secondsLeft: Int(length - seconds % length), period: period,
            next: code(counter: number + 1))
    }

    /// Returns the code for a counter.
    ///
    /// Before use, the caller has to store the counter after it: ``afterUse``.
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

    /// The code for the counter of the settings; `nil` for a time-based code.
    public var currentCode: String? {
        guard case .counter(let counter) = settings.factor else { return nil }
        return code(counter: counter)
    }

    /// A copy with the counter after the present one, to be stored before the present code is used, so that no code is given out twice;
    /// `nil` for a time-based code, and if the counter has run out, since there is none after 2⁶⁴−1.
    public var afterUse: OneTimeCode? {
        guard case .counter(let counter) = settings.factor, counter < .max else { return nil }
        return withCounter(counter + 1)
    }

    /// Returns a copy with another counter.
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

/// A time-based code.
public struct TimedCode: Hashable, Sendable {
    /// The code that is valid.
    public let code: String
    /// The number of seconds for which it is still valid: 1 to `period`.
    public let secondsLeft: Int
    /// The number of seconds for which a code is valid.
    public let period: Int
    /// The next code.
    public let next: String
}

extension OneTimeCode {
    /// Returns 31 bits of the authentication code, at the offset in its last four bits (RFC 4226, 5.3).
    private static func value<Hash: HashFunction>(
        _ function: HMAC<Hash>.Type, _ counter: UInt64, _ key: SymmetricKey
    ) -> UInt32 {
        let message = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        let code = Array(HMAC<Hash>.authenticationCode(for: message, using: key))
        let offset = Int(code[code.count - 1] & 15)
        return code[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    }

    /// Returns a Steam code: the same number in base 26 with an alphabet of its own, the lowest digit first.
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
