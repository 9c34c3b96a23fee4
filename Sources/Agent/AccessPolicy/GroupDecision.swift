/// What a program gets of the groups that it proposes.
public struct GroupDecision: Equatable, Sendable {
    /// A name that belongs to somebody else, and the name of the program's own that it gets instead.
    public struct Replacement: Hashable, Sendable {
        /// What the program proposed.
        public let proposed: String
        /// What it gets.
        public let own: String
    }

    /// The groups that it may use, in order: the first is where it adds.
    public internal(set) var granted: [String] = []
    /// Groups that are its own if it is the program that it was. It is not, or is easier to pass for than it was: a person
    /// has to say that this is right (``PolicyDocument/acceptChange(of:now:)``) before it gets any of them.
    public internal(set) var changedPinned: [String] = []
    /// Names that it did not get because others own them.
    public internal(set) var replaced: [Replacement] = []
    /// What has to be stored before the program gets anything (``PolicyDocument/apply(_:)``).
    public internal(set) var bindings: [GroupBinding] = []
    /// The same for the digest of a pinned program that was not seen before.
    public internal(set) var pin: Pin?

    /// Whether something has to be stored.
    public var changesPolicy: Bool { !bindings.isEmpty || pin != nil }

    mutating func grant(_ group: ExactText) {
        guard !granted.contains(where: { ExactText($0) == group }) else { return }
        granted.append(group.text)
    }
}
