import AsymmetricKeys
import Foundation
import Secrets

/// A key that was made in the token.
package struct MadeKey: Sendable {
    /// Its attributes; for a permanent key the item.
    package let item: Item
    /// The key itself, if it is not permanent.
    package let sealed: SealedKey?

    package init(item: Item, sealed: SealedKey?) {
        self.item = item
        self.sealed = sealed
    }
}

extension LocalKeychain {
    /// The token of this keychain.
    ///
    /// - Throws: as ``KeyToken/ofUser()``.
    func token() throws(KeychainError) -> KeyToken {
        if let token = store.token.withLock({ $0 }) { return token }
        return try .ofUser()
    }

    /// Chooses another token than that of the user's settings.
    package func setToken(_ token: KeyToken) { store.token.withLock { $0 = token } }

    /// Where keys in hardware would be made now. The TPM is not asked.
    var hardwareKeys: Keychain.Status.HardwareKeys {
        do throws(KeychainError) {
            let token = try token()
            switch try token.place() {
            case .tpm: return .tpm(token.tpm?.description ?? "")
            case .software(let reason): return .software(reason)
            }
        } catch { return .none(error.reason) }
    }

    package func makeKey(
        _ item: NewItem, isPermanent: Bool, with authentication: Authentication
    ) throws(KeychainError) -> MadeKey {
        guard item.itemClass == .key, item.data == nil, item.secretAttributes.isEmpty else {
            throw .parameter("a key that is made has no data")
        }
        guard store.file?.isPortable != true else {
            throw .parameter("keys in hardware are in the keychain of this device only")
        }
        // The TPM takes time, which a caller that defers does not have.
        guard !authentication.isDeferred else { throw .needsOwnThread }
        // What cannot be stored is refused before a key is made.
        try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
            let prepared = try prepare(item, gate)
            try prepared.draft.checkIsNotSynchronizable()
            try store.read { _ = try $0.keys.currentClassKey(for: prepared.protection) }
        }
        let key = try TokenKey.make(try token(), root)
        return try AuthenticationGate.perform(authentication, passcode: self) { (gate) throws(KeychainError) in
            let prepared = try prepare(item, gate, as: key, isPermanent: isPermanent)
            return try store.write { session in
                let writer = ItemWriter(store, session, gate)
                guard !isPermanent else {
                    return MadeKey(
                        item: try writer.add(prepared.draft, protection: prepared.protection), sealed: nil)
                }
                let (sealed, draft) = try writer.sealed(prepared.draft, protection: prepared.protection)
                let described = Item(
                    persistentReference: PersistentReference(itemClass: .key, id: sealed.head.id),
                    attributes: draft.attributes, data: nil, secretAttributes: [:])
                return MadeKey(item: described, sealed: SealedKey(sealed, publicHalf: key.publicHalf))
            }
        }
    }
}

extension KeychainError {
    /// The error of an operation that takes time, for a caller that repeats it on a thread of its own.
    static var needsOwnThread: KeychainError {
        var error = KeychainError(.notAvailable, "the operation takes time")
        error.requirement = AuthenticationRequirement([])
        return error
    }
}
