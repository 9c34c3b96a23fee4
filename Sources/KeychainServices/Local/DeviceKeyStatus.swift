import KeyManagement
import Secrets

/// The state of a root's device key.
package struct DeviceKeyStatus: Sendable {
    /// The state of a sealed key. A plaintext key has none.
    package struct Seal: Sendable {
        /// The address of the TPM when the key was sealed.
        package let address: String
        /// The registers that must have the same values; empty for none.
        package let registers: String
        package let hasRecoveryCode: Bool
        /// The error of the TPM if it does not open the key now; nil if it does.
        package let problem: KeychainError?
    }

    package let path: String
    /// Whether there is a key, sealed or not.
    package let exists: Bool
    package let seal: Seal?

    /// Reads the state, and has the TPM open a sealed key.
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
