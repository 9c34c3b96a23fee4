/// How much it takes to pass for a program that was found with this strength: weakest first.
public enum Strength: String, Codable, CaseIterable, Sendable {
    /// Could not be examined: nothing is known, and nothing that needs an identity is given.
    case unidentified
    /// Runs scripts, all of which share its identity.
    case interpreter
    /// In a sandbox. Its id shows that it is confined, not who it is: anybody can show an id from a namespace of their own.
    case confined
    /// Under a directory that a developer declared as trusted; whoever can write there passes for it.
    case unpinned
    /// Writable by its user, and known by the digest of all that it has mapped executable.
    case pinned
    /// Only root can change it.
    case system
}

extension Strength: Comparable {
    private var rank: Int {
        switch self {
        case .unidentified: 0
        case .interpreter: 1
        case .confined: 2
        case .unpinned: 3
        case .pinned: 4
        case .system: 5
        }
    }

    /// Whether `one` is easier to pass for than `other`.
    public static func < (one: Strength, other: Strength) -> Bool { one.rank < other.rank }
}
