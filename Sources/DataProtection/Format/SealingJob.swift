import Crypto
import Dispatch
import Synchronization

/// Seals one write's content and writes it to the file, with a share for each core. Allocating space for a new file takes the
/// system longer than sealing the content, so that several threads are worth it.
///
/// These were tried and are not faster: writing one piece while the next is sealed (the data has to move from one core's cache to
/// another's; a fifth slower), one system call per share, taking turns at writing in this code instead of the kernel, 4 MiB at once.
struct SealingJob: @unchecked Sendable {
    // Sendable: the content is not written to, and stays valid until `run` returns.

    /// Whole chunks, except for the last one of a file.
    let content: UnsafeRawBufferPointer
    let file: OpenFile
    /// The number of the first chunk.
    let first: Int
    /// Whether the content of the file ends here.
    let endsContent: Bool
    let key: SymmetricKey

    /// The number of chunks in one share: 256 KiB, which fits into a core's own cache.
    private static let share = 4

    /// The number of chunks; one for empty content.
    var count: Int { max((content.count - 1) / Chunks.size + 1, 1) }

    /// Seals and writes the content.
    ///
    /// - Throws: the system's error, such as for a full disk.
    func run() throws(ProtectedFileError) {
        let shares = (count - 1) / Self.share + 1
        guard shares > 1 else { return try write(0) }
        let failure = Mutex<ProtectedFileError?>(nil)
        DispatchQueue.concurrentPerform(iterations: shares) { share in
            do throws(ProtectedFileError) {
                try write(share)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func write(_ share: Int) throws(ProtectedFileError) {
        let chunks = share * Self.share..<min((share + 1) * Self.share, count)
        for index in chunks {
            let start = index * Chunks.size
            let chunk = UnsafeRawBufferPointer(rebasing: content[start..<min(start + Chunks.size, content.count)])
            let (number, isLast) = (first + index, endsContent && index == count - 1)
            try ChunkCipher.seal(chunk, number: number, isLast: isLast, key: key) {
                (sealed) throws(ProtectedFileError) in
                try file.write(sealed, at: HeaderCopies.size + number * Chunks.sealedSize)
            }
        }
    }
}
