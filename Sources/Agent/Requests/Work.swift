import AgentProtocol
import Foundation
import KeychainServices
import Secrets

/// What a request comes to.
struct Work: Sendable {
    typealias Body = @Sendable (_ progress: Keychain.Progress) throws(KeychainError) -> Answer

    /// Where it is done.
    enum Place {
        /// On the thread that took the request.
        case here
        /// In the queue of what changes the keychain.
        case changes
        /// In the queue of what takes a passcode.
        case passcodes
        /// On a thread of its own, since it waits for a person or for another program.
        case ownThread
    }

    /// For the audit log; nil for what says nothing about items.
    var name: String?
    var itemClass = ""
    var group = ""
    /// Whether it belongs to keychains that are being moved here: everything else that changes something waits for the end of that.
    var isOfMove = false
    /// An access group that a person has to allow first.
    var asksFor: String?
    let place: Place
    let body: Body
    /// The same, on a thread of its own, with somebody asked for what the items ask for; nil if they ask for nothing.
    private(set) var asking: Body?

    init(_ name: String?, _ place: Place, _ body: @escaping Body) {
        self.name = name
        self.place = place
        self.body = body
    }

    /// What is about the items that a query means.
    init(_ name: String, _ place: Place, _ query: Query, _ body: @escaping Body) {
        self.init(name, place, body)
        itemClass = query.itemClass.code
        group = query.attributes[.accessGroup]?.string ?? ""
    }
}

extension Work {
    /// What may have to ask a person for items that want more than an unlocked keychain.
    ///
    /// - Parameters:
    ///   - query: what says which items are meant; nil for what adds some.
    ///   - authentication: deferred; `body` gets it first so, and again if somebody has to be asked.
    init(
        _ name: String, _ place: Place, _ query: Query? = nil, with authentication: Authentication,
        _ body: @escaping @Sendable (Authentication) throws(KeychainError) -> Answer
    ) {
        self.init(name, place) { _ throws(KeychainError) in try body(authentication) }
        if let query {
            itemClass = query.itemClass.code
            group = query.attributes[.accessGroup]?.string ?? ""
        }
        var asking = authentication
        asking.isDeferred = false
        self.asking = { [asking] _ throws(KeychainError) in try body(asking) }
    }

    /// The same for a thread that may wait.
    var withSomebodyAsked: Work {
        guard let asking else { return self }
        var work = Work(name, place, asking)
        (work.itemClass, work.group) = (itemClass, group)
        return work
    }
}

/// What is sent back.
enum Answer: Sendable {
    case message(WireReply.OneOf_Body)
    /// What was done to these items.
    case changed([ItemName], WireReply.OneOf_Body)
    /// One after another, or word that there is none.
    case items([Item])
    case secret(SecretHolder)
    /// The same message, with one part after another as its secret: at least one.
    case parts(WireReply.OneOf_Body, [Data])
    /// Records of the audit log, one after another, and what checking it has found.
    case log([WireLogRecord], WireLogReport)

    static let done = Answer.message(.done(.init()))

    static func count(_ count: Int) -> Answer { .message(.count(.with { $0.count = UInt64(clamping: count) })) }

    /// How many items `change` has changed, which tells of each of them.
    static func changing(
        _ change: (_ note: (ItemName) -> Void) throws(KeychainError) -> Int
    ) throws(KeychainError) -> Answer {
        var names: [ItemName] = []
        let count = try change { names.append($0) }
        return .changed(names, .count(.with { $0.count = UInt64(clamping: count) }))
    }

    /// The items that it is about, for the audit log.
    var names: [ItemName] {
        switch self {
        case .items(let items): items.map { ItemName($0.persistentReference, group: $0[.accessGroup]?.string) }
        case .changed(let names, _): names
        default: []
        }
    }

    /// Whether it may be more than there is room for in a socket that takes some (``Connection/hasRoom``).
    var isLong: Bool {
        switch self {
        case .items(let items): items.count > 16 || items.reduce(0) { $0 + $1.approximateSize } > 32 << 10
        // What a program has sent, a page with all its fields.
        case .parts(.sheetTask, _): true
        case .parts(_, let parts): parts.count > 1 || parts.contains { $0.count > 32 << 10 }
        case .message(.done), .message(.count), .message(.lockState), .message(.status), .message(.agentStatus),
            .changed(_, .count), .secret:
            false
        case .message(.vault(let reply)): reply.isLong
        case .message, .changed, .log: true
        }
    }
}

extension WireVaultReply {
    /// Names are what can be long.
    fileprivate var isLong: Bool {
        switch content {
        case .state: false
        case .names(let answer): answer.names.reduce(answer.names.count * 4) { $0 + $1.utf8.count } > 32 << 10
        default: true
        }
    }
}

extension Item {
    /// Bytes of what can be long.
    fileprivate var approximateSize: Int {
        // Further secret parts are rare, and may be anything.
        guard secretAttributes.isEmpty else { return .max >> 8 }
        return attributes.reduce(data?.count ?? 0) { size, attribute in
            switch attribute.value {
            case .string(let text): size + text.utf8.count
            case .data(let bytes): size + bytes.count
            default: size
            }
        }
    }
}

/// A secret on its way out: what cannot be copied cannot be in an enumeration that is.
final class SecretHolder: Sendable {
    let secret: SecretBytes
    init(_ secret: consuming SecretBytes) { self.secret = secret }

    /// Two secrets that came one behind the other, the second of which may be empty.
    ///
    /// - Parameter what: they are, for the error.
    /// - Throws: `.parameter` if there is less than the first one.
    static func two(
        in part: UnsafeRawBufferPointer, firstLength: UInt32, _ what: String
    ) throws(KeychainError) -> (SecretHolder, SecretHolder) {
        guard let length = Int(exactly: firstLength), length <= part.count else {
            throw .unreadable("\(what) of other lengths than it says")
        }
        let first = UnsafeRawBufferPointer(rebasing: part[..<length])
        let second = UnsafeRawBufferPointer(rebasing: part[length...])
        return (SecretHolder(SecretBytes(copying: first)), SecretHolder(SecretBytes(copying: second)))
    }
}
