import Secrets
import Testing

@testable import KeyManagement

@Suite struct RecoveryTests {
    private let recoveryKey = "recovery key of 16 or more bytes"

    private func makeKeys() throws -> KeySet {
        try Device().fresh.settingFirstPasscode("1234").removingRetiredKeys().addingRecoveryKey(secret(recoveryKey))
    }

    /// The second one is the way out when the passcode is forgotten.
    @Test(arguments: [true, false])
    func theRecoveryKeyOpensWhatMayLeaveTheDevice(onAnotherDevice: Bool) throws {
        let old = try makeKeys()
        let device = onAnotherDevice ? DeviceKey.makeRandom() : old.deviceKey
        let recovered = try KeySet.recovering(old.keybag, recoveryKey: secret(recoveryKey), deviceKey: device)
        #expect(recovered.lockState == .noPasscode)
        #expect(recovered.keybag.keychainID == old.keybag.keychainID)
        #expect(recovered.rawSearchKey.revealed == old.rawSearchKey.revealed)
        for protection in [ProtectionClass.whenUnlocked, .afterFirstUnlock, .always] {
            let key = try old.currentClassKey(for: protection)
            #expect(try recovered.classKey(number: key.number).key.revealed == key.key.revealed)
            #expect(try recovered.classKey(number: key.number).derivedSample == key.derivedSample)
        }
        #expect(try recovered.reopened().revealedClassKeys == recovered.revealedClassKeys)
    }

    @Test func classesOfThisDeviceOnlyAreReplaced() throws {
        let old = try makeKeys()
        let recovered = try KeySet.recovering(old.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        for protection in allClasses where protection.isThisDeviceOnly {
            #expect(throws: KeyError.missing) {
                try recovered.classKey(number: old.keybag.currentNumber(of: protection))
            }
        }
        #expect(recovered.availableClasses == withoutPasscode)
        let oldKeys = Set(old.revealedClassKeys.values)
        #expect(try !oldKeys.contains(recovered.currentClassKey(for: .whenUnlockedThisDeviceOnly).key.revealed))
    }

    @Test func recoveredKeychainTakesAFirstPasscode() throws {
        let recovered = try KeySet.recovering(
            makeKeys().keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        let keys = try recovered.settingFirstPasscode("5678")
        #expect(try keys.reopened().unlocked(passcode: secret("5678")).availableClasses == allClasses)
    }

    @Test func theOldDeviceDoesNotOpenWhatWasRecoveredOnAnother() throws {
        let old = try makeKeys()
        let recovered = try KeySet.recovering(old.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        #expect(throws: KeyError.deviceKeyMismatch) { try KeySet(opening: recovered.keybag, deviceKey: old.deviceKey) }
    }

    @Test func aWrongRecoveryKeyOpensNothing() throws {
        let keys = try makeKeys()
        for wrong in ["", "recovery key of 16 or more byteS", recoveryKey + " "] {
            #expect(throws: KeyError.wrongPasscode) {
                try KeySet.recovering(keys.keybag, recoveryKey: secret(wrong), deviceKey: .makeRandom())
            }
        }
        #expect(throws: KeyError.wrongPasscode) {
            try KeySet.recovering(Device().fresh.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        }
    }

    @Test func aNewRecoveryKeyReplacesTheOldOne() throws {
        let keys = try makeKeys().addingRecoveryKey(secret("another key of 16 or more bytes"))
        #expect(throws: KeyError.wrongPasscode) {
            try KeySet.recovering(keys.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        }
        #expect(throws: Never.self) {
            try KeySet.recovering(
                keys.keybag, recoveryKey: secret("another key of 16 or more bytes"), deviceKey: .makeRandom())
        }
    }

    @Test func aPlainChangeOfThePasscodeKeepsTheRecoveryKeyAndANewSetOfKeysDropsIt() throws {
        let keys = try makeKeys()
        let plain = try keys.changingPasscode("1234", "5678")
        #expect(throws: Never.self) {
            try KeySet.recovering(plain.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        }
        let compromised = try keys.changingPasscode("1234", "5678", compromised: true)
        #expect(!compromised.keybag.hasRecoveryKey)
        #expect(compromised.keybag.classKeys.allSatisfy { $0.recovery == nil })
    }

