import Foundation
import Glibc
import TestSupport

/// Listens as a TPM does, gives the same answer to every command, and hangs up after the first.
final class LyingTPM {
    let socket: String
    private let directory: TemporaryDirectory
    private let listener: Int32

    init(answering answer: [UInt8]) throws {
        directory = try TemporaryDirectory()
        socket = directory("tpm")
        listener = Glibc.socket(AF_UNIX, Gate.kind, 0)
        let path = socket
        let bound = Gate.withAddress(path) { bind(self.listener, $0, $1) }
        guard bound == 0, listen(listener, 4) == 0 else { throw TestFailure("liar") }
        let descriptor = listener
        Thread.detachNewThread {
            // Fails once the socket is closed for good.
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                var command = [UInt8](repeating: 0, count: 4096)
                _ = recv(client, &command, command.count, 0)
                _ = Glibc.send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
                close(client)
            }
            close(descriptor)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
