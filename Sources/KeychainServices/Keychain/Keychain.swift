import Foundation
import KeyManagement
import Secrets

/// A keychain as one program sees it: encrypted items, and the access groups that the program belongs to.
///
/// All calls block until they are done; every change is durable when the call that made it returns. Safe to use from any
/// thread, and from several processes at once.
public final class Keychain: Sendable {
    /// Who does the work. Asked at every call: an agent may have come or gone since the last one.
    private let provider: @Sendable () throws(KeychainError) -> any KeychainService

    /// A keychain that is always served by the same.
    package convenience init(_ service: any KeychainService) {
        self.init { () throws(KeychainError) in service }
    }

    /// A keychain that is served by what `provider` says, asked at every call.
    package init(provider: @escaping @Sendable () throws(KeychainError) -> any KeychainService) {
        self.provider = provider
    }

    /// Who does the work now.
    package func service() throws(KeychainError) -> any KeychainService { try provider() }

    /// Runs `body`, once more with whoever does the work then if the first one turns out to have gone without being asked.
    private func perform<Result>(
        _ body: (any KeychainService) throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        do throws(KeychainError) {
            return try body(service())
        } catch {
            guard error.wasNeverAsked else { throw error }
            return try body(service())
        }
    }

    /// The groups of the program that uses the keychain; none if the keychain cannot be reached.
    public var accessGroups: AccessGroups { (try? service().accessGroups) ?? AccessGroups([]) }

    /// The path of the file, or nil for a keychain in memory.
    public var path: String? { (try? service())?.path }

    /// The same keychain as a program with other access groups sees it.
    public func with(accessGroups: AccessGroups) -> Keychain {
        Keychain { [provider] () throws(KeychainError) in try provider().with(accessGroups: accessGroups) }
    }

    /// Puts everything into the file itself and closes it until the next use. A program that ends without this loses nothing.
    public func close() { try? service().close() }
}

extension Keychain {
    // MARK: - Items

    /// Stores an item.
    ///
    /// - Parameters:
    ///   - item: what to store.
    ///   - authentication: has the application password for an access control that takes one.
    /// - Returns: the item as it was stored, with its secret.
    /// - Throws: `.duplicateItem` if an item has the same primary key; `.parameter`, `.noSuchAttribute` for attributes that the
    ///   class does not have or take; `.missingEntitlement` for a group that is not the program's; `.interactionNotAllowed` if
    ///   the keychain is locked for the protection class; `.notAvailable` for the class that needs a passcode while none is
    ///   set, or an access control that takes it; `.authenticationFailed` for an access control that is bound to enrolled
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

    /// The items that match, in the order in which they were stored; empty if none does.
    ///
    /// - Parameters:
    ///   - query: which items are meant.
    ///   - parts: how much of each is decrypted and returned.
    ///   - authentication: what has been shown, and what happens at an item that asks for more.
    /// - Throws: `.interactionNotAllowed` if a matching item is locked, or asks for a person who may not be asked;
    ///   `.authenticationFailed`, `.userCanceled` if somebody was asked in vain; `.parameter`, `.noSuchAttribute`,
    ///   `.missingEntitlement` for a query that makes no sense.
    public func items(
        matching query: Query, reading parts: ItemParts = .attributes,
        with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try perform { (service) throws(KeychainError) in
            try service.items(matching: query, reading: parts, with: authentication)
        }
    }

    /// Changes every item that matches, in one transaction.
    ///
    /// - Returns: how many there were.
    /// - Throws: `.duplicateItem` if two items would have the same primary key; else as ``add(_:with:)`` and
    ///   ``items(matching:reading:with:)``. Nothing is changed then.
    @discardableResult
    public func update(
        _ query: Query, with changes: Changes, authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        try perform { (service) throws(KeychainError) in try service.update(query, with: changes, authentication) }
    }

    /// Deletes every item that matches, in one transaction, locked or not.
    ///
    /// A locked item is judged by what of it can be searched for, or by its primary key if the query names all of that which
    /// is no default. If the query asks for more, nothing is deleted.
    ///
    /// - Parameters:
    ///   - query: which items are meant.
    ///   - leavesTombstones: whether each item leaves a mark of its primary key, for other devices to see.
    /// - Returns: how many there were.
    /// - Throws: `.interactionNotAllowed` if it cannot be told whether a locked item matches.
    @discardableResult
    public func delete(_ query: Query, leavesTombstones: Bool = false) throws(KeychainError) -> Int {
        try perform { (service) throws(KeychainError) in try service.delete(query, leavesTombstones: leavesTombstones) }
    }