    @Test func keysThatWereRetiredSinceAreRecoveredAsRetired() throws {
        let keys = try makeKeys()
        let old = keys.keybag.currentNumber(of: .whenUnlocked)
        let replaced = try keys.replacingClassKey(for: .whenUnlocked)
        let recovered = try KeySet.recovering(
            replaced.keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
        #expect(try recovered.classKey(number: old).key.revealed == keys.classKey(number: old).key.revealed)
        #expect(recovered.keybag.retiredClassKeys == [old])
        #expect(recovered.availableClasses == withoutPasscode)
    }

    private func recovering(_ keybag: Keybag) throws -> KeySet {
        try KeySet.recovering(keybag, recoveryKey: secret(recoveryKey), deviceKey: .makeRandom())
    }

    /// Returns the keybag with damage in one record: in the copy of the class key, or in the metadata key.
    private func damaged(_ keybag: Keybag, at index: Int, inMetadataKey: Bool) -> Keybag {
        var keybag = keybag
        let record = keybag.classKeys[index]
        keybag.classKeys[index] = Keybag.ClassKey(
            number: record.number, protection: record.protection, wrapper: record.wrapper, wrapped: record.wrapped,
            recovery: inMetadataKey ? record.recovery : record.recovery?.flipped(at: 20),
            metadataKey: inMetadataKey ? record.metadataKey.flipped(at: 20) : record.metadataKey, wraps: record.wraps,
            isCurrent: record.isCurrent)
        return keybag
    }

    @Test(arguments: [false, true]) func aDamagedRecordCostsItsOwnClassAlone(inMetadataKey: Bool) throws {
        let keys = try makeKeys()
        let portable = keys.keybag.classKeys.indices.filter { keys.keybag.classKeys[$0].recovery != nil }
        #expect(portable.count == 3)
        for index in portable {
            let keybag = damaged(keys.keybag, at: index, inMetadataKey: inMetadataKey)
            let lost = keybag.classKeys[index]
            let recovered = try recovering(keybag)
            #expect(throws: KeyError.missing) { try recovered.classKey(number: lost.number) }
            let loss = recovered.lossOfRecovery(from: keybag)
            #expect(loss.classes == [lost.protection] && loss.classKeys == [lost.number])
            for number in portable.map({ keybag.classKeys[$0].number }) where number != lost.number {
                #expect(
                    try recovered.classKey(number: number).key.revealed == keys.classKey(number: number).key.revealed)
            }
            // The class has another key for new items.
            #expect(recovered.availableClasses == withoutPasscode)
            let protected = try recovered.settingFirstPasscode("5678").unlocked(passcode: secret("5678"))
            #expect(protected.damagedClassKeys == [])
        }
    }

    @Test func recordsThatWereExchangedAreBothLost() throws {
        let keys = try makeKeys()
        var keybag = keys.keybag
        let numbers = keybag.classKeys.indices.filter { keybag.classKeys[$0].recovery != nil }
        let first = keybag.classKeys[numbers[0]].recovery
        keybag.classKeys[numbers[0]].recovery = keybag.classKeys[numbers[1]].recovery
        keybag.classKeys[numbers[1]].recovery = first
        let loss = try recovering(keybag).lossOfRecovery(from: keybag)
        #expect(loss.classKeys == Set(numbers[..<2].map { keybag.classKeys[$0].number }))
    }

    @Test func anIntactRecoveryLosesNothing() throws {
        let keys = try makeKeys()
        #expect(try recovering(keys.keybag).lossOfRecovery(from: keys.keybag).isEmpty)
    }

    @Test func whereNothingOpensTheKeybagIsDamaged() throws {
        var keybag = try makeKeys().keybag
        for index in keybag.classKeys.indices { keybag = damaged(keybag, at: index, inMetadataKey: false) }
        #expect(throws: KeyError.damaged("the keybag's recovery keys")) { try recovering(keybag) }
        var other = try makeKeys().keybag
        other.recoverySearchKey = other.recoverySearchKey?.flipped(at: 20)
        #expect(throws: KeyError.damaged("the keybag's search key")) { try recovering(other) }
    }
}
