import Foundation
import Testing

@testable import AccessPolicy

/// A secured program can reserve groups that it owns for secured programs (Docs/secured-programs.md).
@Suite struct ReservedGroupTests {
    private var policy = PolicyDocument()
    private let mail: Subject
    private let other: Subject

    init() throws {
        mail = try .secured(path: "/usr/bin/mail")
        other = try .pinned("/home/u/other", 1)
    }

    /// Starts the program with a file beside it that asks.
    @discardableResult
    private mutating func startAsking(_ subject: Subject, _ proposed: String...) throws -> GroupDecision {
        let decision = policy.groups(for: subject, proposed: proposed, now: now, asksForSecured: true)
        try policy.apply(decision)
        return decision
    }

    @Test mutating func aReservedGroupIsForItsSecuredProgram() throws {
        try policy.start(mail, "mail")
        try policy.secure("mail", by: mail, now: now)
        #expect(policy.securedOnly == ["mail"])
        #expect(try policy.start(mail, "mail").granted == ["mail"])
        #expect(policy.access(of: mail, to: "mail") == .allow)
        #expect(policy.access(of: mail.withoutMark, to: "mail") == .deny)
        let decision = try policy.start(mail.withoutMark, "mail")
        #expect(decision.granted.isEmpty && decision.withheld == ["mail"] && !decision.changesPolicy)
    }

    @Test mutating func theFileBesideTheProgramReserves() throws {
        let decision = try startAsking(mail, "mail", "news")
        #expect(decision.granted == ["mail", "news"] && decision.reservesGroups)
        #expect(policy.securedOnly == ["mail", "news"])
        #expect(try !startAsking(mail, "mail", "news").changesPolicy)
    }

    @Test mutating func theFileReservesWhatTheProgramHadBefore() throws {
        try policy.start(mail.withoutMark, "mail")
        #expect(try startAsking(mail, "mail").reservesGroups)
        #expect(policy.securedOnly == ["mail"])
    }

    /// A program that is not secured now reserves nothing, whatever it or its file claims.
    @Test mutating func aClaimAloneCountsNothing() throws {
        let system = mail.withoutMark
        for subject in [system, other] {
            let group = "of \(subject.strength)"
            #expect(try !startAsking(subject, group).reservesGroups)
            #expect(throws: PolicyError.notSecured) { try policy.secure(group, by: subject, now: now) }
        }
        #expect(policy.securedOnly.isEmpty)
    }

    @Test mutating func theGroupOfAnotherIsNotReserved() throws {
        try policy.start(other, "notes")
        try policy.share("notes", with: mail, now: now)
        try policy.start(mail, "mail")
        for group in ["notes", "unused"] {
            #expect(throws: PolicyError.notOwned) { try policy.secure(group, by: mail, now: now) }
        }
        try startAsking(mail, "mail", "notes")
        #expect(!policy.securedOnly.contains("notes"))
        #expect(try policy.start(other, "notes").granted == ["notes"])
    }

    /// The attacker is the first to use the name: the program gets a group of its own, and reserves that one.
    @Test mutating func theAttackerWhoComesFirstHasAnEmptyName() throws {
        try policy.start(other, "mail")
        let own = try startAsking(mail, "mail").granted
        #expect(own.count == 1 && own != ["mail"])
        #expect(policy.securedOnly == own)
        #expect(try policy.start(other, own[0]).granted.contains(own[0]) == false)
    }

