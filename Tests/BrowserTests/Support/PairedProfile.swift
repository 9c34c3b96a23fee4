import TestSupport
import Testing

/// A profile that is paired, with the agent, the vault, and the person in front of it.
struct PairedProfile {
    static let bank = "https://bank.example/login"

    let stage: BrowserStage
    let person: PersonAtPinentry
    let browser: PlayedBrowser

    init() throws {
        stage = try BrowserStage()
        person = try #require(stage.person)
        browser = try stage.pairedBrowser()
    }

    /// Sends a request that takes a proof, which the person gives.
    ///
    /// - Parameter reason: a part of the prompt's text.
    func prove(_ type: String, _ members: PlayedBrowser.Message, _ reason: String) throws -> PlayedBrowser.Message {
        var silent = members
        silent["silent"] = true
        #expect(try browser.ask(type, silent).errorCode == "proof-needed")
        try browser.send(type, members)
        let question = try person.question()
        #expect(question.contains(reason), "\(question)")
        person.type(BrowserStage.password)
        return try browser.receive()
    }

    /// Unlocks, and fills a login of the bank's a first time, so that nothing but the deed itself takes a proof.
    func openAndFill(_ item: String) throws {
        try browser.unlock(person)
        let answer = try prove("fill", PlayedBrowser.fill(item, on: Self.bank), "for the first time")
        #expect(answer.filled.count == 2)
    }
}
