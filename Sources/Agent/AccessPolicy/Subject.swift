/// A program as the policy knows it: what examining the process has found.
///
/// Its ``key`` is what stays the same over time; the digest of a pinned program is compared apart from it, so that a
/// changed program is noticed as changed and not taken for a stranger.
public struct Subject: Hashable, Sendable {
    /// Longest path of an executable, in bytes.
    public static let maximumPathLength = 4096

    /// How sure it is who this is.
    public let strength: Strength
    /// Of a pinned program: over everything that it has mapped executable.
    public let digest: Digest?
    private let executable: ExactText?
    private let sandbox: String?
    /// The id that its sandbox gives a confined program; nil: none does.
    let sandboxID: String?

    private init(
        _ strength: Strength, executable: String?, digest: Digest? = nil, sandbox: String? = nil,
        sandboxID: String? = nil
    ) {
        self.strength = strength
        self.executable = executable.map(ExactText.init)
        self.digest = digest
        self.sandbox = sandbox
        self.sandboxID = sandboxID
    }

    /// The program could not be examined.
    public static let unidentified = Subject(.unidentified, executable: nil)

    /// A program that only root can change.
    /// - Throws: `.invalidSubject` if `path` is not absolute, over 4,096 bytes, has control characters or was no UTF-8.
    public static func system(path: String) throws(PolicyError) -> Subject {
        Subject(.system, executable: try checked(path))
    }

    /// A program that its user can change, with the digest of what it has mapped executable.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    public static func pinned(path: String, digest: Digest) throws(PolicyError) -> Subject {
        Subject(.pinned, executable: try checked(path), digest: digest)
    }

    /// A program under a trusted directory.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    public static func unpinned(path: String) throws(PolicyError) -> Subject {
        Subject(.unpinned, executable: try checked(path))
    }

    /// A program that runs other people's scripts.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    public static func interpreter(path: String) throws(PolicyError) -> Subject {
        Subject(.interpreter, executable: try checked(path))
    }

    /// A program in a Flatpak or Snap sandbox.
    /// - Parameter id: letters, digits, `.`, `_` and `-`; at most 255.
    /// - Throws: `.invalidSubject` for such a path as ``system(path:)`` refuses, or another id.
    public static func confined(_ sandbox: Sandbox, id: String, path: String) throws(PolicyError) -> Subject {
        let isID =
            (1...255).contains(id.utf8.count)
            && id.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "._-".contains(scalar.description))
            }
        guard isID else { throw .invalidSubject("the id of the sandbox is not one of an application") }
        return Subject(
            .confined, executable: try checked(path), sandbox: "\(sandbox.rawValue):\(id)",
            // Namespaces can be made by anybody.
            sandboxID: sandbox == .namespace ? nil : id)
    }

    /// Where the executable lies; nil if unidentified.
    public var path: String? { executable?.text }

    /// What stays the same for this program: its path, after the sandbox's id if there is one; nil if unidentified.
    ///
    /// To be compared byte by byte.
    public var key: String? { exactKey?.text }

    var exactKey: ExactText? {
        guard let executable else { return nil }
        guard let sandbox else { return executable }
        return ExactText("\(sandbox):\(executable.text)")
    }

    private static func checked(_ path: String) throws(PolicyError) -> String {
        guard path.utf8.first == UInt8(ascii: "/"), path.isPlain(limit: maximumPathLength) else {
            throw .invalidSubject("the path of the executable is not absolute, too long, or has unprintable characters")
        }
        return path
    }
}

/// What keeps a confined program confined.
public enum Sandbox: String, Codable, Sendable {
    case flatpak
    case snap
    /// Namespaces that say nothing of who made them.
    case namespace
}
