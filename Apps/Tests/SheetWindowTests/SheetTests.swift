import AppTesting
import Foundation
import Testing

/// The sheet in a window, between a program that asks and the real agent and vault.
@Suite(.serialized, .enabled(if: Stage.isPossible)) @MainActor struct SheetTests {
    private let bank = BankStage.address

    /// Enters the master password.
    private func unlock(_ sheet: RunningApp) throws {
        try sheet.type(Stage.password, into: "Master password")
        try sheet.press("Unlock")
    }

    /// Has the program get the bank's login once, so that it is known there.
    private func introduce(_ stage: Stage) throws {
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try unlock(sheet)
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        _ = try program.answer()
        try stage.waitUntilNoSheet()
    }

    @Test func loginIsPickedAfterTheMasterPassword() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        _ = try sheet.find("label", "“Bank” asks for a login for bank.example.")
        _ = try sheet.find("label", "“Bank” has not asked for bank.example before.")
        #expect(sheet.look("list item") == nil)
        try unlock(sheet)
        _ = try sheet.find("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        let answer = try program.answer()
        #expect(answer == ["url_string": bank, "username": "alice", "password": "correct horse"])
        try stage.waitUntilNoSheet()
    }

    @Test func wrongMasterPasswordIsReportedAndCanBeTypedAgain() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try sheet.type("not this one", into: "Master password")
        try sheet.desktop.press("Return")
        _ = try sheet.find("label", where: { $0.says?.contains("master password of “personal” is wrong") == true })
        try unlock(sheet)
        _ = try sheet.find("list item", "Bank, alice")
        try sheet.press("Cancel")
        #expect(try program.answer() == ["error": "0"])
    }

    @Test func knownProgramNeedsNoMasterPasswordWhileTheVaultIsOpen() throws {
        let stage = try BankStage.make()
        try introduce(stage)
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        _ = try sheet.find("list item", "Bank, alice")
        #expect(sheet.look("text", "Master password") == nil)
        try stage.pickFirst(in: sheet)
        #expect(try program.answer()["password"] == "correct horse")
    }

    @Test func loginsOfOtherSitesTakeTheMasterPassword() throws {
        let stage = try BankStage.make()
        try introduce(stage)
        try stage.vault("add", "Mail", "username=bob", "website=https://mail.example", input: "staple\n")
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try sheet.press("Show All Logins")
        _ = try sheet.find("label", "Enter the master password to see logins of other sites.")
        #expect(sheet.look("list item", "Mail, bob") == nil)
        try sheet.press("Back to the Logins for This Site")
        _ = try sheet.find("list item", "Bank, alice")
        try sheet.press("Show All Logins")
        try unlock(sheet)
        _ = try sheet.find("list item", "Mail, bob")
        try sheet.desktop.press("ctrl+a")
        try sheet.desktop.type("mail")
        try sheet.waitUntilGone("list item", "Bank, alice")
        try stage.pickFirst(in: sheet)
        #expect(try program.answer()["password"] == "staple")
    }

    @Test func searchFindsWhatWasSavedForOtherSites() throws {
        let stage = try BankStage.make()
        try stage.vault("add", "Mail", "username=bob", "website=https://mail.example", input: "staple\n")
        let program = try AskingProgram(stage, "find", bank)
        let sheet = try stage.sheet()
        try unlock(sheet)
        _ = try sheet.find("list item", "Bank, alice")
        try sheet.desktop.type("mai")
        _ = try sheet.find("list item", "Mail, bob")
        try sheet.desktop.press("Down", "Return")
        #expect(try program.answer()["username"] == "bob")
    }

    @Test func newLoginIsSavedWithAGeneratedPassword() throws {
        let stage = try BankStage.make()
        let details = #"{"login_title": "Shop", "section_title": "More", "fields": {"city": "Bern"}}"#
        let options = #"{"password_min_length": 20, "password_max_length": 24, "password_require_digits": true}"#
        let program = try AskingProgram(stage, "store", "https://shop.example", details, options)
        let sheet = try stage.sheet()
        try unlock(sheet)
        try sheet.enter("carol@shop.example", into: "Username")
        try sheet.enter("Basel", into: "city")
        try sheet.press("Save")
        let answer = try program.answer()
        #expect(answer["username"] == "carol@shop.example")
        #expect((20...24).contains(answer["password"]?.count ?? 0))
        #expect(try stage.value("username", of: "Shop") == "carol@shop.example")
        #expect(try stage.value("password", of: "Shop") == answer["password"])
        #expect(try stage.value("city", of: "Shop") == "Basel")
    }

    @Test func typedPasswordIsKeptAlthoughTheProgramWantsAnother() throws {
        let stage = try BankStage.make()
        let options = #"{"password_min_length": 20, "password_require_digits": true}"#
        let program = try AskingProgram(stage, "store", "https://shop.example", #"{"username": "carol"}"#, options)
        let sheet = try stage.sheet()
        try unlock(sheet)
        try sheet.type("swordfish", into: "Password")
        _ = try sheet.find("label", where: { $0.says?.contains("no digit") == true })
        try sheet.press("Save")
        #expect(try program.answer()["password"] == "swordfish")
        #expect(try stage.value("password", of: "shop.example") == "swordfish")
    }

    @Test func passwordOfTheOneLoginIsChanged() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "change", bank, #"{"username": "alice", "password": "battery staple"}"#)
        let sheet = try stage.sheet()
        try unlock(sheet)
        _ = try sheet.find("label", where: { $0.says?.contains("sent by the program") == true })
        try sheet.press("Save")
        let answer = try program.answer()
        #expect(answer["password"] == "battery staple")
        #expect(answer["old_password"] == "correct horse")
        #expect(try stage.value("password", of: "Bank") == "battery staple")
    }

    @Test func emptyListOffersToSaveALogin() throws {
        let stage = try BankStage.make()
        let program = try AskingProgram(stage, "find", "https://shop.example")
        let sheet = try stage.sheet()
        try unlock(sheet)
        _ = try sheet.find("label", "No Login Saved")
        try sheet.press("Save a New Login")
        try sheet.enter("dave", into: "Username")
        try sheet.press("Save")
        #expect(try program.answer()["username"] == "dave")
        #expect(try stage.value("username", of: "shop.example") == "dave")
    }
}
