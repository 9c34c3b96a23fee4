import KeychainServices
import Secrets

/// A vault that can be unlocked by fingerprint. Only an agent can offer it: the agent keeps the key between the entry of the master
/// password and the fingerprint.
public protocol FingerprintVault: VaultService {
    /// Returns the current state of fingerprint unlock. `LAContext` says whether there is a reader and an enrolled fingerprint.
    func fingerprintUnlock() throws(KeychainError) -> FingerprintUnlock

    /// Unlocks the vault for this program with the next fingerprint; waits at most a minute for it. There is no prompt: the caller's own
    /// window says that the reader is waiting, and for what.
    ///
    /// Only for Chatelaine's own windows.
    ///
    /// - Parameter stop: cancels the call.
    /// - Throws: `.authenticationFailed` if the fingerprint does not match, or if the master password is required first; `.userCanceled`
    ///   after `stop`.
    func unlockByFingerprint(_ stop: FingerprintStop) throws(KeychainError)

    /// Allows fingerprints to unlock the vault for 14 days after each entry of the master password.
    ///
    /// - Parameter password: the master password.
    /// - Throws: `.authenticationFailed` if it is not the master password.
    func allowFingerprint(_ password: borrowing SecretBytes) throws(KeychainError)
    /// Turns fingerprint unlock off.
    func refuseFingerprint() throws(KeychainError)
}

/// The state of a vault's fingerprint unlock.
public enum FingerprintUnlock: Sendable {
    /// Off: the user has not turned it on.
    case off
    /// The agent requires the master password first: after its start, after five fingerprints that did not match, and 14 days after the
    /// last entry of the password.
    case needsPassword
    /// A matching fingerprint unlocks the vault.
    case ready
}

/// Cancels a wait for a fingerprint.
public struct FingerprintStop: Sendable {
    package let cancellation = AuthenticationCancellation()

    /// Makes a canceller for one call.
    public init() {}

    /// Cancels the call. It can be called from any thread and more than once.
    public func stop() { cancellation.cancel(.userCancel) }
}
