import Glibc
import LinuxSupport

/// The files of the log, for writing.
struct Output: ~Copyable {
    let directory: SegmentDirectory
    private var file: Descriptor?
    private var segment: UInt32
    /// The last record in the files.
    private(set) var written: ChainPosition
    var headIsStored: Bool

    init(directory: consuming SegmentDirectory, file: consuming Descriptor?, written: ChainPosition, headIsStored: Bool)
    {
        self.directory = directory
        self.file = file
        segment = written.segment
        self.written = written
        self.headIsStored = headIsStored
    }

    /// Writes pieces in order, each with one call unless the disk takes only a part of it.
    /// - Returns: the unwritten pieces, the number of bytes written, and the error if not everything was written.
    mutating func write(_ pieces: [ChainBuffer.Piece], last: ChainPosition) -> (
        rest: [ChainBuffer.Piece], count: Int, error: LogError?
    ) {
        var total = 0
        for (index, piece) in pieces.enumerated() {
            let (count, error) = write(piece)
            total += count
            guard let error else { continue }
            var rest = Array(pieces[index...])
            rest[0].bytes.removeFirst(count)
            return (rest, total, error)
        }
        written = last
        headIsStored = false
        return ([], total, nil)
    }

    /// Waits until the files are synchronized to the disk.
    func synchronize() throws(LogError) {
        guard let number else { return }
        guard retrying({ fdatasync(number) }) == 0 else { throw .failed("make durable") }
    }

    private var number: Int32? {
        switch file {
        case .some(let file): file.number
        case .none: nil
        }
    }

    private mutating func write(_ piece: ChainBuffer.Piece) -> (count: Int, error: LogError?) {
        do throws(LogError) {
            if piece.segment != segment || file == nil { try start(piece.segment) }
        } catch {
            return (0, error)
        }
        let (count, code) = piece.bytes.withUnsafeBytes { file?.write($0) ?? (0, EBADF) }
        return (count, code == 0 ? nil : .system("write", code))
    }

    private mutating func start(_ number: UInt32) throws(LogError) {
        // The old segment has to be durable before the new one, so that the chain has no holes.
        try synchronize()
        file = try directory.create(number)
        segment = number
        if number > SegmentDirectory.segmentCount { directory.remove(number - SegmentDirectory.segmentCount) }
    }
}
