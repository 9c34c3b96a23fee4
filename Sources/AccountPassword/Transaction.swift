import CLinux
import Glibc
import LinuxSupport
import Secrets

/// One transaction on the side of the helper's caller.
struct Transaction: ~Copyable {
    private enum Event {
        /// The helper has sent a packet or has ended.
        case helper
        /// The user has answered.
        case answered
        case cancelled
        case late
    }

    private let connection: Descriptor
    private let cancellation: Cancellation
    private let deadline: ContinuousClock.Instant
    private let limit: Duration
    private let conversation: AccountPassword.Conversation

    init(
        connection: consuming Descriptor, cancellation: Cancellation, limit: Duration,
        conversation: @escaping AccountPassword.Conversation
    ) {
        self.connection = connection
        self.cancellation = cancellation
        self.conversation = conversation
        self.limit = limit
        deadline = .now + limit
    }

    /// Passes the helper's questions to the user until the helper reports the outcome. When this object ends, the connection is closed, and
    /// the helper ends the transaction if it is still running.
    borrowing func run() -> Outcome {
        for _ in 0...HelperMessage.maximumQuestions {
            switch wait() {
            case .cancelled: return .cancelled
            case .late: return tooLate
            case .answered, .helper: break
            }
            guard let reply = receive() else { return Self.ended }
            switch reply {
            case .outcome(let outcome): return outcome
            case .question(let question): if let outcome = ask(question) { return outcome }
            }
        }
        return .unavailable("the PAM service asks too many questions; check the modules in its file")
    }

    private borrowing func receive() -> HelperReply? {
        let capacity = 1 + HelperMessage.maximumTextLength
        guard let packet = Packet(from: connection.number, capacity: capacity), packet.length <= capacity else {
            return nil
        }
        return HelperReply(packet.bytes)
    }

    /// Asks the user; returns the outcome if the transaction is over.
    private borrowing func ask(_ question: Question) -> Outcome? {
        guard let pending = PendingQuestion.begin(question, conversation) else { return AccountPassword.outOfResources }
        switch wait(for: pending.number) {
        case .cancelled: return .cancelled
        case .late: return tooLate
        case .helper: return Self.ended
        case .answered: break
        }
        switch pending.takeAnswer() {
        case .cancel: return .cancelled
        case .proceed: return send(SecretBytes(zeros: 0))
        // A message needs no answer; a given one is not sent.
        case .text(let text): return question.wantsAnswer ? send(text) : send(SecretBytes(zeros: 0))
        }
    }

    private borrowing func send(_ answer: borrowing SecretBytes) -> Outcome? {
        let isSent = answer.withUnsafeBytes { answer -> Bool? in
            guard answer.count <= HelperMessage.maximumAnswerLength, !answer.contains(0) else { return nil }
            return withUnsafeBytes(of: HelperMessage.answer) { code in
                let parts = [
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: code.baseAddress), iov_len: code.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: answer.baseAddress), iov_len: answer.count),
                ]
                return clinux_send(connection.number, parts, Int32(parts.count), false) == 1 + answer.count
            }
        }
        switch isSent {
        case nil: return .wrongPassword
        case false: return Self.ended
        case true: return nil
        }
    }

    private borrowing func wait(for answer: Int32 = -1) -> Event {
        let wanted = Int16(POLLIN)
        while true {
            let left = deadline - .now
            guard left > .zero else { return .late }
            var events = [cancellation.event, answer, connection.number].map {
                pollfd(fd: $0, events: wanted, revents: 0)
            }
            // Rounded up: else the loop would spin during the last part of a millisecond.
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&events, nfds_t(events.count), Int32(clamping: milliseconds))
            if count < 0, errno != EINTR { return .late }
            guard count > 0 else { continue }
            if events[0].revents != 0 { return .cancelled }
            // Checked before the answer: while a question is open, the helper sends nothing, so this is its end.
            if events[2].revents != 0 { return .helper }
            if events[1].revents != 0 { return .answered }
        }
    }

    private var tooLate: Outcome {
        .unavailable("the password was not given and checked within \(limit.components.seconds) s; try again")
    }

    private static var ended: Outcome {
        .unavailable("“chatelaine-pam-helper” ended before it had an answer; the system's log may say why")
    }
}
