extension PolicyDocument {
    /// Returns the identifiers that a party other than the program itself has given it: the id of its sandbox, and the groups that the user
    /// or a system list has registered for it. Names that the program claims itself are not included.
    package func identifiers(of subject: Subject) -> [String] {
        guard subject.strength != .interpreter, let key = subject.exactKey else { return [] }
        let registration = registrations[key].flatMap { $0.subject.match(subject) == .same ? $0 : nil }
        let groups = registration?.exactGroups ?? listedGroups(of: subject) ?? []
        return [subject.sandboxID].compactMap { $0 } + groups.map(\.text)
    }
}
