import KeychainServices
import PasswordVault
import Testing

@testable import LoginSheet

/// New logins.
@Suite struct StoreTests {
    private let sample: SheetSample
    init() throws { sample = try SheetSample() }

    private func details(_ password: String?) -> LoginDetails {
        var details = LoginDetails()
        details.title = "Bank of Example"
        details.username = "maria"
        details.password = password.map { Secret($0) }
        details.notes = Secret("branch in the harbour")
        details.sectionTitle = "Sign-up"
        details.fields = [NamedValue("First name", "Maria"), NamedValue("Branch", "7")]
        return details
    }

    @Test func detailsOfTheProgramAreSavedAndReturned() throws {
        let sheet = sample.sheet(.store) { $0.details = details("g3heim-und-lang") }
        let login = try #require(sheet.after(.save).login)
        #expect(login.title == "Bank of Example" && login.username == "maria")
        #expect(login.password == Secret("g3heim-und-lang") && login.oldPassword == nil)
        #expect(login.notes == Secret("branch in the harbour") && login.sectionTitle == "Sign-up")
        #expect(login.fields == [NamedValue("First name", "Maria"), NamedValue("Branch", "7")])
        let item = try #require(try sample.logins().first)
        #expect(item.title == "Bank of Example" && item.text("username") == "maria")
        #expect(item.secret("password") == Secret("g3heim-und-lang") && item.notes == Secret("branch in the harbour"))
        #expect(item.sections.map(\.title) == ["Sign-up"])
        #expect(item.sections.first?.fields.map(\.label) == ["First name", "Branch"])
        #expect(item.websites == [SavedWebsite("https://bank.example/login")])
    }

    @Test func theResultIsWhatWasSaved() throws {
        let sheet = sample.sheet(.store) { $0.details = details("x") }.after(
            .edit(.title("Mine")), .edit(.username("m.example")), .edit(.password(Secret("another one"))),
            .edit(.notes(Secret("note"))), .edit(.field(NamedValue("Branch", "8"))),
            .edit(.field(NamedValue("Unknown", "9"))), .save)
        let login = try #require(sheet.login)
        #expect(login.title == "Mine" && login.username == "m.example" && login.password == Secret("another one"))
        #expect(login.notes == Secret("note"))
        #expect(login.fields == [NamedValue("First name", "Maria"), NamedValue("Branch", "8")])
        let item = try #require(try sample.logins().first)
        #expect(item.title == "Mine" && item.sections.first?.fields.last?.value == .text("8"))
    }

    @Test(arguments: [nil, ""]) func withoutAPasswordOneIsMade(given: String?) throws {
        let sheet = sample.sheet(.store) { request in
            request.details = details(given)
            request.generator = PasswordConstraints(minLength: 30, requiresDigits: true, requiresSymbols: false)
        }
        let page = try #require(sheet.editor)
        #expect(page.draft.password.count == 30 && page.password.violations == [])
        guard case .generated(let entropy) = page.draft.origin else { throw FindTests.WrongOutcome() }
        #expect(page.password.bits == entropy.bits && entropy.bits > 150)
        let again = sheet.after(.regenerate(nil))
        #expect(again.editor?.draft.password != page.draft.password)
        let short = sheet.after(.regenerate(RandomPasswordOptions(minLength: 4, maxLength: 8)))
        #expect(short.editor?.draft.password.count == 8)
        let wrong = sheet.after(.regenerate(RandomPasswordOptions(minLength: 8, maxLength: 4)))
        #expect(wrong.editor?.message != nil && wrong.editor?.draft.password == page.draft.password)
        #expect(sheet.after(.save).login?.password == page.draft.password)
    }

    static let violations: [(String, PasswordConstraints, [PasswordReport.Violation])] = [
        ("abc", PasswordConstraints(minLength: 4), [.shorter(than: 4)]),
        ("abcdefghi", PasswordConstraints(maxLength: 8), [.longer(than: 8)]),
        ("abcdef", PasswordConstraints(requiresDigits: true, requiresSymbols: true), [.noDigit, .noSymbol]),
        ("abc-def", PasswordConstraints(requiresSymbols: false), [.hasSymbol]),
        ("abcdeF", PasswordConstraints(forbiddenCharacters: "Fx"), [.forbiddenCharacter]),
        ("äöüß", PasswordConstraints(minLength: 4, forbiddenCharacters: "ß"), [.forbiddenCharacter]),
        ("äöü", PasswordConstraints(minLength: 1, requiresSymbols: false), [.shorter(than: 4)]),
        ("abc-1", PasswordConstraints(requiresDigits: true, requiresSymbols: true, forbiddenCharacters: "ABC"), []),
    ]

    @Test(arguments: violations)
    func aPasswordOutsideTheOptionsIsKeptWithAWarning(
        password: String, constraints: PasswordConstraints, violations: [PasswordReport.Violation]
    ) {
        let sheet = sample.sheet(.store) { request in
            request.details.password = Secret(password)
            request.generator = constraints
        }
        #expect(sheet.editor?.password.violations == violations)
        #expect(sheet.after(.save).login?.password == Secret(password))
    }

