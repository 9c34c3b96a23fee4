import Foundation

extension PolicyDocument {
    /// Keeps an answer of the user in place of an earlier answer of the same scope.
    ///
    /// “Once” is not kept at all.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.noPermanentGrant` if an interpreter would be allowed permanently, `.invalidGroup`,
    ///   `.invalidText` for a session id over 256 bytes, `.full`.
    package mutating func answer(
        _ verdict: Answer.Verdict, to subject: Subject, for group: String, _ scope: Answer.Scope, now: Date
    ) throws(PolicyError) {
        let isPermanent = scope == .always && verdict == .allow
        let known = isPermanent ? try Self.permanentGrantee(subject) : try SubjectRecord(subject)
        let name = try Self.group(group)
        if case .session(let id) = scope { _ = try Self.label(id) }
        var list = answers[known.exactKey] ?? []
        list.removeAll { $0.exactGroup == name && $0.scope.isSame(as: scope) }
        try Self.checkCapacity(
            answers.values.reduce(0) { $0 + $1.count } - (answers[known.exactKey]?.count ?? 0) + list.count, "answers")
        list.append(
            Answer(subject: known, verdict: verdict, scope: scope, time: now.inMicroseconds, exactGroup: name))
        answers[known.exactKey] = list
    }

    /// Removes the answers about a program and a group, of every scope.
    /// - Throws: `.notFound`.
    package mutating func revokeAnswers(toKey key: String, for group: String) throws(PolicyError) {
        let (key, name) = (ExactText(key), ExactText(group))
        guard answers[key]?.contains(where: { $0.exactGroup == name }) == true else { throw .notFound("answer") }
        keepAnswers(of: key) { $0.exactGroup != name }
    }

    /// Removes the answers to all programs about some groups, whatever their scope.
    package mutating func forgetAnswers(about groups: Set<String>) {
        let names = Set(groups.map(ExactText.init))
        for key in Array(answers.keys) { keepAnswers(of: key) { !names.contains($0.exactGroup) } }
    }

    /// Removes the answers for a session that has ended.
    package mutating func endSession(_ id: String) {
        for key in Array(answers.keys) { keepAnswers(of: key) { !$0.scope.isSession(id) } }
    }

    /// Removes the answers for all sessions except the living ones. For startup: sessions may have ended while the
    /// agent was not running.
    package mutating func endSessions(except living: Set<String>) {
        let living = Set(living.map(ExactText.init))
        for key in Array(answers.keys) {
            keepAnswers(of: key) { answer in
                guard case .session(let id) = answer.scope else { return true }
                return living.contains(ExactText(id))
            }
        }
    }

    private mutating func keepAnswers(of key: ExactText, where isKept: (Answer) -> Bool) {
        let kept = (answers[key] ?? []).filter(isKept)
        answers[key] = kept.isEmpty ? nil : kept
    }
}

extension Answer.Scope {
    fileprivate func isSame(as other: Answer.Scope) -> Bool {
        switch other {
        case .always: self == .always
        case .session(let id): isSession(id)
        }
    }
}
