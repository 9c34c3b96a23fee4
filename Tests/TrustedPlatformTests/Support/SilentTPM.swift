import Glibc
import TestSupport

/// Listens as a TPM does, and answers nothing.
final class SilentTPM {
    let socket: String
    private let directory: TemporaryDirectory
    private let listener: Int32

    init() throws {
        directory = try TemporaryDirectory()
        socket = directory("tpm")
        listener = Glibc.socket(AF_UNIX, Gate.kind, 0)
        let path = socket
        let bound = Gate.withAddress(path) { bind(self.listener, $0, $1) }
        // Connections wait in the queue, and take the first commands.
        guard bound == 0, listen(listener, 4) == 0 else { throw TestFailure("silence") }
    }

    deinit { close(listener) }
}
