import Secrets
import Testing

@testable import KeyManagement

@Suite struct PasscodeChangeTests {
    @Test func aNewKeychainHasAKeyForEveryClassButThatOfThePasscode() throws {
        let keys = try Device().fresh
        #expect(keys.lockState == .noPasscode)
        #expect(keys.availableClasses == withoutPasscode)
        #expect(throws: KeyError.noPasscode) { try keys.currentClassKey(for: .whenPasscodeSetThisDeviceOnly) }
        #expect(Set(keys.revealedClassKeys.values).count == 6)
        #expect(try keys.reopened().revealedClassKeys == keys.revealedClassKeys)
        #expect(keys.keybag.retiredClassKeys.isEmpty && !keys.keybag.hasRecoveryKey)
    }

    @Test func twoKeychainsOfOneDeviceShareNoKey() throws {
        let device = DeviceKey.makeRandom()
        let one = try KeySet.make(deviceKey: device)
        let other = try KeySet.make(deviceKey: device)
        #expect(one.keybag.keychainID != other.keybag.keychainID)
        #expect(Set(one.revealedClassKeys.values).isDisjoint(with: other.revealedClassKeys.values))
        #expect(!one.rawSearchKey.revealed.elementsEqual(other.rawSearchKey.revealed))
    }

    /// Old copies of the file hold class keys that the device key alone opens: nothing new may be sealed under them.
    @Test func theFirstPasscodeRetiresEveryKeyThatALockCloses() throws {
        let before = try Device().fresh
        let after = try before.settingFirstPasscode("1234")
        #expect(after.lockState == .unlocked)
        #expect(after.availableClasses == allClasses)
        for protection in withoutPasscode {
            let old = try before.currentClassKey(for: protection)
            let new = try after.currentClassKey(for: protection)
            if protection.availability == .always {
                #expect(new.number == old.number)
            } else {
                #expect(new.number != old.number)
                #expect(new.key.revealed != old.key.revealed)
                #expect(new.derivedSample != old.derivedSample)
                #expect(try after.classKey(number: old.number).key.revealed == old.key.revealed)
                #expect(after.keybag.retiredClassKeys.contains(old.number))
            }
        }
        #expect(after.keybag.retiredClassKeys.count == 4)
        #expect(after.rawSearchKey.revealed == before.rawSearchKey.revealed)
    }

    @Test func withAPasscodeTheDeviceKeyAloneOpensWhatIsAlwaysAvailableOnly() throws {
        let keys = try Device().fresh.settingFirstPasscode("1234")
        let reopened = try keys.reopened()
        #expect(reopened.lockState == .beforeFirstUnlock)
        #expect(reopened.availableClasses == [.always, .alwaysThisDeviceOnly])
        for number in keys.keybag.retiredClassKeys {
            #expect(throws: KeyError.locked) { try reopened.classKey(number: number) }
        }
        #expect(try reopened.unlocked(passcode: secret("1234")).revealedClassKeys == keys.revealedClassKeys)
    }

    @Test func aPlainChangeKeepsEveryKey() throws {
        let before = try Device().fresh.settingFirstPasscode("1234").removingRetiredKeys()
        let after = try before.changingPasscode("1234", "5678")
        #expect(after.revealedClassKeys == before.revealedClassKeys)
        #expect(after.keybag.retiredClassKeys.isEmpty)
        #expect(after.keybag.passcodeHash?.salt != before.keybag.passcodeHash?.salt)
        let reopened = try after.reopened()
        #expect(throws: KeyError.wrongPasscode) { try reopened.unlocked(passcode: secret("1234")) }
        #expect(try reopened.unlocked(passcode: secret("5678")).revealedClassKeys == before.revealedClassKeys)
    }

    @Test func aCompromisedPasscodeRetiresEveryKeyThatItOpened() throws {
        let before = try Device().fresh.settingFirstPasscode("1234").removingRetiredKeys()
        let after = try before.changingPasscode("1234", "5678", compromised: true)
        for protection in allClasses where protection.availability != .always {
            let old = try before.currentClassKey(for: protection)
            #expect(try after.currentClassKey(for: protection).key.revealed != old.key.revealed)
            #expect(after.keybag.retiredClassKeys.contains(old.number))
        }
        let cleaned = try after.removingRetiredKeys()
        let shared = Set(before.revealedClassKeys.keys).intersection(cleaned.revealedClassKeys.keys)
        #expect(Set(try shared.map { try cleaned.classKey(number: $0).protection.availability }) == [.always])
    }

    @Test func removingThePasscodeDestroysTheClassThatNeedsOne() throws {
        let before = try Device().fresh.settingFirstPasscode("1234").removingRetiredKeys()
        let destroyed = try before.currentClassKey(for: .whenPasscodeSetThisDeviceOnly).number
        let after = try before.removingPasscode(secret("1234"))
        #expect(after.lockState == .noPasscode)
        #expect(after.availableClasses == withoutPasscode)
        #expect(throws: KeyError.missing) { try after.classKey(number: destroyed) }
        let reopened = try after.reopened()
        var expected = before.revealedClassKeys
        expected[destroyed] = nil
        #expect(reopened.revealedClassKeys == expected)
        #expect(throws: KeyError.noPasscode) { try reopened.unlocked(passcode: secret("1234")) }
    }

