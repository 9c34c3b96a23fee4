import KeychainServices
import Secrets

/// A vault that a finger may unlock, which only an agent can offer: it keeps the key between the master password and the finger.
public protocol FingerprintVault: VaultService {
    /// What a finger does now. Whether there is a reader, and a finger is enrolled, is said by `LAContext`.
    func fingerprintUnlock() throws(KeychainError) -> FingerprintUnlock

    /// Unlocks the vault for this program with the next finger that is shown; waits a minute for it. There is no prompt: the caller's own
    /// window says that the reader waits, and for what.
    ///
    /// Only for Chatelaine's own windows.
    ///
    /// - Parameter stop: ends the waiting.
    /// - Throws: `.authenticationFailed` if the finger did not match, or the master password comes first; `.userCanceled` after `stop`.
    func unlockByFingerprint(_ stop: FingerprintStop) throws(KeychainError)

    /// Lets fingers unlock the vault for 14 days after each time that the master password was entered, or no more.
    ///
    /// - Parameter password: the master password; nil: fingers unlock it no more.
    /// - Throws: `.authenticationFailed` if it is not the master password.
    func allowFingerprint(_ password: borrowing SecretBytes) throws(KeychainError)
    /// Lets fingers unlock the vault no more.
    func refuseFingerprint() throws(KeychainError)
}

/// What a finger does for a vault.
public enum FingerprintUnlock: Sendable {
    /// Nothing: nobody has allowed it.
    case off
    /// Nothing yet: the agent wants the master password first. It is so after its start, after five fingers that did not match, and
    /// 14 days after the password was entered last.
    case needsPassword
    /// It unlocks the vault.
    case ready
}

/// Ends the waiting for a finger.
public struct FingerprintStop: Sendable {
    package let cancellation = AuthenticationCancellation()

    /// For one call.
    public init() {}

    /// Safe from any thread, and more than once.
    public func stop() { cancellation.cancel(.userCancel) }
}
