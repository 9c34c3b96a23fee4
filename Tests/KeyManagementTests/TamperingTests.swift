import Secrets
import Testing

@testable import KeyManagement

/// An attacker who can write to the file, and has no passcode, but perhaps the device key.
@Suite struct TamperingTests {
    private let keys: KeySet

    init() throws {
        keys = try Device().fresh.settingFirstPasscode("1234").replacingClassKey(for: .always)
            .addingRecoveryKey(secret("0123456789abcdef"))
    }

    /// Opens `keybag` as after the right passcode. Keys of `untouched` numbers are not opened again, which is slow.
    private func opened(_ keybag: Keybag, untouched: (Int64) -> Bool = { _ in false }) throws -> KeySet {
        try KeySet(
            opening: keybag, deviceKey: keys.deviceKey, passcodeKey: keys.passcodeKey,
            keeping: keys.classKeys.filter { untouched($0.key) })
    }

    /// Refused as a whole, or at least the class keys `numbers`; and all that opens is what it was.
    private func expectRefusal(
        of numbers: [Int64], in keybag: Keybag, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let changed = try? opened(keybag, untouched: { !numbers.contains($0) }) else { return }
        for number in numbers {
            #expect(changed.damagedClassKeys.contains(number), "\(what)", sourceLocation: sourceLocation)
            #expect(
                throws: KeyError.damaged("the keybag's class key \(number)"), "\(what)", sourceLocation: sourceLocation
            ) {
                try changed.classKey(number: number)
            }
        }
        let original = keys.revealedClassKeys
        for (number, key) in changed.revealedClassKeys {
            #expect(original[number] == key, sourceLocation: sourceLocation)
        }
    }

    @Test func theKeybagOpensAsItIs() throws {
        #expect(try opened(keys.keybag).revealedClassKeys == keys.revealedClassKeys)
        #expect(keys.keybag.classKeys.count == 4 + 7 + 1)
    }

    @Test func everyByteOfEveryWrappedKeyCounts() {
        for index in keys.keybag.classKeys.indices {
            let record = keys.keybag.classKeys[index]
            for byte in record.wrapped.indices {
                var keybag = keys.keybag
                keybag.classKeys[index].wrapped = record.wrapped.flipped(at: byte, bit: byte % 8)
                expectRefusal(of: [record.number], in: keybag, "wrapped, byte \(byte)")
                keybag = keys.keybag
                keybag.classKeys[index] = record.with(metadataKey: record.metadataKey.flipped(at: byte, bit: byte % 8))
                expectRefusal(of: [record.number], in: keybag, "metadata, byte \(byte)")
            }
            for wrapped in [[], Array(record.wrapped.dropLast()), record.wrapped + [0]] {
                var keybag = keys.keybag
                keybag.classKeys[index].wrapped = wrapped
                expectRefusal(of: [record.number], in: keybag, "length \(wrapped.count)")
            }
        }
    }

    @Test func oneDamagedClassKeyLeavesTheOthersOpen() throws {
        var keybag = keys.keybag
        let number = keybag.classKeys[0].number
        keybag.classKeys[0].wrapped[30] ^= 1
        let changed = try opened(keybag)
        #expect(changed.damagedClassKeys == [number])
        #expect(changed.classKeys.count == keys.classKeys.count - 1)
    }

    @Test func everyOtherFieldOfARecordCounts() {
        for index in keys.keybag.classKeys.indices {
            let record = keys.keybag.classKeys[index]
            for bit in 0..<64 {
                var keybag = keys.keybag
                let number = record.number ^ 1 << bit
                keybag.classKeys[index] = record.with(number: number)
                expectRefusal(of: [number], in: keybag, "number, bit \(bit)")
            }
            for protection in ProtectionClass.allCases where protection != record.protection {
                var keybag = keys.keybag
                keybag.classKeys[index] = record.with(protection: protection)
                expectRefusal(of: [record.number], in: keybag, "protection")
            }
            for wrapper in 0...UInt8.max where wrapper != record.wrapper {
                var keybag = keys.keybag
                keybag.classKeys[index].wrapper = wrapper
                expectRefusal(of: [record.number], in: keybag, "wrapper \(wrapper)")
            }
            var keybag = keys.keybag
            keybag.classKeys[index].isCurrent.toggle()
            expectRefusal(of: [record.number], in: keybag, "current")
        }
    }

    @Test func noFieldCanBeExchangedWithThatOfAnotherRecord() {
        let records = keys.keybag.classKeys
        for one in records.indices {
            for other in records.indices where other != one {
                let numbers = [records[one].number, records[other].number]
                var keybag = keys.keybag
                keybag.classKeys[one].wrapped = records[other].wrapped
                keybag.classKeys[other].wrapped = records[one].wrapped
                expectRefusal(of: numbers, in: keybag, "wrapped")
                keybag = keys.keybag
                keybag.classKeys[one] = records[one].with(metadataKey: records[other].metadataKey)
                keybag.classKeys[other] = records[other].with(metadataKey: records[one].metadataKey)
                expectRefusal(of: numbers, in: keybag, "metadata")
                keybag = keys.keybag
                keybag.classKeys[one] = records[one].with(number: records[other].number)
                keybag.classKeys[other] = records[other].with(number: records[one].number)
                expectRefusal(of: numbers, in: keybag, "number")
                keybag = keys.keybag
                keybag.classKeys[one].wrapped = records[one].recovery ?? []
                expectRefusal(of: [numbers[0]], in: keybag, "what the recovery key opens")
            }
        }
    }

    /// A retired class key may be known: that is why it was retired. Nothing new may be sealed under it.
    @Test func aRetiredKeyCannotBeMadeCurrentAgain() throws {
        var keybag = keys.keybag
        let retired = try #require(keybag.classKeys.firstIndex { $0.protection == .whenUnlocked && !$0.isCurrent })
        let current = try #require(keybag.classKeys.firstIndex { $0.protection == .whenUnlocked && $0.isCurrent })
        keybag.classKeys[retired].isCurrent = true
        keybag.classKeys[current].isCurrent = false
        let changed = try opened(keybag)
        #expect(throws: KeyError.self) { try changed.currentClassKey(for: .whenUnlocked) }
    }

    /// With the device key an attacker can wrap a class key of his own choice; it must not become the key of new items.
    @Test func aClassKeyThatOnlyTheDeviceKeyProtectsIsRefusedOnceThereIsAPasscode() throws {
        var keybag = keys.keybag
        keybag.classKeys.removeAll { $0.protection == .whenUnlocked }
        keybag.addClassKey(.whenUnlocked, wrapper: .device(keys.deviceKey, keychainID: keybag.keychainID))
        let changed = try opened(keybag)
        #expect(throws: KeyError.damaged("the keybag's class key \(keybag.currentNumber(of: .whenUnlocked))")) {
            try changed.currentClassKey(for: .whenUnlocked)
        }
    }

    @Test func aDestroyedClassKeyIsMissingAndNothingElseIs() throws {
        var keybag = keys.keybag
        let number = keybag.currentNumber(of: .afterFirstUnlock)
        keybag.classKeys.removeAll { $0.number == number }
        let changed = try opened(keybag)
        #expect(throws: KeyError.missing) { try changed.classKey(number: number) }
        #expect(throws: KeyError.missing) { try changed.currentClassKey(for: .afterFirstUnlock) }
        #expect(changed.classKeys.count == keys.classKeys.count - 1)
    }

    @Test func everyByteOfTheSearchKeyCounts() {
        for byte in keys.keybag.searchKey.indices {
            var keybag = keys.keybag
            keybag.searchKey = keybag.searchKey.flipped(at: byte, bit: byte % 8)
            #expect(throws: KeyError.damaged("the keybag's search key")) { try opened(keybag) }
        }
    }

    @Test func theKeychainsIdentityCounts() throws {
        for byte in 0..<16 {
            let bag = keys.keybag
            let other = Keybag(
                keychainID: bag.keychainID.flipped(at: byte), deviceKeyID: bag.deviceKeyID, generation: bag.generation,
                passcodeHash: bag.passcodeHash, searchKey: bag.searchKey, recoverySearchKey: bag.recoverySearchKey,
                classKeys: bag.classKeys)
            #expect(throws: KeyError.damaged("the keybag's search key")) { try opened(other) }
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1 << 56, .max])
    func generationsThatNoUseCanHaveLedToAreRefused(generation: Int64) {
        var keybag = keys.keybag
        keybag.generation = generation
        #expect(throws: KeyError.self) { try opened(keybag) }
        #expect(throws: KeyError.self) {
            try KeySet.recovering(keybag, recoveryKey: secret("0123456789abcdef"), deviceKey: .makeRandom())
        }
    }

    /// Cheaper parameters would make the passcode easier to guess: they give another key.
    @Test func weakenedPasscodeParametersOpenNothing() throws {
        var keybag = keys.keybag
        let hash = try #require(keybag.passcodeHash)
        keybag.passcodeHash = try PasscodeHash(passes: hash.passes + 1, memory: hash.memory, salt: hash.salt)
        let changed = try KeySet(opening: keybag, deviceKey: keys.deviceKey)
        #expect(throws: KeyError.wrongPasscode) { try changed.unlocked(passcode: secret("1234")) }
        keybag.passcodeHash = nil
        let withoutHash = try KeySet(opening: keybag, deviceKey: keys.deviceKey)
        #expect(withoutHash.availableClasses == [.always, .alwaysThisDeviceOnly])
    }
}

extension Keybag.ClassKey {
    fileprivate func with(
        number: Int64? = nil, protection: ProtectionClass? = nil, metadataKey: [UInt8]? = nil
    ) -> Keybag.ClassKey {
        Keybag.ClassKey(
            number: number ?? self.number, protection: protection ?? self.protection, wrapper: wrapper,
            wrapped: wrapped,
            recovery: recovery, metadataKey: metadataKey ?? self.metadataKey, wraps: wraps, isCurrent: isCurrent)
    }
}
