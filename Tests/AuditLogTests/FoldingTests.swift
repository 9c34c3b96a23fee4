import AuditLog
import Testing

/// What a program can make the log grow by.
@Suite struct FoldingTests {
    private static func entry(
        _ operation: String, at time: Int64 = 0, group: String = "", subject: String = "/usr/bin/one",
        status: Int32 = -34018
    ) -> Entry {
        Entry(
            time: time, uid: 1000, subject: subject, strength: "pinned", operation: operation, group: group,
            status: status)
    }

    private func entries(_ folding: inout EntryFolding, _ entries: [Entry]) -> [Entry] {
        entries.flatMap { folding.entries(for: $0) }
    }

    @Test func equalRefusalsAreOneEntryAndTheirNumber() {
        var folding = EntryFolding()
        let written = entries(&folding, (0..<1000).map { Self.entry("read", at: $0) })
        #expect(written.map(\.times) == [1])
        let rest = folding.takeAll()
        #expect(rest.map(\.times) == [999] && rest.map(\.time) == [999])
        #expect(folding.isEmpty && folding.takeAll().isEmpty)
    }

    @Test func whatDiffersIsNotFolded() {
        var folding = EntryFolding()
        let different = [
            Self.entry("read"), Self.entry("add"), Self.entry("add", group: "mail"), Self.entry("add", status: -50),
        ]
        #expect(entries(&folding, different) == different)
        #expect(folding.takeAll().isEmpty)
    }

    @Test func programWhoseRefusalsAllDifferHasAQuota() {
        var folding = EntryFolding()
        let written = entries(&folding, (0..<100_000).map { Self.entry("read", at: $0, group: "\($0)") })
        #expect(written.count == EntryFolding.quotaOfRefusals)
        // Another's are there all the same.
        #expect(folding.entries(for: Self.entry("read", subject: "/usr/bin/other")).count == 1)
        let rest = folding.takeAll()
        #expect(rest.count < 50)
        #expect(written.count + rest.reduce(0) { $0 + $1.times } == 100_000)
    }

    @Test func whatIsGrantedHasAQuotaAsWell() {
        var folding = EntryFolding()
        let written = entries(&folding, (0..<10_000).map { Self.entry("read", at: $0, group: "mail", status: 0) })
        #expect(written.count == EntryFolding.quotaOfGrants)
        let rest = folding.takeAll()
        #expect(rest.map(\.times) == [10_000 - EntryFolding.quotaOfGrants])
        #expect(rest.map(\.operation) == ["read"] && rest.map(\.group) == ["mail"])
    }

    /// Copies of one program are many programs: beyond some they share a quota.
    @Test func copiesShareAQuota() {
        var folding = EntryFolding()
        let asked = (0..<1000).flatMap { copy in
            (0..<20).map { Self.entry("read", group: "\($0)", subject: "/tmp/\(copy)") }
        }
        let written = entries(&folding, asked)
        #expect(written.count <= (EntryFolding.mostPrograms + 1) * EntryFolding.quotaOfRefusals)
    }

    @Test func quotaIsForAMinute() {
        var folding = EntryFolding()
        let period = EntryFolding.period
        #expect(entries(&folding, [Self.entry("read"), Self.entry("read", at: period - 1)]).count == 1)
        #expect(folding.takeDue(at: period - 1).isEmpty)
        #expect(folding.entries(for: Self.entry("read", at: period)).map(\.times) == [1, 1])
        #expect(folding.takeDue(at: 2 * period).isEmpty && folding.isEmpty)
    }
}
