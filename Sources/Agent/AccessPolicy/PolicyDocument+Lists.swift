/// What `chatelaine apps` shows; each list in a fixed order.
extension PolicyDocument {
    /// Every group and its owner, by name.
    public var allBindings: [GroupBinding] { bindings.values.sorted { $0.exactGroup < $1.exactGroup } }

    /// Every program whose entitlements were registered, by key.
    public var allRegistrations: [Registration] {
        registrations.values.sorted { $0.subject.exactKey < $1.subject.exactKey }
    }

    /// Every group that somebody uses beside its owner, by group.
    public var allShares: [Share] {
        shares.values.joined().sorted { ($0.exactGroup, $0.subject.exactKey) < ($1.exactGroup, $1.subject.exactKey) }
    }

    /// Every answer that still holds, by program; the older one first.
    public var allAnswers: [Answer] {
        answers.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Every token, also such as have expired, the oldest first.
    public var allTokens: [Token] { tokens }

    /// Every directory whose programs are not pinned.
    public var trustedPaths: [String] { trusted.sorted().map(\.text) }

    /// Every pinned program that was seen, by path.
    public var allPins: [Pin] { knownPins.values.sorted { $0.exactPath < $1.exactPath } }

    /// Whom a group is shared with.
    public func shares(of group: String) -> [Share] {
        let group = ExactText(group)
        return allShares.filter { $0.exactGroup == group }
    }

    /// Who owns a group; nil if nobody has used it yet.
    public func owner(of group: String) -> KnownSubject? { bindings[ExactText(group)]?.owner }
}
