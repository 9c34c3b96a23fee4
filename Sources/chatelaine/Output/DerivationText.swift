import PasswordVault

/// How a key is derived from a passcode or a master password, in words.
enum DerivationText {
    /// - Parameter memory: in bytes; 0 for PBKDF2, which takes none (Docs/keychain-format.md, "Keys").
    static func text(passes: UInt64, memory: Int) -> String {
        memory == 0 ? "PBKDF2-HMAC-SHA-256, \(passes) rounds" : "Argon2id, \(memory >> 20) MiB, \(passes) passes"
    }

    static func text(_ password: VaultPassword) -> String {
        text(passes: password.passes, memory: password.memory ?? 0)
    }
}
