import AgentProtocol
import Dispatch
import Foundation
import KeychainServices
import PasswordVault
import Synchronization

/// Serves imports: items that come into a vault in parts, and are stored together.
///
/// Everything that has arrived belongs to its connection. Items wait in memory; chunks of files are rows of the vault that no item has, and are
/// removed when the connection ends without the last part.
final class ArrivalRequests: Sendable {
    /// The bytes of items that wait on all connections together.
    private static let mostBytes = 192 << 20
    /// The chunks of files that wait on a connection, of 1 MiB each.
    private static let mostChunks = 16 << 10

    private struct Pending {
        var vault: VaultTarget
        var items: [(item: VaultItem, replaces: Date?)] = []
        var bytes = 0
        /// The number of chunks of each file that has arrived.
        var files: [UUID: Int] = [:]
        var chunks = 0
    }

    private let queues: WorkQueues
    private let pending = Mutex<[Poller.ID: Pending]>([:])

    init(queues: WorkQueues) { self.queues = queues }

    func takeFile(
        _ file: WireVaultRequest.ArrivingFile, into vault: VaultTarget, _ secret: UnsafeRawBufferPointer,
        _ caller: Caller
    ) throws(KeychainError) -> Work {
        let id = try UUID(wire: file.attachment)
        let data = Data(wipedWhenFreed: secret)
        return Work(.writes, log: .absent) { [self] _ throws(KeychainError) in
            try change(of: caller.id, vault) { (pending) throws(KeychainError) in
                guard pending.files[id] ?? 0 == Int(file.chunk), pending.chunks < Self.mostChunks else {
                    throw KeychainError(.parameter, "the files that arrive are too many, or out of order")
                }
                pending.files[id] = Int(file.chunk) + 1
                pending.chunks += 1
            }
            do throws(KeychainError) {
                try vault().stageChunk(data, number: Int(file.chunk), of: id)
            } catch {
                // The chunk is not there, and may be another connection's.
                try? change(of: caller.id, vault) { $0.files[id] = file.chunk == 0 ? nil : Int(file.chunk) }
                throw error
            }
            return .done
        }
    }

    func takeItems(
        _ part: WireVaultRequest.ArrivingItems, into vault: VaultTarget, _ secret: UnsafeRawBufferPointer,
        _ caller: Caller
    ) throws(KeychainError) -> Work {
        guard !part.drops else {
            return Work(.writes, log: .absent) { [self] _ throws(KeychainError) in
                drop(take(of: caller.id))
                return .done
            }
        }
        let items = try ItemList.decode(secret)
        guard items.count == part.replaced.count else { throw .unreadable("items without their versions") }
        try add(zip(items, part.replaced), bytes: secret.count, of: caller.id, vault)
        guard part.isLast else { return Work(.immediate, log: .absent) { _ throws(KeychainError) in .done } }
        return Work(.writes, log: .named("vault: import")) { [self] _ throws(KeychainError) in
            guard let arrived = take(of: caller.id) else { return .count(0) }
            do throws(KeychainError) {
                try arrived.vault().bring(staged: arrived.items, with: arrived.files)
            } catch {
                drop(arrived)
                throw error
            }
            return .count(arrived.items.count)
        }
    }

    /// Removes the files of an import that did not come to its end.
    func connectionEnded(_ id: Poller.ID) {
        guard let left = take(of: id), !left.files.isEmpty else { return }
        queues.writes.async { [self] in drop(left) }
    }

    private func add(
        _ items: some Sequence<(VaultItem, Int64)>, bytes: Int, of connection: Poller.ID, _ vault: VaultTarget
    ) throws(KeychainError) {
        let waiting = pending.withLock { $0.values.reduce(0) { $0 + $1.bytes } }
        guard waiting + bytes <= Self.mostBytes else {
            throw KeychainError(
                .notAvailable, "more than \(Self.mostBytes >> 20) MiB of items are being imported",
                remedy: "import them in parts, or when other imports are done")
        }
        try change(of: connection, vault) {
            $0.bytes += bytes
            for (item, replaced) in items {
                $0.items.append((item, replaced == 0 ? nil : Date(microseconds: replaced)))
            }
        }
    }

    private func change(
        of connection: Poller.ID, _ vault: VaultTarget, _ body: (inout Pending) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let result = pending.withLock { all -> Result<Void, KeychainError> in
            var pending = all[connection] ?? Pending(vault: vault)
            guard pending.vault.name == vault.name else {
                return .failure(KeychainError(.parameter, "an import goes into one vault"))
            }
            do throws(KeychainError) { try body(&pending) } catch { return .failure(error) }
            all[connection] = pending
            return .success(())
        }
        try result.get()
    }

    private func take(of connection: Poller.ID) -> Pending? { pending.withLock { $0.removeValue(forKey: connection) } }

    /// A vault that is locked now keeps the rows; `doctor --repair` removes them.
    private func drop(_ arrived: Pending?) {
        guard let arrived, !arrived.files.isEmpty else { return }
        try? arrived.vault().removeStaged(arrived.files)
    }
}
