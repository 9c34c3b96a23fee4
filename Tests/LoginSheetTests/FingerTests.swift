import Dispatch
import Foundation
import KeychainServices
import PasswordVault
import Synchronization
import Testing

@testable import LoginSheet

/// A finger in place of the master password.
@Suite struct FingerTests {
    private let sample: SheetSample

    init() throws {
        sample = try SheetSample()
        try sample.add("Bank")
        try sample.vaults.finger.keep(sample.vault())
    }

    private func lockedSheet() throws -> Sheet {
        try sample.lock()
        return sample.sheet(.find)
    }

    @Test func fingerUnlocks() throws {
        let sheet = try lockedSheet()
        #expect(sheet.unlockPage?.vaults.map(\.takesFinger) == [true])
        #expect(sheet.after(.finger).titles == ["Bank"])
    }

    @Test func fingerShowsTheListOfLogins() throws {
        try sample.add("Other", website: "https://other.example")
        let first = sample.sheet(.find) { $0.isFirstRequestForSite = true }
        #expect(first.after(.finger).titles == ["Bank"])
        #expect(sample.sheet(.find).after(.showAll, .finger).titles == ["Bank", "Other"])
    }

    @Test func wrongFingerOpensNothingAndSaysSo() throws {
        let sheet = try lockedSheet()
        sample.vaults.finger.become(KeychainError(.authenticationFailed, "none of those"))
        let wrong = sheet.after(.finger)
        #expect(wrong.unlockPage?.message?.contains("none of those") == true)
        #expect(wrong.unlockPage?.vaults.map(\.takesFinger) == [true])
        // One too many.
        sample.vaults.finger.become(KeychainError(.authenticationFailed, "none of those"), .needsPassword)
        let last = wrong.after(.leaveFinger, .finger)
        #expect(last.unlockPage?.message?.contains("none of those") == true)
        sample.vaults.finger.become(nil, .needsPassword)
        #expect(last.after(.finger).unlockPage?.reason == .locked)
        #expect(last.unlocked().titles == ["Bank"])
    }

    @Test func fingerIsOfferedOnlyIfReady() throws {
        for unlock in [FingerprintUnlock.off, .needsPassword] {
            sample.vaults.finger.become(nil, unlock)
            let sheet = try lockedSheet()
            #expect(sheet.unlockPage?.vaults.map(\.takesFinger) == [false])
            #expect(sheet.after(.finger).unlockPage?.reason == .locked)
        }
    }

    /// A terminal belongs to the program that owns it.
    @Test func terminalsTakeNoFinger() {
        let sheet = sample.terminalSheet(.find)
        #expect(sheet.unlockPage?.vaults.map(\.takesFinger) == [false])
        #expect(sheet.after(.finger).unlockPage?.reason == .everyRequest)
    }

    /// The user types the master password while the reader waits.
    @Test(arguments: [SheetEvent.rightPassword, .cancel, .leaveFinger])
    func anyEventEndsTheWaiting(event: SheetEvent) throws {
        let sheet = try lockedSheet()
        sample.vaults.finger.become(KeychainError(.userCanceled, "stopped"))
        let waited = Mutex(false)
        let shown = Mutex<[SheetSession.Shown]>([])
        let session = SheetSession(sheet) { page in
            if page.waitsForFinger { waited.withLock { $0 = true } }
            shown.withLock { $0.append(page) }
        }
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = session.run()
            ended.signal()
        }
        session.post(.finger)
        sample.vaults.finger.begun.wait()
        session.post(event)
        session.post(.cancel)
        ended.wait()
        #expect(waited.withLock { $0 })
        let pages = shown.withLock { $0 }
        let isListed = pages.contains { if case .list = $0.page { true } else { false } }
        if case .authenticate = event { #expect(isListed) } else { #expect(!isListed) }
    }
}
