import Foundation

/// The answer to a program that wants another to use a group of its own.
package enum ShareDecision: Hashable, Sendable {
    /// The other one may use it already.
    case allowed
    /// The user has to be asked.
    case ask
    /// The user has refused it before, or has to accept a change of the other program first.
    case denied
    /// The group is not the program's own, or is for secured programs.
    case notOwn
}

extension PolicyDocument {
    /// Decides whether a program may let another use a group.
    ///
    /// Only groups that it has by itself are its own: a share, an answer or a token gives nothing that could be passed on.
    /// - Parameter now: in UTC.
    package func shareDecision(on group: String, of owner: Subject, with other: Subject, now: Date) -> ShareDecision {
        guard let name = try? Self.group(group), let key = owner.exactKey, let otherKey = other.exactKey else {
            return .notOwn
        }
        if access(of: other, to: group, writing: true, session: nil, now: now) == .allow { return .allowed }
        // A share would have no effect (Docs/decisions/0070), and the user must not be asked in vain.
        guard !securedGroups.contains(name), !isReserved(name), isOwn(name, owner, key) else { return .notOwn }
        guard !isChanged(other), verdict(on: other, otherKey, name, session: nil) != .deny else { return .denied }
        return .ask
    }

    /// The paths of the programs that may use a group because access lists name them; none if the group is not the program's own.
    package func programsByLists(on group: String, of owner: Subject) -> Set<String> {
        guard let name = try? Self.group(group), let key = owner.exactKey, isOwn(name, owner, key) else { return [] }
        return Set(shares.values.joined().filter { $0.exactGroup == name && $0.isByLists == true }.map(\.subject.key))
    }

    private func isOwn(_ group: ExactText, _ subject: Subject, _ key: ExactText) -> Bool {
        bindings[group]?.owner.match(subject) == .same || isRegistered(subject, key, group)
            || listedGroups(of: subject)?.contains(group) == true
    }
}
