import Foundation

/// The processor of Apple's devices whose keys cannot leave it. Linux has none.
///
/// Programs that check ``isAvailable`` first, as they should, work without it.
public enum SecureEnclave {
    /// Whether there is such a processor; always `false`.
    public static var isAvailable: Bool { false }

    /// The error of each attempt to make or load a key.
    public struct UnavailableError: LocalizedError, CustomStringConvertible, Hashable {
        init() {}

        /// The reason, in words for users.
        public var errorDescription: String? { "This computer has no Secure Enclave for keys." }

        /// A hint on what the program can do.
        public var recoverySuggestion: String? {
            "Check SecureEnclave.isAvailable first, and use the keys of P256 where it is false."
        }

        /// Reason and hint.
        public var description: String {
            [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Keys on the curve P-256.
    public enum P256 {
        /// Keys that sign.
        public enum Signing {}

        /// Keys that agree on a secret.
        public enum KeyAgreement {}
    }
}
