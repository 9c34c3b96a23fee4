import AgentProtocol
import Foundation
import KeychainServices

/// The result of a request that has succeeded.
enum Answer: Sendable {
    case message(WireReply.OneOf_Body)
    /// A message, and the items that were changed, for the audit log.
    case changed([ItemName], WireReply.OneOf_Body)
    /// A message for each item, or `done` if there is none.
    case items([Item])
    case secret(SecretHolder)
    /// The result of using a key, and its item, for the audit log.
    case used([ItemName], SecretHolder)
    /// The same message again and again, each time with the next part as its secret: at least one.
    case parts(WireReply.OneOf_Body, [Data])
    /// A message for each record of the audit log, and then the result of checking the log.
    case log([WireLogRecord], WireLogReport)

    static let done = Answer.message(.done(.init()))

    static func count(_ count: Int) -> Answer { .message(.count(.with { $0.count = UInt64(clamping: count) })) }

    /// Returns how many items `change` has changed, each of which it notes.
    static func changing(
        _ change: (_ note: (ItemName) -> Void) throws(KeychainError) -> Int
    ) throws(KeychainError) -> Answer {
        var names: [ItemName] = []
        let count = try change { names.append($0) }
        return .changed(names, .count(.with { $0.count = UInt64(clamping: count) }))
    }

    /// The items that were read or changed, for the audit log.
    var itemNames: [ItemName] {
        switch self {
        case .items(let items): items.map { ItemName($0.persistentReference, group: $0[.accessGroup]?.string) }
        case .changed(let names, _), .used(let names, _): names
        case .message, .secret, .parts, .log: []
        }
    }

    /// The status for the audit log: 0, or that of a reply by which a person, or the lack of one, has refused a login.
    var status: Int32 {
        guard case .parts(.passwordManager(let reply), _) = self, !reply.isGiven else { return 0 }
        return (reply.isCancel ? KeychainError.Code.userCanceled : .notAvailable).rawValue
    }

    /// Whether it may be more than there is room for in a socket that has some (``ClientSocket/hasRoom``).
    var isLong: Bool {
        switch self {
        case .items(let items): items.count > 16 || items.reduce(0) { $0 + $1.approximateSize } > Self.longSize
        // As large as a request of a program can be: a page with all its fields.
        case .parts(.sheetTask, _): true
        case .used(_, let result): result.secret.count > Self.longSize
        case .parts(_, let parts): parts.count > 1 || parts.contains { $0.count > Self.longSize }
        case .message(.done), .message(.count), .message(.lockState), .message(.status), .message(.agentStatus),
            .changed(_, .count), .secret:
            false
        case .message(.vault(let reply)): reply.isLong
        case .message, .changed, .log: true
        }
    }

    fileprivate static let longSize = 32 << 10
}

extension WireVaultReply {
    /// Whether its names can be long.
    fileprivate var isLong: Bool {
        switch content {
        case .state: false
        case .names(let answer): answer.names.reduce(answer.names.count * 4) { $0 + $1.utf8.count } > Answer.longSize
        default: true
        }
    }
}

extension Item {
    /// The bytes of the values that can be long: of an identity, its certificate and the reference of its key too.
    fileprivate var approximateSize: Int {
        (data?.count ?? 0) + attributes.sizeOfValues + secretAttributes.sizeOfValues
    }
}

extension Attributes {
    /// The bytes of texts and data.
    fileprivate var sizeOfValues: Int {
        reduce(0) { size, attribute in
            switch attribute.value {
            case .string(let text): size + text.utf8.count
            case .data(let bytes): size + bytes.count
            default: size
            }
        }
    }
}
