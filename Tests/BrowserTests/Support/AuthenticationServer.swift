import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server on the loopback that asks for a name and a password, as HTTP has it (RFC 7617), and notes what it was given.
final class AuthenticationServer: Sendable {
    let port: UInt16
    private let socket: Int32
    private let state = Mutex(State())
    private let changes = NSCondition()

    private struct State {
        var given: [String] = []
        var asked: Set<String> = []
        var pages: [String: String] = [:]
    }

    /// The name and the password that it takes.
    static let right = "ada:Corr3ct-Horse"

    init() throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw TestFailure("no server: \(errno)") }
        port = UInt16(bigEndian: address.sin_port)
        // Ends when the socket is shut down.
        Thread.detachNewThread { [weak self] in
            while case let connection = accept(socket, nil, nil), connection >= 0 {
                guard let server = self else { break }
                Thread.detachNewThread { server.serve(connection) }
            }
            close(socket)
        }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The names and passwords that were given, in their order.
    var given: [String] { state.withLock { $0.given } }

    /// Waits until the browser was asked for a password for a path.
    func waitUntilAsked(for path: String) {
        changes.lock()
        while state.withLock({ !$0.asked.contains(path) }) { changes.wait() }
        changes.unlock()
    }

    private func noteAsked(for path: String) {
        changes.lock()
        state.withLock { _ = $0.asked.insert(path) }
        changes.broadcast()
        changes.unlock()
    }

    /// Shows a page, which takes no password.
    func show(_ html: String, at path: String) { state.withLock { $0.pages[path] = html } }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var head = ""
        while !head.contains("\r\n\r\n") {
            let count = read(connection, &bytes, bytes.count)
            guard count > 0, head.utf8.count < 1 << 20 else { return }
            head += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        let answer = Array(answer(to: head).utf8)
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private func answer(to head: String) -> String {
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? "/"
        if let page = state.withLock({ $0.pages[path] }) { return Self.message("200 OK", "", page) }
        let credentials = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("authorization: basic ") }
            .flatMap { Data(base64Encoded: String($0.dropFirst(21))) }.map { String(decoding: $0, as: UTF8.self) }
        if let credentials { state.withLock { $0.given.append(credentials) } }
        if credentials == Self.right { return Self.message("200 OK", "", "<title>in</title>welcome") }
        noteAsked(for: path)
        return Self.message("401 Unauthorized", "WWW-Authenticate: Basic realm=\"Staff\"\r\n", "<title>out</title>no")
    }

    private static func message(_ status: String, _ headers: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
