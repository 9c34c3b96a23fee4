import Foundation
import Synchronization

/// An append-only log in which a change, a gap or a missing end is detected.
///
/// Each record carries an HMAC-SHA-256 over the MAC of the record before it and its own bytes. The caller keeps the last MAC (``Head``) out
/// of reach of programs that can write to the files. The records are in at most 16 files of at most 1 MiB; the first record of each file
/// continues the chain of the one before.
///
/// Entries are buffered in memory until there are 64 KiB of them or ``flush()`` is called. Call it at most a second after an append, and
/// before the process ends: unflushed entries are lost with the process. While the disk is full, entries are kept up to 1 MiB, further ones
/// are dropped and counted, and the count is logged later.
///
/// Not detected: files and head that were both restored to an earlier state.
package final class Log: Sendable {
    /// A function that stores the head durably. It is called with the log's files locked and must not append or flush.
    package typealias StoreHead = @Sendable (Head) throws -> Void

    /// The number of buffered bytes from which on appending writes without a flush.
    static let batchSize = 64 << 10
    /// The number of buffered bytes from which on appending waits for the disk, so that nothing is lost only because the disk is slow.
    static let waitingSize = 768 << 10

    let chain: Mutex<ChainBuffer>
    let output: Mutex<Output>
    /// A copy of the key for checking, so that appending can continue with its own.
    let checkKey: ChainKey
    private let storeHead: StoreHead
    private let synchronizing: Bool
    private let now: @Sendable () -> Int64

    /// Opens the log in a directory, or starts one.
    ///
    /// After a crash, the files may be ahead of the head by whole records, which are accepted, and the last line may be torn, which is cut
    /// off and noted. Every other deviation is noted in a record and reported by ``verify()``; the log continues. Only the segments since
    /// the head are checked here.
    /// - Parameters:
    ///   - directory: created with mode 0700 if it does not exist; its parent must exist.
    ///   - key: 32 bytes; copied into guarded memory.
    ///   - head: the last stored head; `nil` the first time.
    ///   - synchronizing: whether records are synchronized to the disk before their head is stored. Without it, a power failure can look as
    ///     if the end had been cut off.
    ///   - now: UTC in microseconds, for the log's own records.
    ///   - storeHead: stores the head.
    /// - Throws: `.invalidKey`, `.outOfMemory`, `.untrustedDirectory`, `.inUse` if it is open already, `.system`.
    package init(
        directory: String, key: UnsafeRawBufferPointer, head: Head?, synchronizing: Bool = true,
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        storeHead: @escaping StoreHead
    ) throws(LogError) {
        let key = try ChainKey(key)
        let checkKey = try key.copy()
        let opened = try OpenedLog(directory, key: key, head: head, time: now())
        chain = Mutex(opened.chain)
        output = Mutex(opened.output)
        self.checkKey = checkKey
        self.storeHead = storeHead
        self.synchronizing = synchronizing
        self.now = now
        // A full disk must not keep the agent from working: the records stay in memory.
        try? flush()
    }

    /// Appends entries to the log. Never fails: see the class.
    package func append(_ entries: [Entry]) {
        let (unwritten, isFailing) = chain.withLock { chain in
            for entry in entries { chain.append(entry) }
            return (chain.unwritten, chain.isFailing)
        }
        // After a failure, only explicit flushes try again, not every entry.
        guard unwritten >= Self.batchSize, !isFailing else { return }
        if unwritten >= Self.waitingSize {
            try? flush()
        } else {
            // If another thread is already writing, it writes these as well, or the next append does.
            _ = output.withLockIfAvailable { output in try? write(&output) }
        }
    }

    /// Writes the pending records and stores the head.
    /// - Throws: `.system`, `.headNotStored`. Nothing is lost; the next flush tries again.
    package func flush() throws(LogError) {
        let result = output.withLock { output -> Result<Void, LogError> in
            Result { () throws(LogError) in try write(&output) }
        }
        try result.get()
    }

    private func write(_ output: inout Output) throws(LogError) {
        repeat {
            let (pieces, last) = chain.withLock { $0.take() }
            guard !pieces.isEmpty else { break }
            let (rest, count, error) = output.write(pieces, last: last)
            if let error {
                chain.withLock { $0.putBack(rest, written: count) }
                throw error
            }
            let time = now()
            chain.withLock { $0.markWritten(count, time: time) }
        } while chain.withLock { !$0.pieces.isEmpty }
        guard !output.headIsStored else { return }
        if synchronizing { try output.synchronize() }
        do {
            try storeHead(output.written.head)
        } catch {
            throw .headNotStored("\(error)")
        }
        output.headIsStored = true
    }
}
