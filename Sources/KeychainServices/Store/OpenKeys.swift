import AsymmetricKeys
import Glibc
import Synchronization

/// The private keys that an agent has used: reading one takes longer than a signature.
///
/// Each use reads the row and opens its attributes with the class key all the same. A key counts only for the very bytes of the row that it
/// was read from, so a key that is locked, deleted or changed is not found here, whatever is here. So that nothing is in memory longer than
/// its class key, every lock and every commit empties this (Docs/decisions/0073).
final class OpenKeys: Sendable {
    /// The number of times that it was emptied. What was read before does not come in after.
    struct Turn: Equatable, Sendable {
        fileprivate var count: UInt64 = 0
    }

    private struct Entry: Sendable {
        let row: [UInt8]
        let key: PrivateKey
    }

    private struct State: Sendable {
        var keys: [ItemID: Entry] = [:]
        var turn = Turn()
    }

    /// The most keys that are kept: then all go.
    private static let most = 64
    private let state = Mutex(State())

    var count: Int { state.withLock { $0.keys.count } }
    var turn: Turn { state.withLock { $0.turn } }

    /// Returns the key that was read from exactly this row; nil if there is none.
    func key(of row: ItemRow) -> PrivateKey? {
        guard let entry = state.withLock({ $0.keys[row.head.id] }), row.consists(of: entry.row) else { return nil }
        return entry.key
    }

    /// Keeps a key, unless this was emptied since `turn`.
    func keep(_ key: PrivateKey, of row: ItemRow, since turn: Turn) {
        let entry = Entry(row: row.sealedParts.flatMap { Array($0) }, key: key)
        state.withLock { state in
            guard state.turn == turn else { return }
            if state.keys.count >= Self.most { state.keys = [:] }
            state.keys[row.head.id] = entry
        }
    }

    /// Lets go of all keys.
    func empty() {
        state.withLock { state in
            state.turn.count &+= 1
            state.keys = [:]
        }
    }
}

extension ItemRow {
    fileprivate var sealedParts: [UnsafeRawBufferPointer] { [wrappedKey, metadata, secret] }

    /// Whether the sealed parts, one after the other, are these bytes.
    fileprivate func consists(of bytes: [UInt8]) -> Bool {
        guard sealedParts.reduce(0, { $0 + $1.count }) == bytes.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard var position = bytes.baseAddress else { return false }
            return sealedParts.allSatisfy { part in
                defer { position += part.count }
                guard let start = part.baseAddress else { return true }
                return memcmp(start, position, part.count) == 0
            }
        }
    }
}
