import Foundation

/// The groups of a program as declared by its system-wide installation.
///
/// They apply only while root alone can change the program (``Strength/system``): a list names a path, and says nothing about another file
/// that may be there.
package struct SystemList: Hashable, Sendable {
    /// The path of the executable.
    package var path: String { exactPath.text }
    /// The groups in order: the program adds items to the first.
    package var groups: [String] { exactGroups.map(\.text) }
    let exactPath: ExactText
    let exactGroups: [ExactText]
    /// Whether only secured programs may use the groups.
    let isSecured: Bool
    /// The domains whose shared web credentials the program may request, as the list has them.
    let webCredentials: [String]

    /// - Parameters:
    ///   - path: absolute, as the kernel reports it.
    ///   - groups: 1 to 64.
    ///   - isSecured: whether only secured programs may use them.
    ///   - webCredentials: the domains whose shared web credentials the program may request.
    /// - Throws: `.invalidSubject`, `.invalidGroup`.
    package init(
        path: String, groups: [String], isSecured: Bool = false, webCredentials: [String] = []
    ) throws(PolicyError) {
        guard let key = try Subject.system(path: path).exactKey else { throw .noIdentity }
        guard !groups.isEmpty, groups.count <= PolicyDocument.maximumGroupsPerSubject else { throw .invalidGroup }
        var names: [ExactText] = []
        for group in groups { names.append(try PolicyDocument.group(group)) }
        (exactPath, exactGroups, self.isSecured) = (key, names, isSecured)
        self.webCredentials = webCredentials
    }
}

extension PolicyDocument {
    /// The system lists, which are not stored with the document but read again whenever they change. Of several lists for one program, the
    /// first counts.
    package var systemLists: [SystemList] {
        get { listsByPath.values.sorted { $0.exactPath < $1.exactPath } }
        set {
            listsByPath = Dictionary(newValue.map { ($0.exactPath, $0) }) { first, _ in first }
            listedGroups = Set(listsByPath.values.flatMap(\.exactGroups))
            securedGroups = Set(listsByPath.values.filter(\.isSecured).flatMap(\.exactGroups))
        }
    }

    /// Returns the groups that a system list gives a program. A registration takes precedence, because the user who owns the keychain made
    /// it, unless the program has groups for secured programs.
    func listedGroups(of subject: Subject) -> [ExactText]? {
        guard subject.strength >= .system, let key = subject.exactKey else { return nil }
        guard registrations[key] == nil || hasSecuredGroups(key) else { return nil }
        return listsByPath[key]?.exactGroups
    }

    /// Returns the domains whose shared web credentials a system list gives a program; `nil` if there is no list for it.
    package func listedWebCredentials(of subject: Subject) -> [String]? {
        guard subject.strength >= .system, let key = subject.exactKey else { return nil }
        return listsByPath[key]?.webCredentials
    }

    /// Grants the groups of a list. Groups without an owner belong to the program from then on, as when they are registered.
    func decision(on names: [ExactText], for known: SubjectRecord, now: Date) -> GroupDecision {
        var decision = GroupDecision()
        for name in names {
            decision.grant(name)
            guard bindings[name] == nil, !decision.bindings.contains(where: { $0.exactGroup == name }) else { continue }
            decision.bindings.append(GroupBinding(owner: known, firstUse: now, exactGroup: name))
        }
        return decision
    }
}
