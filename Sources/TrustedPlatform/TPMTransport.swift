import Glibc
import Secrets

/// The connection to a TPM: one command, one answer.
///
/// It replaces those of libtss2, which wait without a time limit and let child processes inherit their descriptors; and the strings
/// that choose among them can load any library and run any command.
final class TPMTransport {
    /// The default timeout in milliseconds; no command that is used takes more than a few seconds.
    static let timeout: Int32 = 60_000
    /// The maximum size of an answer in bytes.
    private static let most = 4096

    private let descriptor: Int32
    private let isDevice: Bool
    private let timeout: Int32
    /// Set after a failure, because the next answer could belong to another command.
    private var isBroken = false
    /// The answer that was received and not fetched yet. It may contain a secret, encrypted.
    private var answer = SecretBytes(zeros: most)
    private var answerCount = 0

    /// Opens the connection.
    ///
    /// - Parameter timeout: the timeout in milliseconds, once for sending a command and once for its answer; tests use a shorter one.
    /// - Throws: `.absent`, `.denied`, `.unreachable`.
    init(_ address: TPMAddress, timeout: Int32 = timeout) throws(TPMError) {
        self.timeout = timeout
        switch address.location {
        // With O_NONBLOCK, because otherwise `write` returns only when the device has carried out the command, however long that takes.
        case .device(let path):
            (descriptor, isDevice) = (open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), true)
        case .socket(let path): (descriptor, isDevice) = (Self.connect(path: path), false)
        case .port(let port): (descriptor, isDevice) = (Self.connect(port: port), false)
        }
        guard descriptor < 0 else { return }
        throw TPMError(opening: address.description, errno)
    }

    deinit { close(descriptor) }

    // MARK: - Sockets

    private static let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    /// Connects to a Unix socket. Returns a descriptor, or -1 with errno set.
    private static func connect(path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { space in
            guard path.utf8.count < space.count else { return false }
            space.copyBytes(from: path.utf8)
            return true
        }
        guard fits else {
            errno = ENAMETOOLONG
            return -1
        }
        return connect(AF_UNIX, &address, MemoryLayout<sockaddr_un>.size)
    }

    /// Connects to a port of this machine. Returns a descriptor, or -1 with errno set.
    private static func connect(port: UInt16) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return connect(AF_INET, &address, MemoryLayout<sockaddr_in>.size)
    }

    private static func connect(_ family: Int32, _ address: UnsafeRawPointer, _ size: Int) -> Int32 {
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { return -1 }
        let address = address.assumingMemoryBound(to: sockaddr.self)
        guard Glibc.connect(descriptor, address, socklen_t(size)) == 0 else {
            let code = errno
            close(descriptor)
            errno = code
            return -1
        }
        return descriptor
    }

    // MARK: - Commands and answers

    func send(_ command: UnsafeRawBufferPointer) -> Bool {
        let deadline = deadline
        var rest = command
        while !isBroken, rest.count > 0 {
            guard wait(for: POLLOUT, until: deadline) else {
                isBroken = true
                break
            }
            // A device takes a whole command at once. Writing to a socket whose peer has closed must not end the process by SIGPIPE.
            let count =
                isDevice
                ? write(descriptor, rest.baseAddress, rest.count)
                : Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            isBroken = count <= 0
            if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        }
        return !isBroken
    }

    private var deadline: ContinuousClock.Instant { .now + .milliseconds(Int(timeout)) }

    /// Waits until the TPM is ready for reading or writing; false at the deadline or on an error.
    private func wait(for event: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            var ready = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            // Rounded up: otherwise the loop would spin during the last part of a millisecond.
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            let polled = poll(&ready, 1, Int32(clamping: milliseconds))
            if polled > 0 { return true }
            if polled < 0, errno != EINTR { return false }
        }
    }

    /// Returns the length of the answer, after reading it if necessary; nil if none arrives, or it is not a valid answer.
    func answerLength() -> Int? {
        if answerCount == 0 { readAnswer() }
        return isBroken ? nil : answerCount
    }

    /// Copies the answer to `buffer`, which has to be large enough, and wipes it here.
    func takeAnswer(_ buffer: UnsafeMutableRawBufferPointer) {
        let count = answerCount
        answer.withUnsafeMutableBytes { answer in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: answer[..<count]))
            wipe(answer)
        }
        answerCount = 0
    }

    private func readAnswer() {
        // Bytes 2 to 5 of the header hold the length of the whole answer.
        var (got, whole) = (0, 10)
        let deadline = deadline
        answer.withUnsafeMutableBytes { buffer in
            while !isBroken, got < whole, whole <= buffer.count, let count = read(buffer, from: got, until: deadline) {
                got += count
                if got >= 6 { whole = max(10, buffer[2..<6].reduce(0) { $0 << 8 | Int($1) }) }
            }
        }
        isBroken = isBroken || got != whole
        answerCount = isBroken ? 0 : got
    }

    private func read(
        _ buffer: UnsafeMutableRawBufferPointer, from start: Int, until deadline: ContinuousClock.Instant
    ) -> Int? {
        while wait(for: POLLIN, until: deadline) {
            let count = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            return count > 0 ? count : nil
        }
        return nil
    }
}
