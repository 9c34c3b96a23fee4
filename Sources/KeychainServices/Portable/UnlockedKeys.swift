import KeyManagement
import Secrets

/// Keeps what unlocks portable keychains, from the password to a lock: in this process, or in the agent for the processes of its user.
package protocol UnlockedKeys: Sendable {
    /// The number of locks so far. Whatever unlocks a keychain takes it before it begins.
    func lockNumber() throws(KeychainError) -> UInt64

    /// Keeps a keychain unlocked.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - id: the identifier of the keychain, 16 bytes.
    ///   - settings: when it is locked without being asked to.
    ///   - number: ``lockNumber()`` when the unlocking was asked for.
    /// - Throws: `.interactionNotAllowed` if the keychain was locked since: a lock wins.
    func keep(
        _ key: borrowing SecretBytes, of id: [UInt8], settings: PortableSettings, since number: UInt64
    ) throws(KeychainError)

    /// Uses a keychain, which counts as use for the time after which it is locked.
    ///
    /// - Parameters:
    ///   - id: the identifier of the keychain.
    ///   - known: the number of the unlocking whose key the caller still has; 0 for none.
    /// - Returns: nil if it is locked.
    func use(_ id: [UInt8], known: UInt64) throws(KeychainError) -> UnlockedKey?

    /// Locks a keychain; nil for all of them.
    func lock(_ id: [UInt8]?) throws(KeychainError)

    /// Whether other programs can be given the key, by the access lists of the keychain's items.
    var servesOtherPrograms: Bool { get }

    /// Checks that this program may say which others are given the key of a keychain, and looks at them.
    ///
    /// - Parameters:
    ///   - paths: those of the programs, ``AccessList/mostPrograms`` at most.
    ///   - id: the identifier of the keychain.
    /// - Returns: what is known of each.
    /// - Throws: `.interactionNotAllowed` if the keychain is locked, or no program with an access group of this one's has shown the password.
    func identify(_ paths: [String], for id: [UInt8]) throws(KeychainError) -> [AccessList.Identity]

    /// Says which other programs are given the key of a keychain, until it is locked or that is said again.
    ///
    /// - Throws: as ``identify(_:for:)``.
    func list(_ programs: AccessList.Programs, of id: [UInt8]) throws(KeychainError)
}

/// The key that unlocks a portable keychain.
package final class UnlockedKey: Sendable {
    /// The number of the unlocking.
    package let number: UInt64
    private let key: SecretBytes?

    package init(number: UInt64, key: consuming SecretBytes?) {
        self.number = number
        self.key = key
    }

    /// A copy of the key; nil if it is the one that the caller has.
    package func copyOfKey() -> SecretBytes? {
        switch key {
        case .some(let key): key.copy()
        case .none: nil
        }
    }
}

extension KeychainError {
    /// The error of a program that has not given the password of a keychain whose access lists it would set.
    package static var listsTakePassword: KeychainError {
        KeychainError(
            .interactionNotAllowed, "the access lists of a keychain are set by programs that have given its password",
            remedy: "unlock the keychain with its password first")
    }

    /// The error of a portable keychain whose password has to be entered first.
    package static func portableIsLocked(_ path: String) -> KeychainError {
        KeychainError(
            .interactionNotAllowed, "the keychain “\(path)” is locked", remedy: "unlock it with its password first")
    }
}
