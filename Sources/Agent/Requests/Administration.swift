import AccessPolicy
import AgentProtocol
import AuditLog
import Foundation
import KeychainServices
import Secrets

extension AgentServer {
    /// Changes of the policy and looks at it: for the command line, after somebody has entered the passcode. The password manager's
    /// window may look, and take back what was granted.
    func prepare(_ change: WirePolicyChange, _ session: Connection.Session) throws(KeychainError) -> Work {
        guard let change = change.change else { throw .unknownRequest }
        let policy = try administrators(session, orOwnerAtWindow: change.takesBack)
        let program = session.program
        return Work("policy: \(change.name)", .passcodes) { [self] _ throws(KeychainError) in
            defer { judgement.add(1, ordering: .releasing) }
            if case .makeToken(let request) = change { return try Self.makeToken(request, program, policy) }
            try policy.apply(change, seen, by: program)
            return .done
        }
    }

    func prepareListing(_ session: Connection.Session) throws(KeychainError) -> Work {
        let policy = try administrators(session, orOwnerAtWindow: true)
        return Work(nil, .here) { _ throws(KeychainError) in .message(.policyListing(policy.document.listing)) }
    }

    func prepare(_ request: WireReadLog, _ session: Connection.Session) throws(KeychainError) -> Work {
        _ = try administrators(session)
        guard let audit else { throw KeychainError(.notAvailable, "this agent keeps no log") }
        return Work(nil, .passcodes) { _ throws(KeychainError) in
            let limit = request.limit == 0 ? Int.max : Int(clamping: request.limit)
            return .log(try audit.records(limit: limit), try audit.report())
        }
    }

    /// - Parameter orOwnerAtWindow: whether the window of the password manager may do it as well, where somebody has entered a master
    ///   password: that shows as much as the passcode does that it is the user who asks, and is what the window can ask for.
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first.
    private func administrators(
        _ session: Connection.Session, orOwnerAtWindow: Bool = false
    ) throws(KeychainError) -> PolicyKeeper {
        guard let policy else { throw .onlyTheCommandLine }
        guard orOwnerAtWindow, session.program.role == .vaultWindow, vaults?.isGrantedAny(to: session.program) == true
        else {
            try requireTrust(session)
            return policy
        }
        return policy
    }

    /// What only the user may do, by the command line, and with the passcode if there is one.
    ///
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first.
    func requireTrust(_ session: Connection.Session) throws(KeychainError) {
        guard session.program.isCommandLine else { throw .onlyTheCommandLine }
        guard try gatekeeper.isTrusted(session.program, hasShownPasscode: session.hasShownPasscode) else {
            throw KeychainError(
                .interactionNotAllowed, "this takes the passcode",
                remedy: "enter it on a terminal, or as the first line of input with --passcode-stdin")
        }
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
    /// Whether it gives nothing to anybody.
    fileprivate var takesBack: Bool {
        switch self {
        case .unregister, .unshare, .forgetAnswers: true
        case .register, .assign, .release, .share, .accept, .trustPath, .distrustPath, .makeToken, .revokeToken,
            .askForGroups:
            false
        }
    }
}

extension PolicyKeeper {
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
        case .unregister(let path):
            try self.change { document throws(PolicyError) in try document.unregister(key: path) }
        case .assign(let pair):
            let subject = try seen.subject(at: pair.path, known)
            try self.change { document throws(PolicyError) in try document.assign(pair.group, to: subject, now: now) }
        case .release(let group):
            try self.change { document throws(PolicyError) in try document.release(group) }
        case .share(let pair):
            let subject = try seen.subject(at: pair.path, known)
            try self.change { document throws(PolicyError) in try document.share(pair.group, with: subject, now: now) }
        case .unshare(let pair):
            try self.change { document throws(PolicyError) in try document.unshare(pair.group, withKey: pair.path) }
        case .accept(let path):
            let subject = try seen.subject(at: path, known)
            try self.change { document throws(PolicyError) in try document.acceptChange(of: subject, now: now) }
        case .trustPath(let path):
            try self.change { document throws(PolicyError) in try document.trustPath(path) }
        case .distrustPath(let path):
            try self.change { document throws(PolicyError) in try document.distrustPath(path) }
        case .forgetAnswers(let pair):
            try self.change { document throws(PolicyError) in
                try document.revokeAnswers(toKey: pair.path, for: pair.group)
            }
        case .revokeToken(let id):
            try self.change { document throws(PolicyError) in try document.revokeToken(id: id) }
        case .askForGroups(let asks):
            try self.change { document throws(PolicyError) in document.foreignGroups = asks ? .ask : .deny }
        case .makeToken: break
        }
    }
}
