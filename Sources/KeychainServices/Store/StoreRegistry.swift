import Foundation
import KeyManagement
import Synchronization

/// The stores that this process has open, one for each file, whatever paths lead to it.
final class StoreRegistry: Sendable {
    static let shared = StoreRegistry()

    private struct Entry { weak var store: Store? }

    private typealias Entries = [KeychainPlace: Entry]
    private let entries = Mutex<Entries>([:])
    /// The stores of keychains that are being made, which have no name yet. A lock of its own: others wait for such a keychain while they
    /// hold that of the entries.
    private let unnamed = Mutex<[Entry]>([])

    /// Returns the store of a file, opened if it is not open yet.
    func store(for file: KeychainFile, passcodeCost: PasscodeHash.Cost) throws(KeychainError) -> Store {
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                try entries.withLock { entries in
                    if let open = Self.store(at: file.path, in: entries) { return open }
                    entries = entries.filter { $0.value.store != nil }
                    // Makes the directory if there is none.
                    let store = try Store(file: file, passcodeCost: passcodeCost)
                    if let place = KeychainPlace(file.path) { entries[place] = Entry(store: store) }
                    return store
                }
            }
        }
    }

    /// Returns the store of a file that this process has open, if there is one.
    func openStore(_ path: String) -> Store? {
        ForkGuard.withForksBlocked { entries.withLock { Self.store(at: path, in: $0) } }
    }

    /// Returns the store of a file. One whose own path has come to lead elsewhere, because directories were renamed or made again, is not
    /// that of the file which has the number of its directory now.
    private static func store(at path: String, in entries: Entries) -> Store? {
        guard let place = KeychainPlace(path), let store = entries[place]?.store, let file = store.file else {
            return nil
        }
        return file.path == path || KeychainPlace(file.path) == place ? store : nil
    }

    /// Has the store of a file that this process has open, if there is one, begin as a process that starts does.
    ///
    /// - Returns: as ``Store/startOver(since:)``.
    func startOver(_ path: String, since epoch: LockEpoch) throws -> LockEpoch? {
        guard let store = openStore(path) else { return LockEpoch() }
        return try store.startOver(since: epoch)
    }

    /// Runs `body` while this process has no connection to a file, and lets go of the file's store if that succeeds: what still refers to
    /// the store gets errors from then on, and never another file of the same name.
    func whileRetired(_ path: String, _ body: () throws -> Void) throws {
        try ForkGuard.withForksBlocked {
            try entries.withLock { entries in
                let place = KeychainPlace(path)
                let store = Self.store(at: path, in: entries)
                store?.suspend()
                try body()
                store?.retire()
                if let place { entries[place] = nil }
            }
        }
    }

    /// Moves the logs of all files to the files, and closes these until their next use.
    func closeAll() {
        for store in openStores() { store.close() }
    }

    /// Moves the logs of the files below a root that this process has changed to the files.
    func moveChanges(in root: KeychainRoot) {
        // A store of another root is not kept alive for this.
        for store in openStores(where: { $0.root == root }) { store.moveChanges() }
    }

    private func openStores(where isMeant: (KeychainFile) -> Bool = { _ in true }) -> [Store] {
        ForkGuard.withForksBlocked {
            entries.withLock { $0.values.compactMap { $0.store }.filter { $0.file.map(isMeant) ?? false } }
        }
    }

    /// Has the store of a keychain that is being made closed before a fork, as the others are.
    func addUnnamed(_ store: Store) {
        unnamed.withLock { $0 = $0.filter { $0.store != nil } + [Entry(store: store)] }
    }

    /// Closes all connections until their next use. Called where a fork is about to happen and nothing else runs.
    func suspendAll() {
        entries.withLock { entries in
            for entry in entries.values { entry.store?.suspend() }
        }
        unnamed.withLock { entries in
            for entry in entries { entry.store?.suspend() }
        }
    }
}
