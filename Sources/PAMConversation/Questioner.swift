import AccountPassword
import CLinux
import CPAM
import Glibc
import Secrets

/// A relay that passes the questions of PAM's modules to the other end of a connection, and the answers back.
final class Questioner {
    private let connection: Int32
    private var asked = 0
    /// Whether a question was answered.
    private(set) var hasAnswered = false
    /// The last error message that was shown.
    private(set) var complaint: String?

    /// - Parameter connection: remains owned by the caller.
    init(connection: Int32) { self.connection = connection }

    /// The callback for PAM. It has to live as long as the transaction, and so does this object.
    var conversation: pam_conv {
        pam_conv(
            conv: { count, messages, responses, data in
                guard let messages, let responses, let data else { return PAM_CONV_ERR }
                let questioner = Unmanaged<Questioner>.fromOpaque(data).takeUnretainedValue()
                return questioner.answer(UnsafeBufferPointer(start: messages, count: Int(max(count, 0))), responses)
            }, appdata_ptr: Unmanaged.passUnretained(self).toOpaque())
    }

    private typealias Messages = UnsafeBufferPointer<UnsafePointer<pam_message>?>
    private typealias Responses = UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>

    /// - Parameter responses: receives one response for each message, which PAM frees.
    private func answer(_ messages: Messages, _ responses: Responses) -> Int32 {
        guard (1...Int(PAM_MAX_NUM_MSG)).contains(messages.count),
            let memory = calloc(messages.count, MemoryLayout<pam_response>.stride)
        else { return PAM_CONV_ERR }
        let answers = memory.bindMemory(to: pam_response.self, capacity: messages.count)
        for (index, message) in messages.enumerated() {
            guard let message, let question = Self.question(message.pointee), let answer = ask(question) else {
                for index in 0..<index { Self.release(answers[index].resp) }
                free(memory)
                return PAM_CONV_ERR
            }
            if question.wantsAnswer { answers[index].resp = answer } else { Self.release(answer) }
        }
        responses.pointee = answers
        return PAM_SUCCESS
    }

    private static func question(_ message: pam_message) -> Question? {
        let text = message.msg.map { String(cString: $0) } ?? ""
        switch message.msg_style {
        case PAM_PROMPT_ECHO_OFF: return .secret(text)
        case PAM_PROMPT_ECHO_ON: return .visible(text)
        case PAM_TEXT_INFO: return .info(text)
        case PAM_ERROR_MSG: return .error(text)
        default: return nil
        }
    }

    /// - Returns: a C string that belongs to the caller; `nil` if the peer does not answer, or if there were too many
    ///   questions.
    private func ask(_ question: Question) -> UnsafeMutablePointer<CChar>? {
        asked += 1
        let bytes = HelperReply.question(question).bytes
        guard asked <= HelperMessage.maximumQuestions,
            clinux_send_packet(connection, bytes, bytes.count, -1) == bytes.count, let answer = receive()
        else { return nil }
        if case .error(let text) = question { complaint = HelperMessage.clean(text) }
        if question.wantsAnswer { hasAnswered = true }
        return answer
    }

    private func receive() -> UnsafeMutablePointer<CChar>? {
        // One byte more than the longest answer: a truncated answer is not accepted.
        let capacity = 1 + HelperMessage.maximumAnswerLength + 1
        var packet = SecretBytes(zeros: capacity)
        return packet.withUnsafeMutableBytes { packet in
            var length = -1
            repeat { length = recv(connection, packet.baseAddress, capacity, 0) } while length < 0 && errno == EINTR
            guard length >= 1, length < capacity, packet[0] == HelperMessage.answer,
                let text = calloc(length, 1)?.assumingMemoryBound(to: CChar.self)
            else { return nil }
            // calloc has already written the terminating zero.
            for index in 1..<length { text[index - 1] = CChar(bitPattern: packet[index]) }
            return text
        }
    }

    private static func release(_ text: UnsafeMutablePointer<CChar>?) {
        guard let text else { return }
        wipe(UnsafeMutableRawBufferPointer(start: text, count: strlen(text)))
        free(text)
    }
}
