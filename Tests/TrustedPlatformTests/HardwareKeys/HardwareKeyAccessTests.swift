import AuthenticationTesting
import Foundation
import KeychainServices
import LocalAuthentication
import Secrets
import Security
import Testing

/// Who may use a key in hardware, and when.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct HardwareKeyAccessTests {
    @Test func eachUseAsksTheUser() throws {
        let windows = PasscodeWindows()
        try withInAppPrompts(windows) {
            try Machine().withKeychain { keychain in
                try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
                let control = try #require(
                    SecAccessControlCreateWithFlags(
                        nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.userPresence, .privateKeyUsage], nil))
                for isPermanent in [true, false] {
                    let key = try HardwareKeys.make(ofPrivateHalf: [
                        kSecAttrAccessControl: control, kSecAttrIsPermanent: isPermanent,
                    ])
                    let before = windows.count
                    try HardwareKeys.check(key)
                    try HardwareKeys.check(key)
                    #expect(windows.count == before + 2)
                }
                let context = LAContext()
                let key = try #require(
                    try HardwareKeys.find([kSecReturnRef: true, kSecUseAuthenticationContext: context]) as? SecKey)
                let before = windows.count
                try HardwareKeys.check(key)
                try HardwareKeys.check(key)
                #expect(windows.count == before + 1)
                let silent = try #require(
                    try HardwareKeys.find([
                        kSecReturnRef: true, kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
                    ]) as? SecKey)
                #expect(HardwareKeys.status { try HardwareKeys.check(silent) } == errSecInteractionNotAllowed)
            }
        }
    }

    @Test func aUserWhoDeclinesIsAsked() throws {
        try withInAppPrompts(PasscodeWindows(typed: nil)) {
            try Machine().withKeychain { keychain in
                try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
                let control = try #require(
                    SecAccessControlCreateWithFlags(
                        nil, kSecAttrAccessibleWhenUnlocked, [.userPresence, .privateKeyUsage], nil))
                let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrAccessControl: control])
                #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecUserCanceled)
            }
        }
    }

    @Test func aLockedKeychainDoesNotUseIt() throws {
        try Machine().withKeychain { keychain in
            try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
            let stored = try HardwareKeys.make()
            let kept = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            try keychain.lock()
            for key in [stored, kept] {
                #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecInteractionNotAllowed)
            }
            #expect(HardwareKeys.status { _ = try HardwareKeys.make() } == errSecInteractionNotAllowed)
            try keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
            for key in [stored, kept] { try HardwareKeys.check(key) }
        }
    }

    @Test func aProgramWithoutItsGroupDoesNotUseIt() throws {
        try Machine().withKeychain { keychain in
            let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            let stored = try HardwareKeys.make()
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            let kept = try #require(try HardwareKeys.attributes(key)["toid"] as? Data)
            try Keychain.$override.withValue(keychain.with(accessGroups: AccessGroups(["other"]))) {
                #expect(HardwareKeys.status { _ = try HardwareKeys.found() } == errSecItemNotFound)
                let foreign = try HardwareKeys.read(kept, token)
                #expect(HardwareKeys.status { try HardwareKeys.check(foreign) } == errSecItemNotFound)
            }
            try HardwareKeys.check(stored)
            try HardwareKeys.check(HardwareKeys.read(kept, token))
        }
    }
}
