import Crypto
import Dispatch
import Synchronization

/// Seals what is written at once, and writes it where it belongs: a share for each core. To make room for a new file takes the system
/// longer than it takes to seal the content, so that several are worth it.
///
/// Tried, and not faster: to write one piece while the next is sealed (what one core has sealed, another has to fetch; a fifth slower),
/// a share in one call, turns at writing of our own in place of the kernel's, 4 MiB at once.
struct SealingJob: @unchecked Sendable {
    // Sendable: nobody writes to the content, which is there until `run` returns.

    /// Whole chunks, but for the last one of a file.
    let content: UnsafeRawBufferPointer
    let file: OpenFile
    /// The number of the first chunk.
    let first: Int
    /// Whether the content of the file ends here.
    let endsContent: Bool
    let key: SymmetricKey

    /// Chunks of one share: 256 KiB, which the nearest memory of a core has room for.
    private static let share = 4

    /// How many chunks it is; one for no content.
    var count: Int { max((content.count - 1) / Chunks.size + 1, 1) }

    /// - Throws: what the system says of a full disk.
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
