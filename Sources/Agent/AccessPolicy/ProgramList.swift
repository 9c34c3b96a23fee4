/// The programs that get something besides those that it belongs to, as the agent knew them when they were named.
package struct ProgramList: Sendable {
    private let records: [SubjectRecord]
    private let isForAny: Bool

    /// - Parameters:
    ///   - subjects: the programs. Interpreters and programs in sandboxes do not count: any script, or any program, can be one.
    ///   - isForAny: whether it is for every program of the user.
    package init(_ subjects: [Subject], isForAny: Bool) {
        records = subjects.filter(Self.canBeNamed).compactMap { try? SubjectRecord($0) }
        self.isForAny = isForAny
    }

    /// The number of programs that count.
    package var count: Int { records.count }

    /// Whether a path names the program, and no other that uses it as well.
    package static func canBeNamed(_ subject: Subject) -> Bool { subject.strength >= .unpinned }

    /// Whether the program is one of them, and unchanged since it was named. Of every program those in sandboxes are none.
    package func admits(_ subject: Subject) -> Bool {
        if isForAny, subject.strength == .interpreter || Self.canBeNamed(subject) { return true }
        return Self.canBeNamed(subject) && records.contains { $0.match(subject) == .same }
    }
}
