import Foundation
import Testing

@testable import AccessPolicy

@Suite struct GroupTests {
    private var policy = PolicyDocument()
    private let mail: Subject
    private let copy: Subject

    init() throws {
        mail = try .system(path: "/usr/bin/mail")
        copy = try .pinned("/home/u/mail", 7)
    }

    @Test mutating func theFirstProgramThatUsesANameOwnsIt() throws {
        let decision = try policy.start(mail, "mail", "contacts")
        #expect(decision.granted == ["mail", "contacts"])
        #expect(decision.bindings.map(\.group) == ["mail", "contacts"])
        #expect(policy.owner(of: "mail")?.key == "/usr/bin/mail")
        let again = try policy.start(mail, "mail", "contacts")
        #expect(again.granted == ["mail", "contacts"])
        #expect(!again.changesPolicy)
    }

    @Test mutating func aCopyGetsAGroupOfItsOwn() throws {
        try policy.start(mail, "mail")
        let decision = try policy.start(copy, "mail")
        let hash = "b195a880c6cd"  // printf /home/u/mail | sha256sum | cut -c1-12
        #expect(decision.granted == ["mail@\(hash)"])
        #expect(decision.replaced == [.init(proposed: "mail", own: "mail@\(hash)")])
        let again = try policy.start(copy, "mail")
        #expect(again.granted == decision.granted)
        #expect(!again.changesPolicy)
        #expect(policy.access(of: copy, to: "mail") == .ask)
    }

    @Test mutating func aNameThatIsKeptForAnotherIsNotGivenAway() throws {
        let kept = "mail@" + Digest.sha256("/usr/bin/mail").hexadecimal.prefix(12)
        #expect(try !policy.start(copy, kept).granted.contains(kept))
        try policy.start(copy, "mail")
        #expect(try policy.start(mail, "mail").granted == [kept])
    }

    @Test mutating func aChangedPinnedProgramIsAskedAbout() throws {
        try policy.start(copy, "notes")
        let changed = try Subject.pinned("/home/u/mail", 8)
        let decision = policy.groups(for: changed, proposed: ["notes", "new"], now: now)
        #expect(decision.granted.isEmpty)
        #expect(decision.changedPinned == ["notes", "new"])
        #expect(!decision.changesPolicy)
        #expect(policy.access(of: changed, to: "notes") == .ask)
        try policy.acceptChange(of: changed, now: now)
        #expect(try policy.start(changed, "notes").granted == ["notes"])
        // What it was before is now what has changed.
        #expect(policy.groups(for: copy, proposed: ["notes"], now: now).changedPinned == ["notes"])
    }

    @Test mutating func aProgramThatIsEasierToPassForThanItWasIsAskedAbout() throws {
        try policy.start(mail, "mail")
        for weaker in [try Subject.pinned("/usr/bin/mail", 1), try .unpinned(path: "/usr/bin/mail")] {
            #expect(policy.groups(for: weaker, proposed: ["mail"], now: now).changedPinned == ["mail"])
            #expect(policy.access(of: weaker, to: "mail") == .ask)
        }
    }

    /// The first may have been another program that only had the path, and that goes on to read what the real one stores.
    @Test mutating func aGroupWhoseOwnerTurnsOutToBeRootsIsAskedAbout() throws {
        let (forger, real) = (try Subject.pinned("/opt/x", 1), try Subject.system(path: "/opt/x"))
        try policy.start(forger, "x")
        #expect(try policy.start(real, "x").changedPinned == ["x"])
        #expect(policy.access(of: real, to: "x") == .ask)
        try policy.acceptChange(of: real, now: now)
        #expect(try policy.start(real, "x").granted == ["x"])
        // From now on it is the other that has changed.
        #expect(policy.groups(for: forger, proposed: ["x"], now: now).changedPinned == ["x"])
    }

    // MARK: - Memory without a file

