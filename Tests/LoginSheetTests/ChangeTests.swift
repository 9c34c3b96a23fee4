import KeychainServices
import PasswordVault
import Testing

@testable import LoginSheet

/// Another password for a login.
@Suite struct ChangeTests {
    private let sample: SheetSample
    init() throws { sample = try SheetSample() }

    private func change(_ password: String? = "n3w", username: String? = nil, old: String? = nil) -> Sheet {
        sample.sheet(.change) { request in
            request.details.password = password.map { Secret($0) }
            request.details.username = username
            request.details.oldPassword = old.map { Secret($0) }
        }
    }

    @Test func oneMatchIsOpenedWithTheNewPassword() throws {
        let id = try sample.add("Bank", "maria", "old") { $0.notes = Secret("private") }
        let sheet = change(username: "wilma", old: "what the program thinks")
        #expect(sheet.editor?.draft.existing == id && sheet.editor?.draft.username == "maria")
        let login = try #require(sheet.after(.save).login)
        #expect(login.password == Secret("n3w") && login.oldPassword == Secret("old"))
        #expect(login.username == "maria" && login.title == "Bank" && login.notes == nil && login.fields == [])
        #expect(try sample.vault().item(id.item).history.map(\.secret) == [Secret("old")])
    }

    @Test func withoutANewPasswordOneIsMade() throws {
        try sample.add("Bank")
        let sheet = change(nil)
        guard case .generated? = sheet.editor?.draft.origin else { throw FindTests.WrongOutcome() }
        #expect(sheet.after(.save).login?.password.count == 20)
    }

    @Test func ofSeveralOneIsChosen() throws {
        let first = try sample.add("First", "karl", "1")
        let second = try sample.add("Second", "maria", "2")
        let sheet = change()
        #expect(sheet.titles == ["First", "Second"])
        #expect(sheet.after(.pick(second), .save).login?.oldPassword == Secret("2"))
        #expect(try sample.vault().item(first.item).secret("password") == Secret("1"))
    }

    @Test func theAccountThatTheProgramNamesGoesFirst() throws {
        try sample.add("First", "karl", website: "https://bank.example/login")
        try sample.add("Second", "maria")
        #expect(change(username: "maria").titles == ["Second", "First"])
    }

    @Test func ofNoneANewLoginIsMade() throws {
        let sheet = change(username: "maria", old: "before")
        #expect(sheet.editor?.draft.existing == nil && sheet.editor?.draft.username == "maria")
        let login = try #require(sheet.after(.save).login)
        #expect(login.password == Secret("n3w") && login.oldPassword == Secret("before"))
        #expect(try sample.logins().map { $0.text("username") } == ["maria"])
    }

    @Test func anotherLoginCanBeChosenFromTheEditor() throws {
        try sample.add("Bank")
        let other = try sample.add("Moved", website: "https://old-bank.example")
        let sheet = change().after(.back, .showAll, .rightPassword, .pick(other))
        #expect(sheet.editor?.draft.existing == other)
        #expect(change().after(.back, .newLogin).editor?.draft.existing == nil)
    }

    /// Only what was changed here is changed there.
    @Test func concurrentChangesAreKept() throws {
        let id = try sample.add("Bank", "maria", "old")
        let sheet = change()
        var item = try sample.vault().item(id.item)
        (item.title, item["password"]) = ("Renamed", .secret(Secret("newer")))
        _ = try sample.vault().save(item)
        let login = try #require(sheet.after(.edit(.username("m.example")), .save).login)
        #expect(login.title == "Renamed" && login.username == "m.example" && login.oldPassword == Secret("newer"))
    }

    @Test func aLoginThatIsGoneMeanwhileIsNotSaved() throws {
        let id = try sample.add("Bank")
        let sheet = change()
        try sample.vault().trash(id.item)
        let stuck = sheet.after(.save)
        #expect(stuck.outcome == nil && stuck.editor?.message != nil)
        #expect(stuck.after(.back).titles == [])
    }

    @Test func fieldsOfTheLoginAreSetWhereTheyAre() throws {
        let id = try sample.add("Bank") {
            $0.sections = [
                Section(
                    title: "Sign-up",
                    fields: [
                        Field(label: "Branch", value: .text("7")),
                        Field(label: "PIN", kind: .concealed, value: .secret(Secret("1234"))),
                    ])
            ]
        }
        let sheet = sample.sheet(.change) { request in
            request.details.sectionTitle = "Sign-up"
            request.details.fields = [NamedValue("Branch", "8"), NamedValue("Since", "2026")]
        }
        #expect(sheet.after(.save).login?.fields == [NamedValue("Branch", "8"), NamedValue("Since", "2026")])
        let item = try sample.vault().item(id.item)
        #expect(item.sections.count == 1 && item.sections[0].fields.map(\.label) == ["Branch", "PIN", "Since"])
        #expect(item.sections[0].fields[0].value == .text("8"))
    }

    @Test func draftIsKeptWhileTheVaultIsLocked() throws {
        let id = try sample.add("Bank", "maria", "old")
        let sheet = change().after(.edit(.username("typed")))
        try sample.lock()
        let locked = sheet.after(.vaultLocked(nil))
        #expect(locked.unlockPage?.reason == .lockedMeanwhile)
        let login = try #require(locked.unlocked().after(.save).login)
        #expect(login.username == "typed" && login.oldPassword == Secret("old"))
        #expect(try sample.vault().item(id.item).text("username") == "typed")
    }

    /// A draft of a login in one vault does not end up in another.
    @Test func theVaultOfTheLoginHasToBeUnlockedAgain() throws {
        let sample = try SheetSample("personal", "work")
        try sample.add("Bank")
        let sheet = sample.sheet(.change)
        try sample.lock()
        try sample.lock("work")
        let locked = sheet.after(.vaultLocked(nil)).unlocked("work")
        #expect(locked.unlockPage?.reason == .lockedMeanwhile)
        #expect(locked.unlocked().editor?.draft.existing?.vault == "personal")
    }
}