    /// Interrupted changes leave retired keys behind; the next change must carry them along, not lose them.
    @Test func retiredKeysSurviveEveryFurtherChange() throws {
        let device = try Device()
        var keys = try device.fresh.settingFirstPasscode("a")
        keys = try keys.changingPasscode("a", "b", compromised: true)
        keys = try keys.changingPasscode("b", "c")
        #expect(keys.keybag.retiredClassKeys.count == 4 + 5)
        for (number, key) in device.fresh.revealedClassKeys {
            #expect(try keys.classKey(number: number).key.revealed == key)
        }
        keys = try keys.removingPasscode(secret("c"))
        #expect(try keys.reopened().revealedClassKeys.count == 2 + 4 * 3)
        #expect(try keys.removingRetiredKeys().revealedClassKeys.count == 6)
    }

    @Test func currentKeysAreNeverRemoved() throws {
        let keys = try Device().fresh
        #expect(try keys.removingClassKeys(Set(keys.classKeys.keys)).revealedClassKeys == keys.revealedClassKeys)
    }

    @Test func aWrongPasscodeChangesNothing() throws {
        let keys = try Device().fresh.settingFirstPasscode("1234")
        for wrong in ["", "123", "12345", "1234\0", "٤٣٢١"] {
            #expect(throws: KeyError.wrongPasscode) { try keys.unlocked(passcode: secret(wrong)) }
            #expect(throws: KeyError.wrongPasscode) { try keys.changingPasscode(wrong, "new") }
            #expect(throws: KeyError.wrongPasscode) { try keys.removingPasscode(secret(wrong)) }
        }
    }

    @Test func changesThatNeedAPasscodeFailWithoutOne() throws {
        let keys = try Device().fresh
        #expect(throws: KeyError.noPasscode) { try keys.unlocked(passcode: secret("1234")) }
        #expect(throws: KeyError.noPasscode) { try keys.changingPasscode("1234", "5678") }
        #expect(throws: KeyError.noPasscode) { try keys.removingPasscode(secret("1234")) }
        #expect(throws: KeyError.wrongPasscode) { try keys.settingFirstPasscode("1").settingFirstPasscode("2") }
    }

    @Test func aLockedKeychainChangesItsPasscodeWithTheOldOneOnly() throws {
        let locked = try Device().fresh.settingFirstPasscode("1234").reopened()
        #expect(try locked.changingPasscode("1234", "5678").lockState == .unlocked)
        #expect(throws: KeyError.locked) { try locked.replacingClassKey(for: .whenUnlocked) }
        #expect(throws: KeyError.locked) { try locked.addingRecoveryKey(secret("0123456789abcdef")) }
    }

    @Test func anotherDeviceKeyOpensNothing() throws {
        let keys = try Device().fresh.settingFirstPasscode("1234")
        #expect(throws: KeyError.deviceKeyMismatch) { try KeySet(opening: keys.keybag, deviceKey: .makeRandom()) }
        // Not even one that says it is the right one.
        let impostor = DeviceKey(id: keys.deviceKey.id, key: SecretBytes(random: 32))
        #expect(throws: KeyError.damaged("the keybag's search key")) {
            try KeySet(opening: keys.keybag, deviceKey: impostor)
        }
    }

    @Test(arguments: ProtectionClass.allCases)
    func aWornClassKeyIsReplacedAndStillReadsWhatItWrapped(protection: ProtectionClass) throws {
        let before = try Device().fresh.settingFirstPasscode("1234").removingRetiredKeys()
        let after = try before.replacingClassKey(for: protection)
        let old = try before.currentClassKey(for: protection)
        #expect(try after.currentClassKey(for: protection).key.revealed != old.key.revealed)
        #expect(after.keybag.retiredClassKeys == [old.number])
        for keys in [after, try after.reopened().unlocked(passcode: secret("1234"))] {
            #expect(try keys.classKey(number: old.number).key.revealed == old.key.revealed)
            #expect(try keys.classKey(number: old.number).isCurrent == false)
            #expect(keys.availableClasses == allClasses)
        }
    }

    @Test func everyChangeIsANewGenerationAndNoNumberComesTwice() throws {
        var keys = try Device().fresh
        var generations = [keys.keybag.generation]
        var seen = Set(keys.classKeys.keys)
        let changes: [(KeySet) throws -> KeySet] = [
            { try $0.replacingClassKey(for: .always) }, { try $0.settingFirstPasscode("a") },
            { try $0.removingRetiredKeys() },
            { try $0.changingPasscode("a", "b") }, { try $0.changingPasscode("b", "c", compromised: true) },
            { try $0.removingRetiredKeys() }, { try $0.addingRecoveryKey(secret("0123456789abcdef")) },
            { try $0.replacingClassKey(for: .whenUnlocked) }, { try $0.removingPasscode(secret("c")) },
            { try $0.settingFirstPasscode("d") },
        ]
        for change in changes {
            let changed = try change(keys)
            let new = Set(changed.classKeys.keys).subtracting(keys.classKeys.keys)
            #expect(seen.isDisjoint(with: new))
            seen.formUnion(new)
            keys = changed
            generations.append(keys.keybag.generation)
        }
        #expect(generations == Array(1...Int64(generations.count)))
    }
}
