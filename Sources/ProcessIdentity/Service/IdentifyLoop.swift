import CIdentify

/// The helper's side of an `IdentifyService`.
///
/// A request is one packet: its number in 64 bits, little-endian, and with it a pidfd. An answer is one packet of fixed
/// size. What is no request is dropped without an answer.
public enum IdentifyLoop {
    /// Where the service puts the helper's end of the connection.
    public static let socket: Int32 = 3

    /// Answers requests until the other end is closed.
    ///
    /// An empty packet ends it too: the system gives no way to tell it from the end.
    public static func run() {
        let inspector = Inspector()
        while let packet = Packet(from: socket, capacity: Request.size) {
            guard let answer = answer(to: packet, inspector) else { continue }
            guard cidentify_send(socket, answer, answer.count, -1) == answer.count else { return }
        }
    }

    /// Whoever has the answer may rely on it that the pidfd is closed again.
    private static func answer(to packet: consuming Packet, _ inspector: Inspector) -> [UInt8]? {
        guard let request = Request.decode(packet), let pidfd = packet.pidfd else { return nil }
        let outcome = Result { () throws(IdentificationFailure) in try inspector.inspect(pidfd: pidfd) }
        return AnswerCodec.encode(.init(request: request, outcome: outcome))
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
