import Foundation
import Glibc
import Synchronization

/// A server for HTTP on this machine, which answers each request by a closure and keeps what it was told.
final class LoopbackServer: Sendable {
    struct Failed: Error {}

    let port: UInt16
    private let listener: Int32
    private let heard = Mutex<[String]>([])

    /// All requests, with their headers.
    var requests: [String] { heard.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port)/" }

    /// - Parameter answer: makes a whole answer from the path of a request.
    init(_ answer: @escaping @Sendable (_ path: String) -> String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) | listen(listener, 16) | getsockname(listener, address, &size)
            }
        }
        guard listener >= 0, status == 0 else { throw Failed() }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                serve(connection, answer)
                close(connection)
            }
        }
        thread.start()
    }

    /// Ends the server.
    func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve(_ connection: Int32, _ answer: (String) -> String) {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !request.contains("\r\n\r\n") {
            let count = read(connection, &buffer, buffer.count)
            // A handshake of TLS is no request: it begins with 22.
            guard count > 0, buffer[0] != 22 else { return }
            request += String(decoding: buffer[..<count], as: UTF8.self)
        }
        heard.withLock { $0.append(request) }
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let bytes = Array(answer(path).utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    static func ok(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