    @Test func theStrengthKnowsTheAccount() {
        func bits(_ username: String) -> Double? {
            let sheet = sample.sheet(.store) { $0.details.password = Secret("rumpelstilz") }
            return sheet.after(.edit(.username(username))).editor?.password.bits
        }
        #expect((bits("rumpelstilz") ?? 99) < (bits("maria") ?? 0))
    }

    @Test func nothingIsSavedWithoutTitleOrPassword() throws {
        let sheet = sample.sheet(.store)
        for change in [DraftChange.title(" "), .password(Secret(""))] {
            let stuck = sheet.after(.edit(change), .save)
            #expect(stuck.editor?.message != nil && stuck.outcome == nil)
        }
        #expect(try sample.logins().isEmpty)
    }

    @Test(arguments: [
        ("https://user:secret@bank.example/?token=1#top", "https://bank.example"),
        ("https://bank.example:8443/a/b?c", "https://bank.example:8443/a/b"), ("bank.com", "https://bank.com"),
        ("app://com.example.TouchMeIn", "app://com.example.TouchMeIn"), (" TouchMeIn.Login\n", "TouchMeIn.Login"),
    ])
    func theWebsiteIsSavedWithoutWhatIsNotForKeeping(url: String, website: String) throws {
        #expect(sample.sheet(.store, url).after(.save).login?.url == url)
        #expect(try sample.logins().first?.websites == [SavedWebsite(website)])
        #expect(sample.sheet(.find, url).list?.rows.count == 1)
    }

    // MARK: - A login that is there already

    @Test func aLoginOfTheSameAccountCanBeChangedInstead() throws {
        let id = try sample.add("Old", "maria", "old") { $0.notes = Secret("kept") }
        try sample.add("Other", "karl")
        let sheet = sample.sheet(.store) { $0.details = details("n3w") }
        #expect(sheet.editor?.same.map(\.id) == [id])
        #expect(sheet.after(.edit(.username("eva"))).editor?.same.count == 0)
        let instead = sheet.after(.changeInstead(id))
        #expect(instead.editor?.draft.existing == id && instead.editor?.draft.title == "Old")
        let login = try #require(instead.after(.save).login)
        #expect(login.title == "Old" && login.password == Secret("n3w") && login.notes == nil)
        let item = try sample.vault().item(id.item)
        #expect(item.secret("password") == Secret("n3w") && item.notes == Secret("kept"))
        #expect(item.history.map(\.secret) == [Secret("old")])
        #expect(try sample.logins().count == 2)
    }

    /// Nothing is overwritten by itself.
    @Test func byDefaultNoExistingLoginIsOverwritten() throws {
        let id = try sample.add("Old", "maria", "old")
        #expect(sample.sheet(.store) { $0.details = details("n3w") }.after(.save).login != nil)
        #expect(try sample.vault().item(id.item).secret("password") == Secret("old"))
        #expect(try sample.logins().count == 2)
    }

    @Test func onlyWhatIsOfferedCanBeChangedInstead() throws {
        let other = try sample.add("Other", "karl")
        let sheet = sample.sheet(.store) { $0.details = details("n3w") }.after(.changeInstead(other))
        #expect(sheet.editor?.draft.existing == nil)
    }

    // MARK: - Several vaults, locked meanwhile

    @Test func theVaultIsChosenAmongTheUnlockedOnes() throws {
        let sample = try SheetSample("personal", "work")
        let sheet = sample.sheet(.store)
        #expect(sheet.editor?.vaults == ["personal", "work"] && sheet.editor?.draft.vault == "personal")
        #expect(sheet.after(.edit(.vault("work")), .save).login != nil)
        #expect(try sample.logins("work").count == 1 && sample.logins().isEmpty)
        try sample.lock("work")
        #expect(sample.sheet(.store).after(.edit(.vault("work"))).editor?.draft.vault == "personal")
    }

    @Test func draftIsKeptWhileTheVaultIsLocked() throws {
        for isTold in [true, false] {
            let before = sample.sheet(.store) { $0.details = details("x") }.after(
                .edit(.title("Typed")), .edit(.password(Secret("typed too"))))
            try sample.lock()
            let locked = before.after(isTold ? .vaultLocked("personal") : .save)
            #expect(locked.unlockPage?.reason == .lockedMeanwhile)
            let after = locked.after(.authenticate(Secret("wrong"), vault: "personal")).unlocked()
            #expect(after.editor?.draft.title == "Typed" && after.editor?.draft.password == Secret("typed too"))
            #expect(after.after(.save).login?.title == "Typed")
        }
    }

    @Test func aNewLoginGoesToTheVaultThatWasUnlockedAgain() throws {
        let sample = try SheetSample("personal", "work")
        let sheet = sample.sheet(.store)
        try sample.lock()
        try sample.lock("work")
        let after = sheet.after(.vaultLocked(nil)).unlocked("work")
        #expect(after.editor?.draft.vault == "work")
        #expect(after.after(.save).login != nil)
    }
}
