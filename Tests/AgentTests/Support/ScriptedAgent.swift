import AgentProtocol
import CLinux
import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport

/// What listens where an agent should: greets as one, then does with each request what the test says.
final class ScriptedAgent: Sendable {
    /// What becomes of a connection after a request.
    enum Reaction {
        case hangUp
        case silence
        case answer(WireReply.OneOf_Body)
        /// These, as they are but for the request's number, each with bytes at its end that are fields of a later version.
        case replies([(reply: WireReply, extra: [UInt8])])
    }

    let socketPath: String
    private let listener: Int32
    private let taken = Mutex<[WireRequest]>([])
    private let current = Mutex<RawClient?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter react: called for each request, with how many came before it.
    init(in directory: TemporaryDirectory, react: @escaping @Sendable (WireRequest, Int) -> Reaction) throws {
        socketPath = directory("scripted.socket")
        listener = clinux_unix_listen(socketPath, 16)
        guard listener >= 0 else { throw RawClient.NoAnswer() }
        Thread.detachNewThread { [self] in
            while case let accepted = clinux_accept(listener), accepted >= 0 {
                let program = RawClient(descriptor: accepted)
                current.withLock { $0 = program }
                serve(program, react)
                current.withLock { $0 = nil }
            }
            ended.signal()
        }
    }

    /// The received requests, after the socket is closed.
    func end() -> [WireRequest] {
        shutdown(listener, Int32(SHUT_RDWR))
        // A program may keep its connection for later.
        current.withLock { program in
            if let program { _ = shutdown(program.descriptor, Int32(SHUT_RDWR)) }
        }
        ended.wait()
        close(listener)
        return taken.withLock { $0 }
    }

    private func serve(_ program: RawClient, _ react: (WireRequest, Int) -> Reaction) {
        guard (try? greet(program)) != nil else { return }
        while let frame = try? program.receiveFrame(), let request = try? WireRequest(serializedBytes: frame.message) {
            let before = taken.withLock { taken in
                defer { taken.append(request) }
                return taken.count
            }
            switch react(request, before) {
            case .hangUp: return
            case .silence: continue
            case .replies(let replies):
                for (kept, extra) in replies {
                    var reply = kept
                    reply.id = request.id
                    _ = try? program.send(reply, extra: extra)
                }
            case .answer(let body):
                _ = try? program.send(
                    WireReply.with {
                        $0.id = request.id
                        $0.body = body
                    })
            }
        }
    }

    private func greet(_ program: RawClient) throws {
        _ = try program.receive(WireClientHello.self)
        try program.send(
            WireServerHello.with {
                $0.magic = ProtocolVersion.magic
                $0.major = ProtocolVersion.major
                $0.nonce = Data(count: ProtocolVersion.nonceSize)
            })
        _ = try program.receive(WireProof.self)
        try program.send(WireWelcome.with { $0.groups = [TestAgent.group] })
    }
}
