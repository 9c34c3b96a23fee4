import Glibc
import TestSupport

/// Where libfprint's virtual driver takes commands. The socket is there while a program has claimed the reader.
struct ReaderSocket {
    /// Milliseconds that a program has to claim the reader, and the reader to take a command.
    private static let timeout = 300_000

    private let directory: String

    init(_ directory: String) { self.directory = directory }

    static func path(_ directory: String) -> String { directory + "/reader.sock" }

    /// Gives one command, and waits until it was taken: the next is then done after it.
    func send(_ command: String) throws {
        let descriptor = try connect()
        defer { close(descriptor) }
        let bytes = Array(command.utf8)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw TestFailure("the reader does not take “\(command)”")
        }
        shutdown(descriptor, Int32(SHUT_WR))
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var answer = [UInt8](repeating: 0, count: 256)
        repeat {
            guard poll(&wanted, 1, Int32(Self.timeout)) > 0 else {
                throw TestFailure("the reader does not answer “\(command)”")
            }
        } while read(descriptor, &answer, answer.count) > 0
    }

    /// Connects as soon as a process listens.
    private func connect() throws -> Int32 {
        let changes = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        defer { close(changes) }
        _ = inotify_add_watch(changes, directory, UInt32(IN_CREATE))
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(Self.timeout)
        repeat {
            if let descriptor = try attempt() { return descriptor }
            // A socket exists a little before a process listens on it; no event announces that.
            var wanted = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
            var events = [UInt8](repeating: 0, count: 4096)
            if poll(&wanted, 1, 20) > 0 { _ = read(changes, &events, events.count) }
        } while clock.now < deadline
        throw TestFailure("no program has claimed the reader")
    }

    /// Nil if no process listens.
    private func attempt() throws -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(Self.path(directory).utf8)
        let hasRoom = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.count < room.count else { return false }
            room.copyBytes(from: path)
            return true
        }
        guard hasRoom else { throw TestFailure("the path of the reader's socket is too long") }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result != 0 else { return descriptor }
        close(descriptor)
        return nil
    }
}
