import AgentProtocol
import Foundation

/// A message of a browser's extension to the native host, as one request to the agent.
///
/// Specified in: Docs/browser-messages.md.
package struct BrowserMessage: Sendable {
    /// The limits of messages.
    package enum Limits {
        /// The bytes of a message in either direction: what browsers take from a host.
        package static let bytes = 1 << 20
        /// The bytes of an address.
        static let address = 8 << 10
        /// The bytes of every other text but the page.
        static let text = 1 << 10
        /// The bytes of a password, and of a site's rules for passwords.
        static let password = 4 << 10
    }

    /// The version of the protocol. It changes only if an older extension or host could do harm.
    package static let version = 1

    /// What an extension wants.
    package enum Action: Sendable {
        /// The agent is asked.
        ///
        /// `secret` is for the second part of its frame.
        case request(WireBrowserRequest.OneOf_Operation, secret: Data = Data())
        /// The request that is under way ends, and the session with it.
        case cancel
    }

    /// The number by which the extension recognises the answer: 1 to 2^53−1.
    package let id: UInt64
    package let action: Action

    /// Parses a message.
    ///
    /// - Parameters:
    ///   - json: from the extension; unknown members are ignored.
    ///   - extensionID: the identifier of the extension, as the browser has told the host.
    package init(json: Data, from extensionID: String) throws(BrowserMessageError) {
        guard json.count <= Limits.bytes else { throw .tooLarge }
        guard let head = try? JSONDecoder().decode(Head.self, from: json) else {
            throw BrowserMessageError(0, .badMessage, "the message is no JSON object with “version”, “id” and “type”")
        }
        guard let id = UInt64(exactly: head.id), (1...Self.mostID).contains(id) else {
            throw BrowserMessageError(0, .badMessage, "“id” is no whole number from 1 to 2^53−1")
        }
        guard head.version == Self.version else {
            let older = head.version < Self.version ? "the browser extension" : "Chatelaine"
            throw BrowserMessageError(
                id, .wrongVersion,
                "the message is of version \(head.version), and this host knows version \(Self.version)",
                remedy: "update \(older)")
        }
        guard let kind = BrowserRequestKind(rawValue: head.type) else {
            throw BrowserMessageError(
                id, .unknownType, "this release of Chatelaine does not know this type of message",
                remedy: "update Chatelaine; if it is the latest, update the browser extension")
        }
        guard let members = try? JSONDecoder().decode(BrowserMembers.self, from: json) else {
            throw BrowserMessageError(id, .badMessage, "a member has another type than it should have")
        }
        self.id = id
        do throws(BrowserMembers.Problem) {
            action = try members.action(kind, extensionID)
        } catch {
            throw BrowserMessageError(id, .badMessage, error.reason)
        }
    }

    private static let mostID: UInt64 = 1 << 53 - 1

    private struct Head: Decodable {
        let version: Int
        let id: Double
        let type: String
    }
}

/// The types of messages that an extension sends.
enum BrowserRequestKind: String, CaseIterable {
    case hello, prove, pair, status, unlock, matches, search, fill, code, save, update, generate, cancel
    case read, copy, details, reveal, offer, offers, answer, never, nevers, credentials
    case addWebsite = "add-website"
}

/// The reason for which a message was not handed on.
package struct BrowserMessageError: Error, Sendable {
    /// The number of the message; 0 if it could not be read.
    package let id: UInt64
    package let code: BrowserErrorCode
    package let reason: String
    package let remedy: String

    package init(_ id: UInt64, _ code: BrowserErrorCode, _ reason: String, remedy: String = "") {
        (self.id, self.code, self.reason, self.remedy) = (id, code, reason, remedy)
    }

    package static let tooLarge = BrowserMessageError(
        0, .tooLarge, "a message has 1 MiB at most", remedy: "send a page with fewer fields")
}
