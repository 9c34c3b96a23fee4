import Foundation
import PasswordVault
import Testing
import WebsiteMatching

@testable import LoginSheet

/// Which logins are listed, and what the program gets of the one that is picked.
@Suite struct FindTests {
    private let sample: SheetSample
    init() throws { sample = try SheetSample() }

    @Test func thePickedLoginIsGivenAndNothingElse() throws {
        let id = try sample.add("Bank", "maria", "geheim") { item in
            item.notes = Secret("recovery codes")
            item.sections = [Section(title: "More", fields: [Field(label: "PIN", value: .text("1234"))])]
        }
        let sheet = sample.sheet(.find).after(.pick(id))
        let expected = LoginResult(url: "https://bank.example/login", username: "maria", password: Secret("geheim"))
        #expect(sheet.login == expected)
        guard case .finished(let page) = sheet.page else { return }
        #expect(page.title == "Bank")
    }

    @Test func onlyRowsOfTheListCanBePicked() throws {
        try sample.add("Bank")
        let other = try sample.add("Other", website: "https://other.example")
        let sheet = sample.sheet(.find).after(.pick(other))
        #expect(sheet.outcome == nil && sheet.titles == ["Bank"])
    }

    @Test func theBestMatchIsFirstAndPreselected() throws {
        try sample.add("Domain", website: "https://www.bank.example")
        try sample.add("Host", website: "https://bank.example")
        try sample.add("Exact", website: "https://bank.example/login")
        let page = try #require(sample.sheet(.find).list)
        #expect(page.rows.map(\.title) == ["Exact", "Host", "Domain"])
        #expect(page.rows.map(\.match?.reason) == [.exact, .host, .registeredDomain])
        #expect(page.preselected == page.rows.first?.id)
    }

    @Test func favouritesGoFirstAmongEquals() throws {
        try sample.add("A")
        try sample.add("B") { $0.isFavourite = true }
        #expect(sample.sheet(.find).titles == ["B", "A"])
    }

    @Test func archivedAndDeletedLoginsAreNotListed() throws {
        try sample.vault().archive(sample.add("Archived").item, true)
        try sample.vault().trash(sample.add("Trashed").item)
        #expect(sample.sheet(.find).titles == [])
    }

    @Test func aLoginThatIsGoneMeanwhileIsNotGiven() throws {
        let id = try sample.add("Bank")
        let sheet = sample.sheet(.find)
        try sample.vault().trash(id.item)
        let after = sheet.after(.pick(id))
        #expect(after.titles == [] && after.list?.message != nil)
    }

    @Test func aLoginThatIsKeptFromTheSiteMeanwhileIsNotGiven() throws {
        let id = try sample.add("Bank")
        let sheet = sample.sheet(.find)
        var item = try sample.vault().item(id.item)
        item.websites.append(SavedWebsite("https://bank.example", rule: "never"))
        _ = try sample.vault().save(item)
        #expect(sheet.after(.pick(id)).outcome == nil)
    }

    // MARK: - All and search

    @Test func allLoginsAreShownInAWindowAlone() throws {
        try sample.add("Bank")
        let other = try sample.add("Other", website: "https://other.example")
        let all = sample.sheet(.find).after(.showAll, .rightPassword)
        #expect(all.titles == ["Bank", "Other"])
        #expect(all.list?.rows.map { $0.match != nil } == [true, false])
        #expect(all.after(.pick(other)).login?.username == "maria")
        #expect(all.after(.showMatches).titles == ["Bank"])
        for event in [SheetEvent.showAll, .search("Other")] {
            #expect(sample.terminalSheet(.find).unlocked().after(event).titles == ["Bank"])
        }
    }

    /// Buttons can be pressed by programs; a master password cannot be typed by one that does not know it.
    @Test(arguments: [SheetEvent.showAll, .search("Other")])
    func loginsOfOtherSitesRequireTheMasterPassword(event: SheetEvent) throws {
        try sample.add("Bank")
        try sample.add("Other", website: "https://other.example")
        let asked = sample.sheet(.find).after(event)
        #expect(asked.unlockPage?.reason == .otherSites)
        #expect(asked.after(.back).titles == ["Bank"])
        #expect(asked.unlocked().titles?.contains("Other") == true)
    }

    @Test(arguments: [("oth", ["Other"]), ("MARIA", ["Bank", "Other"]), ("zzz", []), ("  ", ["Bank"])])
    func searchFindsTitlesAndUsernames(text: String, titles: [String]) throws {
        try sample.add("Bank")
        try sample.add("Other", website: "https://other.example")
        #expect(sample.sheet(.find).after(.search(text), .rightPassword).titles == titles)
    }

    @Test func aLongListIsCut() throws {
        let items = (0..<ListPage.mostRows + 1).map { VaultItem(.login, title: "Login \($0)") }
        _ = try sample.vault().add(contentsOf: items)
        let page = try #require(sample.sheet(.find).after(.showAll, .rightPassword).list)
        #expect(page.rows.count == ListPage.mostRows && page.isCut)
    }

    /// What is withheld takes no place in the list.
    @Test func withheldLoginsLeaveRoomForOthers() throws {
        let items = (0..<2 * ListPage.mostRows).map { number in
            var item = VaultItem(.login, title: "A \(number)")
            item.websites = [SavedWebsite("https://other.example")]
            return item
        }
        _ = try sample.vault().add(contentsOf: items)
        try sample.add("Z", website: "http://other.example")
        #expect(sample.sheet(.find, "http://bank.example").after(.showAll, .rightPassword).titles == ["Z"])
    }

    // MARK: - http, never, look-alikes

