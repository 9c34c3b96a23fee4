/// The difficulty of impersonating a program that was identified with this strength, weakest first.
package enum Strength: String, Codable, CaseIterable, Sendable {
    /// The program could not be examined: nothing is known, and nothing that needs an identity is granted.
    case unidentified
    /// An interpreter: all scripts that it runs share its identity.
    case interpreter
    /// In a sandbox. Its id shows that it is confined, not its identity: any program can show an id from a namespace of its own.
    case confined
    /// Under a directory that a developer declared as trusted; any program that can write there can impersonate it.
    case unpinned
    /// Writable by its user, and known by the digest of everything that it has mapped executable.
    case pinned
    /// Only root can change it. A name and no wall: a program that can start it controls it.
    case system
    /// As `system`, and no process of its user can read or change it while it runs (Docs/secured-programs.md).
    case secured
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
        case .secured: 6
        }
    }

    /// Whether `one` is easier to impersonate than `other`.
    package static func < (one: Strength, other: Strength) -> Bool { one.rank < other.rank }
}
