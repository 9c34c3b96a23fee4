import AsymmetricKeys
import KeyManagement
import Secrets

/// The operations of a keychain for one program, in this process (``LocalKeychain``) or in the agent.
///
/// ``Keychain`` has the same functions for programs and documents them and their errors.
package protocol KeychainService: Sendable {
    var accessGroups: AccessGroups { get }
    /// The path of the file. Nil if this process does not access the file itself.
    var path: String? { get }
    func with(accessGroups: AccessGroups) -> any KeychainService

    func add(_ item: NewItem, with authentication: Authentication) throws(KeychainError) -> Item
    func add(
        contentsOf items: [NewItem], with authentication: Authentication
    ) throws(KeychainError) -> [PersistentReference]
    func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication
    ) throws(KeychainError) -> [Item]
    /// Finds items as ``items(matching:reading:with:)``.
    ///
    /// - Parameter admit: called before each item of the result is made, if that is done in this process, with the bytes that the store
    ///   has of it; an error ends the search.
    func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication,
        admitting admit: (_ size: Int) throws(KeychainError) -> Void
    ) throws(KeychainError) -> [Item]
    func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication
    ) throws(KeychainError) -> Int
    func delete(_ query: Query, leavesTombstones: Bool) throws(KeychainError) -> Int
    func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes
    /// Uses a private key as ``use(_:for:with:)``.
    ///
    /// - Parameter note: called with the key's item once the key is open, if its name is known in this process.
    func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication,
        noting note: (ItemName) -> Void
    ) throws(KeychainError) -> SecretBytes
    /// Makes a private key in hardware.
    ///
    /// - Parameters:
    ///   - item: the attributes of the key.
    ///   - isPermanent: whether it is stored.
    func makeKey(
        _ item: NewItem, isPermanent: Bool, with authentication: Authentication
    ) throws(KeychainError) -> MadeKey

    /// Changes items as ``update(_:with:_:)``.
    ///
    /// - Parameter note: called for every item that was changed, if the names are known in this process.
    func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int
    /// Deletes items as ``delete(_:leavesTombstones:)``.
    ///
    /// - Parameter note: called for every item that was removed, if the names are known in this process.
    func delete(
        _ query: Query, leavesTombstones: Bool, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int

    func lockState() throws(KeychainError) -> LockState
    func unlock(passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError)
    func lock() throws(KeychainError)
    func setPasscode(_ passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError)
    func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool, progress: Keychain.Progress
    ) throws(KeychainError)
    func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError)
    func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool
    func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int
    func makeRecoveryKey() throws(KeychainError) -> SecretBytes
    func confirmRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeychainError)

    /// Returns the authentication factors that are available.
    func availableFactors(of context: AuthenticationContext) throws(KeychainError) -> AvailableFactors
    /// Authenticates the user as a program demands; `context` keeps the result.
    ///
    /// - Throws: an error with ``KeychainError/authentication`` if authentication failed.
    func show(
        _ demand: AuthenticationDemand, in context: AuthenticationContext, _ cancellation: AuthenticationCancellation
    ) throws(KeychainError)

    func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey
    func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes

    func reserve(group: String?, _ isReserved: Bool) throws(KeychainError)

    func status() throws(KeychainError) -> Keychain.Status
    func changes() -> AsyncStream<Void>
    func close()
}

extension KeychainService {
    package func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication,
        admitting admit: (_ size: Int) throws(KeychainError) -> Void
    ) throws(KeychainError) -> [Item] { try items(matching: query, reading: parts, with: authentication) }

    package func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int { try update(query, with: changes, authentication) }

    package func delete(
        _ query: Query, leavesTombstones: Bool, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int { try delete(query, leavesTombstones: leavesTombstones) }

    package func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication,
        noting note: (ItemName) -> Void
    ) throws(KeychainError) -> SecretBytes { try use(key, for: request, with: authentication) }

    /// Without an agent, access groups are name spaces and no protection.
    package func reserve(group: String?, _ isReserved: Bool) throws(KeychainError) {
        throw KeychainError.securedProgramsTakeSystemService
    }
}

/// Operations for callers without authentication results and without prompts.
extension KeychainService {
    package func add(_ item: NewItem) throws(KeychainError) -> Item { try add(item, with: Authentication()) }

    package func add(contentsOf items: [NewItem]) throws(KeychainError) -> [PersistentReference] {
        try add(contentsOf: items, with: Authentication())
    }

    package func items(
        matching query: Query, reading parts: ItemParts = .attributes
    ) throws(KeychainError) -> [Item] { try items(matching: query, reading: parts, with: Authentication()) }

    package func update(_ query: Query, with changes: Changes) throws(KeychainError) -> Int {
        try update(query, with: changes, Authentication())
    }
}
