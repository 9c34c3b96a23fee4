import KeyManagement
import Secrets
import Synchronization

/// A password of a program's own that enters the keys of items, and the keys that have been derived from it.
package final class ApplicationPassword: Sendable {
    private let password: SecretBytes
    private let keys = Mutex<[PasscodeHash: Key]>([:])

    /// A derived key. Lives as long as somebody refers to it.
    package final class Key: Sendable {
        let bytes: SecretBytes
        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    /// The most that a program can supply, in bytes.
    package static let mostBytes = 4096

    package init(_ password: consuming SecretBytes) { self.password = password }

    /// Bytes of the password, for those who hand it on.
    package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try password.withUnsafeBytes(body) }

    /// The key for one keychain: Argon2id, once for each cost that its items were stored with.
    func key(_ hash: PasscodeHash) throws(KeyError) -> Key {
        if let known = keys.withLock({ $0[hash] }) { return known }
        let derived = Key(try hash.derive(password))
        keys.withLock { $0[hash] = derived }
        return derived
    }
}
