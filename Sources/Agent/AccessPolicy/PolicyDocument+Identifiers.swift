extension PolicyDocument {
    /// By which names somebody other than the program itself has said who it is: the id of its sandbox, and the groups that it was
    /// registered with by the user or by a list of the system's. What a program has called itself is none.
    public func identifiers(of subject: Subject) -> [String] {
        guard subject.strength != .interpreter, let key = subject.exactKey else { return [] }
        let registration = registrations[key].flatMap { $0.subject.recognition(of: subject) == .same ? $0 : nil }
        let groups = registration?.exactGroups ?? listedGroups(of: subject) ?? []
        return [subject.sandboxID].compactMap { $0 } + groups.map(\.text)
    }
}
