// swift-crypto has the same types and functions. In the kit it is built under another name, so that it does not conflict
// with packages that bring their own.
@_exported import ChatelaineCrypto
import Foundation

/// The processor whose keys cannot leave it: on Linux the TPM, through `Security`.
///
/// Programs that check ``isAvailable`` first, as they should, work without it.
public enum SecureEnclave {
    /// Whether keys can be made there. The first call makes one and forgets it, which takes as long as a TPM takes for that.
    public static var isAvailable: Bool { known }

    private static let known = (try? HardwareKey(accessControl: nil, authenticationContext: nil, isTrial: true)) != nil

    /// The error of each attempt to make or load a key without a TPM.
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
