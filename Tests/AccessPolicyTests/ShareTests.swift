import Testing

@testable import AccessPolicy

/// What programs can fill the policy with.
@Suite struct ShareTests {
    private var policy = PolicyDocument()

    /// Small programs, each of which uses as many groups as it may, with names as long as they may be.
    private mutating func fill(_ count: Int, _ strength: Strength) throws {
        for number in 0..<count {
            let names = (0..<64).map { "\(number)-\($0)-" + String(repeating: "g", count: 240) }
            let path = "/tmp/small\(number)"
            let subject: Subject =
                switch strength {
                case .confined: try .confined(.namespace, id: "unknown", path: path)
                default: try .pinned(path, 7)
                }
            try policy.apply(policy.groups(for: subject, proposed: names, now: now))
        }
    }

    /// Whatever the user does is stored.
    private func expectRoomForTheOwner() throws {
        var changed = policy
        for number in 0..<200 { try changed.assign("owners\(number)", to: .system(path: "/usr/bin/mail"), now: now) }
        try changed.register(.system(path: "/usr/bin/mail"), groups: ["one", "two"], by: "me", now: now)
        try changed.share("one", with: .system(path: "/usr/bin/other"), now: now)
        try changed.trustPath("/home/u/src")
        _ = try changed.encoded()
    }

    /// As many as filled the whole mebibyte.
    @Test mutating func manySmallProgramsLeaveRoomForOthersAndTheOwner() throws {
        try fill(38, .pinned)
        #expect(try policy.encoded().count <= PolicyDocument.maximumSize * 9 / 16)
        try expectRoomForTheOwner()
        #expect(try policy.start(.pinned("/home/u/honest", 7), "mail", "contacts").granted == ["mail", "contacts"])
        #expect(try policy.start(.system(path: "/usr/bin/mail"), "letters").granted == ["letters"])
    }

    /// Copies are programs of their own: their kind stops, and stronger ones do not.
    @Test(arguments: [Strength.confined, .pinned]) mutating func copiesWithoutEndStop(strength: Strength) throws {
        // Each gets a 24th of what is left.
        try fill(200, strength)
        try expectRoomForTheOwner()
        let path = "/home/u/late-comer"
        let late: Subject =
            try strength == .confined ? .confined(.namespace, id: "unknown", path: path) : .pinned(path, 7)
        let refused = try policy.start(late, String(repeating: "g", count: 250))
        #expect(refused.granted.isEmpty && refused.lacksRoom && refused.pin == nil)
        let stronger: Subject =
            try strength == .confined ? .pinned("/home/u/honest", 7) : .system(path: "/usr/bin/mail")
        #expect(try policy.start(stronger, "mail").granted == ["mail"])
        let commandLine = policy.groups(
            for: try .pinned("/home/u/bin/chatelaine", 7), proposed: ["chatelaine"], now: now, isOwners: true)
        #expect(commandLine.granted == ["chatelaine"])
    }

    /// What counts is never less than what is stored.
    @Test mutating func sizeIsThatOfTheDocument() throws {
        try fill(3, .pinned)
        try policy.start(.pinned("/\"quoted\"/\\", 7), String(repeating: "\"", count: 256))
        try policy.register(.system(path: "/usr/bin/mail"), groups: ["one", "two"], by: "me", now: now)
        try policy.share("one", with: .pinned("/home/u/other", 9), now: now)
        try policy.trustPath("/home/u/src")
        try policy.answer(.allow, to: .pinned("/home/u/other", 9), for: "two", .session("s1"), now: now)
        #expect(try policy.encoded().count <= policy.size)
    }
}
