import Foundation

/// The groups of a program as whoever installed it for all users has written them down.
///
/// They count for the program only while root alone can change it (``Strength/system``): a list names a path, and says
/// nothing of what another file there may be.
public struct SystemList: Hashable, Sendable {
    /// Where the executable lies.
    public var path: String { exactPath.text }
    /// The groups in order: the first is where the program adds.
    public var groups: [String] { exactGroups.map(\.text) }
    let exactPath: ExactText
    let exactGroups: [ExactText]

    /// - Parameters:
    ///   - path: absolute, as the kernel says it.
    ///   - groups: 1 to 64.
    /// - Throws: `.invalidSubject`, `.invalidGroup`.
    public init(path: String, groups: [String]) throws(PolicyError) {
        guard let key = try Subject.system(path: path).exactKey else { throw .noIdentity }
        guard !groups.isEmpty, groups.count <= PolicyDocument.maximumGroupsPerSubject else { throw .invalidGroup }
        var names: [ExactText] = []
        for group in groups { names.append(try PolicyDocument.group(group)) }
        (exactPath, exactGroups) = (key, names)
    }
}

extension PolicyDocument {
    /// What the system's lists say; not stored with the document, but read anew. Of several lists for one program the first
    /// counts.
    public var systemLists: [SystemList] {
        get { listsByPath.values.sorted { $0.exactPath < $1.exactPath } }
        set {
            listsByPath = Dictionary(newValue.map { ($0.exactPath, $0) }) { first, _ in first }
            listedGroups = Set(listsByPath.values.flatMap(\.exactGroups))
        }
    }

    /// The groups that a list gives a program. What was registered for it goes before: that was said by the user whose
    /// keychain it is.
    func listedGroups(of subject: Subject) -> [ExactText]? {
        guard subject.strength == .system, let key = subject.exactKey, registrations[key] == nil else { return nil }
        return listsByPath[key]?.exactGroups
    }

    /// Grants what a list says. Groups that nobody owns are the program's own from then on, as when they are registered.
    func decision(on names: [ExactText], for known: KnownSubject, now: Date) -> GroupDecision {
        var decision = GroupDecision()
        for name in names {
            decision.grant(name)
            guard bindings[name] == nil, !decision.bindings.contains(where: { $0.exactGroup == name }) else { continue }
            decision.bindings.append(GroupBinding(owner: known, firstUse: now, exactGroup: name))
        }
        return decision
    }
}
