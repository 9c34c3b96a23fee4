/// The groups that a program gets, given those that it proposes.
package struct GroupDecision: Equatable, Sendable {
    /// A name that another program owns, and the program's own name that replaces it.
    package struct Replacement: Hashable, Sendable {
        /// The name that the program proposed.
        package let proposed: String
        /// The name that it gets.
        package let own: String
    }

    /// The groups that the program may use, in order: it adds items to the first.
    package internal(set) var granted: [String] = []
    /// Groups of a program that has changed, or is now easier to impersonate than it was. The user has to accept the change
    /// (``PolicyDocument/acceptChange(of:now:)``) before the program gets any of them.
    package internal(set) var changedPinned: [String] = []
    /// The proposed names that the program did not get because other programs own them.
    package internal(set) var replaced: [Replacement] = []
    /// The bindings that have to be stored before the program gets anything (``PolicyDocument/apply(_:)``).
    package internal(set) var bindings: [GroupBinding] = []
    /// Whether it did not get a name because its share of the policy is used up (``PolicyDocument/room(for:isOwners:)``).
    package internal(set) var lacksRoom = false
    /// The digest of a pinned program that is used for the first time; also to be stored first.
    package internal(set) var pin: Pin?

    /// Groups that are for secured programs only, and that the program would get if it were one.
    package internal(set) var withheld: [String] = []

    /// Groups that the program owned before, and reserves for secured programs now; also to be stored first.
    package internal(set) var secured: [GroupBinding] = []

    /// Whether something has to be stored.
    package var changesPolicy: Bool { !bindings.isEmpty || !secured.isEmpty || pin != nil }

    /// Whether it takes a group from programs that are not secured.
    package var reservesGroups: Bool { !secured.isEmpty || bindings.contains { $0.securedSince != nil } }

    mutating func grant(_ group: ExactText) {
        guard !granted.contains(where: { ExactText($0) == group }) else { return }
        granted.append(group.text)
    }

    /// Takes groups away. A program that lacks its mark, and whose first group is among them, gets none: it would store its secrets in the
    /// next one.
    mutating func withhold(lacksMark: Bool, _ isWithheld: (ExactText) -> Bool) {
        if lacksMark {
            withheld = granted.filter { isWithheld(ExactText($0)) }
            if let first = granted.first, isWithheld(ExactText(first)) { return (granted, bindings) = ([], []) }
        }
        granted.removeAll { isWithheld(ExactText($0)) }
        bindings.removeAll { isWithheld($0.exactGroup) }
    }
}
