import Testing

@testable import AccessPolicy

/// The programs that access lists of macOS name: who they are when they come, and what a program may pass on.
@Suite struct ProgramListTests {
    private let owner: Subject
    private let other: Subject
    private var policy = PolicyDocument()

    init() throws {
        (owner, other) = (try .pinned("/home/u/owner", 1), try .pinned("/home/u/other", 2))
        policy.foreignGroups = .deny
        try policy.start(owner, "mail")
        try policy.start(other, "other")
    }

    private func decision(_ group: String = "mail", of owner: Subject? = nil, with other: Subject? = nil)
        -> ShareDecision
    {
        policy.shareDecision(on: group, of: owner ?? self.owner, with: other ?? self.other, now: now)
    }

    // MARK: - The key of a portable keychain

    @Test func aReplacedFileIsAnotherProgram() throws {
        let list = ProgramList([other, try .system(path: "/usr/bin/id")], isForAny: false)
        #expect(list.count == 2)
        #expect(list.admits(other))
        #expect(try list.admits(.system(path: "/usr/bin/id")))
        // As secured as it gets, it is the same program.
        #expect(try list.admits(.secured(path: "/usr/bin/id")))
        for impostor in try [
            Subject.pinned("/home/u/other", 3), .pinned("/home/u/copy", 2), .unpinned(path: "/home/u/other"),
            .pinned("/usr/bin/id", 2), .interpreter(path: "/home/u/other"), .system(path: "/home/u/other"),
            .confined(.flatpak, id: "id", path: "/usr/bin/id"), .unidentified,
        ] {
            #expect(!list.admits(impostor), "\(impostor)")
        }
    }

    /// Each script, and each program that makes itself a namespace, could be one of them.
    @Test func interpretersAndSandboxesCannotBeNamed() throws {
        let script = try Subject.interpreter(path: "/usr/bin/python3")
        let confined = try Subject.confined(.namespace, id: "unknown", path: "/usr/bin/id")
        let list = ProgramList([script, confined, .unidentified], isForAny: false)
        #expect(list.count == 0)
        for subject in [script, confined, .unidentified] { #expect(!list.admits(subject)) }
    }

    @Test func anyProgramIsNoneInASandbox() throws {
        let list = ProgramList([], isForAny: true)
        for subject in [
            owner, try .system(path: "/usr/bin/id"), try .interpreter(path: "/bin/sh"), try .unpinned(path: "/a"),
        ] {
            #expect(list.admits(subject))
        }
        #expect(try !list.admits(.confined(.snap, id: "shop", path: "/usr/bin/id")))
        #expect(!list.admits(.unidentified))
    }

    // MARK: - A group of the device's keychain

    @Test func onlyAGroupOfItsOwnCanBeShared() throws {
        #expect(decision() == .ask)
        #expect(decision(of: other, with: try .pinned("/home/u/third", 3)) == .notOwn)
        #expect(decision(of: other, with: other) == .notOwn)
        #expect(decision("nobodys") == .notOwn)
        #expect(decision("") == .notOwn)
        #expect(decision(with: .unidentified) == .notOwn)
        // The owner's path with other contents is not the owner.
        #expect(decision(of: try .pinned("/home/u/owner", 9)) == .notOwn)
    }

    @Test mutating func whatWasSharedOrAnsweredIsNotPassedOn() throws {
        let third = try Subject.pinned("/home/u/third", 3)
        try policy.share("mail", with: other, now: now)
        #expect(decision() == .allowed)
        #expect(decision(of: other, with: third) == .notOwn)
        try policy.answer(.allow, to: third, for: "mail", .always, now: now)
        #expect(decision(of: third, with: try .pinned("/home/u/fourth", 4)) == .notOwn)
    }

    @Test mutating func aRefusalOfBeforeCounts() throws {
        try policy.answer(.deny, to: other, for: "mail", .always, now: now)
        #expect(decision() == .denied)
    }

    @Test func aProgramThatHasChangedIsNotAskedAbout() throws {
        #expect(decision(with: try .pinned("/home/u/other", 9)) == .denied)
    }

    @Test mutating func groupsForSecuredProgramsAreNotShared() throws {
        let secured = try Subject.secured(path: "/usr/bin/mail")
        try policy.start(secured, "letters")
        #expect(decision("letters", of: secured) == .ask)
        try policy.secure("letters", by: secured, now: now)
        #expect(decision("letters", of: secured) == .notOwn)
        #expect(decision("letters", of: secured, with: try .secured(path: "/usr/bin/id")) == .notOwn)
        policy.securedGroups.insert(try PolicyDocument.group("mail"))
        #expect(decision() == .notOwn)
    }
}
