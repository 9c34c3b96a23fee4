/// A program as the policy knows it: the result of examining the process.
///
/// Its ``key`` stays the same over time. The digest of a pinned program is compared separately, so that a changed
/// program is recognized as changed and not taken for an unknown one.
package struct Subject: Hashable, Sendable {
    /// The maximum length of an executable's path, in bytes.
    package static let maximumPathLength = 4096

    /// The strength of the identification.
    package let strength: Strength
    /// The digest of everything that a pinned program has mapped executable.
    package let digest: Digest?
    /// The kinds of executable memory without a file that a pinned program has, as numbers.
    package let memory: Set<UInt64>
    private let executable: ExactText?
    private let sandbox: String?
    /// The id that its sandbox gives a confined program; `nil` if there is none.
    let sandboxID: String?

    private init(
        _ strength: Strength, executable: String?, digest: Digest? = nil, memory: Set<UInt64> = [],
        sandbox: String? = nil, sandboxID: String? = nil
    ) {
        self.strength = strength
        self.executable = executable.map(ExactText.init)
        self.digest = digest
        self.memory = memory
        self.sandbox = sandbox
        self.sandboxID = sandboxID
    }

    /// A program that could not be examined.
    package static let unidentified = Subject(.unidentified, executable: nil)

    /// Returns a program that only root can change.
    /// - Throws: `.invalidSubject` if `path` is not absolute, over 4,096 bytes, has control characters or was no UTF-8.
    package static func system(path: String) throws(PolicyError) -> Subject {
        Subject(.system, executable: try checked(path))
    }

    /// Returns a program that only root can change, and no process of its user can read or change while it runs.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    package static func secured(path: String) throws(PolicyError) -> Subject {
        Subject(.secured, executable: try checked(path))
    }

    /// The same program without the protection of its mark, for one that does with secrets what any program tells it to.
    package var withoutMark: Subject {
        guard strength == .secured else { return self }
        return Subject(.system, executable: path)
    }

    /// Returns a program that its user can change, with the digest of everything that it has mapped executable.
    /// - Parameter memory: the kinds of executable memory without a file.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    package static func pinned(
        path: String, digest: Digest, memory: Set<UInt64> = []
    ) throws(PolicyError) -> Subject {
        Subject(.pinned, executable: try checked(path), digest: digest, memory: memory)
    }

    /// Returns a program under a trusted directory.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    package static func unpinned(path: String) throws(PolicyError) -> Subject {
        Subject(.unpinned, executable: try checked(path))
    }

    /// Returns an interpreter.
    /// - Throws: `.invalidSubject`, as for ``system(path:)``.
    package static func interpreter(path: String) throws(PolicyError) -> Subject {
        Subject(.interpreter, executable: try checked(path))
    }

    /// Returns a program in a Flatpak or Snap sandbox, or in a namespace.
    /// - Parameter id: letters, digits, `.`, `_` and `-`; at most 255.
    /// - Throws: `.invalidSubject` for a path that ``system(path:)`` refuses, or for an invalid id.
    package static func confined(_ sandbox: Sandbox, id: String, path: String) throws(PolicyError) -> Subject {
        let isID =
            (1...255).contains(id.utf8.count)
            && id.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "._-".contains(scalar.description))
            }
        guard isID else { throw .invalidSubject("the id of the sandbox is not a valid application id") }
        return Subject(
            .confined, executable: try checked(path), sandbox: "\(sandbox.rawValue):\(id)",
            // Any program can make a namespace.
            sandboxID: sandbox == .namespace ? nil : id)
    }

    /// The path of the executable; `nil` if unidentified.
    package var path: String? { executable?.text }

    /// The part of the identity that stays the same: the path, after the sandbox's id if there is one; `nil` if
    /// unidentified.
    ///
    /// To be compared byte by byte.
    package var key: String? { exactKey?.text }

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

/// The mechanism that confines a program.
package enum Sandbox: String, Codable, Sendable {
    case flatpak
    case snap
    /// Namespaces, which do not tell who made them.
    case namespace
}
