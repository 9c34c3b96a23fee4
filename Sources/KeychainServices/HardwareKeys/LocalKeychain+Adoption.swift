import AsymmetricKeys
import Foundation
import KeyManagement

extension NewItem {
    /// The key of the token that the item is to store; nil for any other item.
    ///
    /// - Throws: `.parameter` for other data of a key in the token.
    var sealedKey: SealedKey? {
        get throws(KeychainError) {
            guard itemClass == .key, attributes.isInToken, let data else { return nil }
            return try SealedKey([UInt8](data))
        }
    }
}

extension LocalKeychain {
    /// Returns the item of a key in the token that was made without one: the same key, under the same conditions.
    ///
    /// No person is asked, because the program gets nothing that it did not have; an application password opens the key, and has to be given.
    ///
    /// - Throws: `.parameter` for another access control than the key has, and in another keychain; as ``use(_:for:with:)``.
    func prepare(
        _ item: NewItem, _ gate: AuthenticationGate, adopting sealed: SealedKey
    ) throws(KeychainError) -> PreparedItem {
        guard store.file?.isPortable != true else {
            throw .parameter("keys in hardware are in the keychain of this device only")
        }
        let (old, key) = try store.read { session in
            try sealed.withRow { row in
                let attributes = try attributes(of: sealed, row, in: session)
                if attributes[.accessControl]?.accessControl?.flags.contains(.applicationPassword) == true {
                    guard try gate.admits(attributes, readsSecret: true, session.keys.keybag) else {
                        throw KeychainError.itemNotFound
                    }
                }
                return (attributes, try session.sealer.tokenKey(of: row, attributes, with: gate.authentication.context))
            }
        }
        var draft = try Draft(item)
        try draft.adopt(key, old)
        let group = try groupForWriting(draft.attributes[.accessGroup]?.string)
        try draft.checkSharing()
        try draft.checkIsNotSynchronizable()
        let protection = try draft.protection()
        draft.complete(group: group, protection: protection, now: Date())
        try draft.checkSize()
        return PreparedItem(draft: draft, protection: protection)
    }

    /// Returns the attributes of a key in the token that is no item, for a program that may use its group.
    ///
    /// - Throws: `.itemNotFound` for another program's; `.decode` for one that was changed.
    func attributes(of sealed: SealedKey, _ row: ItemRow, in session: Store.Session) throws -> Attributes {
        let attributes = try session.sealer.attributes(of: row)
        guard accessGroups.allows(attributes[.accessGroup]?.string ?? ""), attributes.isInToken else {
            throw KeychainError.itemNotFound
        }
        // What the program believes of the key is true.
        guard attributes[.publicKey] == .data(Data(sealed.publicHalf)) else {
            throw KeychainError.damaged("a key in hardware")
        }
        return attributes
    }
}

extension ItemSealer {
    /// Opens the secret of a key in the token.
    ///
    /// - Throws: `.decode` if it is another key than its attributes say.
    func tokenKey(
        of row: ItemRow, _ attributes: Attributes, with context: AuthenticationContext
    ) throws -> TokenKey {
        guard !row.lacksSecret, let data = try secrets(of: row, with: context)[.data]?.data else {
            throw KeychainError.damaged("a key in hardware")
        }
        let key = try TokenKey(data)
        guard attributes[.publicKey] == .data(Data(key.publicHalf)) else {
            throw KeychainError.damaged("a key in hardware")
        }
        return key
    }
}
