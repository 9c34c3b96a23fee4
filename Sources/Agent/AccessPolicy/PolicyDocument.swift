import Foundation

/// Who owns which group, and who may use which: everything that the agent decides by, as one value.
///
/// Decisions are functions on it, changes mutate it. A change that would make it too large shows when it is encoded: change
/// a copy, encode, store, and only then go on with the copy.
public struct PolicyDocument: Equatable, Sendable {
    /// The version of the format that this release writes.
    public static let version = 1
    /// Entries of one kind.
    public static let maximumEntries = 10_000
    /// Encoded, in bytes.
    public static let maximumSize = 1 << 20
    /// Groups that one program may come to own by using them.
    public static let maximumGroupsPerSubject = 64

    /// What happens when a program asks for a group of another's, and nothing has been said about it.
    public enum ForeignGroups: String, Codable, Sendable {
        /// A person is asked.
        case ask
        /// As on Apple's systems: refused.
        case deny
    }

    /// What happens when a program asks for a group of another's, and nothing has been said about it.
    public var foreignGroups = ForeignGroups.ask

    /// By group.
    var bindings: [ExactText: GroupBinding] = [:]
    /// By subject.
    var registrations: [ExactText: Registration] = [:]
    /// By subject.
    var shares: [ExactText: [Share]] = [:]
    /// By subject.
    var answers: [ExactText: [Answer]] = [:]
    var tokens: [Token] = []
    var trusted: Set<ExactText> = []
    /// By path.
    var knownPins: [ExactText: Pin] = [:]
    /// By path. Not stored: see ``systemLists``.
    var listsByPath: [ExactText: SystemList] = [:]
    /// The groups that any of these lists names: kept for the programs that have one.
    var listedGroups: Set<ExactText> = []

    /// A policy by which nobody has anything yet.
    public init() {}

    /// Whether the program at this path has changed since it was first used.
    public func isChanged(_ subject: Subject) -> Bool {
        guard let digest = subject.digest, let key = subject.exactKey, let pin = knownPins[key] else { return false }
        return pin.digest != digest
    }

    static func checkRoom(_ count: Int, _ kind: String) throws(PolicyError) {
        guard count < maximumEntries else { throw .full(kind) }
    }

    /// A name that can be bound. `*` would stand for every group, and tokens' group is everybody's.
    static func group(_ name: String) throws(PolicyError) -> ExactText {
        guard name.isPlain(limit: 256), name != "*", name != "com.apple.token" else { throw .invalidGroup }
        return ExactText(name)
    }

    static func label(_ text: String) throws(PolicyError) -> String {
        guard text.isPlain(limit: 256) else { throw .invalidText }
        return text
    }
}

extension Date {
    /// Cut to microseconds, which is what is stored.
    var inMicroseconds: Date { Date(microseconds: microseconds) }

    init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

    var microseconds: Int64 { Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded()) ?? 0 }
}
