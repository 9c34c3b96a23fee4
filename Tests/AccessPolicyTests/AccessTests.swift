import Foundation
import Testing

@testable import AccessPolicy

@Suite struct AccessTests {
    private var policy = PolicyDocument()
    private let browser: Subject
    private let script: Subject
    private let pinned: Subject

    init() throws {
        browser = try .system(path: "/usr/bin/browser")
        script = try .interpreter(path: "/usr/bin/bash")
        pinned = try .pinned("/home/u/tool", 1)
        try policy.start(try .system(path: "/usr/bin/mail"), "mail")
    }

    @Test mutating func withoutAnAnswerAPersonIsAsked() {
        #expect(policy.access(of: browser, to: "mail") == .ask)
        policy.foreignGroups = .deny
        #expect(policy.access(of: browser, to: "mail") == .deny)
    }

    @Test mutating func answersHoldForTheirGroupOnly() throws {
        try policy.answer(.allow, to: browser, for: "mail", .always, now: now)
        #expect(policy.access(of: browser, to: "mail") == .allow)
        #expect(policy.access(of: browser, to: "other") == .ask)
        try policy.answer(.deny, to: browser, for: "mail", .always, now: now)
        #expect(policy.access(of: browser, to: "mail") == .deny)
        #expect(policy.allAnswers.count == 1)
        try policy.revokeAnswers(toKey: "/usr/bin/browser", for: "mail")
        #expect(policy.access(of: browser, to: "mail") == .ask)
        #expect(throws: PolicyError.notFound("answer")) {
            try policy.revokeAnswers(toKey: "/usr/bin/browser", for: "mail")
        }
    }

    @Test mutating func sessionAnswersEndWithTheSession() throws {
        try policy.answer(.allow, to: browser, for: "mail", .session("s1"), now: now)
        try policy.answer(.deny, to: browser, for: "mail", .session("s2"), now: now)
        #expect(policy.access(of: browser, to: "mail", session: "s1") == .allow)
        #expect(policy.access(of: browser, to: "mail", session: "s2") == .deny)
        #expect(policy.access(of: browser, to: "mail", session: "s3") == .ask)
        #expect(policy.access(of: browser, to: "mail", session: nil) == .ask)
        policy.endSession("s1")
        #expect(policy.access(of: browser, to: "mail", session: "s1") == .ask)
        policy.endSessions(except: ["s3"])
        #expect(policy.allAnswers.isEmpty)
    }

    /// For requests that name an item by its reference alone.
    @Test mutating func allowedGroupsAreThoseOfTheAnswersThatHold() throws {
        try policy.start(try .system(path: "/usr/bin/news"), "news")
        #expect(policy.allowedGroups(of: browser, session: "s1", now: now).isEmpty)
        try policy.answer(.allow, to: browser, for: "mail", .always, now: now)
        try policy.answer(.allow, to: browser, for: "news", .session("s1"), now: now)
        try policy.answer(.deny, to: browser, for: "other", .always, now: now)
        #expect(policy.allowedGroups(of: browser, session: "s1", now: now) == ["mail", "news"])
        #expect(policy.allowedGroups(of: browser, session: nil, now: now) == ["mail"])
        #expect(policy.allowedGroups(of: pinned, session: "s1", now: now).isEmpty)
        try policy.answer(.deny, to: browser, for: "mail", .session("s1"), now: now)
        #expect(policy.allowedGroups(of: browser, session: "s1", now: now) == ["news"])
    }

    /// Two groups that only look the same.
    @Test mutating func allowedGroupsAreToldApartByTheirBytes() throws {
        let groups = ["caf\u{e9}", "cafe\u{301}"]
        for group in groups { try policy.answer(.allow, to: browser, for: group, .always, now: now) }
        let allowed = policy.allowedGroups(of: browser, session: nil, now: now)
        #expect(Set(allowed.map { Array($0.utf8) }) == Set(groups.map { Array($0.utf8) }))
    }

    @Test mutating func sessionAnswerTakesPrecedenceOverThePermanentOne() throws {
        try policy.answer(.allow, to: browser, for: "mail", .always, now: now)
        try policy.answer(.deny, to: browser, for: "mail", .session("s1"), now: now)
        #expect(policy.access(of: browser, to: "mail", session: "s1") == .deny)
        #expect(policy.access(of: browser, to: "mail", session: "s2") == .allow)
    }

    @Test mutating func scriptsGetNoPermanentAccess() throws {
        #expect(throws: PolicyError.noPermanentGrant) {
            try policy.answer(.allow, to: script, for: "mail", .always, now: now)
        }
        try policy.answer(.allow, to: script, for: "mail", .session("s1"), now: now)
        #expect(policy.access(of: script, to: "mail") == .allow)
        try policy.answer(.deny, to: script, for: "mail", .always, now: now)
        #expect(policy.access(of: script, to: "mail", session: "s2") == .deny)
    }

    @Test mutating func systemProgramThatBecomesAnInterpreterLosesPermanentAccess() throws {
        try policy.share("mail", with: browser, now: now)
        try policy.answer(.allow, to: browser, for: "mail", .always, now: now)
        let interpreter = try Subject.interpreter(path: "/usr/bin/browser")
        #expect(policy.access(of: interpreter, to: "mail") == .ask)
        try policy.acceptChange(of: interpreter, now: now)
        #expect(policy.access(of: interpreter, to: "mail") == .ask)
        #expect(policy.allShares.isEmpty)
    }

    @Test mutating func documentCannotGiveAnInterpreterPermanentAccess() throws {
        try policy.share("mail", with: browser, now: now)
        try policy.answer(.allow, to: browser, for: "other", .always, now: now)
        try policy.register(.system(path: "/usr/bin/tool"), groups: ["tool"], by: "me", now: now)
        let text = String(decoding: try policy.encoded(), as: UTF8.self)
        let edited = text.replacing(#""strength":"system""#, with: #""strength":"interpreter""#)
        policy = try PolicyDocument(decoding: Data(edited.utf8))
        let interpreter = try Subject.interpreter(path: "/usr/bin/browser")
        #expect(policy.access(of: interpreter, to: "mail") == .ask)
        #expect(policy.access(of: interpreter, to: "other") == .ask)
        #expect(policy.groups(for: interpreter, proposed: ["own"], now: now).granted == ["own"])
        let tool = try Subject.interpreter(path: "/usr/bin/tool")
        #expect(policy.groups(for: tool, proposed: [], now: now).granted == [])
    }

    @Test mutating func aSystemProgramKeepsAnswersOverUpgrades() throws {
        try policy.answer(.allow, to: browser, for: "mail", .always, now: now)
        #expect(policy.access(of: try .system(path: "/usr/bin/browser"), to: "mail") == .allow)
    }

    @Test mutating func aChangedPinnedProgramLosesItsAnswers() throws {
        try policy.start(pinned, "tool")
        try policy.answer(.allow, to: pinned, for: "mail", .always, now: now)
        #expect(policy.access(of: pinned, to: "mail") == .allow)
        let changed = try Subject.pinned("/home/u/tool", 2)
        #expect(policy.access(of: changed, to: "mail") == .ask)
        policy.foreignGroups = .deny
        #expect(policy.access(of: changed, to: "mail") == .ask)
        policy.foreignGroups = .ask
        try policy.acceptChange(of: changed, now: now)
        #expect(policy.access(of: changed, to: "mail") == .ask)
        #expect(policy.access(of: pinned, to: "mail") == .ask)
        #expect(policy.allAnswers.isEmpty)
    }

    @Test mutating func anAnswerToAPinnedProgramIsForThatProgramOnly() throws {
        // Also where no pin has been kept: it was answered before it had a group.
        try policy.answer(.allow, to: pinned, for: "mail", .always, now: now)
        #expect(policy.access(of: try .pinned("/home/u/tool", 2), to: "mail") == .ask)
        #expect(policy.access(of: try .pinned("/home/u/other", 1), to: "mail") == .ask)
    }

    @Test mutating func programsBelowATrustedPathAreKnownByIt() throws {
        try policy.trustPath("/home/u/src/")
        #expect(policy.isTrusted("/home/u/src/x/.build/debug/x"))
        #expect(!policy.isTrusted("/home/u/src"))
        #expect(!policy.isTrusted("/home/u/srcx/y"))
        #expect(!policy.isTrusted("/home/u/src/../y"))
        #expect(policy.trustedPaths == ["/home/u/src"])
        try policy.distrustPath("/home/u/src")
        #expect(!policy.isTrusted("/home/u/src/x/y"))
    }

    @Test(arguments: ["/", "", "relative", "/a/../b", "/a//b", "/./a", "/a\u{0}b"])
    mutating func pathsThatAreNoDirectoryAreNotTrusted(path: String) {
        #expect(throws: PolicyError.invalidPath(path)) { try policy.trustPath(path) }
    }
}
