import AgentProtocol
import Foundation

/// An answer of the native host to an extension, as JSON.
///
/// Specified in: Docs/browser-messages.md.
package enum BrowserAnswer {
    /// Encodes an answer of the agent.
    ///
    /// - Parameters:
    ///   - id: the number of the request.
    ///   - secret: the second part of the agent's frame.
    package static func json(_ id: UInt64, _ reply: WireBrowserReply, secret: Data = Data()) -> Data {
        let json =
            switch reply.content {
            case .challenge(let bytes): encode(id, "challenge", Challenge(challenge: bytes.base64EncodedString()))
            case .pairingCode(let code): encode(id, "pairing-code", Code(code: code))
            case .paired: encode(id, "paired", Empty())
            case .state(let state): encode(id, "status", State(state))
            case .items(let items): encode(id, "items", Items(items))
            case .plan: encode(id, "plan", Empty(), raw: ("plan", secret))
            case .oneTimeCode(let times):
                encode(id, "code", Times(times), raw: ("code", quoted(secret)))
            case .saved(let item): encode(id, "saved", Saved(item))
            case .password(let kept): encode(id, "password", Saved(kept), raw: ("password", escaped(secret)))
            case .reading(let reading): encode(id, "reading", Reading(reading))
            case .details(let details): encode(id, "details", Details(details))
            case .text: encode(id, "revealed", Empty(), raw: ("text", escaped(secret)))
            case .offered(let offered): encode(id, "offered", Offered(offered))
            case .offers(let list): encode(id, "offers", Offers(list))
            case .sites(let list): encode(id, "sites", Sites(sites: list.sites))
            case .credentials(let credentials):
                encode(id, "credentials", Username(username: credentials.username), raw: ("password", escaped(secret)))
            case .done: done(id)
            // It is for the clipboard, and the host keeps it from the browser.
            case .clip: encode(id, "error", Failure(BrowserErrorCode.failed.rawValue, "nothing was copied", ""))
            case .refusal(let refusal):
                encode(id, "error", Failure(refusal.code, refusal.reason, refusal.remedy))
            case nil:
                encode(
                    id, "error",
                    Failure(
                        BrowserErrorCode.failed.rawValue, "the agent's answer is of another release",
                        "update Chatelaine, and start the browser again"))
            }
        guard json.count <= BrowserMessage.Limits.bytes else {
            return error(BrowserMessageError(id, .tooLarge, "the answer has more than a browser takes, 1 MiB"))
        }
        return json
    }

    /// Encodes an error of the host itself.
    package static func error(_ error: BrowserMessageError) -> Data {
        encode(error.id, "error", Failure(error.code.rawValue, error.reason, error.remedy))
    }

    /// Encodes the answer to a request that has no other.
    package static func done(_ id: UInt64) -> Data { encode(id, "done", Empty()) }

    /// Encodes the answer to a copy.
    ///
    /// - Parameter seconds: the time after which the clipboard is cleared.
    package static func copied(_ id: UInt64, seconds: Int) -> Data { encode(id, "copied", Copied(seconds: seconds)) }

    // MARK: - JSON

    /// - Parameter raw: a last member whose value is JSON already, so that no encoder makes copies of a secret.
    private static func encode(
        _ id: UInt64, _ type: String, _ content: some Encodable, raw: (name: String, value: Data)? = nil
    ) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var json = try? encoder.encode(Envelope(id: id, type: type, content: content)) else { return Data() }
        guard let raw, json.last == UInt8(ascii: "}") else { return json }
        json.removeLast()
        json.append(contentsOf: ",\"\(raw.name)\":".utf8)
        json.append(raw.value)
        json.append(UInt8(ascii: "}"))
        return json
    }

    /// A code, which has letters and digits alone.
    private static func quoted(_ code: Data) -> Data {
        let isPlain = code.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
        return isPlain ? Data("\"".utf8) + code + Data("\"".utf8) : Data("\"\"".utf8)
    }

    /// A string of JSON (RFC 8259, 7).
    private static func escaped(_ secret: Data) -> Data {
        var json = Data("\"".utf8)
        for byte in secret {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0..<0x20: json.append(contentsOf: "\\u00".utf8 + [digit(byte >> 4), digit(byte & 15)])
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
        return json
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value - 10)
    }

    private struct Envelope<Content: Encodable>: Encodable {
        let id: UInt64
        let type: String
        let content: Content

        private enum Key: CodingKey { case version, id, type }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(BrowserMessage.version, forKey: .version)
            try container.encode(id, forKey: .id)
            try container.encode(type, forKey: .type)
            try content.encode(to: encoder)
        }
    }
}
