import Foundation

/// The decision on whether a program may use a group.
package enum Access: Hashable, Sendable {
    case allow
    case deny
    /// The user has to be asked.
    case ask
}

extension PolicyDocument {
    /// Decides whether a program may use a group that it names and that is not among its own.
    ///
    /// The order: a token that was presented; the groups that the program owns; the user's answers for this session, then the permanent
    /// ones; the program's registration, else its system list; the groups that are shared with it. An answer about a pinned program that
    /// has changed since is ignored, and the change has to be accepted before anything else.
    /// - Parameters:
    ///   - writing: whether the program intends to change something, which a read-only token does not allow.
    ///   - session: the session of the program, as in ``Answer/Scope/session(_:)``; `nil` if it has none.
    ///   - now: in UTC.
    ///   - token: the result of ``present(_:uid:now:)`` for the token of this connection.
    package func access(
        of subject: Subject, to group: String, writing: Bool, session: String?, now: Date, token: TokenGrant? = nil
    ) -> Access {
        guard let name = try? Self.group(group), !isWithheld(name, from: subject) else { return .deny }
        if let token, allows(token, group: name, writing: writing, now: now) { return .allow }
        guard let key = subject.exactKey else { return .deny }
        guard !isChanged(subject) else { return .ask }
        switch bindings[name]?.owner.match(subject) {
        case .same: return .allow
        case .changed: return .ask
        case .other, nil: break
        }
        if let verdict = verdict(on: subject, key, name, session: session) {
            return verdict == .allow ? .allow : .deny
        }
        let isPermanent = subject.strength != .interpreter
        if isPermanent, isRegistered(subject, key, name) || isShared(with: subject, key, name) { return .allow }
        if listedGroups(of: subject)?.contains(name) == true { return .allow }
        return foreignGroups == .ask ? .ask : .deny
    }

    /// Returns the groups that the user's answers allow a program now.
    ///
    /// - Parameters:
    ///   - session: the session of the program; `nil` if it has none.
    ///   - now: in UTC.
    package func allowedGroups(of subject: Subject, session: String?, now: Date) -> [String] {
        guard let key = subject.exactKey, let answers = answers[key] else { return [] }
        return Set(answers.filter { $0.verdict == .allow }.map(\.exactGroup)).sorted().map(\.text).filter { group in
            access(of: subject, to: group, writing: false, session: session, now: now) == .allow
        }
    }

    /// Decides whether a program may use something that belongs to the user and to no program: a vault. Only the user's answers count.
    ///
    /// - Parameters:
    ///   - name: the name under which the answers are kept.
    ///   - session: the session of the program; `nil` if it has none.
    package func answeredAccess(of subject: Subject, to name: String, session: String?) -> Access {
        guard let name = try? Self.group(name), let key = subject.exactKey else { return .deny }
        guard !isChanged(subject) else { return .ask }
        return switch verdict(on: subject, key, name, session: session) {
        case .allow: .allow
        case .deny: .deny
        case nil: .ask
        }
    }

    func verdict(
        on subject: Subject, _ key: ExactText, _ group: ExactText, session: String?
    ) -> Answer.Verdict? {
        let matching = (answers[key] ?? []).filter {
            $0.exactGroup == group && $0.subject.match(subject) == .same
        }
        if let session, let answer = matching.last(where: { $0.scope.isSession(session) }) { return answer.verdict }
        return matching.last { $0.scope == .always && !($0.verdict == .allow && subject.strength == .interpreter) }?
            .verdict
    }

    func isRegistered(_ subject: Subject, _ key: ExactText, _ group: ExactText) -> Bool {
        guard let registration = registrations[key], registration.subject.match(subject) == .same else {
            return false
        }
        return registration.exactGroups.contains(group)
    }

    private func isShared(with subject: Subject, _ key: ExactText, _ group: ExactText) -> Bool {
        (shares[key] ?? []).contains { $0.exactGroup == group && $0.subject.match(subject) == .same }
    }
}

extension Answer.Scope {
    func isSession(_ id: String) -> Bool {
        guard case .session(let own) = self else { return false }
        return ExactText(own) == ExactText(id)
    }
}
