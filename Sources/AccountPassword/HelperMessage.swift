import LinuxSupport

/// The protocol between ``AccountPassword`` and `chatelaine-pam-helper`, over sockets that preserve packet boundaries (`SOCK_SEQPACKET`).
/// Every message is one packet; its first byte is its type.
///
/// | From, over | Bytes | With it |
/// |---|---|---|
/// | the caller, over the connection that the helper was started with | 1, name of the account (1…255) | the end of a connection for one transaction |
/// | the helper, over that one | 1 secret, 2 visible, 3 info, 4 error; text (0…2048, UTF-8) | |
/// | the caller, to each of these | 1, answer (0…511; none to what is only shown) | |
/// | the helper, at last | 16 success, 17 wrong, 18 locked, 19 expired, 20 unavailable; text (0…2048, UTF-8) | |
///
/// To end a transaction early, either side closes the connection. The helper drops packets that are not orders, and closes the connection of an
/// order that it cannot carry out.
package enum HelperMessage {
    /// The first byte of an order.
    package static let order: UInt8 = 1
    /// The first byte of an answer.
    package static let answer: UInt8 = 1
    /// The maximum length of an account's name in bytes. Specified in: limits.h, `LOGIN_NAME_MAX`.
    package static let maximumNameLength = 255
    /// The maximum length of a text in bytes. Modules of Linux-PAM write 512 at most, others any number.
    package static let maximumTextLength = 2048
    /// The maximum length of an answer in bytes. Specified in: Linux-PAM, `PAM_MAX_RESP_SIZE` less the terminating zero.
    package static let maximumAnswerLength = 511
    /// The maximum number of questions and texts in one transaction, which ends a module that asks without end.
    package static let maximumQuestions = 64
    /// The maximum duration of a transaction in seconds, including the time for typing.
    package static let timeLimit = 120

    /// Whether a text may be the name of an account. Some modules make file names from it.
    package static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (1...maximumNameLength).contains(bytes.count), bytes[0] != UInt8(ascii: "."),
            bytes[0] != UInt8(ascii: "-")
        else {
            return false
        }
        return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    }

    /// Whether a text may be the name of a PAM service, which is also the name of its file.
    package static func isService(_ name: String) -> Bool {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(allowed.contains)
    }

    /// Returns a text without hidden characters (`UntrustedText.isHidden`) except newlines, truncated if it is too long.
    package static func clean(_ text: String) -> String {
        var (clean, count) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars where scalar == "\n" || !UntrustedText.isHidden(scalar) {
            count += UTF8.width(scalar)
            if count > maximumTextLength { break }
            clean.append(scalar)
        }
        return String(clean)
    }
}

/// A message of the helper in a transaction.
package enum HelperReply: Sendable, Equatable {
    case question(Question)
    case outcome(Outcome)

    /// The message as a packet. A cancelled transaction has no outcome of its own, since the caller no longer reads it.
    package var bytes: [UInt8] {
        let (code, text): (UInt8, String) =
            switch self {
            case .question(.secret(let text)): (1, text)
            case .question(.visible(let text)): (2, text)
            case .question(.info(let text)): (3, text)
            case .question(.error(let text)): (4, text)
            case .outcome(.success): (16, "")
            case .outcome(.wrongPassword): (17, "")
            case .outcome(.accountLocked(let text)): (18, text)
            case .outcome(.passwordExpired(let text)): (19, text)
            case .outcome(.unavailable(let text)): (20, text)
            case .outcome(.cancelled): (20, "cancelled")
            }
        return [code] + Array(HelperMessage.clean(text).utf8)
    }

    /// Decodes a packet; `nil` if it is not a valid message.
    package init?(_ packet: [UInt8]) {
        guard let code = packet.first, packet.count <= 1 + HelperMessage.maximumTextLength else { return nil }
        // Invalid UTF-8 becomes replacement characters of three bytes.
        let text = HelperMessage.clean(String(decoding: packet.dropFirst(), as: UTF8.self))
        switch code {
        case 1: self = .question(.secret(text))
        case 2: self = .question(.visible(text))
        case 3: self = .question(.info(text))
        case 4: self = .question(.error(text))
        case 16: self = .outcome(.success)
        case 17: self = .outcome(.wrongPassword)
        case 18: self = .outcome(.accountLocked(text))
        case 19: self = .outcome(.passwordExpired(text))
        case 20: self = .outcome(.unavailable(text))
        default: return nil
        }
    }
}
