import AccessPolicy
import Foundation
import KeychainServices

/// The programs that the access lists of items name which a request stores: they may use the groups of these items, if a person agrees, for
/// as long as a list names them (Docs/decisions/0080-access-lists-of-macos.md).
struct GroupSharing: Sendable {
    /// The most programs that a person is asked about for one request.
    static let mostQuestions = 16

    /// The paths of the programs.
    let programs: Set<String>
    /// Whether a person may be asked.
    let mayAsk: Bool
    /// Returns the groups of the items.
    let groups: @Sendable () throws(KeychainError) -> Set<String>
    /// The keychain in which lists are replaced; nil for items that have had none.
    let replaced: (any KeychainService)?

    /// Returns what lists of the device's keychain would share; nil if they name no other program, and replace none.
    ///
    /// - Parameter keychain: that in which lists are replaced; nil for new items.
    init?(
        _ attributes: [Attributes], by program: Program, _ authentication: Authentication,
        replacingIn keychain: (any KeychainService)? = nil,
        groups: @escaping @Sendable () throws(KeychainError) -> Set<String>
    ) {
        // All programs of the user are none here: no question could say what that opens.
        let named = attributes.reduce(into: Set<String>()) { $0.formUnion(AccessList(of: $1)?.programs.paths ?? []) }
        programs = named.subtracting([program.path])
        replaced = attributes.contains { $0[.accessList] != nil } ? keychain : nil
        guard !programs.isEmpty || replaced != nil else { return nil }
        (mayAsk, self.groups) = (authentication.interaction == .allow, groups)
    }

    /// Returns the programs that lists of items in a group name.
    ///
    /// - Throws: if an item cannot be read unasked: then it is not known.
    fileprivate static func programs(
        namedIn group: String, of keychain: any KeychainService
    ) throws(KeychainError) -> Set<String> {
        var named: Set<String> = []
        for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
            let items = try keychain.items(
                matching: Query(itemClass, [.accessGroup: .string(group)], synchronizable: .any), reading: .attributes,
                with: Authentication(interaction: .fail))
            for item in items { named.formUnion(item.accessList?.programs.paths ?? []) }
        }
        return named
    }
}

extension PersonConsent {
    /// One question.
    private struct Share {
        let group: String
        let path: String
        let subject: Subject
    }

    /// Lets programs use groups of the requesting program, after a person has agreed to each: all of them or none.
    ///
    /// Programs that the agent does not know, interpreters and programs in sandboxes get nothing, and no person is asked about them.
    ///
    /// - Throws: `.missingEntitlement` for a group that is not the program's own, or for secured programs; `.interactionNotAllowed` if no
    ///   person can be asked; `.userCanceled` if the answer is no; `.parameter` for too many programs.
    func share(_ sharing: GroupSharing, by program: Program, on socket: ClientSocket) throws(KeychainError) {
        guard let policy else { return }
        let shares = try shares(sharing, by: program, policy.document)
        guard !shares.isEmpty else { return }
        guard shares.count <= GroupSharing.mostQuestions else {
            throw .parameter("a person is asked about \(GroupSharing.mostQuestions) programs at most")
        }
        let needsPasscode = try checker.isPasscodeSet
        for share in shares {
            let matter = Questions.Matter.share(share.group, with: share.path)
            guard sharing.mayAsk, questions.canAllow(matter, needsPasscode: needsPasscode) else { throw .cannotShare }
            let verdict = questions.ask(matter, for: program, on: socket.descriptor, needsPasscode: needsPasscode)
            audit?.note(program, "question: share with \(share.path): \(verdict)", group: share.group)
            switch verdict {
            case .allowOnce, .allowSession, .allowAlways: continue
            case .deny, .denyAlways, .fallBack, .UNRECOGNIZED: throw .notShared
            }
        }
        // The answers were about one program, and about the groups of then.
        guard program.witness?.isRunning ?? true else { throw .becameAnother }
        let now = Date()
        let isDone = try policy.change { document throws(PolicyError) in
            for share in shares {
                let decision = document.shareDecision(
                    on: share.group, of: program.subject, with: share.subject, now: now)
                guard decision == .ask || decision == .allowed else { return false }
                // What was shared by hand stays so.
                guard decision == .ask else { continue }
                try document.share(share.group, with: share.subject, isByLists: true, now: now)
            }
            return true
        }
        guard isDone else { throw .notShared }
        admissions.invalidate()
    }

    /// Ends the shares of programs that no list of a group names any more: those that began with a list. What the user shared by hand stays.
    ///
    /// - Parameter groups: the groups of the items whose lists have been replaced.
    func endShares(_ sharing: GroupSharing, in groups: Set<String>, by program: Program) {
        guard let policy, let keychain = sharing.replaced else { return }
        for group in groups {
            let shared = policy.document.programsByLists(on: group, of: program.subject)
            guard !shared.isEmpty, let named = try? GroupSharing.programs(namedIn: group, of: keychain) else {
                continue
            }
            let ended = shared.subtracting(named)
            guard !ended.isEmpty else { continue }
            try? policy.change { document throws(PolicyError) in
                for path in ended { try document.unshare(group, withKey: path) }
            }
            for path in ended { audit?.note(program, "no list names \(path) any more", group: group) }
            admissions.invalidate()
        }
    }

    private func shares(
        _ sharing: GroupSharing, by program: Program, _ document: PolicyDocument
    ) throws(KeychainError) -> [Share] {
        let others = sharing.programs.sorted().compactMap { path in
            (try? seen.subject(at: path, document)).map { (path, $0) }
        }.filter { ProgramList.canBeNamed($0.1) }
        guard !others.isEmpty else { return [] }
        var shares: [Share] = []
        for group in try sharing.groups().sorted() {
            for (path, subject) in others {
                switch document.shareDecision(on: group, of: program.subject, with: subject, now: Date()) {
                case .allowed: continue
                case .ask: shares.append(Share(group: group, path: path, subject: subject))
                case .denied: throw .notShared
                case .notOwn: throw .notOwn(group)
                }
            }
        }
        return shares
    }
}

extension KeychainError {
    fileprivate static var cannotShare: KeychainError {
        KeychainError(
            .interactionNotAllowed,
            "a person has to agree before another program uses the access group, and cannot be asked",
            remedy: "run “chatelaine prompter” in the graphical session, or share the group: chatelaine apps share")
    }

    fileprivate static var notShared: KeychainError {
        KeychainError(.userCanceled, "the user has not allowed another program to use the access group")
    }

    fileprivate static func notOwn(_ group: String) -> KeychainError {
        KeychainError(
            .missingEntitlement,
            "the access group “\(group)” is for secured programs, or not the program's own: its lists name no other program"
        )
    }
}
