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
    let finger = ScriptedFinger()

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
        let vault = FragileVault(
            try inner.create(name, password: password, derivation: derivation), failure, finger)
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

/// What an agent makes of fingers.
final class ScriptedFinger: Sendable {
    private struct State {
        var unlock = FingerprintUnlock.off
        var key: SecretHolder?
        var result: KeychainError?
    }
    private let state = Mutex(State())
    let begun = DispatchSemaphore(value: 0)

    /// Keeps a vault's key, as after its master password was entered.
    func keep(_ vault: any VaultService) throws {
        let key = try (vault as? FragileVault)?.openingKey()
        state.withLock { $0 = State(unlock: .ready, key: key) }
    }

    /// What becomes of the next fingers; nil: they match.
    func become(_ result: KeychainError?, _ unlock: FingerprintUnlock = .ready) {
        state.withLock { ($0.result, $0.unlock) = (result, unlock) }
    }

    var unlock: FingerprintUnlock { state.withLock { $0.unlock } }

    fileprivate func show(to vault: Vault, _ stop: FingerprintStop) throws(KeychainError) {
        begun.signal()
        let (key, result) = state.withLock { ($0.key, $0.result) }
        if result?.code == .userCanceled {
            let stopped = DispatchSemaphore(value: 0)
            stop.cancellation.onCancel { stopped.signal() }
            stopped.wait()
        }
        if let result { throw result }
        guard let key else { throw KeychainError(.authenticationFailed, "no key") }
        try vault.unlock(openingKey: key.secret)
    }

    final class SecretHolder: Sendable {
        let secret: SecretBytes
        init(_ secret: consuming SecretBytes) { self.secret = secret }
    }
}

struct FragileVault: FingerprintVault {
    private let inner: Vault
    private let failure: FragileDirectory.Failure
    private let finger: ScriptedFinger

    init(_ inner: Vault, _ failure: FragileDirectory.Failure, _ finger: ScriptedFinger) {
        (self.inner, self.failure, self.finger) = (inner, failure, finger)
    }

    func openingKey() throws -> ScriptedFinger.SecretHolder? {
        guard let key = try inner.copyOfOpeningKey() else { return nil }
        return ScriptedFinger.SecretHolder(key)
    }

    func fingerprintUnlock() throws(KeychainError) -> FingerprintUnlock { finger.unlock }
    func unlockByFingerprint(_ stop: FingerprintStop) throws(KeychainError) { try finger.show(to: inner, stop) }
    func allowFingerprint(_ password: borrowing SecretBytes) throws(KeychainError) {}
    func refuseFingerprint() throws(KeychainError) {}

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
    func confirmRecoveryKey(_ text: borrowing SecretBytes) throws(KeychainError) {
        try vault().confirmRecoveryKey(text)
    }
}
