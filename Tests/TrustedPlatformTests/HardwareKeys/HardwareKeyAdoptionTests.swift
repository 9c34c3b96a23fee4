import AuthenticationTesting
import Foundation
import KeychainServices
import Secrets
import Security
import Testing

/// Keys in hardware that become items after they were made, by `SecItemAdd`.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct HardwareKeyAdoptionTests {
    private func add(_ key: SecKey, _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd([kSecValueRef: key].merging(more) { $1 } as CFDictionary, nil)
    }

    private func makeWithoutItem(_ more: [CFString: Any] = [:]) throws -> SecKey {
        try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false].merging(more) { $1 })
    }

    @Test func itIsTheSameKey() throws {
        let machine = try Machine()
        let (point, kept) = try machine.withKeychain { _ in
            let key = try makeWithoutItem()
            let kept = try #require(try HardwareKeys.attributes(key)["toid"] as? Data)
            #expect(add(key, [kSecAttrLabel: "adopted"]) == errSecSuccess)
            #expect(add(key) == errSecDuplicateItem)
            #expect(try HardwareKeys.count() == 1)
            try HardwareKeys.check(key)
            return (try HardwareKeys.bytes(HardwareKeys.publicHalf(key)), kept)
        }
        try machine.withKeychain { _ in
            let found = try HardwareKeys.found()
            #expect(try HardwareKeys.bytes(HardwareKeys.publicHalf(found)) == point)
            try HardwareKeys.check(found)
            let attributes = try HardwareKeys.attributes(found)
            #expect(attributes["perm"] as? Bool == true && attributes["toid"] == nil)
            #expect(attributes["labl"] as? String == "adopted" && attributes["extr"] as? Bool == false)
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(found) } == errSecUnimplemented)
            #expect(add(found, [kSecAttrLabel: "again"]) == errSecUnimplemented)
            // What the program has kept is still the key, also after the item is deleted, and can be stored again.
            let item: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            #expect(SecItemDelete(item as CFDictionary) == errSecSuccess)
            let again = try HardwareKeys.read(kept, [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave])
            #expect(HardwareKeys.isValid(try HardwareKeys.sign(again), try HardwareKeys.publicHalf(found)))
            #expect(add(again, [kSecAttrApplicationTag: Data("new".utf8)]) == errSecSuccess)
            #expect(try HardwareKeys.count() == 0)
            let tagged = try HardwareKeys.find([kSecAttrApplicationTag: Data("new".utf8), kSecReturnRef: true])
            try HardwareKeys.check(#require(tagged as? SecKey))
        }
    }

    @Test func anAdditionReturnsIt() throws {
        try Machine().withKeychain { _ in
            var result: AnyObject?
            let item: [CFString: Any] = [
                kSecValueRef: try makeWithoutItem(), kSecReturnRef: true, kSecReturnAttributes: true,
            ]
            #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
            let added = try #require(result as? [String: Any])
            #expect(added["tkid"] as? String == kSecAttrTokenIDSecureEnclave as String && added["v_Data"] == nil)
            try HardwareKeys.check(#require(added["v_Ref"] as? SecKey))
        }
    }

    /// What a key may be used for, and what its use takes, stays as it was made.
    @Test func itsConditionsStay() throws {
        let windows = PasscodeWindows()
        try withInAppPrompts(windows) {
            try Machine().withKeychain { keychain in
                try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
                let control = try #require(
                    SecAccessControlCreateWithFlags(
                        nil, kSecAttrAccessibleWhenUnlocked, [.userPresence, .privateKeyUsage], nil))
                let other = try #require(
                    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.privateKeyUsage], nil))
                let key = try makeWithoutItem([kSecAttrAccessControl: control])
                #expect(add(key, [kSecAttrAccessControl: other]) == errSecParam)
                #expect(add(key, [kSecAttrAccessible: kSecAttrAccessibleAlways]) == errSecParam)
                #expect(try HardwareKeys.count() == 0)
                #expect(add(key, [kSecAttrAccessControl: control]) == errSecSuccess)
                #expect(windows.count == 0)
                try HardwareKeys.check(HardwareKeys.found())
                #expect(windows.count == 1)

                let deriving = try makeWithoutItem([kSecAttrCanSign: false, kSecAttrApplicationTag: Data("d".utf8)])
                #expect(add(deriving, [kSecAttrCanSign: true]) == errSecSuccess)
                let found = try HardwareKeys.find([kSecAttrApplicationTag: Data("d".utf8), kSecReturnRef: true])
                let stored = try #require(found as? SecKey)
                #expect(HardwareKeys.status { try HardwareKeys.check(stored) } == errSecKeyUsageIncorrect)
            }
        }
    }

    @Test func onlyTheProgramAndTheKeychainThatMadeItStoreIt() throws {
        let machine = try Machine()
        let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
        let kept = try machine.withKeychain { keychain in
            try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
            let key = try makeWithoutItem()
            let kept = try #require(try HardwareKeys.attributes(key)["toid"] as? Data)
            try Keychain.$override.withValue(keychain.with(accessGroups: AccessGroups(["other"]))) {
                let foreign = try HardwareKeys.read(kept, token)
                #expect(add(foreign) == errSecItemNotFound)
            }
            #expect(add(key, [kSecAttrSynchronizable: true]) == errSecParam)
            try keychain.lock()
            #expect(add(key) == errSecInteractionNotAllowed)
            return kept
        }
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.read(kept, token)
            #expect(add(key) != errSecSuccess)
            #expect(try HardwareKeys.count() == 0)
        }
    }

    /// Class keys are replaced with the first passcode: items go along, and what a program keeps itself does not.
    @Test func theFirstPasscodeEndsWhatIsNotStored() throws {
        try Machine().withKeychain { keychain in
            let (stored, other) = (try makeWithoutItem(), try makeWithoutItem())
            #expect(add(stored) == errSecSuccess)
            try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
            try HardwareKeys.check(HardwareKeys.found())
            #expect(add(other) == errSecNotAvailable)
            #expect(HardwareKeys.status { try HardwareKeys.check(other) } == errSecNotAvailable)
        }
    }

    @Test func changedBytesStoreNothing() throws {
        try Machine().withKeychain { _ in
            let kept = try #require(try HardwareKeys.attributes(makeWithoutItem())["toid"] as? Data)
            let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            for index in kept.indices {
                var changed = kept
                changed[index] ^= 0x41
                guard let key = try? HardwareKeys.read(changed, token) else { continue }
                #expect(add(key) != errSecSuccess, "byte \(index)")
            }
            #expect(try HardwareKeys.count() == 0)
        }
    }
}
