import Glibc

/// Values that go to other programs through pipes that these have given us, as fast as they read.
///
/// Whoever does not read is forgotten when there are too many.
struct PipeTransfers {
    private struct Transfer {
        let descriptor: Int32
        let format: String
        var sent = 0
    }

    /// More than a person ever pastes at a time.
    private static let most = 32

    private var transfers: [Transfer] = []

    /// - Parameter descriptor: is closed in the end.
    mutating func begin(_ descriptor: Int32, format: String) {
        guard Self.neverBlocks(descriptor) else {
            close(descriptor)
            return
        }
        if transfers.count == Self.most { close(transfers.removeFirst().descriptor) }
        transfers.append(Transfer(descriptor: descriptor, format: format))
    }

    /// What a program calls a pipe can be a file of a file system that it serves itself, and to which a write never ends.
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

    /// Writes what there is room for. SIGPIPE has to be ignored.
    ///
    /// - Parameter ready: `awaited`, with what poll(2) says of it.
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

    /// Whether there is more to send.
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