    /// Not even by hand.
    @Test func aLoginForTLSNeverGoesToAPageWithout() throws {
        try sample.add("TLS")
        try sample.add("TLS elsewhere", website: "https://other.example")
        try sample.add("Pattern", website: ".*", rule: "regex")
        try sample.add("Plain", website: "http://bank.example")
        let sheet = sample.sheet(.find, "http://bank.example")
        #expect(sheet.heading.isUnencrypted && sheet.heading.site == "http://bank.example")
        #expect(sheet.titles == ["Plain"])
        #expect(sheet.after(.showAll, .rightPassword).titles == ["Plain"])
        #expect(sheet.after(.search("tls"), .rightPassword).titles == [])
    }

    @Test func neverRuleHidesALoginFromItsSite() throws {
        try sample.add("Bank") { $0.websites.append(SavedWebsite("https://bank.example", rule: "never")) }
        #expect(sample.sheet(.find).titles == [])
        #expect(sample.sheet(.find).after(.showAll, .rightPassword).titles == [])
        #expect(sample.sheet(.find, "https://other.example").after(.showAll, .rightPassword).titles == ["Bank"])
    }

    /// Cyrillic а, in Punycode.
    @Test func aLookAlikeIsShownInPunycodeAndNothingIsPreselected() throws {
        try sample.add("Real", website: "https://apple.com")
        try sample.add("Fake", website: "https://аpple.com")
        let sheet = sample.sheet(.find, "https://аpple.com/login")
        #expect(sheet.titles == ["Fake"])
        #expect(sheet.heading.site == "xn--pple-43d.com" && sheet.heading.warning?.reason == .mixedScripts)
        #expect(sheet.list?.preselected == nil)
    }

    @Test(arguments: [
        ("TouchMeIn.Login", "touchmein.login"), ("app://com.example.TouchMeIn", "app://com.example.TouchMeIn"),
    ])
    func keysOfProgramsFindTheirLogins(saved: String, asked: String) throws {
        try sample.add("Key", website: saved)
        try sample.add("Other", website: "app://com.example.Other")
        #expect(sample.sheet(.find, asked).titles == ["Key"])
    }

    // MARK: - One-time codes

    /// RFC 6238, appendix B: the secret of the SHA-1 vectors; codes of RFC 4226, appendix D.
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test func theCodeIsComputedWhenTheLoginIsPicked() throws {
        let id = try sample.add("Bank") {
            $0["one-time-code"] = .secret(Secret("otpauth://totp/x?digits=8&secret=" + Self.secret))
        }
        let request = SheetRequest(
            .find, url: "https://bank.example", caller: SheetSample.caller, environment: .window)
        let sheet = Sheet(request, vaults: sample.vaults) { Date(timeIntervalSince1970: 1_111_111_109) }
        #expect(sheet.list?.rows.first?.hasOneTimeCode == true)
        #expect(sheet.after(.pick(id)).login?.oneTimeCode == Secret("07081804"))
    }

    @Test func aCounterIsCountedOnce() throws {
        let id = try sample.add("Bank") {
            $0["one-time-code"] = .secret(Secret("otpauth://hotp/x?counter=1&secret=" + Self.secret))
        }
        #expect(sample.sheet(.find).after(.pick(id)).login?.oneTimeCode == Secret("287082"))
        #expect(sample.sheet(.find).after(.pick(id)).login?.oneTimeCode == Secret("359152"))
    }

    @Test func unreadableOneTimeCodeIsLeftOut() throws {
        let id = try sample.add("Bank") { $0["one-time-code"] = .secret(Secret("not base32 !")) }
        let login = sample.sheet(.find).after(.pick(id)).login
        #expect(login != nil && login?.oneTimeCode == nil)
    }

    // MARK: - Nothing matches

    @Test func whenNothingMatchesALoginCanBeSaved() throws {
        let sheet = sample.sheet(.find) { $0.details.username = "ignored" }
        #expect(sheet.titles == [] && sheet.list?.canMakeNew == true)
        let editor = sheet.after(.newLogin)
        #expect(editor.editor?.draft.title == "bank.example" && editor.editor?.draft.username == "")
        #expect(editor.after(.back).titles == [])
        let saved = editor.after(.edit(.username("maria")), .edit(.password(Secret("own"))), .save)
        #expect(
            saved.login == LoginResult(url: "https://bank.example/login", username: "maria", password: Secret("own")))
        #expect(sample.sheet(.find).titles == ["bank.example"])
    }

    // MARK: - Filling

    private func addCardAndIdentity() throws {
        var card = VaultItem(.creditCard, title: "Card")
        card["number"] = .secret(Secret("4111111111111111"))
        _ = try sample.vault().add(contentsOf: [
            card, VaultItem(.identity, title: "Me"), VaultItem(.secureNote, title: "Note"),
        ])
    }

    @Test func cardsAndIdentitiesAreOfferedToFillWith() throws {
        try sample.add("Bank")
        try addCardAndIdentity()
        let sheet = sample.sheet(.fill)
        #expect(sheet.titles == ["Bank", "Card", "Me"] && sheet.list?.canMakeNew == false)
        #expect(sample.sheet(.fill) { $0.onlyLogins = true }.titles == ["Bank"])
        #expect(sample.sheet(.find).titles == ["Bank"])
        #expect(sample.sheet(.fill, "http://bank.example").titles == ["Me"])
        let card = try #require(sheet.list?.rows[1].id)
        guard case .item(let picked)? = sheet.after(.pick(card)).outcome else { throw WrongOutcome() }
        #expect(picked.item.secret("number") == Secret("4111111111111111"))
    }

    struct WrongOutcome: Error {}
}
