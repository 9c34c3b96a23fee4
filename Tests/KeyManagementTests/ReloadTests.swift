import Secrets
import Testing

@testable import KeyManagement

/// Another process has changed the keybag; this one goes on with what it has open, as far as it may.
@Suite struct ReloadTests {
    @Test func unchangedPasscodeKeepsTheLockState() throws {
        let keys = try Device().fresh.settingFirstPasscode("1").removingRetiredKeys()
        let changed = try keys.replacingClassKey(for: .whenUnlocked).keybag
        let unlocked = try keys.reloaded(changed)
        #expect(unlocked.lockState == .unlocked && unlocked.availableClasses == allClasses)
        #expect(try keys.locked().reloaded(changed).lockState == .lockedAfterFirstUnlock)
        #expect(try keys.reopened().reloaded(changed).lockState == .beforeFirstUnlock)
    }

    @Test func aPasscodeThatAnotherProcessSetLocks() throws {
        let keys = try Device().fresh
        let reloaded = try keys.reloaded(keys.settingFirstPasscode("1").keybag)
        #expect(reloaded.lockState == .beforeFirstUnlock)
        #expect(reloaded.availableClasses == [.always, .alwaysThisDeviceOnly])
        // Not the old ones either, which the passcode protects from now on.
        for number in reloaded.keybag.retiredClassKeys {
            #expect(throws: KeyError.locked) { try reloaded.classKey(number: number) }
        }
        #expect(try reloaded.unlocked(passcode: secret("1")).availableClasses == allClasses)
    }

    @Test func aPlainChangeByAnotherProcessKeepsWhatIsOpenAndForgetsTheOldPasscode() throws {
        let keys = try Device().fresh.settingFirstPasscode("1").removingRetiredKeys()
        let changed = try keys.changingPasscode("1", "2").keybag
        let reloaded = try keys.reloaded(changed)
        #expect(reloaded.lockState == .unlocked)
        #expect(reloaded.revealedClassKeys == keys.revealedClassKeys)
        #expect(reloaded.passcodeKey == nil)
        #expect(throws: KeyError.wrongPasscode) { try reloaded.unlocked(passcode: secret("1")) }
        #expect(try reloaded.locked().unlocked(passcode: secret("2")).lockState == .unlocked)
        #expect(try keys.locked().reloaded(changed).lockState == .lockedAfterFirstUnlock)
    }

    @Test func aCompromisedPasscodeChangedByAnotherProcessLocks() throws {
        let keys = try Device().fresh.settingFirstPasscode("1").removingRetiredKeys()
        let reloaded = try keys.reloaded(keys.changingPasscode("1", "2", compromised: true).keybag)
        #expect(reloaded.availableClasses == [.always, .alwaysThisDeviceOnly])
        #expect(reloaded.lockState == .beforeFirstUnlock)
        #expect(Set(reloaded.classKeys.values.map(\.protection)) == [.always, .alwaysThisDeviceOnly])
        #expect(try reloaded.unlocked(passcode: secret("2")).availableClasses == allClasses)
    }

    @Test func aPasscodeThatAnotherProcessRemovedOpensEverything() throws {
        let keys = try Device().fresh.settingFirstPasscode("1").removingRetiredKeys()
        let changed = try keys.removingPasscode(secret("1")).keybag
        let destroyed = keys.keybag.currentNumber(of: .whenPasscodeSetThisDeviceOnly)
        for before in [keys, keys.locked(), try keys.reopened()] {
            let reloaded = try before.reloaded(changed)
            #expect(reloaded.lockState == .noPasscode)
            #expect(reloaded.availableClasses == withoutPasscode)
            #expect(throws: KeyError.missing) { try reloaded.classKey(number: destroyed) }
        }
    }

    @Test func keysThatAnotherProcessRemovedAreGoneHereToo() throws {
        let keys = try Device().fresh.settingFirstPasscode("1")
        let retired = keys.keybag.retiredClassKeys
        let reloaded = try keys.reloaded(keys.removingRetiredKeys().keybag)
        #expect(!retired.isEmpty)
        for number in retired { #expect(throws: KeyError.missing) { try reloaded.classKey(number: number) } }
    }

    @Test func anotherKeychainsKeybagIsRefused() throws {
        let device = DeviceKey.makeRandom()
        let keys = try KeySet.make(deviceKey: device)
        let other = try KeySet.make(deviceKey: device)
        #expect(throws: KeyError.damaged("the keybag belongs to another keychain")) { try keys.reloaded(other.keybag) }
    }
}
