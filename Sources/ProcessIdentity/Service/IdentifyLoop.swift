import CLinux
import Glibc
import LinuxSupport

/// The helper's side of an `IdentifyService`.
///
/// A request is one packet: its number in 64 bits, little-endian, accompanied by a pidfd. An answer is one packet of
/// fixed size, accompanied by a `ProgramWitness` unless it is a failure; the contents of the program's `Declaration` follow
/// in packets of their own. Packets that are not requests are dropped without an answer.
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
            guard send(found, to: request, over: socket) else { return }
        }
    }

    /// - Returns: whether all of the answer was sent.
    private static func send(
        _ found: Result<Identification, IdentificationFailure>, to request: UInt64, over socket: Int32
    ) -> Bool {
        var answer = AnswerCodec.Answer(request: request, outcome: found.map(\.evidence))
        guard case .success(let identification) = found else {
            return send(AnswerCodec.encode(answer)[...], over: socket)
        }
        let contents = identification.declaration.contents
        answer.declaration = identification.declaration.kind
        answer.declarationSize = UInt32(clamping: contents.count)
        let bytes = AnswerCodec.encode(answer)
        guard identification.program.withDescriptor({ send(bytes[...], with: $0, over: socket) }) else { return false }
        return stride(from: 0, to: contents.count, by: AnswerCodec.contentsPacketSize).allSatisfy {
            send(contents[$0...].prefix(AnswerCodec.contentsPacketSize), over: socket)
        }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, with descriptor: Int32 = -1, over socket: Int32) -> Bool {
        bytes.withUnsafeBytes { clinux_send_packet(socket, $0.baseAddress, $0.count, descriptor) } == bytes.count
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
