import LinuxSupport

/// The trustworthiness of a process's identity, from evidence alone.
///
/// `confined` and `interpreter` are not below or above the others: they say that the path of the executable does not identify the caller.
/// So the cases are not ordered.
package enum Strength: String, Sendable, CaseIterable {
    /// As `system`, and no process of its user can read or change it (`SecuredLook`).
    case secured
    /// Everything that is mapped executable is protected by root: no program of the user could have changed it.
    case system
    /// The user's programs could have changed it, so `ProcessEvidence.pinnedDigest` records its contents.
    case pinned
    /// Under a directory that a developer declared trusted: identified by its path alone, so that it survives a rebuild.
    case unpinned
    /// In a sandbox, or in something that looks like one. Any program can show any id from a namespace of its own.
    case confined
    /// One executable for many scripts: the script is the caller, and it cannot be identified.
    case interpreter
    /// Not identifiable: traced, with mixed credentials, or not to be examined.
    case unidentified
}

extension Strength {
    /// Returns the strength for the result of an inspection. A failed inspection gives `unidentified`.
    ///
    /// - Parameter trustedDirectories: the directories in which the developer lets programs change without a question.
    package init(
        of inspection: Result<ProcessEvidence, IdentificationFailure>, trustedDirectories: [TrustedDirectory] = []
    ) {
        switch inspection {
        case .success(let evidence): self = evidence.strength(trustedDirectories: trustedDirectories)
        case .failure: self = .unidentified
        }
    }
}

extension ProcessEvidence {
    /// Returns the strength of this evidence. The order of the checks matters: a traced system program is unidentified, a script in a
    /// sandbox confined.
    ///
    /// - Parameter trustedDirectories: the directories in which the developer lets programs change without a question.
    package func strength(trustedDirectories: [TrustedDirectory] = []) -> Strength {
        if !traits.isDisjoint(with: [.traced, .mixedCredentials]) { return .unidentified }
        if isConfined { return .confined }
        if traits.contains(.protectedPathLost) { return .unidentified }
        if traits.contains(.interpreter) { return .interpreter }
        if isRootsAlone { return traits.contains(.secured) ? .secured : .system }
        if trustedDirectories.contains(where: { $0.contains(executablePathBytes) }) { return .unpinned }
        // Without a digest, the program could not be recognized the next time.
        return pinnedDigest == nil ? .unidentified : .pinned
    }

    /// Returns the reason for which ``strength(trustedDirectories:)`` is not higher, for display: no part of it comes from the process,
    /// and the name of another one is made fit to be shown. Empty for `system`.
    ///
    /// - Parameter trustedDirectories: as there.
    package func reason(trustedDirectories: [TrustedDirectory] = []) -> String {
        switch strength(trustedDirectories: trustedDirectories) {
        case .secured: ""
        case .system: reasonAgainstMark
        case .unpinned: "it is in a directory that you trust, and may change"
        case .confined: "it runs in a sandbox, or in a namespace or under a root directory of its own"
        case .interpreter: "it is an interpreter: all its scripts count as one program"
        case .unidentified: reasonAgainstIdentity
        case .pinned: reasonAgainstRoot
        }
    }

    /// Whether root has replaced the program, as an upgrade does, while it was running: nothing speaks against it but that the file at its
    /// path is another one now.
    package var wasUpgraded: Bool {
        traits.contains(.upgraded) && traits.isDisjoint(with: [.traced, .mixedCredentials]) && !isConfined
    }

    private var reasonAgainstMark: String {
        guard traits.contains(.markHeldByOthers) else { return "" }
        let reason =
            "it is marked, but other processes of its user have \(ProgramMark.name) as well, and can look into it"
        guard let markHolder else { return reason }
        return "\(reason): \(markHolder.shown); \(MarkHolder.remedy)"
    }

    private var reasonAgainstIdentity: String {
        if traits.contains(.traced) { return "a debugger is attached to it" }
        if traits.contains(.mixedCredentials) { return "it runs with the rights of several users" }
        if wasUpgraded { return "it was replaced, start it again" }
        if traits.contains(.protectedPathLost) { return "its path leads to another file, which belongs to root" }
        return "a file that it has loaded cannot be read"
    }

    private var reasonAgainstRoot: String {
        if !traits.isDisjoint(with: [.executableDeleted, .executableReplaced, .replacedFiles]) {
            return "its executable, or a library, was replaced after it was started"
        }
        if !traits.contains(.executableProtected) { return "users other than root can change its executable" }
        if unprotectedFileCount > 0 { return "users other than root can change a library that it has loaded" }
        return "it has executable memory that belongs to no file"
    }

    private var isConfined: Bool {
        !traits.isDisjoint(with: [.otherUserNamespace, .otherMountNamespace, .otherRoot])
            || flatpakID != nil || snapName != nil
    }

    var isRootsAlone: Bool {
        traits.contains(.executableProtected) && unprotectedFileCount == 0
            && traits.isDisjoint(with: [
                .anonymousExecutableMemory, .replacedFiles, .executableDeleted, .executableReplaced,
            ])
    }
}
