/// How much the identity of a process is worth, from evidence alone.
///
/// `confined` and `interpreter` are not below or above the others; they say that the path of the executable does not tell
/// who is asking. So there is no order among them.
public enum Strength: String, Sendable, CaseIterable {
    /// Everything mapped executable is root's: no program of the user could have changed it.
    case system
    /// The user's programs could have changed it, so `ProcessEvidence.pinnedDigest` says what it was made of.
    case pinned
    /// Under a directory that a developer declared trusted: known by its path alone, so that it survives a rebuild.
    case unpinned
    /// In a sandbox, or what looks like one. Anyone can show any id from a namespace of their own.
    case confined
    /// One executable for many scripts: it is the script that asks, and nobody knows which.
    case interpreter
    /// Not to be known: traced, with mixed credentials, or not to be examined.
    case unidentified
}

extension Strength {
    /// The strength of what an inspection found. An inspection that failed leaves `unidentified`.
    ///
    /// - Parameter trustedDirectories: where a developer lets programs change without being asked.
    public init(
        of inspection: Result<ProcessEvidence, IdentificationFailure>, trustedDirectories: [TrustedDirectory] = []
    ) {
        switch inspection {
        case .success(let evidence): self = evidence.strength(trustedDirectories: trustedDirectories)
        case .failure: self = .unidentified
        }
    }
}

extension ProcessEvidence {
    /// How much this evidence is worth. The order of the questions is part of the answer: a traced system program is
    /// unidentified, a script in a sandbox confined.
    ///
    /// - Parameter trustedDirectories: where a developer lets programs change without being asked.
    public func strength(trustedDirectories: [TrustedDirectory] = []) -> Strength {
        if !traits.isDisjoint(with: [.traced, .mixedCredentials]) { return .unidentified }
        if isConfined { return .confined }
        if traits.contains(.interpreter) { return .interpreter }
        if isRootsAlone { return .system }
        if trustedDirectories.contains(where: { $0.contains(executablePathBytes) }) { return .unpinned }
        // Without a digest there would be nothing to recognise it by next time.
        return pinnedDigest == nil ? .unidentified : .pinned
    }

    /// Why ``strength(trustedDirectories:)`` is not more, for people: nothing in it comes from the process. Empty for `system`.
    ///
    /// - Parameter trustedDirectories: as there.
    public func reason(trustedDirectories: [TrustedDirectory] = []) -> String {
        switch strength(trustedDirectories: trustedDirectories) {
        case .system: ""
        case .unpinned: "it is in a directory that you trust, and may change"
        case .confined: "it runs in a sandbox, or in a namespace or under a root directory of its own"
        case .interpreter: "it is an interpreter: all its scripts are one program"
        case .unidentified: reasonAgainstIdentity
        case .pinned: reasonAgainstRoot
        }
    }

    private var reasonAgainstIdentity: String {
        if traits.contains(.traced) { return "a debugger is attached to it" }
        if traits.contains(.mixedCredentials) { return "it runs with the rights of several users" }
        return "a file that it has loaded cannot be read"
    }

    private var reasonAgainstRoot: String {
        if !traits.isDisjoint(with: [.executableDeleted, .executableReplaced, .replacedFiles]) {
            return "its executable, or a library, was replaced after it had been started"
        }
        if !traits.contains(.executableProtected) { return "others than root can change its executable" }
        if unprotectedFileCount > 0 { return "others than root can change a library that it has loaded" }
        return "it has executable memory that belongs to no file"
    }

    private var isConfined: Bool {
        !traits.isDisjoint(with: [.otherUserNamespace, .otherMountNamespace, .otherRoot])
            || flatpakID != nil || snapName != nil
    }

    private var isRootsAlone: Bool {
        traits.contains(.executableProtected) && unprotectedFileCount == 0
            && traits.isDisjoint(with: [
                .anonymousExecutableMemory, .replacedFiles, .executableDeleted, .executableReplaced,
            ])
    }
}
