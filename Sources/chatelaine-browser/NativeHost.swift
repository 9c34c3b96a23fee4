import AgentClient
import AgentProtocol
import BrowserMessages
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Reads messages until the browser closes the stream, and has the agent answer them one after another.
final class NativeHost: Sendable {
    /// The most requests that wait for the one that is under way.
    private static let mostWaiting = 16

    private let extensionID: String
    private let output: Int32
    private let connection = BrowserConnection()
    private let requests = DispatchQueue(label: "io.github.chatelaine.browser")
    private let waiting = Atomic(0)
    /// Held while a message is written: two threads answer.
    private let writing = Mutex(())

    init(extensionID: String, output: Int32) { (self.extensionID, self.output) = (extensionID, output) }

    /// - Returns: the exit status.
    func run(reading input: Int32) -> Int32 {
        while true {
            do throws(NativeMessages.ReadError) {
                handle(try NativeMessages.read(from: input))
            } catch {
                guard error == .tooLarge else { return 0 }
                // What follows is no message.
                send(BrowserAnswer.error(.tooLarge))
                return 1
            }
        }
    }

    private func handle(_ json: Data) {
        let message: BrowserMessage
        do throws(BrowserMessageError) {
            message = try BrowserMessage(json: json, from: extensionID)
        } catch {
            return send(BrowserAnswer.error(error))
        }
        switch message.action {
        case .cancel:
            connection.cancel()
            send(BrowserAnswer.done(message.id))
        case .request(let operation, let secret):
            guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostWaiting else {
                waiting.subtract(1, ordering: .relaxed)
                return refuse(
                    message.id, .busy, "too many requests wait", "wait for the answers, or send “cancel”")
            }
            requests.async { [self] in
                ask(operation, secret, message.id)
                waiting.subtract(1, ordering: .relaxed)
            }
        }
    }

    private func ask(_ operation: WireBrowserRequest.OneOf_Operation, _ secret: Data, _ id: UInt64) {
        do throws(BrowserConnection.Failure) {
            try connection.ask(operation, secret, at: SocketPath.ofServingAgent()) { reply, secret in
                if case .clip? = reply.content {
                    send(HostClipboard.copy(secret, id))
                    return true
                }
                send(BrowserAnswer.json(id, reply, secret: secret))
                // The code of a pairing is shown while the user is asked.
                if case .pairingCode? = reply.content { return false }
                return true
            }
        } catch {
            switch error {
            case .gone:
                refuse(id, .agentGone, "Chatelaine's agent is not running", "start it: chatelaine agent install")
            case .cancelled: refuse(id, .cancelled, "the request was cancelled", "")
            case .refused(let error) where error.code == .unimplemented:
                refuse(id, .unknownType, error.reason, error.remedy ?? "")
            case .refused(let error): refuse(id, .failed, error.reason, error.remedy ?? "")
            }
        }
    }

    private func refuse(_ id: UInt64, _ code: BrowserErrorCode, _ reason: String, _ remedy: String) {
        send(BrowserAnswer.error(BrowserMessageError(id, code, reason, remedy: remedy)))
    }

    private func send(_ message: Data) {
        let isSent = writing.withLock { _ in NativeMessages.write(message, to: output) }
        // The browser has gone.
        if !isSent { exit(0) }
    }
}
