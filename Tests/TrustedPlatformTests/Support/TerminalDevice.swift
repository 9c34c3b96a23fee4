import Foundation
import Glibc
import TestSupport

/// A TPM as a device: a terminal without any of what terminals do to their input, behind which a software TPM answers.
final class TerminalDevice {
    let path: String

    init(_ tpm: SoftwareTPM) throws {
        let (front, back, path) = try PseudoTerminal.open()
        self.path = path
        var settings = termios()
        guard tcgetattr(back, &settings) == 0 else { throw TestFailure("pty") }
        cfmakeraw(&settings)
        guard tcsetattr(back, TCSANOW, &settings) == 0 else { throw TestFailure("pty") }
        let (ours, theirs, socket) = (front, back, tpm.socket)
        Thread.detachNewThread {
            defer {
                close(theirs)
                close(ours)
            }
            let server = Glibc.socket(AF_UNIX, Gate.kind, 0)
            defer { close(server) }
            guard Gate.withAddress(socket, { connect(server, $0, $1) }) == 0 else { return }
            // Ends when the TPM does.
            while let command = Gate.message(ours), Gate.send(command, server), let answer = Gate.message(server) {
                guard write(ours, answer, answer.count) == answer.count else { return }
            }
        }
    }
}
