import Foundation
import KeyManagement
import Secrets

@testable import KeychainServices

/// The operations of the keychain, so that a test holds on to the whole of its keychain for as long as it uses it.
extension KeychainUnderTest {
    @discardableResult
    func add(_ item: NewItem) throws -> Item { try keychain.add(item) }

    @discardableResult
    func add(contentsOf items: [NewItem]) throws -> [PersistentReference] { try keychain.add(contentsOf: items) }

    func items(matching query: Query, reading parts: ItemParts = .attributes) throws -> [Item] {
        try keychain.items(matching: query, reading: parts)
    }

    @discardableResult
    func update(_ query: Query, with changes: Changes) throws -> Int { try keychain.update(query, with: changes) }

    @discardableResult
    func delete(_ query: Query, leavesTombstones: Bool = false) throws -> Int {
        try keychain.delete(query, leavesTombstones: leavesTombstones)
    }

    // MARK: - Short forms

    /// The accounts of the generic passwords that a search finds, in its order.
    func accounts(_ attributes: Attributes = [:], limit: Query.Limit = .all) throws -> [String?] {
        try items(matching: Query(.genericPassword, attributes, limit: limit)).map { $0[.account]?.string }
    }

    /// The secrets that a search finds, as text.
    func secrets(_ query: Query) throws -> [String?] {
        try items(matching: query, reading: [.attributes, .data]).map { item in
            item.data.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    func secrets(ofAccount account: String) throws -> [String?] {
        try secrets(Query(.genericPassword, [.account: .string(account)], synchronizable: .any))
    }

    // MARK: - Passcode

    var lockState: LockState {
        get throws { try keychain.lockState() }
    }

    func setPasscode(_ passcode: String, progress: Keychain.Progress = { _, _ in }) throws {
        try keychain.setPasscode(secret(passcode), progress: progress)
    }

    func changePasscode(from old: String, to new: String, compromised: Bool = false) throws {
        try keychain.changePasscode(from: secret(old), to: secret(new), compromised: compromised)
    }

    func removePasscode(_ passcode: String) throws { try keychain.removePasscode(secret(passcode)) }

    func verify(_ passcode: String) throws -> Bool { try keychain.verify(passcode: secret(passcode)) }

    func unlock(_ passcode: String, progress: Keychain.Progress = { _, _ in }) throws {
        try keychain.unlock(passcode: secret(passcode), progress: progress)
    }

    func lock() throws { try keychain.lock() }
}
