import Secrets
import Testing

@testable import KeyManagement

/// What is sealed for the passcode opens with the passcode, and with nothing that an unlocked keychain keeps.
@Suite struct SealingKeyTests {
    private let place: AssociatedData = {
        var data = AssociatedData()
        data.append("place")
        return data
    }()

    private func keys(passcode: String? = "one") throws -> KeySet {
        let keys = try KeySet.make(deviceKey: .makeRandom())
        guard let passcode else { return keys }
        return try keys.settingFirstPasscode(secret(passcode), cost: .cheapForTests)
    }

    private func open(_ sealed: [UInt8], _ keys: KeySet, number: Int64, _ passcode: String) throws -> [UInt8]? {
        let opening = try keys.passcodeOpeningKeys(secret(passcode))
        guard let key = opening[number] else { return nil }
        guard let plaintext = key.open(sealed, associatedData: place) else { return nil }
        return plaintext.withUnsafeBytes { Array($0) }
    }

    @Test func secretSealedWithoutThePasscodeOpensWithIt() throws {
        let keys = try keys()
        // Sealing takes no passcode: a locked keychain does it too.
        let sealing = try keys.locked().currentPasscodeSealingKey()
        let sealed = try sealing.seal(secret("content"), associatedData: place)
        #expect(sealed.count == 7 + SealingKey.overhead)
        #expect(try open(sealed, keys, number: sealing.number, "one") == Array("content".utf8))
        #expect(throws: KeyError.wrongPasscode) { _ = try keys.passcodeOpeningKeys(secret("two")) }
    }

    @Test func anotherPlaceOrOneFlippedByteDoesNotOpen() throws {
        let keys = try keys()
        let sealing = try keys.currentPasscodeSealingKey()
        let sealed = try sealing.seal(secret("content"), associatedData: place)
        let opening = try #require(try keys.passcodeOpeningKeys(secret("one"))[sealing.number])
        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 1
            let opened = opening.open(damaged, associatedData: place) != nil
            #expect(!opened, "byte \(index)")
        }
        var elsewhere = AssociatedData()
        elsewhere.append("elsewhere")
        let opened = opening.open(sealed, associatedData: elsewhere) != nil
        #expect(!opened)
    }

    @Test func aChangedPasscodeOpensWhatWasSealedForTheOldOne() throws {
        let keys = try keys()
        let sealing = try keys.currentPasscodeSealingKey()
        let sealed = try sealing.seal(secret("content"), associatedData: place)
        for compromised in [false, true] {
            let changed = try keys.changingPasscode(
                from: secret("one"), to: secret("two"), cost: .cheapForTests, compromised: compromised)
            #expect(try open(sealed, changed, number: sealing.number, "two") == Array("content".utf8))
            #expect(throws: KeyError.wrongPasscode) { _ = try changed.passcodeOpeningKeys(secret("one")) }
            // An attacker who knew the old passcode has opened the old pair: nothing new is sealed for it.
            #expect(try changed.currentPasscodeSealingKey().number == sealing.number || compromised)
            #expect(try changed.currentPasscodeSealingKey().number != sealing.number || !compromised)
        }
    }

    @Test func removingThePasscodeRemovesThePair() throws {
        let removed = try keys().removingPasscode(secret("one"))
        #expect(removed.keybag.keyPairs.allSatisfy { $0.purpose != .passcode })
        #expect(throws: KeyError.noPasscode) { _ = try removed.currentPasscodeSealingKey() }
        #expect(throws: KeyError.noPasscode) { _ = try keys(passcode: nil).currentPasscodeSealingKey() }
    }

    @Test func aKeychainOfAnEarlierVersionGetsAPairWithItsPasscode() throws {
        let keys = try keys()
        var keybag = keys.keybag
        keybag.keyPairs = []
        let earlier = try KeySet(opening: keybag, deviceKey: keys.deviceKey)
        #expect(earlier.lacksPasscodePair)
        #expect(throws: KeyError.missing) { _ = try earlier.currentPasscodeSealingKey() }
        #expect(throws: KeyError.wrongPasscode) { _ = try earlier.addingPasscodePair(secret("two")) }
        let added = try earlier.addingPasscodePair(secret("one"))
        #expect(!added.lacksPasscodePair)
        let sealing = try added.currentPasscodeSealingKey()
        let sealed = try sealing.seal(secret("content"), associatedData: place)
        #expect(try open(sealed, added, number: sealing.number, "one") == Array("content".utf8))
    }

    @Test func foreignPublicHalfIsRefused() throws {
        let (mine, other) = (try keys(), try keys())
        var keybag = mine.keybag
        keybag.keyPairs[0].publicKey = other.keybag.keyPairs[0].publicKey
        let changed = try KeySet(opening: keybag, deviceKey: mine.deviceKey)
        #expect(throws: KeyError.damaged("a key pair of the keybag")) { _ = try changed.currentPasscodeSealingKey() }
    }
}
