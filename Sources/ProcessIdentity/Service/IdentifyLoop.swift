import CLinux
import Glibc
import LinuxSupport

/// The helper's side of an `IdentifyService`.
///
/// A request is one packet: its number in 64 bits, little-endian, accompanied by a pidfd. An answer is one packet of
/// fixed size, accompanied by a `ProgramWitness` unless it is a failure. Packets that are not requests are dropped
/// without an answer.
package enum IdentifyLoop {
    /// The descriptor at which the service passes the helper's end of the connection.
    package static let socket = ChildStart.firstDescriptor

    /// Answers requests until the other end is closed.
    ///
    /// An empty packet also ends the loop: it cannot be distinguished from the end of the connection.
    ///
    /// - Parameters:
    ///   - socket: the helper's end.
    ///   - requestTimeLimit: the number of seconds after which a request ends the process; 0 for no limit.
    package static func run(socket: Int32 = socket, requestTimeLimit: UInt32 = 0) {
        let inspector = Inspector()
        while let packet = Packet(from: socket, capacity: Request.size) {
            alarm(requestTimeLimit)
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

    /// Inspects the process of a request. The pidfd is closed before the answer is sent, so the caller can rely on
    /// that.
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
