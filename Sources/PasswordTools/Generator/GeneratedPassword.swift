import Secrets

/// A password that was just made, and how hard it is to guess for someone who knows how it was made.
public struct GeneratedPassword: ~Copyable, Sendable {
    /// The password, in ASCII.
    public let secret: SecretBytes
    /// What the options leave to chance.
    public let entropy: PasswordEntropy

    /// The password as a string, for what takes nothing else. Nobody wipes it.
    public borrowing func string() -> String {
        secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The password alone.
    public consuming func takeSecret() -> SecretBytes { secret }
}

/// The logarithm of a number of passwords that are equally likely.
public struct PasswordEntropy: Hashable, Sendable {
    /// To the base 2.
    public let bits: Double
    /// Whether there are more passwords than that, of which nobody has counted how many.
    public let isLowerBound: Bool

    init(bits: Double, isLowerBound: Bool = false) {
        self.bits = bits
        self.isLowerBound = isLowerBound
    }
}

/// Why there is no password: options out of their bounds, or that contradict each other.
public struct PasswordOptionsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong; names both options where two contradict each other.
    public let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
