import PasswordVault

/// The key derivation of a passcode or a master password, as text.
enum DerivationText {
    /// - Parameter memory: in bytes; 0 for PBKDF2, which uses none (Docs/keychain-format.md, "Keys").
    static func text(passes: UInt64, memory: Int) -> String {
        memory == 0 ? "PBKDF2-HMAC-SHA-256, \(passes) rounds" : "Argon2id, \(memory >> 20) MiB, \(passes) passes"
    }

    static func text(_ password: VaultPassword) -> String {
        text(passes: password.passes, memory: password.memory ?? 0)
    }
}
