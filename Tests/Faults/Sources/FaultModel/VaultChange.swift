/// What the helper does to a vault.
public enum VaultChange: String, CaseIterable, Sendable {
    case rename, delete, deleteNow, undelete

    /// The vault's name.
    public static let name = "work"
    /// The name after ``rename``.
    public static let newName = "company"

    /// The states in which a vault may be found: under a name, or as a copy of a deleted one.
    public struct State: Hashable, Sendable {
        public let names: [String]
        public let copies: [String]

        public init(names: [String] = [], copies: [String] = []) { (self.names, self.copies) = (names, copies) }
    }

    public var before: State { self == .undelete ? State(copies: [Self.name]) : State(names: [Self.name]) }

    public var after: State {
        switch self {
        case .rename: State(names: [Self.newName])
        case .delete: State(copies: [Self.name])
        case .deleteNow: State()
        case .undelete: State(names: [Self.name])
        }
    }
}
