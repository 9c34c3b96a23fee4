import CLinux
import Glibc
import LinuxSupport

/// The helper's side of an `IdentifyService`.
///
/// A request is one packet: its number in 64 bits, little-endian, and with it a pidfd. An answer is one packet of fixed
/// size, and with it a `ProgramWitness` unless it is a failure. What is no request is dropped without an answer.
public enum IdentifyLoop {
    /// Where the service puts the helper's end of the connection.
    public static let socket = ChildStart.firstDescriptor

    /// Answers requests until the other end is closed.
    ///
    /// An empty packet ends it too: the system gives no way to tell it from the end.
    ///
    /// - Parameters:
    ///   - socket: the helper's end.
    ///   - timeOfQuestion: seconds after which a question ends the process; 0: it may take for ever.
    public static func run(socket: Int32 = socket, timeOfQuestion: UInt32 = 0) {
        let inspector = Inspector()
        while let packet = Packet(from: socket, capacity: Request.size) {
            alarm(timeOfQuestion)
            defer { alarm(0) }
            guard let (request, found) = outcome(of: packet, inspector) else { continue }
            let answer = AnswerCodec.encode(.init(request: request, outcome: found.map(\.evidence)))
            let sent =
                switch found {
                case .success(let found):
                    found.program.withDescriptor { clinux_send_packet(socket, answer, answer.count, $0) }
                case .failure: clinux_send_packet(socket, answer, answer.count, -1)
                }
            guard sent == answer.count else { return }
        }
    }

    /// Whoever has the answer may rely on it that the pidfd is closed again.
    private static func outcome(
        of packet: consuming Packet, _ inspector: Inspector
    ) -> (UInt64, Result<Identification, IdentificationFailure>)? {
        guard let request = Request.decode(packet), let pidfd = packet.pidfd else { return nil }
        return (
            request, Result { () throws(IdentificationFailure) in try inspector.identification(pidfd: pidfd) }
        )
    }
}

extension Packet {
    fileprivate var pidfd: Int32? {
        switch attached {
        case .some(let descriptor): descriptor.number
        case .none: nil
        }
    }
}
