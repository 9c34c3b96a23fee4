import Foundation
import KeyManagement
import Secrets

/// A keychain as one program sees it: encrypted items, and the access groups that the program belongs to.
///
/// All calls block until they are done; every change is durable when the call that made it returns. Safe to use from any
/// thread, and from several processes at once.
public final class Keychain: Sendable {
    /// The function that returns the service for an operation. It is called for every operation, because the agent may have started or
    /// stopped since the last one.
    private let provider: @Sendable () throws(KeychainError) -> any KeychainService

    /// Makes a keychain that always uses the same service.
    package convenience init(_ service: any KeychainService) {
        self.init { () throws(KeychainError) in service }
    }

    /// Makes a keychain that uses the service that `provider` returns at each call.
    package init(provider: @escaping @Sendable () throws(KeychainError) -> any KeychainService) {
        self.provider = provider
    }

    /// Returns the service that performs operations now.
    package func service() throws(KeychainError) -> any KeychainService { try provider() }

    /// Calls `body`, and repeats it with a new service if the request turns out not to have reached the first one.
    func perform<Result: ~Copyable>(
        _ body: (any KeychainService) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        do throws(KeychainError) {
            return try body(service())
        } catch {
            guard error.wasNotDelivered else { throw error }
            return try body(service())
        }
    }

    /// The groups of the program that uses the keychain; none if the keychain cannot be reached.
    public var accessGroups: AccessGroups { (try? service().accessGroups) ?? AccessGroups([]) }

    /// The path of the file, or nil for a keychain in memory.
    public var path: String? { (try? service())?.path }

    /// Returns the same keychain as a program with other access groups sees it.
    public func with(accessGroups: AccessGroups) -> Keychain {
        Keychain { [provider] () throws(KeychainError) in try provider().with(accessGroups: accessGroups) }
    }

    /// Writes everything to the file itself and closes it until the next use. A program that exits without this loses nothing.
    public func close() { try? service().close() }
}

extension Keychain {
    // MARK: - Items

    /// Stores an item.
    ///
    /// - Parameters:
    ///   - item: the item to store.
    ///   - authentication: has the application password for an access control that requires one.
    /// - Returns: the item as it was stored, with its secret.
    /// - Throws: `.duplicateItem` if an item has the same primary key; `.parameter`, `.noSuchAttribute` for attributes that the
    ///   class does not have or take; `.missingEntitlement` for a group that the program does not have; `.interactionNotAllowed` if
    ///   the keychain is locked for the protection class; `.notAvailable` for the class that needs a passcode while none is
    ///   set, or an access control that requires it; `.authenticationFailed` for an access control that is bound to enrolled
    ///   fingerprints while there are none.
    @discardableResult
    public func add(
        _ item: NewItem, with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Item {
        try perform { (service) throws(KeychainError) in try service.add(item, with: authentication) }
    }

    /// Stores all items in one transaction, or none of them.
    ///
    /// - Returns: their references, in the same order.
    /// - Throws: as ``add(_:with:)``, for the first item that cannot be stored.
    @discardableResult
    public func add(
        contentsOf items: [NewItem], with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [PersistentReference] {
        try perform { (service) throws(KeychainError) in try service.add(contentsOf: items, with: authentication) }
    }

    /// Returns the matching items, in the order in which they were stored; empty if none matches.
    ///
    /// - Parameters:
    ///   - query: selects the items.
    ///   - parts: the parts of each item to decrypt and return.
    ///   - authentication: the authentication results, and the behaviour at an item that requires more.
    /// - Throws: `.interactionNotAllowed` if a matching item is locked, or requires a prompt that is not possible or allowed;
    ///   `.authenticationFailed`, `.userCanceled` if a prompt was unsuccessful; `.parameter`, `.noSuchAttribute`,
    ///   `.missingEntitlement` for an invalid query.
    public func items(
        matching query: Query, reading parts: ItemParts = .attributes,
        with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try perform { (service) throws(KeychainError) in
            try service.items(matching: query, reading: parts, with: authentication)
        }
    }

    /// Changes every matching item, in one transaction.
    ///
    /// - Returns: the number of items.
    /// - Throws: `.duplicateItem` if two items would have the same primary key; else as ``add(_:with:)`` and
    ///   ``items(matching:reading:with:)``. Nothing has changed then.
    @discardableResult
    public func update(
        _ query: Query, with changes: Changes, authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        try perform { (service) throws(KeychainError) in try service.update(query, with: changes, authentication) }
    }

    /// Deletes every matching item, in one transaction, locked or not.
    ///
    /// A locked item is matched by its searchable attributes, or by its primary key if the query names all parts of the key that are
    /// not defaults. If the query has other conditions, nothing is deleted.
    ///
    /// - Parameters:
    ///   - query: selects the items.
    ///   - leavesTombstones: whether each item leaves a tombstone with its primary key, for synchronization with other devices.
    /// - Returns: the number of items.
    /// - Throws: `.interactionNotAllowed` if it cannot be determined whether a locked item matches.
    @discardableResult
    public func delete(_ query: Query, leavesTombstones: Bool = false) throws(KeychainError) -> Int {
        try perform { (service) throws(KeychainError) in try service.delete(query, leavesTombstones: leavesTombstones) }
    }

    /// Returns a sequence with one element for every change of the keychain, by this process or by another, and for every time
    /// that it was locked or unlocked by this process or, if an agent serves it, by any program.
    ///
    /// Changes in quick succession may be combined into one element. The sequence does not say what changed: search again. It does
    /// not poll. It ends at once if the keychain cannot be reached.
    public func changes() -> AsyncStream<Void> {
        (try? service().changes()) ?? AsyncStream { $0.finish() }
    }
}

extension Keychain {
    /// Reports the progress of a long operation: the number of items that are done, and the total.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    // MARK: - Passcode and lock

    /// Returns the lock state.
    ///
    /// - Throws: `.notAvailable` if the file can no longer be read.
    public func lockState() throws(KeychainError) -> LockState {
        try perform { (service) throws(KeychainError) in try service.lockState() }
    }

    /// Unlocks the keychain until ``lock()``: for this process, or for all programs that the agent serves.
    ///
    /// - Parameters:
    ///   - passcode: the passcode that the user has entered.
    ///   - progress: the progress of a change of the passcode that was interrupted; it is finished first.
    /// - Throws: `.authenticationFailed` if it is not the passcode, or there is none.
    public func unlock(passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        try service().unlock(passcode: passcode, progress: progress)
    }

    /// Evicts the class keys that are available only while the keychain is unlocked. Without a passcode there is nothing to lock.
    ///
    /// - Throws: `.notAvailable` if the agent cannot be reached.
    public func lock() throws(KeychainError) { try service().lock() }

    /// Sets the first passcode: gives every item that a lock protects a new class key, which only passcode and device key together
    /// open. If the process ends in between, the next ``unlock(passcode:progress:)`` continues. A recovery key has to be made again.
    ///
    /// - Throws: `.authenticationFailed` if there is a passcode already.
    public func setPasscode(_ passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        try service().setPasscode(passcode, progress: progress)
    }

    /// Changes the passcode.
    ///
    /// - Parameters:
    ///   - old: the current passcode.
    ///   - new: the new passcode.
    ///   - compromised: the old passcode may be known to others: class keys are replaced as well, so that neither it nor an old copy
    ///     of the file opens what is stored from now on. A recovery key has to be made again.
    ///   - progress: reports the progress.
    /// - Throws: `.authenticationFailed` if `old` is not the passcode.
    public func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool = false,
        progress: Progress = { _, _ in }
    ) throws(KeychainError) {
        try service().changePasscode(from: old, to: new, compromised: compromised, progress: progress)
    }

    /// Removes the passcode. Items of the class `akpu`, which exists only while there is a passcode, are permanently lost.
    ///
    /// - Throws: `.authenticationFailed` if `passcode` is not the passcode.
    public func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        try service().removePasscode(passcode)
    }

