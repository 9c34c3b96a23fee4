import Foundation

/// The complete access policy as one value: the owner of each group, and the programs that may use it.
///
/// Decisions are functions on it, changes mutate it. A change that would make it too large fails only when it is encoded: change a copy,
/// encode it, store it, and only then adopt the copy.
package struct PolicyDocument: Equatable, Sendable {
    /// The version of the format that this release writes, unless there is something that an older one must not ignore.
    package static let version = 1
    /// The version of a policy with groups that their owners have reserved for secured programs: a release that does not know of them would
    /// give them to others.
    static let versionWithReservedGroups = 2
    /// The maximum number of entries of one kind.
    package static let maximumEntries = 10_000
    /// The maximum encoded size, in bytes.
    package static let maximumSize = 1 << 20
    /// The maximum number of groups that one program may come to own by using them.
    package static let maximumGroupsPerSubject = 64

    /// The default decision for a program that asks for another program's group.
    package enum ForeignGroups: String, Codable, Sendable {
        /// The user is asked.
        case ask
        /// The request is refused, as on Apple's systems.
        case deny
    }

    /// The default decision for a program that asks for another program's group.
    package var foreignGroups = ForeignGroups.ask

    /// The owners, by group.
    var bindings: [ExactText: GroupBinding] = [:]
    /// The registrations, by subject.
    var registrations: [ExactText: Registration] = [:]
    /// The shares, by subject.
    var shares: [ExactText: [Share]] = [:]
    /// The answers, by subject.
    var answers: [ExactText: [Answer]] = [:]
    var tokens: [Token] = []
    var trusted: Set<ExactText> = []
    /// The pins, by path.
    var knownPins: [ExactText: Pin] = [:]
    /// The system lists, by path. Not stored: see ``systemLists``.
    var listsByPath: [ExactText: SystemList] = [:]
    /// The groups in any of these lists: reserved for the programs that have one.
    var listedGroups: Set<ExactText> = []
    /// Those of them that are for secured programs only.
    var securedGroups: Set<ExactText> = []

    /// Creates an empty policy.
    package init() {}

    /// Whether the program at this path has changed since it was first used.
    package func isChanged(_ subject: Subject) -> Bool {
        guard let digest = subject.digest, let key = subject.exactKey, let pin = knownPins[key] else { return false }
        return pin.isOutgrown(by: digest, subject.memory)
    }

    static func checkCapacity(_ count: Int, _ kind: String) throws(PolicyError) {
        guard count < maximumEntries else { throw .full(kind) }
    }

    /// Returns a group name that can be bound. `*` would stand for every group, and the tokens' group is open to every program.
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
    /// The date rounded to microseconds, the precision that is stored.
    var inMicroseconds: Date { Date(microseconds: microseconds) }

    init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

    var microseconds: Int64 { Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded()) ?? 0 }
}
