import KeyManagement
import Secrets

/// What there is to say about a root's device key.
package struct DeviceKeyStatus: Sendable {
    /// Nil where the key lies in the clear.
    package struct Seal: Sendable {
        /// Where the TPM was when the key was sealed.
        package let address: String
        /// Which of its registers have to be as they were; empty: none.
        package let registers: String
        package let hasRecoveryCode: Bool
        /// Why the TPM does not open it now; nil if it does.
        package let problem: KeychainError?
    }

    package let path: String
    /// Whether there is a key at all.
    package let exists: Bool
    package let seal: Seal?

    /// Looks, and has the TPM open a sealed key.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read, or is damaged.
    package init(_ root: KeychainRoot) throws(KeychainError) {
        let file = DeviceKeyFile(root: root)
        path = file.path
        (exists, seal) = try translatingErrors {
            guard let sealed = try file.sealed() else { return (try file.open() != nil, nil) }
            var problem: KeychainError?
            do { _ = try file.unseal(sealed) } catch { problem = KeychainError(error) }
            let seal = Seal(
                address: sealed.address, registers: sealed.registers, hasRecoveryCode: sealed.hasRecoveryCode,
                problem: problem)
            return (true, seal)
        }
    }
}
