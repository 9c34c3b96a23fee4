import KeyManagement
import Secrets

/// What a keychain does for one program, wherever it is: in this process (``LocalKeychain``) or in the agent.
///
/// ``Keychain`` has the same functions for programs and says what each of them does and which errors it has.
package protocol KeychainService: Sendable {
    var accessGroups: AccessGroups { get }
    /// Nil where no file is this process's to look at.
    var path: String? { get }
    func with(accessGroups: AccessGroups) -> any KeychainService

    func add(_ item: NewItem, with authentication: Authentication) throws(KeychainError) -> Item
    func add(
        contentsOf items: [NewItem], with authentication: Authentication
    ) throws(KeychainError) -> [PersistentReference]
    func items(
        matching query: Query, reading parts: ItemParts, with authentication: Authentication
    ) throws(KeychainError) -> [Item]
    func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication
    ) throws(KeychainError) -> Int
    func delete(_ query: Query, leavesTombstones: Bool) throws(KeychainError) -> Int

    /// As ``update(_:with:_:)``.
    ///
    /// - Parameter note: told of every item that was changed, where that is known here.
    func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int
    /// As ``delete(_:leavesTombstones:)``.
    ///
    /// - Parameter note: told of every item that was removed, where that is known here.
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

    /// What a person could show.
    func means(of context: AuthenticationContext) throws(KeychainError) -> AuthenticationMeans
    /// Has a person show what a program wants; `context` keeps it.
    ///
    /// - Throws: an error with ``KeychainError/authentication`` if it was not shown.
    func show(
        _ demand: AuthenticationDemand, in context: AuthenticationContext, _ cancellation: AuthenticationCancellation
    ) throws(KeychainError)

    func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey
    func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes

    func status() throws(KeychainError) -> Keychain.Status
    func changes() -> AsyncStream<Void>
    func close()
}

extension KeychainService {
    package func update(
        _ query: Query, with changes: Changes, _ authentication: Authentication, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int { try update(query, with: changes, authentication) }

    package func delete(
        _ query: Query, leavesTombstones: Bool, noting note: (ItemName) -> Void
    ) throws(KeychainError) -> Int { try delete(query, leavesTombstones: leavesTombstones) }
}

/// For those who have nothing to show and nobody to ask.
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
