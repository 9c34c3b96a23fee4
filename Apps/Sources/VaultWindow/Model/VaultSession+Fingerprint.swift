import GtkSupport
import LocalAuthentication
import PasswordVault

/// The finger that stands for the master password for a while. Only an agent offers it.
extension VaultSession {
    /// What a finger does for the vault that is shown.
    func fingerprintUnlock() async -> FingerprintUnlock {
        (try? await performOnFingerprintVault { try $0.fingerprintUnlock() }) ?? .off
    }

    /// Whether there is a reader, and a finger that is enrolled.
    func hasFinger() async -> Bool {
        guard isFingerprintVault else { return false }
        return await offMain { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
    }

    /// Lets fingers unlock the vault from now on; nil: no more.
    ///
    /// - Throws: `.authenticationFailed` if it is not the master password.
    func allowFingerprint(_ password: Secret?) async throws {
        try await performOnFingerprintVault { vault in
            if let password { try vault.allowFingerprint(password.copy()) } else { try vault.refuseFingerprint() }
        }
    }
}
