import GtkSupport
import LocalAuthentication
import PasswordVault

/// The unlocking by fingerprint in place of the master password, for a limited time. Only an agent offers it.
extension VaultSession {
    /// Returns the state of the unlocking by fingerprint for the vault that is shown.
    func fingerprintUnlock() async -> FingerprintUnlock {
        (try? await performOnFingerprintVault { try $0.fingerprintUnlock() }) ?? .off
    }

    /// Whether there is a reader and an enrolled finger.
    func hasFinger() async -> Bool {
        guard isFingerprintVault else { return false }
        return await offMain { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
    }

    /// Allows fingerprints to unlock the vault; `nil` ends that.
    ///
    /// - Throws: `.authenticationFailed` if the password is not the master password.
    func allowFingerprint(_ password: Secret?) async throws {
        try await performOnFingerprintVault { vault in
            if let password { try vault.allowFingerprint(password.copy()) } else { try vault.refuseFingerprint() }
        }
    }
}
