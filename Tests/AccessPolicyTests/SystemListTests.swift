import Testing

@testable import AccessPolicy

/// What the installer of a program wrote down for all users counts before what any program proposes.
@Suite struct SystemListTests {
    private var policy = PolicyDocument()
    private let mail: Subject
    private let stranger: Subject

    init() throws {
        mail = try .system(path: "/usr/bin/mail")
        stranger = try .pinned("/home/u/mail", 7)
        policy.systemLists = [try SystemList(path: "/usr/bin/mail", groups: ["com.example.mail", "shared"])]
    }

    @Test mutating func aListSaysTheGroupsAndTheProgramsProposalDoesNot() throws {
        let decision = try policy.start(mail, "something else")
        #expect(decision.granted == ["com.example.mail", "shared"])
        #expect(policy.owner(of: "com.example.mail")?.key == "/usr/bin/mail")
        #expect(policy.owner(of: "something else") == nil)
        #expect(try !policy.start(mail).changesPolicy)
    }

    /// The first program to use a name does not get a group that the list gives to another.
    @Test mutating func aNameOfAListIsKeptForItsProgram() throws {
        let decision = try policy.start(stranger, "com.example.mail", "free")
        #expect(decision.replaced.map(\.proposed) == ["com.example.mail"])
        #expect(decision.granted.last == "free")
        #expect(policy.access(of: stranger, to: "com.example.mail") == .ask)
        #expect(try policy.start(mail).granted == ["com.example.mail", "shared"])
    }

    @Test mutating func programsOfTwoListsCanHaveAGroupTogether() throws {
        let notifier = try Subject.system(path: "/usr/bin/notifier")
        policy.systemLists += [try SystemList(path: "/usr/bin/notifier", groups: ["shared"])]
        #expect(try policy.start(mail).granted.contains("shared"))
        #expect(try policy.start(notifier).granted == ["shared"])
        #expect(policy.access(of: notifier, to: "shared") == .allow)
        #expect(policy.access(of: notifier, to: "com.example.mail") == .ask)
    }

    /// A program at the same path that its user can change is not the one that the list means.
    @Test mutating func aListIsForWhatRootAloneCanChange() throws {
        for subject in [
            try Subject.pinned("/usr/bin/mail", 1), try .unpinned(path: "/usr/bin/mail"),
            try .interpreter(path: "/usr/bin/mail"), try .confined(.snap, id: "mail", path: "/usr/bin/mail"),
        ] {
            #expect(policy.access(of: subject, to: "shared") == .ask)
            #expect(!policy.groups(for: subject, proposed: ["shared"], now: now).granted.contains("shared"))
        }
    }

    @Test mutating func registrationByTheUserTakesPrecedence() throws {
        try policy.register(mail, groups: ["own"], by: "user", now: now)
        #expect(try policy.start(mail).granted == ["own"])
        #expect(policy.access(of: mail, to: "shared") == .ask)
        try policy.unregister(key: "/usr/bin/mail")
        #expect(try policy.start(mail).granted == ["com.example.mail", "shared"])
    }

    @Test mutating func ownedGroupKeepsItsOwner() throws {
        policy.systemLists = []
        try policy.start(stranger, "com.example.mail")
        policy.systemLists = [try SystemList(path: "/usr/bin/mail", groups: ["com.example.mail"])]
        #expect(try policy.start(stranger, "com.example.mail").granted == ["com.example.mail"])
        // The list's program gets it all the same: root says so.
        #expect(try policy.start(mail).granted == ["com.example.mail"])
        #expect(policy.owner(of: "com.example.mail")?.key == "/home/u/mail")
    }

    @Test mutating func listsAreNotStored() throws {
        try policy.start(mail)
        let restored = try PolicyDocument(decoding: policy.encoded())
        #expect(restored.systemLists.isEmpty)
        #expect(restored.owner(of: "shared")?.key == "/usr/bin/mail")
    }

    @Test func listWithInvalidGroupsOrPathIsRefused() {
        for groups in [[], ["*"], ["com.apple.token"], ["a", "\u{1b}[2J"], (0..<65).map { "\($0)" }] {
            #expect(throws: PolicyError.invalidGroup) { try SystemList(path: "/usr/bin/mail", groups: groups) }
        }
        #expect(throws: PolicyError.self) { try SystemList(path: "mail", groups: ["a"]) }
    }
}