    /// Returns whether it is the passcode. Neither locks nor unlocks. Takes about half a second.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool {
        try service().verify(passcode: passcode)
    }

    /// Returns the number of items that require a passcode: those that ``removePasscode(_:)`` would destroy.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try service().countOfItemsThatNeedPasscode()
    }

    /// Makes a recovery key, which replaces an existing one at once. It opens the keychain on another device without any other secret,
    /// except for the items that never leave this device.
    ///
    /// A program that shows the key to a person uses ``confirmRecoveryKey(_:)`` instead: until the person has it, the existing one counts.
    ///
    /// - Returns: 20 random bytes, which the user keeps; they cannot be shown again.
    /// - Throws: `.interactionNotAllowed` if the keychain is locked.
    public func makeRecoveryKey() throws(KeychainError) -> SecretBytes { try service().makeRecoveryKey() }

    /// Has a recovery key count from now on, which replaces an existing one. For a key that was shown to the user, who has
    /// kept it: until then nothing of it is in the keychain, and the existing one counts.
    ///
    /// - Parameter recoveryKey: 20 random bytes.
    /// - Throws: `.parameter` for a key of another size, or one that is not random; `.interactionNotAllowed` if the keychain is locked.
    public func confirmRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeychainError) {
        try service().confirmRecoveryKey(recoveryKey)
    }
}

extension Keychain {
    // MARK: - Files

    /// Wraps the key of a file for its protection class and an access group.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - fileClass: the file's protection class.
    ///   - fileID: the identifier of the file, 16 bytes.
    ///   - group: the access group that unwrapping requires; nil for the program's first group.
    /// - Throws: `.interactionNotAllowed` if the class is locked; `.missingEntitlement` for a group that the program does not have.
    package func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey {
        let key = key.copy()
        return try perform { (service) throws(KeychainError) in
            try service.wrapFileKey(key, for: fileClass, fileID: fileID, group: group)
        }
    }

    /// Unwraps the key of a file: 32 bytes.
    ///
    /// - Throws: `.interactionNotAllowed` if the class is locked; `.missingEntitlement` for a group that the program does not have;
    ///   `.decode` if the key was not wrapped with these values by this keychain.
    package func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes {
        do throws(KeychainError) {
            return try service().unwrapFileKey(wrapped)
        } catch {
            guard error.wasNotDelivered else { throw error }
            return try service().unwrapFileKey(wrapped)
        }
    }
}
