import Foundation
import Synchronization

/// An append-only log in which a change, a gap or a missing end is noticed.
///
/// Each record carries an HMAC-SHA-256 over the record before it and its own bytes; the last one's is kept by the caller
/// (``Head``), where those who can write to the files cannot. The records are in at most 16 files of at most 1 MiB; the
/// first record of each carries the chain over from the one before.
///
/// Entries wait in memory until there are 64 KiB of them or ``flush()`` is called. Call it at most a second after an
/// append, and before the process ends: what was not flushed is lost with the process. While the disk is full they are kept
/// up to 1 MiB, then counted, and the number goes into the log later.
///
/// Not noticed: files and head put back together to what they were before.
public final class Log: Sendable {
    /// Keeps the head durably. It is called with the log's files locked and must not append or flush.
    public typealias StoreHead = @Sendable (Head) throws -> Void

    /// Bytes that are written without waiting for a flush.
    static let batchSize = 64 << 10
    /// Bytes from which on appending waits for the disk, so that nothing is lost only because it is slow.
    static let waitingSize = 768 << 10

    let chain: Mutex<Chain>
    let output: Mutex<Output>
    /// For checking, while the chain goes on with its own.
    let checkKey: ChainKey
    private let storeHead: StoreHead
    private let synchronizing: Bool
    private let now: @Sendable () -> Int64

    /// Opens the log in a directory, or starts one.
    ///
    /// After a crash the files may be ahead of the head by whole records, which are accepted, and the last line may be
    /// torn, which is cut off and noted. Whatever else is not as it was written is noted in a record and shown by
    /// ``verify()``; the log goes on. Only the segments since the head are checked here.
    /// - Parameters:
    ///   - directory: made with mode 0700 if it is not there; its parent must be.
    ///   - key: 32 bytes; copied into guarded memory.
    ///   - head: as it was stored last; nil the first time.
    ///   - synchronizing: whether records are on the disk before their head is stored. Without it, a power cut can look as
    ///     if the end had been cut off.
    ///   - now: UTC in microseconds, for the log's own records.
    ///   - storeHead: keeps the head.
    /// - Throws: `.invalidKey`, `.outOfMemory`, `.untrustedDirectory`, `.inUse` if it is open already, `.system`.
    public init(
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
        // A disk that is full now is no reason not to work: the records wait.
        try? flush()
    }

    /// Puts entries at the end of the log. Never fails: see the class.
    public func append(_ entries: [Entry]) {
        let (unwritten, isFailing) = chain.withLock { chain in
            for entry in entries { chain.append(entry) }
            return (chain.unwritten, chain.isFailing)
        }
        // After a failure only explicit flushes try again, not every entry.
        guard unwritten >= Self.batchSize, !isFailing else { return }
        if unwritten >= Self.waitingSize {
            try? flush()
        } else {
            // If another thread is writing already, it takes these along, or the next append does.
            _ = output.withLockIfAvailable { output in try? write(&output) }
        }
    }

    /// Writes what waits in memory, and has the head stored.
    /// - Throws: `.system`, `.headNotStored`. Nothing is lost; the next flush tries again.
    public func flush() throws(LogError) {
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
            chain.withLock { $0.wasWritten(count, time: time) }
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
