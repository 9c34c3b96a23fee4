import Foundation
import KeyManagement
import Secrets

extension Keychain {
    /// The keychain that the faces use where nothing else is named: one that a test has put in place for its own task,
    /// else the user's.
    public static func current() throws(KeychainError) -> Keychain { fatalError() }

    /// The user's default keychain, made at the first use, with the access groups of this program.
    public static func userDefault() throws(KeychainError) -> Keychain { fatalError() }

    /// The same keychain for another set of access groups.
    public func with(accessGroups: AccessGroups) -> Keychain { fatalError() }

    /// Stores an item.
    @discardableResult
    public func add(_ item: NewItem) throws(KeychainError) -> Item { fatalError() }

    /// Stores all items in one transaction, or none.
    @discardableResult
    public func add(contentsOf items: [NewItem]) throws(KeychainError) -> [PersistentReference] { fatalError() }

    /// The items that match, in the order in which they were stored; empty if none does.
    public func items(matching query: Query, reading parts: ItemParts = .attributes) throws(KeychainError) -> [Item] {
        fatalError()
    }

    /// Changes every item that matches, in one transaction. Returns how many.
    @discardableResult
    public func update(_ query: Query, with changes: Changes) throws(KeychainError) -> Int { fatalError() }

    /// Deletes every item that matches, in one transaction. Returns how many.
    @discardableResult
    public func delete(_ query: Query) throws(KeychainError) -> Int { fatalError() }

    public func lockState() throws(KeychainError) -> LockState { fatalError() }

    /// Opens the keychain for this process.
    /// - Throws: `.authenticationFailed` for a wrong passcode.
    public func unlock(passcode: borrowing SecretBytes) throws(KeychainError) { fatalError() }

    public func lock() { fatalError() }

    /// - Parameter progress: called with the number of items done and the number there are.
    public func setPasscode(_ passcode: borrowing SecretBytes, progress: (Int, Int) -> Void = { _, _ in })
        throws(KeychainError)
    { fatalError() }

    public func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool = false,
        progress: (Int, Int) -> Void = { _, _ in }
    ) throws(KeychainError) { fatalError() }

    public func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) { fatalError() }

    public func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool { fatalError() }
}
