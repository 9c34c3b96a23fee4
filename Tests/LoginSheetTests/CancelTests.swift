import PasswordVault
import Testing

@testable import LoginSheet

/// Cancels at every step, and programs that have ended.
@Suite struct CancelTests {
    private let sample: SheetSample
    init() throws {
        sample = try SheetSample("personal", "work")
        try sample.add("One")
        try sample.add("Two", "karl")
    }

    /// Every page that a person can come to, by name.
    private func pages() throws -> [String: Sheet] {
        try sample.lock("work")
        let find = sample.sheet(.find)
        let one = try #require(find.list?.rows.first?.id)
        return [
            "unlock": sample.terminalSheet(.find),
            "wrong password": sample.terminalSheet(.find).unlocked("unknown"),
            "first request": sample.sheet(.find) { $0.isFirstRequestForSite = true },
            "another vault": find.after(.unlockAnother),
            "matches": find, "all": find.after(.showAll, .rightPassword),
            "search": find.after(.search("zzz"), .rightPassword),
            "nothing matches": sample.sheet(.find, "https://nothing.example"),
            "new login": find.after(.newLogin),
            "store": sample.sheet(.store), "change, which": sample.sheet(.change),
            "change": sample.sheet(.change).after(.pick(one)),
            "change, none": sample.sheet(.change, "https://nothing.example"),
            "fill": sample.sheet(.fill),
        ]
    }

    @Test func cancelGivesNothing() throws {
        let before = try sample.logins()
        for (name, page) in try pages() {
            #expect(page.outcome == nil, "\(name)")
            #expect(page.after(.cancel).isCancelled, "\(name)")
        }
        #expect(try sample.logins() == before)
    }

    @Test func aProgramThatHasGoneGetsNothing() throws {
        for (name, page) in try pages() {
            guard case .abandoned? = page.after(.callerGone).outcome else {
                Issue.record("\(name)")
                continue
            }
        }
    }

    @Test func nothingHappensAfterTheEnd() throws {
        for (name, page) in try pages() {
            let ended = page.after(
                .cancel, .save, .authenticate(Secret("master personal"), vault: "personal"), .newLogin, .save)
            #expect(ended.isCancelled, "\(name)")
        }
        #expect(try sample.logins().count == 2)
    }
}
