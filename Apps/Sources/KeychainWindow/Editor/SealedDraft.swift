import Crypto
import Foundation
import KeychainServices

/// The contents of a form that are not stored.
struct Draft: Codable, Sendable, Equatable {
    /// The item that is changed; `nil` for a new one.
    var reference: Data?
    /// The code of the item's class.
    var itemClass: String
    /// The changed texts, by the numbers of their attributes.
    var texts: [UInt32: String]
    /// The code of the chosen protection class; `nil` if it was not changed.
    var protection: String?
    /// The typed password.
    var password: Data?

    /// The item that is changed, as far as the reference can be read.
    var item: PersistentReference? { reference.flatMap { try? PersistentReference(data: $0) } }
    var isEmpty: Bool { texts.isEmpty && protection == nil && password == nil }
}

/// A draft from before its keychain was locked, encrypted under a key that this process alone has. So no text of it is in the memory, which
/// may be swapped or read by accident; a program that controls this process finds the key too.
struct SealedDraft: Sendable {
    private let box: Data
    private let key: SymmetricKey

    /// - Returns: `nil` if the draft cannot be encoded.
    init?(_ draft: Draft) {
        let key = SymmetricKey(size: .bits256)
        guard let clear = try? JSONEncoder().encode(draft), let box = try? ChaChaPoly.seal(clear, using: key) else {
            return nil
        }
        (self.box, self.key) = (box.combined, key)
    }

    /// The draft.
    var opened: Draft? {
        guard let box = try? ChaChaPoly.SealedBox(combined: box), let clear = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        return try? JSONDecoder().decode(Draft.self, from: clear)
    }
}
