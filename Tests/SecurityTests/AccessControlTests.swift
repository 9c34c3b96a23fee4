import Foundation
import KeychainTesting
import LocalAuthentication
import Secrets
import Security
import Testing

/// The table of keychain-services 4.4.
@Suite struct AccessControlTests {
    private typealias Flags = SecAccessControlCreateFlags

    private func isAccepted(_ flags: SecAccessControlCreateFlags, _ protection: CFTypeRef? = nil) -> Bool {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(nil, protection ?? kSecAttrAccessibleWhenUnlocked, flags, &error)
        if let error = error?.takeRetainedValue() {
            #expect(CFErrorGetCode(error) == Int(errSecParam))
            #expect(CFErrorGetDomain(error) as String == "NSOSStatusErrorDomain")
        } else {
            #expect(control != nil)
        }
        return control != nil
    }

    @Test(
        arguments: [
            [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .privateKeyUsage,
            .applicationPassword, .or, .and, [.biometryAny, .or, .devicePasscode],
            [.biometryAny, .and, .devicePasscode],
            [.biometryAny, .devicePasscode], [.userPresence, .applicationPassword], [.userPresence, .privateKeyUsage],
            [.userPresence, .applicationPassword, .privateKeyUsage], [.biometryCurrentSet, .privateKeyUsage],
        ] as [SecAccessControlCreateFlags])
    func compatibleFlagsAreAccepted(flags: SecAccessControlCreateFlags) {
        #expect(isAccepted(flags))
    }

    @Test(
        arguments: [
            [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .biometryAny],
            [.userPresence, .biometryCurrentSet],
            [.userPresence, .devicePasscode], [.userPresence, .companion], [.userPresence, .or], [.userPresence, .and],
            [.or, .and, .biometryAny], SecAccessControlCreateFlags(rawValue: 1 << 20),
        ] as [SecAccessControlCreateFlags])
    func contradictoryFlagsAreRefused(flags: SecAccessControlCreateFlags) {
        #expect(!isAccepted(flags))
    }

    @Test func protectionIsOneOfTheSeven() {
        let all = [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAlways,
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            kSecAttrAccessibleAlwaysThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ]
        for protection in all { #expect(isAccepted([], protection)) }
        #expect(!isAccepted([], kSecAttrAccessibleUntilReboot))
        #expect(!isAccepted([], "never" as CFString))
        #expect(!isAccepted([], 6 as CFNumber))
        #expect(SecAccessControlCreateWithFlags(nil, "never" as CFString, [], nil) == nil)
    }

    @Test func flagsHaveApplesValues() {
        #expect(Flags.userPresence.rawValue == 0x1)
        #expect(Flags.biometryAny.rawValue == 0x2)
        #expect(Flags.biometryCurrentSet.rawValue == 0x8)
        #expect(Flags.devicePasscode.rawValue == 0x10)
        #expect(Flags.companion.rawValue == 0x20)
        #expect(Flags.or.rawValue == 0x4000)
        #expect(Flags.and.rawValue == 0x8000)
        #expect(Flags.privateKeyUsage.rawValue == 0x4000_0000)
        #expect(Flags.applicationPassword.rawValue == 0x8000_0000)
        #expect(Flags.touchIDAny == .biometryAny)
        #expect(Flags.touchIDCurrentSet == .biometryCurrentSet)
        #expect(Flags.watch == .companion)
    }

    @Test(
        arguments: [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .applicationPassword,
        ]
            as [SecAccessControlCreateFlags])
    func constrainedItemsAreNotReadInPassing(flags: SecAccessControlCreateFlags) throws {
        try withTemporaryKeychain { keychain in
            try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
            let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
            let context = LAContext()
            #expect(context.setCredential(Data("p".utf8), type: .applicationPassword))
            let added = Items.add([kSecAttrAccessControl: control, kSecUseAuthenticationContext: context])
            // This process has no reader, so that there is nothing to bind an item to.
            guard !flags.contains(.biometryCurrentSet) else {
                #expect(added == errSecAuthFailed)
                #expect(Items.status([kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]) == errSecItemNotFound)
                return
            }
            #expect(added == errSecSuccess)
            #expect(Items.status([kSecUseAuthenticationUI: kSecUseAuthenticationUIFail]) == errSecInteractionNotAllowed)
            #expect(Items.status([kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]) == errSecItemNotFound)
            #expect(Items.delete() == errSecSuccess)
        }
    }

    @Test func itemTakesTheProtectionOfItsAccessControl() throws {
        try withTemporaryKeychain { _ in
            let control = try #require(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlock, [], nil))
            let contradicting: [CFString: Any] = [
                kSecAttrAccessControl: control, kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
            ]
            #expect(Items.add(contradicting) == errSecParam)
            #expect(Items.add([kSecAttrAccessControl: control]) == errSecSuccess)
            try #expect(Items.attributes()["pdmn"] as? String == "ck")
            #expect(Items.update([:], contradicting) == errSecParam)
            #expect(Items.status([kSecAttrAccessControl: control]) == errSecSuccess)
        }
    }

    @Test func attributeTakesNothingElse() throws {
        try withTemporaryKeychain { _ in
            for value in ["ak", Data([1]), NSNull(), 1] as [Any] {
                #expect(Items.add([kSecAttrAccessControl: value]) == errSecParam)
                #expect(Items.status([kSecAttrAccessControl: value]) == errSecParam)
                #expect(Items.update([:], [kSecAttrAccessControl: value]) == errSecParam)
            }
        }
    }
}
