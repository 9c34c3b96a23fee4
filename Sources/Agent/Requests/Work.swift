import AccessPolicy
import KeychainServices

/// The work that a request takes: a function, the thread that runs it, and the name that the audit log has for it.
///
/// A handler makes it while the frame of the request is there, and takes over the secrets in the frame. Each error that a request can
/// end with is thrown, by the handler or by ``body``: the server makes the reply and the entry of the audit log from it in one place.
struct Work: Sendable {
    typealias Body = @Sendable (_ progress: Keychain.Progress) throws(KeychainError) -> Answer

    /// The thread or queue that runs the work.
    enum Executor {
        /// The thread that took the request.
        case immediate
        /// The serial queue on which the keychain is changed.
        case writes
        /// The queues on which keys are derived from passcodes, in turns.
        case passcodes
        /// The queue on which keys are derived from the master passwords of vaults, in turns.
        case vaultPasswords
        /// A new thread, for work that waits for a person or for another program.
        case ownThread
        /// A new thread, for what only reads and calculates for long.
        case calculation

        /// Whether the keychain stays as it is.
        var onlyReads: Bool { self == .immediate || self == .calculation }
    }

    /// The entry of the audit log.
    enum LogEntry {
        /// The name of the request (`WireRequest.OneOf_Body.operation`).
        case request
        case named(String)
        /// No entry: the request reveals nothing about items.
        case absent
    }

    /// The total by which work reports that it waits for a person.
    static let asksPerson = -1

    let executor: Executor
    let log: LogEntry
    /// The items that the request is about.
    var scope: ItemScope
    /// Whether it belongs to a move of keychains to this agent: all other changes are refused until the end of the move.
    var isPartOfMove = false
    /// The place that the passcode comes from; `nil` for that of the program.
    var source: PasscodeSource?
    /// An access group that a person has to allow first.
    var consentGroup: String?
    /// The programs that a person has to let use groups first.
    var sharing: GroupSharing?
    let body: Body
    /// The same with a person asked for the authentication that the items require, on a thread of its own; `nil` if no item can
    /// require any.
    private var interactiveBody: Body?

    init(
        _ executor: Executor, log: LogEntry = .request, _ scope: ItemScope = ItemScope(), consent: String? = nil,
        _ body: @escaping Body
    ) {
        self.executor = executor
        self.log = log
        self.scope = scope
        consentGroup = consent
        self.body = body
    }

    /// Work on items that may require more than an unlocked keychain.
    ///
    /// - Parameters:
    ///   - authentication: deferred; `body` is called with it first so, and again if a person has to be asked.
    init(
        _ executor: Executor, _ scope: ItemScope, consent: String? = nil, with authentication: Authentication,
        _ body: @escaping @Sendable (Authentication) throws(KeychainError) -> Answer
    ) {
        self.init(executor, scope, consent: consent) { _ throws(KeychainError) in try body(authentication) }
        var asking = authentication
        asking.isDeferred = false
        interactiveBody = { [asking] _ throws(KeychainError) in try body(asking) }
    }

    /// The same work for a thread that may wait for a person; `nil` if no person can help against an error.
    func interactive(after error: KeychainError) -> Work? {
        guard error.requirement != nil, let interactiveBody else { return nil }
        return Work(executor, log: log, scope, interactiveBody)
    }
}

/// The items that a request is about, as the audit log names them.
struct ItemScope: Sendable {
    var itemClass = ""
    var group = ""

    init() {}

    init(group: String) { self.group = group }

    init(_ item: NewItem) {
        itemClass = item.itemClass.code
        group = item.attributes[.accessGroup]?.string ?? ""
    }

    /// The items that a query matches.
    init(_ query: Query) {
        itemClass = query.itemClass.code
        group = query.attributes[.accessGroup]?.string ?? ""
    }
}
