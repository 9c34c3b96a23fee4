import AsymmetricKeys
import Synchronization

/// The private keys that an agent has used: finding and reading one takes longer than a signature.
///
/// A key counts only for the very state of the keychain in which it was found: the commit counter says whether another process has changed it
/// since, and every commit and lock of this process empties this. So a key that is locked, deleted or changed is not found here, and nothing
/// is in memory longer than its class key (Docs/decisions/0073). Who may use it is decided at each use.
final class OpenKeys: Sendable {
    /// The number of times that it was emptied. What was found before does not come in after.
    struct Turn: Equatable, Sendable {
        fileprivate var count: UInt64 = 0
    }

    /// A key that was found, and its item.
    struct Entry: Sendable {
        /// The state of the keychain before it was found.
        let state: KeychainState
        let key: PrivateKey
        let name: ItemName
        let attributes: Attributes
    }

    private struct Contents: Sendable {
        var keys: [PersistentReference: Entry] = [:]
        var turn = Turn()
    }

    /// The most keys that are kept: then all go.
    private static let most = 64
    private let contents = Mutex(Contents())

    var count: Int { contents.withLock { $0.keys.count } }
    var turn: Turn { contents.withLock { $0.turn } }

    /// Returns the key that was found in this state of the keychain; nil if there is none.
    func key(_ reference: PersistentReference, in state: KeychainState) -> Entry? {
        guard let entry = contents.withLock({ $0.keys[reference] }), entry.state == state else { return nil }
        return entry
    }

    /// Keeps a key, unless this was emptied since `turn`.
    func keep(_ entry: Entry, since turn: Turn) {
        contents.withLock { contents in
            guard contents.turn == turn else { return }
            if contents.keys.count >= Self.most { contents.keys = [:] }
            contents.keys[entry.name.reference] = entry
        }
    }

    /// Lets go of all keys.
    func empty() {
        contents.withLock { contents in
            contents.turn.count &+= 1
            contents.keys = [:]
        }
    }
}

/// The last acknowledged change of a keychain, by any process: the bytes of its commit counter; none for one in memory.
struct KeychainState: Equatable, Sendable {
    fileprivate let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}
