import Glibc

/// Values that are sent to other programs through pipes of these programs, as fast as they read.
///
/// If there are too many, the oldest transfer is discarded, since its reader may have stopped reading.
struct PipeTransfers {
    private struct Transfer {
        let descriptor: Int32
        let format: String
        var sent = 0
    }

    /// The maximum number of transfers, more than a user ever pastes at a time.
    private static let most = 32

    private var transfers: [Transfer] = []

    /// - Parameter descriptor: is closed at the end.
    mutating func begin(_ descriptor: Int32, format: String) {
        guard Self.neverBlocks(descriptor) else {
            close(descriptor)
            return
        }
        if transfers.count == Self.most { close(transfers.removeFirst().descriptor) }
        transfers.append(Transfer(descriptor: descriptor, format: format))
    }

    /// Makes a descriptor non-blocking. Only pipes and sockets are accepted, because a file of a FUSE file system could block a write
    /// without end.
    private static func neverBlocks(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            return false
        }
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
    }

    var awaited: [pollfd] {
        transfers.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
    }

    /// Writes as much as the pipes take. SIGPIPE has to be ignored.
    ///
    /// - Parameter ready: `awaited`, with the result of poll(2).
    mutating func advance(_ ready: some Collection<pollfd>, _ content: ClipboardContent) {
        let writable = Set(ready.lazy.filter { $0.revents != 0 }.map(\.fd))
        var rest: [Transfer] = []
        for var transfer in transfers {
            if !writable.contains(transfer.descriptor) || Self.advance(&transfer, content) {
                rest.append(transfer)
            } else {
                close(transfer.descriptor)
            }
        }
        transfers = rest
    }

    /// Sends a part; returns whether there is more to send.
    private static func advance(_ transfer: inout Transfer, _ content: ClipboardContent) -> Bool {
        content.withBytes(as: transfer.format) { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes[transfer.sent...])
            let count = write(transfer.descriptor, part.baseAddress, part.count)
            guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
            transfer.sent += count
            return transfer.sent < bytes.count
        } ?? false
    }

    mutating func end() {
        for transfer in transfers { close(transfer.descriptor) }
        transfers = []
    }
}
