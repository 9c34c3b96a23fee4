import AccessPolicy
import AgentProtocol
import AuditLog
import Foundation
import KeychainServices
import Secrets

/// Serves requests of the command line to read and change the policy, and to read the audit log, after the passcode was entered.
///
/// The password manager's window may read the policy, and take back what was granted. The window of the keychains may read policy and log,
/// share a group with another program, and take back what was granted.
struct PolicyRequests {
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    let seen: SeenPrograms
    let admissions: Admissions
    /// `nil` if vaults are disabled.
    let vaults: VaultKeeper?
    let audit: Auditor?

    func changePolicy(_ change: WirePolicyChange, for caller: Caller) throws(KeychainError) -> Work {
        guard let change = change.change else { throw .unknownRequest }
        let policy = try requireAdministrator(
            caller, orOwnerAtWindow: change.takesBack, orAtKeychains: change.isForKeychains)
        let program = caller.program
        return Work(.passcodes) { [seen, admissions] _ throws(KeychainError) in
            defer { admissions.invalidate() }
            if case .makeToken(let request) = change { return try Self.makeToken(request, program, policy) }
            try policy.apply(change, seen, by: program)
            return .done
        }
    }

    func listPolicy(for caller: Caller) throws(KeychainError) -> Work {
        let policy = try requireAdministrator(caller, orOwnerAtWindow: true, orAtKeychains: true)
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in
            .message(.policyListing(policy.document.listing))
        }
    }

    func readLog(_ request: WireReadLog, for caller: Caller) throws(KeychainError) -> Work {
        _ = try requireAdministrator(caller, orAtKeychains: true)
        guard let audit else { throw KeychainError(.notAvailable, "this agent keeps no log") }
        return Work(.passcodes, log: .absent) { _ throws(KeychainError) in
            let limit = request.limit == 0 ? Int.max : Int(clamping: request.limit)
            return .log(try audit.records(limit: limit), try audit.report())
        }
    }

    /// - Parameter orOwnerAtWindow: whether the window of the password manager may do it as well, after a master password was entered:
    ///   that proves as much as the passcode does that the request is the user's, and is what the window can ask for.
    /// - Parameter orAtKeychains: whether the window of the keychains may do it as well.
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first.
    private func requireAdministrator(
        _ caller: Caller, orOwnerAtWindow: Bool = false, orAtKeychains: Bool = false
    ) throws(KeychainError) -> PolicyKeeper {
        guard let policy else { throw .onlyTheCommandLine }
        let program = caller.program
        guard orOwnerAtWindow, program.role == .vaultWindow, vaults?.isGrantedAny(to: program) == true else {
            try caller.session.requireTrust(of: admissions.gatekeeper, orWindow: orAtKeychains)
            return policy
        }
        return policy
    }

    private static func makeToken(
        _ request: WirePolicyChange.NewToken, _ program: Program, _ policy: PolicyKeeper
    ) throws(KeychainError) -> Answer {
        let now = Date()
        guard request.lifetime > 0, request.lifetime <= 366 * 86400 else {
            throw KeychainError(.parameter, "a token lasts a year at most")
        }
        let text = try policy.change { document throws(PolicyError) in
            document.removeExpiredTokens(now: now)
            return try document.makeToken(
                group: request.group, readOnly: request.readOnly, uid: program.credentials.uid,
                expires: now.addingTimeInterval(Double(request.lifetime)), label: request.label, now: now
            ).text
        }
        return .secret(SecretHolder(SecretBytes(copying: text.utf8)))
    }
}

extension WirePolicyChange.OneOf_Change {
    /// Whether it gives nothing to any program.
    fileprivate var takesBack: Bool {
        switch self {
        case .unregister, .unshare, .forgetAnswers: true
        case .register, .assign, .release, .share, .accept, .trustPath, .distrustPath, .makeToken, .revokeToken,
            .askForGroups:
            false
        }
    }

    /// Whether the window of the keychains may make it: it lets one program use one group in addition to its owner, or gives nothing.
    var isForKeychains: Bool { if case .share = self { true } else { takesBack } }
}

extension PolicyKeeper {
    /// Applies a change; a program that it names is one that the agent has seen.
    fileprivate func apply(
        _ change: WirePolicyChange.OneOf_Change, _ seen: SeenPrograms, by program: Program
    ) throws(KeychainError) {
        let now = Date()
        let known = document
        switch change {
        case .register(let entry):
            let subject = try seen.subject(at: entry.path, known)
            try self.change { document throws(PolicyError) in
                try document.register(
                    subject, groups: entry.groups, by: "uid \(program.credentials.uid), command line", now: now)
            }
        case .assign(let pair):
            let subject = try seen.subject(at: pair.path, known)
            try self.change { document throws(PolicyError) in try document.assign(pair.group, to: subject, now: now) }
        case .share(let pair):
            let subject = try seen.subject(at: pair.path, known)
            try self.change { document throws(PolicyError) in try document.share(pair.group, with: subject, now: now) }
        case .accept(let path):
            let subject = try seen.changedSubject(at: path, known)
            try self.change { document throws(PolicyError) in try document.acceptChange(of: subject, now: now) }
        case .unregister, .release, .unshare, .trustPath, .distrustPath, .forgetAnswers, .revokeToken, .askForGroups:
            try self.change { document throws(PolicyError) in try document.apply(change) }
        case .makeToken: break
        }
    }
}

extension PolicyDocument {
    /// Applies a change that is about what the document has already.
    fileprivate mutating func apply(_ change: WirePolicyChange.OneOf_Change) throws(PolicyError) {
        switch change {
        case .unregister(let path): try unregister(key: path)
        case .release(let group): try release(group)
        case .unshare(let pair): try unshare(pair.group, withKey: pair.path)
        case .trustPath(let path): try trustPath(path)
        case .distrustPath(let path): try distrustPath(path)
        case .forgetAnswers(let pair): try revokeAnswers(toKey: pair.path, for: pair.group)
        case .revokeToken(let id): try revokeToken(id: id)
        case .askForGroups(let asks): foreignGroups = asks ? .ask : .deny
        case .register, .assign, .share, .accept, .makeToken: break
        }
    }
}
