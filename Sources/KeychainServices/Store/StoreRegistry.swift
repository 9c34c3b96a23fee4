import Foundation
import KeyManagement
import Synchronization

/// The stores that this process has open, one for each file.
final class StoreRegistry: Sendable {
    static let shared = StoreRegistry()

    private struct Entry { weak var store: Store? }
    private let entries = Mutex<[String: Entry]>([:])

    /// Returns the store of a file, opened if it is not open yet.
    func store(for file: KeychainFile, passcodeCost: PasscodeHash.Cost) throws(KeychainError) -> Store {
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                try entries.withLock { entries in
                    if let open = entries[file.path]?.store { return open }
                    entries = entries.filter { $0.value.store != nil }
                    let store = try Store(file: file, passcodeCost: passcodeCost)
                    entries[file.path] = Entry(store: store)
                    return store
                }
            }
        }
    }

    /// Closes all connections until their next use. Called just before a fork, when no operation is in progress.
    func suspendAll() {
        entries.withLock { entries in
            for entry in entries.values { entry.store?.suspend() }
        }
    }
}