    /// One element for every time that something in the keychain was changed, by this process or by another, and for every time
    /// that it was locked or unlocked by this process or, if an agent serves it, for all programs.
    ///
    /// Changes that follow each other quickly may come as one element. The sequence does not say what changed: look again.
    /// Nothing polls. Ends at once if the keychain cannot be reached.
    public func changes() -> AsyncStream<Void> {
        (try? service().changes()) ?? AsyncStream { $0.finish() }
    }
}

extension Keychain {
    /// Told how far a long operation is: how many items are done, and how many there are.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    // MARK: - Passcode and lock

    /// What a person would have to do before items can be read.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read any more.
    public func lockState() throws(KeychainError) -> LockState {
        try perform { (service) throws(KeychainError) in try service.lockState() }
    }

    /// Opens everything, until ``lock()``: for this process, or for all that the agent serves.
    ///
    /// - Parameters:
    ///   - passcode: what the person has entered.
    ///   - progress: of a change of the passcode that was interrupted; it is finished first.
    /// - Throws: `.authenticationFailed` if it is not the passcode, or there is none.
    public func unlock(passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        try service().unlock(passcode: passcode, progress: progress)
    }

    /// Lets go of every key that a lock closes. Without a passcode there is nothing to lock.
    ///
    /// - Throws: `.notAvailable` if the agent cannot be reached.
    public func lock() throws(KeychainError) { try service().lock() }

    /// Sets the first passcode: gives every item that a lock is to close a new class key, which takes the passcode and the
    /// device key to open. If the process ends in between, the next ``unlock(passcode:progress:)`` goes on. A recovery key has
    /// to be made again.
    ///
    /// - Throws: `.authenticationFailed` if there is a passcode already.
    public func setPasscode(_ passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        try service().setPasscode(passcode, progress: progress)
    }

    /// Changes the passcode.
    ///
    /// - Parameters:
    ///   - old: the passcode until now.
    ///   - new: the passcode from now on.
    ///   - compromised: somebody may know the old one: class keys are made anew as well, so that neither it nor an old copy of
    ///     the file opens what is in the keychain from now on. A recovery key has to be made again.
    ///   - progress: told how far it is.
    /// - Throws: `.authenticationFailed` if `old` is not the passcode.
    public func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool = false,
        progress: Progress = { _, _ in }
    ) throws(KeychainError) {
        try service().changePasscode(from: old, to: new, compromised: compromised, progress: progress)
    }

    /// Removes the passcode. Items of the class `akpu`, which exists only while there is one, are gone for ever.
    ///
    /// - Throws: `.authenticationFailed` if `passcode` is not the passcode.
    public func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        try service().removePasscode(passcode)
    }

    /// Whether it is the passcode. Neither locks nor unlocks. Takes about half a second.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool {
        try service().verify(passcode: passcode)
    }

    /// How many items only a passcode keeps: what ``removePasscode(_:)`` would destroy.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try service().countOfItemsThatNeedPasscode()
    }

    /// Makes a recovery key, in place of one that there may be: with it alone the keychain opens on another device, but for
    /// the items that never leave this one.
    ///
    /// - Returns: 20 random bytes, for a person to keep; nobody can show them again.
    /// - Throws: `.interactionNotAllowed` if the keychain is locked.
    public func makeRecoveryKey() throws(KeychainError) -> SecretBytes { try service().makeRecoveryKey() }
}

extension Keychain {
    // MARK: - Files

    /// Wraps the key of a file for its protection class and an access group.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - fileClass: when it can be had.
    ///   - fileID: the file, 16 bytes.
    ///   - group: the access group that unwrapping is to take; nil: the program's first.
    /// - Throws: `.interactionNotAllowed` if the class is locked; `.missingEntitlement` for a group that is not the program's.
    package func wrapFileKey(
        _ key: borrowing SecretBytes, for fileClass: FileProtectionClass, fileID: [UInt8], group: String?
    ) throws(KeychainError) -> WrappedFileKey {
        let key = key.copy()
        return try perform { (service) throws(KeychainError) in
            try service.wrapFileKey(key, for: fileClass, fileID: fileID, group: group)
        }
    }

    /// The key of a file: 32 bytes.
    ///
    /// - Throws: `.interactionNotAllowed` if the class is locked; `.missingEntitlement` for a group that is not the program's;
    ///   `.decode` if it was not wrapped for this place by this keychain.
    package func unwrapFileKey(_ wrapped: WrappedFileKey) throws(KeychainError) -> SecretBytes {
        do throws(KeychainError) {
            return try service().unwrapFileKey(wrapped)
        } catch {
            guard error.wasNeverAsked else { throw error }
            return try service().unwrapFileKey(wrapped)
        }
    }
}
