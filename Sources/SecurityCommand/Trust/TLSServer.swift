import Foundation
import Glibc
import LibCrypto
import LinuxSupport

/// The server that an address names.
struct TLSServer {
    let host: String
    private let port: String

    private static let usualPort = 443
    /// The milliseconds for all of it.
    private static let time: UInt64 = 30_000

    /// - Throws: ``UsageError`` for anything but an address of HTTPS.
    init(_ address: String) throws {
        guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == "https",
            let host = parts.host.map({ $0.trimmingCharacters(in: ["[", "]"]) }), !host.isEmpty,
            (1...65535).contains(parts.port ?? Self.usualPort)
        else { throw UsageError("“\(UntrustedText.forTerminal(address))” is no address with https://") }
        (self.host, port) = (host, "\(parts.port ?? Self.usualPort)")
    }

    private var isNumber: Bool {
        var (v4, v6) = (in_addr(), in6_addr())
        return inet_pton(AF_INET, host, &v4) == 1 || inet_pton(AF_INET6, host, &v6) == 1
    }

    /// Connects, and returns what the server shows.
    ///
    /// - Throws: ``Ending``
    func handshake() throws -> TLSHandshake {
        let deadline = Clock.monotonic + Self.time * 1_000_000
        let socket = try connect(until: deadline)
        let number = socket.number
        do {
            return try TLSHandshake(
                CryptoLibrary.load(), host: isNumber ? nil : host,
                send: { bytes in
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let part = UnsafeRawBufferPointer(rebasing: rest)
                        let count = send(number, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
                        if count > 0 { rest = rest.dropFirst(count) } else { try wait(number, POLLOUT, deadline) }
                    }
                },
                receive: { buffer in
                    while true {
                        let count = recv(number, buffer.baseAddress, buffer.count, 0)
                        guard count < 0 else { return count }
                        try wait(number, POLLIN, deadline)
                    }
                })
        } catch let error as CryptoError { throw failure(error.reason) }
    }

    private func failure(_ reason: String) -> Ending {
        Ending(1, "security: verify-cert: \(UntrustedText.forTerminal(host)): \(reason)")
    }

    /// Waits after a call that could not go on.
    private func wait(_ number: Int32, _ event: Int32, _ deadline: UInt64) throws {
        guard errno == EAGAIN || errno == EINTR || errno == EINPROGRESS else {
            throw failure(String(cString: strerror(errno)))
        }
        let now = Clock.monotonic
        let left = deadline > now ? Int32(clamping: (deadline - now) / 1_000_000) : 0
        var entry = pollfd(fd: number, events: Int16(event), revents: 0)
        guard left > 0, poll(&entry, 1, left) != 0 else { throw failure("no answer in time") }
    }

    /// Connects to the first of the host's addresses that answers.
    private func connect(until deadline: UInt64) throws -> Descriptor {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &first) == 0 else { throw failure("the host is not known") }
        defer { freeaddrinfo(first) }
        var problem = failure("it has no address")
        var next = first
        while let address = next?.pointee {
            next = address.ai_next
            let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            guard let socket = Descriptor(socket(address.ai_family, kind, address.ai_protocol)) else { continue }
            do {
                try connect(socket.number, address, deadline)
                return socket
            } catch let error as Ending { problem = error }
        }
        throw problem
    }

    private func connect(_ number: Int32, _ address: addrinfo, _ deadline: UInt64) throws {
        guard Glibc.connect(number, address.ai_addr, address.ai_addrlen) != 0 else { return }
        try wait(number, POLLOUT, deadline)
        var (reason, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(number, SOL_SOCKET, SO_ERROR, &reason, &size)
        guard reason == 0 else { throw failure(String(cString: strerror(reason))) }
    }
}
