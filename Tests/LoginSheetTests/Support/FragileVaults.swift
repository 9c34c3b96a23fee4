import Foundation
import KeychainServices
import Secrets
import Synchronization

@testable import PasswordVault

/// Vaults that an agent serves which may be gone at any moment.
final class FragileDirectory: VaultDirectoryService {
    private let inner: VaultDirectory
    private let vaults = Mutex<[String: FragileVault]>([:])
    let failure = Failure()

    /// What every call ends with, once it is set.
    final class Failure: Sendable {
        private let error = Mutex<KeychainError?>(nil)
        func set(_ code: KeychainError.Code) { error.withLock { $0 = KeychainError(code, "the agent has gone") } }
        func check() throws(KeychainError) { if let error = error.withLock({ $0 }) { throw error } }
    }

    init(_ inner: VaultDirectory) { self.inner = inner }

    func vaultNames() throws(KeychainError) -> [String] {
        try failure.check()
        return inner.names()
    }

    func createVault(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation
    ) throws(KeychainError) -> any VaultService {
        let vault = FragileVault(try inner.create(name, password: password, derivation: derivation), failure)
        vaults.withLock { $0[name] = vault }
        return vault
    }

    func recoverVault(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError) {
        try failure.check()
        try inner.recoverVault(name, recoveryKey: recoveryKey, newPassword: newPassword, derivation: derivation)
    }

    func vaultService(named name: String) throws(KeychainError) -> any VaultService {
        try failure.check()
        guard let vault = vaults.withLock({ $0[name] }) else { return try inner.vault(named: name) }
        return vault
    }
}

struct FragileVault: VaultService {
    private let inner: Vault
    private let failure: FragileDirectory.Failure

    init(_ inner: Vault, _ failure: FragileDirectory.Failure) { (self.inner, self.failure) = (inner, failure) }

    var name: String { inner.name }

    private func vault() throws(KeychainError) -> any VaultService {
        try failure.check()
        return inner
    }

    func isUnlocked() throws(KeychainError) -> Bool { try vault().isUnlocked() }
    func unlock(_ password: borrowing SecretBytes) throws(KeychainError) { try vault().unlock(password) }
    func lock() throws(KeychainError) { try vault().lock() }
    func overviews(_ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview] {
        try vault().overviews(filter, limit: limit)
    }
    func search(_ text: String, _ filter: VaultFilter, limit: Int) throws(KeychainError) -> [Overview] {
        try vault().search(text, filter, limit: limit)
    }
    func candidates(_ filter: VaultFilter, for site: WebsiteHint) throws(KeychainError) -> [Overview] {
        try vault().candidates(filter, for: site)
    }
    func count() throws(KeychainError) -> Int { try vault().count() }
    func tags() throws(KeychainError) -> [String] { try vault().tags() }
    func item(_ id: UUID) throws(KeychainError) -> VaultItem { try vault().item(id) }
    func save(_ item: VaultItem) throws(KeychainError) -> VaultItem { try vault().save(item) }
    func add(contentsOf items: [VaultItem]) throws(KeychainError) -> [VaultItem] { try vault().add(contentsOf: items) }
    func duplicate(_ id: UUID, title: String) throws(KeychainError) -> VaultItem {
        try vault().duplicate(id, title: title)
    }
    func archive(_ id: UUID, _ isArchived: Bool) throws(KeychainError) { try vault().archive(id, isArchived) }
    func trash(_ id: UUID) throws(KeychainError) { try vault().trash(id) }
    func restore(_ id: UUID) throws(KeychainError) { try vault().restore(id) }
    func purge(_ id: UUID) throws(KeychainError) { try vault().purge(id) }
    func emptyTrash() throws(KeychainError) -> Int { try vault().emptyTrash() }
    func move(_ id: UUID, toVault name: String) throws(KeychainError) { try vault().move(id, toVault: name) }
    func attach(
        to id: UUID, name: String, mediaType: String, reading read: (_ atMost: Int) throws -> Data
    ) throws(KeychainError) -> PasswordVault.Attachment {
        try vault().attach(to: id, name: name, mediaType: mediaType, reading: read)
    }
    func readAttachment(
        _ attachmentID: UUID, of id: UUID, to write: (Data) throws(KeychainError) -> Void
    ) throws(KeychainError) { try vault().readAttachment(attachmentID, of: id, to: write) }
    func removeAttachment(_ attachmentID: UUID, of id: UUID) throws(KeychainError) {
        try vault().removeAttachment(attachmentID, of: id)
    }
    func passwordDerivation() throws(KeychainError) -> VaultPassword { try vault().passwordDerivation() }
    func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, derivation: VaultPassword.Derivation,
        compromised: Bool
    ) throws(KeychainError) {
        try vault().changePassword(from: old, to: new, derivation: derivation, compromised: compromised)
    }
    func makeRecoveryKey() throws(KeychainError) -> SecretBytes { try vault().makeRecoveryKey() }
}
