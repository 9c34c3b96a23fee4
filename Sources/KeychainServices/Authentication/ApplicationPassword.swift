import KeyManagement
import Secrets
import Synchronization

/// The application password of items, which takes part in deriving their keys, and the keys that have been derived from it.
package final class ApplicationPassword: Sendable {
    private let password: SecretBytes
    private let keys = Mutex<[PasscodeHash: Key]>([:])

    /// A derived key. Reference-counted.
    package final class Key: Sendable {
        let bytes: SecretBytes
        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    /// The maximum size in bytes.
    package static let mostBytes = 4096

    package init(_ password: consuming SecretBytes) { self.password = password }

    /// Calls `body` with the bytes of the password, for callers that forward it.
    package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try password.withUnsafeBytes(body) }

    /// Returns the key for one keychain, derived by Argon2id once for each cost that its items were stored with.
    func key(_ hash: PasscodeHash) throws(KeyError) -> Key {
        if let known = keys.withLock({ $0[hash] }) { return known }
        let derived = Key(try hash.derive(password))
        keys.withLock { $0[hash] = derived }
        return derived
    }
}
