import Glibc
import Testing

/// The socket on which a service manager hears from its services.
final class DatagramSocket {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(withAddress(path) { bind(descriptor, $0, $1) } == 0)
    }

    deinit { close(descriptor) }

    /// The next message that is there.
    func receive() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        try #require(count >= 0, "no message")
        return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
}

/// A client that has nothing to say.
final class StreamSocket {
    private let descriptor: Int32

    init(connectedTo path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(withAddress(path) { connect(descriptor, $0, $1) } == 0)
    }

    deinit { close(descriptor) }
}

/// A server that is no message bus.
final class StreamListener: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(withAddress(path) { bind(descriptor, $0, $1) } == 0)
    }

    /// Takes connections from now on.
    func start() throws { try #require(listen(descriptor, 8) == 0) }

    deinit { close(descriptor) }

    /// Waits for a client, sends it something and hangs up.
    func dismissClient(with bytes: [UInt8]) throws {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&watched, 1, 300_000) == 1, "no client")
        let client = accept(descriptor, nil, nil)
        try #require(client >= 0)
        _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        close(client)
    }
}

private func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
}
