import Secrets
import Synchronization
import Testing

@testable import KeyManagement

/// The forms of one passcode, and costs that no passcode of ours has.
@Suite struct PasscodeFormTests {
    private static let composed = "caf\u{e9}-1234"
    private static let decomposed = "cafe\u{301}-1234"

    @Test func passcodeOpensInEveryForm() throws {
        for (set, typed) in [(Self.composed, Self.decomposed), (Self.decomposed, Self.composed)] {
            let keys = try Device().fresh.settingFirstPasscode(set)
            let file = try keys.reopened()
            for text in [typed, set] {
                #expect(try file.unlocked(passcode: secret(text)).revealedClassKeys == keys.revealedClassKeys)
            }
            #expect(throws: KeyError.wrongPasscode) { try file.unlocked(passcode: secret("cafe-1234")) }
        }
    }

    /// As releases have stored it that took the bytes as they were typed.
    @Test(arguments: [composed, decomposed]) func passcodeOfAnEarlierReleaseStillOpens(stored: String) throws {
        let keys = try Device().fresh.rewrapped(
            passcode: secret(stored), cost: .cheapForTests, makesNewKeys: true, oldPresence: nil)
        let file = try keys.reopened()
        for text in [Self.composed, Self.decomposed] {
            #expect(try file.unlocked(passcode: secret(text)).revealedClassKeys == keys.revealedClassKeys)
        }
        let changed = try file.changingPasscode(Self.decomposed, Self.decomposed)
        #expect(try changed.reopened().unlocked(passcode: secret(Self.composed)).lockState == .unlocked)
    }

    @Test func bytesThatAreNoTextAreTakenAsTheyAre() throws {
        let keys = try Device().fresh.settingFirstPasscode(secret([0xff, 0x31]), cost: .cheapForTests)
        #expect(try keys.reopened().unlocked(passcode: secret([0xff, 0x31])).lockState == .unlocked)
        #expect(throws: KeyError.wrongPasscode) { try keys.reopened().unlocked(passcode: secret([0xfe, 0x31])) }
    }

    // MARK: - Cost

    private func file(passes: UInt64, memory: Int) throws -> (file: KeySet, hash: PasscodeHash) {
        let keys = try Device().fresh.settingFirstPasscode("1234")
        let hash = try PasscodeHash(passes: passes, memory: memory, salt: SecureRandom.bytes(16))
        var keybag = keys.keybag
        keybag.passcodeHash = hash
        return (try KeySet(opening: keybag, deviceKey: keys.deviceKey), hash)
    }

    /// A changed file takes no memory and no time. (4 GiB would be seen by the time limit.)
    @Test(.timeLimit(.minutes(60)), arguments: [(64, 4 << 30), (4, 64 << 20), (3, (1 << 30) + 1024), (9_600_001, 0)])
    func costAboveOurChoiceIsNotDerived(passes: UInt64, memory: Int) throws {
        let (file, hash) = try file(passes: passes, memory: memory)
        #expect(hash.isAboveChoice)
        #expect(throws: KeyError.costly(hash)) { try file.unlocked(passcode: secret("1234")) }
        #expect(throws: KeyError.costly(hash)) { try file.removingPasscode(secret("1234")) }
        #expect(throws: KeyError.costly(hash)) { try file.changingPasscode("1234", "5678") }
    }

    @Test(arguments: [(3, 1 << 30), (1, 8 << 10), (9_600_000, 0)])
    func costOfOurChoiceIsNotAskedAbout(passes: UInt64, memory: Int) throws {
        #expect(try !PasscodeHash(passes: passes, memory: memory, salt: SecureRandom.bytes(16)).isAboveChoice)
    }

    @Test func personWhoAcceptsTheCostIsAskedOnce() throws {
        let (file, hash) = try file(passes: 4, memory: 8 << 10)
        let questions = Mutex(0)
        // Other tests run in this process: for their keys the answer stays no.
        PasscodeHash.askAboutCost { asked in
            guard asked == hash else { return false }
            questions.withLock { $0 += 1 }
            return true
        }
        // Derived, and not the passcode: the parameters were changed.
        for _ in 1...2 {
            #expect(throws: KeyError.wrongPasscode) { try file.unlocked(passcode: secret("1234")) }
        }
        #expect(questions.withLock { $0 } == 1)
    }
}
