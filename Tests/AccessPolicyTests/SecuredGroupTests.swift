import Foundation
import Testing

@testable import AccessPolicy

/// A list of root's can reserve its groups for secured programs (Docs/secured-programs.md).
@Suite struct SecuredGroupTests {
    private var policy = PolicyDocument()
    private let mail: Subject

    init() throws {
        mail = try .secured(path: "/usr/bin/mail")
        policy.systemLists = [
            try SystemList(path: "/usr/bin/mail", groups: ["guarded"], isSecured: true),
            try SystemList(path: "/usr/bin/notes", groups: ["open"]),
        ]
    }

    @Test mutating func theSecuredProgramGetsItsGroup() throws {
        #expect(try policy.start(mail).granted == ["guarded"])
        #expect(policy.access(of: mail, to: "guarded") == .allow)
        #expect(policy.securedOnly == ["guarded"])
    }

    /// The same file without its mark, as after an update, or started in a way in which the mark has no effect.
    @Test mutating func withoutItsMarkItWaits() throws {
        #expect(try policy.start(mail).granted == ["guarded"])
        let decision = try policy.start(mail.withoutMark)
        #expect(decision.granted.isEmpty && decision.withheld == ["guarded"] && !decision.changesPolicy)
        #expect(policy.access(of: mail.withoutMark, to: "guarded") == .deny)
        #expect(try policy.start(mail).granted == ["guarded"])
    }

    /// First, by an answer, a share, a registration, as the owner, by a token: a weaker program gets nothing in any of these ways.
    @Test mutating func noOtherWayLeadsThere() throws {
        let other = try Subject.pinned("/home/u/other", 1)
        let system = try Subject.system(path: "/usr/bin/other")
        #expect(try !policy.start(other, "guarded").granted.contains("guarded"))
        for subject in [other, system] {
            try policy.share("guarded", with: subject, now: now)
            try policy.assign("guarded", to: subject, now: now)
            try policy.register(subject, groups: ["guarded"], by: "user", now: now)
            #expect(policy.access(of: subject, to: "guarded") == .deny)
            #expect(try policy.start(subject, "guarded").granted.isEmpty)
        }
        #expect(try policy.start(mail).granted == ["guarded"])
    }

    /// Any program of the user's arranges what the user can, and starts another secured program that prints what it is told to.
    @Test mutating func noOtherWayLeadsAnotherSecuredProgramThere() throws {
        let deputy = try Subject.secured(path: "/usr/bin/deputy")
        _ = try policy.start(mail)
        let token = try policy.makeToken(
            group: "guarded", readOnly: false, uid: 1000, expires: now + 60, label: "t", now: now)
        let grant = try policy.present(token.text, uid: 1000, now: now)
        try policy.share("guarded", with: deputy, now: now)
        try policy.answer(.allow, to: deputy, for: "guarded", .always, now: now)
        for round in 1...3 {
            if round > 1 { try policy.register(deputy, groups: ["own", "guarded"], by: "attacker", now: now) }
            if round > 2 { try policy.assign("guarded", to: deputy, now: now) }
            let access = policy.access(of: deputy, to: "guarded", writing: false, session: nil, now: now, token: grant)
            #expect(access == .deny && policy.access(of: deputy, to: "guarded") == .deny, "\(round)")
            #expect(try policy.start(deputy, "own").granted == ["own"], "\(round)")
        }
        #expect(try policy.start(mail).granted == ["guarded"])
        #expect(policy.access(of: mail, to: "guarded") == .allow)
    }

    /// Root decides which programs have it in common.
    @Test mutating func anotherSecuredProgramGetsItByAListOfRoots() throws {
        let reader = try Subject.secured(path: "/usr/bin/reader")
        policy.systemLists.append(try SystemList(path: "/usr/bin/reader", groups: ["own", "guarded"]))
        _ = try policy.start(mail)
        #expect(try policy.start(reader).granted == ["own", "guarded"])
        #expect(policy.access(of: reader, to: "guarded") == .allow)
        #expect(policy.access(of: reader.withoutMark, to: "guarded") == .deny)
        #expect(try policy.start(reader.withoutMark).granted == ["own"])
    }

    /// The mark is of a process, and not of the owner of a group: items stay with their program when it comes and goes.
    @Test mutating func theMarkIsNotRecorded() throws {
        _ = try policy.start(mail)
        let notes = try Subject.secured(path: "/usr/bin/notes")
        #expect(try policy.start(notes).granted == ["open"])
        #expect(try policy.start(notes.withoutMark).granted == ["open"])
        let stored = String(decoding: try policy.encoded(), as: UTF8.self)
        #expect(!stored.contains("\"secured\""))
    }

    @Test func aWeakerProgramIsWeaker() throws {
        #expect(mail.strength > mail.withoutMark.strength)
        #expect(mail.withoutMark == (try .system(path: "/usr/bin/mail")))
    }
}
