import LinuxSupport

/// What an ``AccountPassword`` and `chatelaine-pam-helper` say to one another, over sockets that keep packets apart
/// (`SOCK_SEQPACKET`). Every message is one packet; its first byte says what it is.
///
/// | From, over | Bytes | With it |
/// |---|---|---|
/// | the caller, over the connection that the helper was started with | 1, name of the account (1…255) | the end of a connection for one transaction |
/// | the helper, over that one | 1 secret, 2 visible, 3 info, 4 error; text (0…2048, UTF-8) | |
/// | the caller, to each of these | 1, answer (0…511; none to what is only shown) | |
/// | the helper, at last | 16 success, 17 wrong, 18 locked, 19 expired, 20 unavailable; text (0…2048, UTF-8) | |
///
/// Whoever wants to end a transaction closes the connection. The helper drops what is no order, and closes the connection of one
/// that it cannot carry out.
package enum HelperMessage {
    /// First byte of an order.
    package static let order: UInt8 = 1
    /// First byte of an answer.
    package static let answer: UInt8 = 1
    /// Bytes of an account's name. Specified in: limits.h, `LOGIN_NAME_MAX`.
    package static let mostName = 255
    /// Bytes of a text. Modules of Linux-PAM write 512 at most, others what they like.
    package static let mostText = 2048
    /// Bytes of an answer. Specified in: Linux-PAM, `PAM_MAX_RESP_SIZE` less the zero at the end.
    package static let mostAnswer = 511
    /// Questions and texts in one transaction: a module that never ends is ended.
    package static let mostQuestions = 64
    /// Seconds that a transaction may take, with the time to type in.
    package static let mostSeconds = 120

    /// Whether this may be the name of an account. Some modules make names of files of it.
    package static func isName(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard (1...mostName).contains(bytes.count), bytes[0] != UInt8(ascii: "."), bytes[0] != UInt8(ascii: "-") else {
            return false
        }
        return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    }

    /// Whether this may be the name of a PAM service, which is the name of its file.
    package static func isService(_ name: String) -> Bool {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(allowed.contains)
    }

    /// A text without control characters but line breaks, cut where it is too long.
    package static func clean(_ text: String) -> String {
        var (clean, count) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars where scalar == "\n" || !UntrustedText.isHidden(scalar) {
            count += UTF8.width(scalar)
            if count > mostText { break }
            clean.append(scalar)
        }
        return String(clean)
    }
}

/// What the helper says in a transaction.
package enum HelperReply: Sendable, Equatable {
    case question(Question)
    case outcome(Outcome)

    /// As a packet. A transaction that was cancelled has no outcome: nobody is there any more to read it.
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

    /// Of a packet; nil if it is none of these.
    package init?(_ packet: [UInt8]) {
        guard let code = packet.first, packet.count <= 1 + HelperMessage.mostText else { return nil }
        // What is no UTF-8 becomes replacement characters, three bytes for one.
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
