import Foundation

/// Groups for secured programs only: those of root's lists, and those for which the program that owns them has asked
/// (Docs/secured-programs.md).
extension PolicyDocument {
    /// The groups whose items only secured programs get, change, or learn of, by name.
    package var securedOnly: [String] {
        let asked = bindings.values.filter { $0.securedSince != nil }.map(\.exactGroup)
        return securedGroups.union(asked).sorted().map(\.text)
    }

    /// Whether a program may not have a group that is for secured programs only: it is none, or it would have the group by what any
    /// program of the user can arrange, as a share, a token, an answer or a registration (Docs/decisions/0070).
    func isWithheld(_ group: ExactText, from subject: Subject) -> Bool {
        guard securedGroups.contains(group) || isReserved(group) else { return false }
        return subject.strength < .secured || !hasByItself(group, subject)
    }

    /// Whether a list of root's gives the group to the program, or the program has reserved it itself.
    private func hasByItself(_ group: ExactText, _ subject: Subject) -> Bool {
        if let key = subject.exactKey, listsByPath[key]?.exactGroups.contains(group) == true { return true }
        return isReserved(group) && bindings[group]?.owner.match(subject) == .same
    }

    /// Reserves a group for secured programs, as the program that owns it asks. It stays so, whatever becomes of the program.
    ///
    /// - Parameter now: in UTC.
    /// - Throws: `.notSecured` if the program is none; `.notOwned` for a group that is not its own.
    package mutating func secure(_ group: String, by subject: Subject, now: Date) throws(PolicyError) {
        let name = try ownGroup(group, of: subject)
        guard !isReserved(name) else { return }
        bindings[name]?.securedSince = now.inMicroseconds
    }

    /// Takes back what ``secure(_:by:now:)`` has done. A list of root's is not affected.
    ///
    /// - Throws: as there.
    package mutating func unsecure(_ group: String, by subject: Subject) throws(PolicyError) {
        let name = try ownGroup(group, of: subject)
        bindings[name]?.securedSince = nil
    }

    private func ownGroup(_ group: String, of subject: Subject) throws(PolicyError) -> ExactText {
        guard subject.strength == .secured else { throw .notSecured }
        let name = try Self.group(group)
        guard bindings[name]?.owner.match(subject) == .same else { throw .notOwned }
        return name
    }

    /// Whether owners of groups have reserved any.
    package var hasReservedGroups: Bool { bindings.values.contains { $0.securedSince != nil } }

    /// Whether the owner of a group has reserved it. No command of the user's then takes it from its owner: any program can run the
    /// command line.
    func isReserved(_ group: ExactText) -> Bool { bindings[group]?.securedSince != nil }

    /// Whether a program has groups for secured programs. What the user has registered for it does not count then: it could have the
    /// program store its secrets in another program's group.
    func hasSecuredGroups(_ key: ExactText) -> Bool {
        listsByPath[key]?.isSecured == true
            || bindings.values.contains { $0.securedSince != nil && $0.owner.exactKey == key }
    }
}

extension GroupDecision {
    /// Reserves the groups that the program owns.
    mutating func secure(for subject: Subject, in document: PolicyDocument, now: Date) {
        for index in bindings.indices { bindings[index].securedSince = now }
        for name in granted.map(ExactText.init) {
            guard var binding = document.bindings[name], binding.owner.match(subject) == .same,
                binding.securedSince == nil
            else { continue }
            binding.securedSince = now
            secured.append(binding)
        }
    }
}
