import Foundation
import Glibc

/// A TPM as a device: a terminal without any of what terminals do to their input, behind which a software TPM answers.
final class TerminalDevice {
    let path: String

    init(_ tpm: SoftwareTPM) throws {
        var (front, back): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&front, &back, &name, nil, nil) == 0 else { throw Problem("pty") }
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for descriptor in [front, back] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var settings = termios()
        guard tcgetattr(back, &settings) == 0 else { throw Problem("pty") }
        cfmakeraw(&settings)
        guard tcsetattr(back, TCSANOW, &settings) == 0 else { throw Problem("pty") }
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
