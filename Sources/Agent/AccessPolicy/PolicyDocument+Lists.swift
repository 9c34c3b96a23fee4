/// The lists that `chatelaine apps` shows, each in a fixed order.
extension PolicyDocument {
    /// Every group and its owner, by name.
    package var allBindings: [GroupBinding] { bindings.values.sorted { $0.exactGroup < $1.exactGroup } }

    /// Every program whose entitlements were registered, by key.
    package var allRegistrations: [Registration] {
        registrations.values.sorted { $0.subject.exactKey < $1.subject.exactKey }
    }

    /// Every group that a program uses in addition to its owner, by group.
    package var allShares: [Share] {
        shares.values.joined().sorted { ($0.exactGroup, $0.subject.exactKey) < ($1.exactGroup, $1.subject.exactKey) }
    }

    /// Every answer that is still valid, by program, the older one first.
    package var allAnswers: [Answer] {
        answers.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Every token, including expired ones, the oldest first.
    package var allTokens: [Token] { tokens }

    /// Every directory whose programs are not pinned.
    package var trustedPaths: [String] { trusted.sorted().map(\.text) }

    /// Every pinned program that was used, by path.
    package var allPins: [Pin] { knownPins.values.sorted { $0.exactPath < $1.exactPath } }

    /// Returns the programs that a group is shared with.
    package func shares(of group: String) -> [Share] {
        let group = ExactText(group)
        return allShares.filter { $0.exactGroup == group }
    }

    /// Returns the owner of a group, or `nil` if no program has used it yet.
    package func owner(of group: String) -> SubjectRecord? { bindings[ExactText(group)]?.owner }
}
