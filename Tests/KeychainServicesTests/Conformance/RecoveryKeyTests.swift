import KeyManagement
import Secrets
import Testing

/// The recovery key opens a keychain on another device, but for what is to stay on this one.
@Suite struct RecoveryKeyTests {
    private static let portable: [ProtectionClass] = [.whenUnlocked, .afterFirstUnlock, .always]

    private func recoveryKey(_ byte: UInt8) -> SecretBytes { SecretBytes(copying: [UInt8](repeating: byte, count: 16)) }

    /// What an item key comes out as after `key` has wrapped it and `other` unwrapped it; nil if it does not open.
    private func roundTrip(_ key: ClassKey, _ other: ClassKey) -> [UInt8]? {
        let (itemKey, place) = ([UInt8](repeating: 7, count: 32), Array("place".utf8))
        var (wrapped, opened) = ([UInt8](repeating: 0, count: 60), [UInt8](repeating: 0, count: 32))
        let isOpen = place.withUnsafeBytes { place in
            itemKey.withUnsafeBytes { itemKey in
                wrapped.withUnsafeMutableBytes { key.wrap(itemKey: itemKey, associatedData: place, into: $0) }
            }
            return wrapped.withUnsafeBytes { wrapped in
                opened.withUnsafeMutableBytes { other.unwrap(itemKey: wrapped, associatedData: place, into: $0) }
            }
        }
        return isOpen ? opened : nil
    }

    @Test(arguments: [false, true])
    func itOpensThePortableClassesOnAnotherDevice(hasPasscode: Bool) throws {
        var keys = try KeySet.make(deviceKey: .makeRandom())
        if hasPasscode { keys = try keys.settingFirstPasscode(secret("1234"), cost: .cheapForTests) }
        keys = try keys.addingRecoveryKey(recoveryKey(1))
        #expect(keys.keybag.hasRecoveryKey)
        let recovered = try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        #expect(recovered.lockState == .noPasscode)
        #expect(recovered.keybag.keychainID == keys.keybag.keychainID)
        for protection in Self.portable {
            let old = try keys.currentClassKey(for: protection)
            let new = try recovered.currentClassKey(for: protection)
            #expect(new.number == old.number)
            #expect(roundTrip(old, new) == [UInt8](repeating: 7, count: 32))
        }
    }

    @Test func deviceOnlyClassKeysAreLostAndReplaced() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom())
            .settingFirstPasscode(secret("1234"), cost: .cheapForTests).addingRecoveryKey(recoveryKey(1))
        let recovered = try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        for protection in ProtectionClass.allCases where protection.isThisDeviceOnly {
            let old = try keys.currentClassKey(for: protection)
            #expect(throws: KeyError.missing) { try recovered.classKey(number: old.number) }
            if protection == .whenPasscodeSetThisDeviceOnly {
                #expect(throws: KeyError.noPasscode) { try recovered.currentClassKey(for: protection) }
            } else {
                #expect(roundTrip(old, try recovered.currentClassKey(for: protection)) == nil)
            }
        }
    }

    @Test func aWrongOneOpensNothing() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom()).addingRecoveryKey(recoveryKey(1))
        #expect(throws: KeyError.wrongPasscode) {
            try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(2), deviceKey: .makeRandom())
        }
    }

    @Test func withoutOneNothingIsRecovered() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom())
        #expect(!keys.keybag.hasRecoveryKey)
        #expect(throws: KeyError.wrongPasscode) {
            try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        }
    }

    @Test func aNewOneEndsTheOldOne() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom())
            .addingRecoveryKey(recoveryKey(1)).addingRecoveryKey(recoveryKey(2))
        #expect(throws: KeyError.wrongPasscode) {
            try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        }
        _ = try KeySet.recovering(keys.keybag, recoveryKey: recoveryKey(2), deviceKey: .makeRandom())
    }

    @Test func addingOneTakesAnUnlockedKeychain() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom()).settingFirstPasscode(secret("1234"), cost: .cheapForTests)
        #expect(throws: KeyError.locked) { try keys.locked().addingRecoveryKey(recoveryKey(1)) }
    }

    /// A plain change wraps class keys again; an attacker who may know the old passcode may know the recovery key as well.
    @Test(arguments: [false, true])
    func onlyACompromisedPasscodeEndsIt(compromised: Bool) throws {
        let keys = try KeySet.make(deviceKey: .makeRandom())
            .settingFirstPasscode(secret("old"), cost: .cheapForTests).addingRecoveryKey(recoveryKey(1))
            .changingPasscode(from: secret("old"), to: secret("new"), cost: .cheapForTests, compromised: compromised)
        #expect(keys.keybag.hasRecoveryKey == !compromised)
    }

    /// The new class key of a class whose old one has wrapped enough is not the recovery key's: it has to be made again, and
    /// until then serves for what is older.
    @Test(arguments: portable)
    func partlyRecoverableKeybagHasNoRecoveryKey(protection: ProtectionClass) throws {
        let before = try KeySet.make(deviceKey: .makeRandom()).addingRecoveryKey(recoveryKey(1))
        let after = try before.replacingClassKey(for: protection)
        #expect(!after.keybag.hasRecoveryKey)
        let recovered = try KeySet.recovering(after.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        let old = try before.currentClassKey(for: protection)
        #expect(roundTrip(old, try recovered.classKey(number: old.number)) != nil)
        let renewed = try after.addingRecoveryKey(recoveryKey(1))
        #expect(renewed.keybag.hasRecoveryKey)
        let whole = try KeySet.recovering(renewed.keybag, recoveryKey: recoveryKey(1), deviceKey: .makeRandom())
        #expect(
            roundTrip(try after.currentClassKey(for: protection), try whole.currentClassKey(for: protection)) != nil)
    }
}
