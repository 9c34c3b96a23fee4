import KeychainServices
import PasswordVault
import Testing

@testable import LoginSheet

/// Who has to show what before anything of a vault is seen.
@Suite struct UnlockingTests {
    private let sample: SheetSample
    init() throws {
        sample = try SheetSample()
        try sample.add("Bank")
    }

    @Test func anUnlockedVaultIsEnoughInAWindow() { #expect(sample.sheet(.find).titles == ["Bank"]) }

    @Test func aLockedVaultAsksForItsMasterPassword() throws {
        try sample.lock()
        let sheet = sample.sheet(.find)
        #expect(sheet.unlockPage?.reason == .locked)
        #expect(
            sheet.unlockPage?.vaults == [UnlockPage.Choice(name: "personal", isUnlocked: false, takesFinger: false)])
        #expect(sheet.unlocked().titles == ["Bank"])
    }

    @Test func aTerminalAsksEveryTime() {
        let sheet = sample.terminalSheet(.find)
        #expect(sheet.unlockPage?.reason == .everyRequest)
        #expect(sheet.unlockPage?.vaults.first?.isUnlocked == true)
        #expect(sheet.unlocked().titles == ["Bank"])
    }

    @Test func theFirstRequestForASiteAsksThoughTheVaultIsUnlocked() {
        for operation in SheetRequest.Operation.allCases {
            let sheet = sample.sheet(operation) { $0.isFirstRequestForSite = true }
            #expect(sheet.unlockPage?.reason == .firstRequest)
            #expect(sheet.heading.isFirstRequest)
            #expect(sheet.unlocked().unlockPage == nil)
        }
    }

    @Test func aWrongPasswordOpensNothingAndSaysSo() {
        for environment in SheetRequest.Environment.allCases {
            let sheet = sample.sheet(.find) { request in
                request.environment = environment
                request.isFirstRequestForSite = true
            }
            let wrong = sheet.after(.authenticate(Secret("master"), vault: "personal"))
            #expect(wrong.unlockPage?.message?.contains("master password of “personal” is wrong") == true)
            #expect(wrong.unlocked().titles == ["Bank"])
            let unknown = sheet.after(.authenticate(Secret("master"), vault: "other"))
            #expect(unknown.unlockPage?.message?.contains("no vault") == true)
        }
    }

    @Test func eventsOfOtherPagesDoNothing() throws {
        let id = try sample.add("Other")
        let sheet = sample.terminalSheet(.find).after(
            .showAll, .search("Bank"), .pick(id), .newLogin, .save, .back, .unlockAnother)
        #expect(sheet.unlockPage?.message == nil && sheet.unlockPage?.reason == .everyRequest)
    }

    // MARK: - Several vaults

    @Test func matchesComeFromAllUnlockedVaults() throws {
        let sample = try SheetSample("personal", "work")
        try sample.add("One")
        try sample.add("Two", vault: "work")
        #expect(sample.sheet(.find).titles == ["One", "Two"])
        #expect(sample.sheet(.find).list?.hasOtherVaults == false)
        try sample.lock("work")
        let one = sample.sheet(.find)
        #expect(one.titles == ["One"] && one.list?.hasOtherVaults == true)
        let asking = one.after(.unlockAnother)
        #expect(asking.unlockPage?.reason == .another && asking.unlockPage?.vaults.map(\.name) == ["work"])
        #expect(asking.after(.back).titles == ["One"])
        #expect(asking.unlocked("work").titles == ["One", "Two"])
    }

    /// Of a vault that another program has unlocked a terminal shows nothing.
    @Test func aTerminalShowsOnlyTheVaultThatWasUnlockedForIt() throws {
        let sample = try SheetSample("personal", "work")
        try sample.add("One")
        try sample.add("Two", vault: "work")
        let sheet = sample.terminalSheet(.find).unlocked("work")
        #expect(sheet.titles == ["Two"])
        #expect(sheet.after(.unlockAnother).unlocked().titles == ["One", "Two"])
    }

    // MARK: - Locked meanwhile, agent gone

    @Test func aListComesBackAfterALock() throws {
        for scope in [SheetEvent.showMatches, .showAll, .search("ban")] {
            let before = sample.sheet(.find).after(scope, .rightPassword)
            try sample.lock()
            let locked = before.after(.vaultLocked(nil))
            #expect(locked.unlockPage?.reason == .lockedMeanwhile)
            let after = locked.unlocked()
            #expect(after.titles == ["Bank"] && after.list?.scope == before.list?.scope)
        }
    }

    /// Even before anybody has told the sheet.
    @Test func aLockIsNoticedAtTheNextStep() throws {
        let id = try sample.add("Other")
        let sheet = sample.sheet(.find)
        try sample.lock()
        let locked = sheet.after(.pick(id))
        #expect(locked.unlockPage?.reason == .lockedMeanwhile)
        #expect(locked.outcome == nil)
        #expect(locked.unlocked().titles == ["Bank", "Other"])
    }

    @Test func theLockOfAnotherVaultTakesItsRowsAlone() throws {
        let sample = try SheetSample("personal", "work")
        try sample.add("One")
        try sample.add("Two", vault: "work")
        let sheet = sample.sheet(.find)
        try sample.lock("work")
        #expect(sheet.after(.vaultLocked("work")).titles == ["One"])
    }

    @Test func withoutTheAgentItCannotGoOn() throws {
        let pages = [
            sample.terminalSheet(.find), sample.sheet(.find), sample.sheet(.store),
            sample.sheet(.find).after(.newLogin),
        ]
        let row = try #require(pages[1].list?.rows.first?.id)
        sample.vaults.failure.set(.notAvailable)
        let events: [SheetEvent] = [.authenticate(Secret("x"), vault: "personal"), .pick(row), .save, .back]
        for (page, event) in zip(pages, events) { #expect(page.after(event).failure?.kind == .unreachable) }
        #expect(sample.sheet(.find).failure?.kind == .unreachable)
    }
}
