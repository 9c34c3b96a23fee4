import Secrets

/// A new password, and its entropy for an attacker who knows how it was generated.
public struct GeneratedPassword: ~Copyable, Sendable {
    /// The password, in ASCII.
    public let secret: SecretBytes
    /// The entropy of the passwords that the options allow.
    public let entropy: PasswordEntropy

    package init(secret: consuming SecretBytes, entropy: PasswordEntropy) {
        self.secret = secret
        self.entropy = entropy
    }

    /// Returns the password as a string, for interfaces that take nothing else. The string is not wiped.
    public borrowing func string() -> String {
        secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the password without its entropy.
    public consuming func takeSecret() -> SecretBytes { secret }
}

/// The logarithm of the number of equally likely passwords.
public struct PasswordEntropy: Hashable, Sendable {
    /// The logarithm to the base 2.
    public let bits: Double
    /// Whether the value is a lower bound, because the number of passwords is not counted exactly.
    public let isLowerBound: Bool

    package init(bits: Double, isLowerBound: Bool = false) {
        self.bits = bits
        self.isLowerBound = isLowerBound
    }
}

/// An error in password options: values out of bounds, or options that contradict each other.
public struct PasswordOptionsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason; it names both options if two contradict each other.
    public let reason: String

    package init(_ reason: String) { self.reason = reason }

    /// The reason.
    public var description: String { reason }
}