    /// By a share, an answer, a registration, a token: before the program asks, and after.
    @Test(arguments: [true, false]) mutating func noOtherWayLeadsThere(isBefore: Bool) throws {
        try policy.start(mail, "mail")
        if !isBefore { try policy.secure("mail", by: mail, now: now) }
        let (system, secured) = (
            try Subject.system(path: "/usr/bin/other"), try Subject.secured(path: "/usr/bin/deputy")
        )
        for subject in [other, system, secured, mail.withoutMark] {
            try policy.share("mail", with: subject, now: now)
            try policy.answer(.allow, to: subject, for: "mail", .always, now: now)
            if subject != mail.withoutMark { try policy.register(subject, groups: ["mail"], by: "user", now: now) }
        }
        let token = try policy.makeToken(
            group: "mail", readOnly: false, uid: 1000, expires: now + 60, label: "t", now: now)
        if isBefore { try policy.secure("mail", by: mail, now: now) }
        let grant = try policy.present(token.text, uid: 1000, now: now)
        for subject in [other, system, secured, mail.withoutMark] {
            #expect(policy.access(of: subject, to: "mail") == .deny)
            #expect(try !policy.start(subject, "mail").granted.contains("mail"))
            let access = policy.access(of: subject, to: "mail", writing: false, session: nil, now: now, token: grant)
            #expect(access == .deny)
        }
        #expect(try policy.start(mail, "mail").granted == ["mail"])
    }

    /// Any program can run the command line, so no command takes the group from its owner.
    @Test mutating func noCommandOpensIt() throws {
        try startAsking(mail, "mail")
        #expect(throws: PolicyError.reserved) { try policy.release("mail") }
        #expect(throws: PolicyError.reserved) { try policy.assign("mail", to: other, now: now) }
        // The program with a library of the user's in it, which the user is made to accept.
        try policy.acceptChange(of: .pinned("/usr/bin/mail", 9), now: now)
        #expect(try policy.start(mail, "mail").granted == ["mail"])
    }

    /// A registration would have the program store its secrets in a group of the attacker's.
    @Test(arguments: [true, false]) mutating func noRegistrationRedirectsIt(isBefore: Bool) throws {
        try policy.start(other, "trap")
        if !isBefore { try startAsking(mail, "mail") }
        try policy.register(mail.withoutMark, groups: ["trap"], by: "attacker", now: now)
        #expect(try startAsking(mail, "mail").granted == ["mail"])
        #expect(try policy.start(mail, "mail").granted == ["mail"])
        // By the list of root's as well.
        policy.systemLists = [try SystemList(path: "/usr/bin/bank", groups: ["bank"], isSecured: true)]
        let bank = try Subject.secured(path: "/usr/bin/bank")
        try policy.register(bank, groups: ["trap"], by: "attacker", now: now)
        #expect(try policy.start(bank).granted == ["bank"])
    }

    /// Without its mark it would store its secrets in the next of its groups.
    @Test mutating func withoutItsGroupItGetsNoOther() throws {
        try startAsking(mail, "mail")
        try policy.start(other, "trap")
        try policy.share("trap", with: mail, now: now)
        #expect(try policy.start(mail, "mail").granted == ["mail", "trap"])
        #expect(try policy.start(mail.withoutMark, "mail").granted.isEmpty)
    }

    @Test mutating func theProgramAloneTakesItBack() throws {
        try startAsking(mail, "mail")
        #expect(throws: PolicyError.notSecured) { try policy.unsecure("mail", by: mail.withoutMark) }
        let neighbour = try Subject.secured(path: "/usr/bin/neighbour")
        #expect(throws: PolicyError.notOwned) { try policy.unsecure("mail", by: neighbour) }
        try policy.unsecure("mail", by: mail)
        #expect(policy.securedOnly.isEmpty)
        #expect(try policy.start(mail.withoutMark, "mail").granted == ["mail"])
    }

    @Test mutating func itIsStoredAndAnEarlierReleaseRefusesIt() throws {
        try policy.start(mail, "mail")
        let before = try policy.encoded()
        #expect(String(decoding: before, as: UTF8.self).contains("\"version\":1"))
        try policy.secure("mail", by: mail, now: now)
        let stored = try policy.encoded()
        #expect(String(decoding: stored, as: UTF8.self).contains("\"version\":2"))
        let restored = try PolicyDocument(decoding: stored)
        #expect(restored == policy && restored.securedOnly == ["mail"])
        #expect(stored.count <= restored.size)
        #expect(try PolicyDocument(decoding: before).securedOnly.isEmpty)
    }
}