    /// A program with a compiler has such memory sooner or later, or never if it ends before.
    @Test mutating func memoryIsAskedAboutOnceAndItsAbsenceNever() throws {
        func program(_ memory: Set<UInt64>) throws -> Subject { try .pinned("/home/u/mail", 7, memory: memory) }
        try policy.start(program([]), "x")
        for kinds: Set<UInt64> in [[0], [0, 5]] {
            #expect(try policy.start(program(kinds), "x").changedPinned == ["x"])
            try policy.acceptChange(of: program(kinds), now: now)
            for fewer in [kinds, [0], []] { #expect(try policy.start(program(fewer), "x").granted == ["x"]) }
        }
        // By its name: that of another memfd is not known.
        #expect(try policy.start(program([6]), "x").changedPinned == ["x"])
        // Nor is it forgotten.
        policy = try PolicyDocument(decoding: policy.encoded())
        #expect(try policy.start(program([0, 5]), "x").granted == ["x"])
        #expect(try policy.start(program([6]), "x").changedPinned == ["x"])
    }

    @Test mutating func rootsProgramWithACompilerIsAskedAboutOnce() throws {
        let plain = try Subject.system(path: "/usr/bin/grep")
        let compiling = try Subject.pinned(path: "/usr/bin/grep", digest: .ofNoFiles, memory: [0])
        try policy.start(plain, "grep")
        #expect(try policy.start(compiling, "grep").changedPinned == ["grep"])
        try policy.acceptChange(of: compiling, now: now)
        for _ in 0..<2 {
            #expect(try policy.start(plain, "grep").granted == ["grep"])
            #expect(try policy.start(compiling, "grep").granted == ["grep"])
        }
    }

    /// An update of the agent asks nothing.
    @Test mutating func memoryOfAProgramThatAnEarlierReleaseKnewIsTakenAsItIs() throws {
        let known = try Subject.pinned("/home/u/mail", 7)
        try policy.start(known, "x")
        let text = String(decoding: try policy.encoded(), as: UTF8.self)
        policy = try PolicyDocument(decoding: Data(text.replacing(#""memory":[],"#, with: "").utf8))
        #expect(try policy.start(.pinned("/home/u/mail", 7, memory: [0]), "x").granted == ["x"])
        #expect(try policy.start(.pinned("/home/u/mail", 7, memory: [0, 5]), "x").changedPinned == ["x"])
    }

    @Test mutating func registeredEntitlementsComeFirstAndKeepTheirOrder() throws {
        try policy.register(mail, groups: ["b", "a"], by: "dpkg", now: now)
        #expect(try policy.start(mail, "zzz").granted == ["b", "a"])
        #expect(policy.owner(of: "zzz") == nil)
        #expect(try policy.start(copy, "a").granted != ["a"])
        try policy.unregister(key: "/usr/bin/mail")
        #expect(try policy.start(mail, "zzz").granted == ["zzz"])
    }

    @Test mutating func sharedGroupsAreAppended() throws {
        try policy.start(mail, "mail")
        try policy.share("mail", with: copy, now: now)
        #expect(try policy.start(copy, "notes").granted == ["notes", "mail"])
        #expect(policy.access(of: copy, to: "mail") == .allow)
        #expect(policy.shares(of: "mail").map(\.subject.key) == ["/home/u/mail"])
        try policy.unshare("mail", withKey: "/home/u/mail")
        #expect(try policy.start(copy, "notes").granted == ["notes"])
        #expect(throws: PolicyError.notFound("share")) { try policy.unshare("mail", withKey: "/home/u/mail") }
    }

    @Test mutating func theUnidentifiedGetNothing() throws {
        #expect(try policy.start(.unidentified, "mail") == GroupDecision())
        #expect(policy.access(of: .unidentified, to: "mail") == .deny)
        #expect(throws: PolicyError.noIdentity) { try policy.share("mail", with: .unidentified, now: now) }
    }

    @Test mutating func scriptsShareTheirInterpretersIdentity() throws {
        let python = try Subject.interpreter(path: "/usr/bin/python3.11")
        #expect(try policy.start(python, "python3").granted == ["python3"])
        #expect(throws: PolicyError.noPermanentGrant) { try policy.share("mail", with: python, now: now) }
        #expect(throws: PolicyError.noPermanentGrant) {
            try policy.register(python, groups: ["mail"], by: "me", now: now)
        }
    }

    @Test(arguments: ["*", "", "com.apple.token", "a\u{7}", String(repeating: "a", count: 257)])
    mutating func namesThatMeanSomethingElseAreNotBound(name: String) throws {
        #expect(try policy.start(mail, name) == GroupDecision())
        #expect(policy.access(of: mail, to: name) == .deny)
    }

    @Test mutating func oneProgramCannotTakeAllNames() throws {
        for round in 0..<4 {
            let names = (0..<64).map { "g\(round)-\($0)" }
            try policy.apply(policy.groups(for: copy, proposed: names, now: now))
        }
        #expect(policy.allBindings.count == PolicyDocument.maximumGroupsPerSubject)
        #expect(policy.groups(for: mail, proposed: (0..<100).map { "n\($0)" }, now: now).granted.count == 64)
    }

    @Test mutating func firstProgramStaysTheOwner() throws {
        let one = policy.groups(for: mail, proposed: ["mail"], now: now)
        let other = policy.groups(for: copy, proposed: ["mail"], now: now)
        try policy.apply(one)
        try policy.apply(other)
        #expect(policy.owner(of: "mail")?.key == "/usr/bin/mail")
    }

    @Test mutating func aPersonCanGiveAGroupToAnother() throws {
        try policy.start(mail, "mail")
        try policy.assign("mail", to: copy, now: now)
        #expect(try policy.start(copy, "mail").granted == ["mail"])
        try policy.release("mail")
        #expect(try policy.start(mail, "mail").granted == ["mail"])
    }
}
