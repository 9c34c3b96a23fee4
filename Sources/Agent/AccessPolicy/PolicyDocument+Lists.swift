/// The lists that `chatelaine apps` shows, each in a fixed order.
extension PolicyDocument {
    /// Every group and its owner, by name.
    public var allBindings: [GroupBinding] { bindings.values.sorted { $0.exactGroup < $1.exactGroup } }

    /// Every program whose entitlements were registered, by key.
    public var allRegistrations: [Registration] {
        registrations.values.sorted { $0.subject.exactKey < $1.subject.exactKey }
    }

    /// Every group that a program uses in addition to its owner, by group.
    public var allShares: [Share] {
        shares.values.joined().sorted { ($0.exactGroup, $0.subject.exactKey) < ($1.exactGroup, $1.subject.exactKey) }
    }

    /// Every answer that is still valid, by program, the older one first.
    public var allAnswers: [Answer] {
        answers.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Every token, including expired ones, the oldest first.
    public var allTokens: [Token] { tokens }

    /// Every directory whose programs are not pinned.
    public var trustedPaths: [String] { trusted.sorted().map(\.text) }

    /// Every pinned program that was used, by path.
    public var allPins: [Pin] { knownPins.values.sorted { $0.exactPath < $1.exactPath } }

    /// Returns the programs that a group is shared with.
    public func shares(of group: String) -> [Share] {
        let group = ExactText(group)
        return allShares.filter { $0.exactGroup == group }
    }

    /// Returns the owner of a group, or `nil` if no program has used it yet.
    public func owner(of group: String) -> KnownSubject? { bindings[ExactText(group)]?.owner }
}
