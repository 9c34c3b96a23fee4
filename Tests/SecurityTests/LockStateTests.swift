import KeychainTesting
import Secrets
import Security
import Testing

/// What a locked keychain answers: keychain-services 4.2 and 4.3.
@Suite struct LockStateTests {
    private static func passcode() -> SecretBytes { SecretBytes(copying: Array("1234".utf8)) }

    /// An item readable while unlocked (`kim`) and one from the first unlock on (`lee`), in a keychain that was locked then.
    private func withLockedKeychain(_ body: (Keychain) throws -> Void) throws {
        try withTemporaryKeychain { keychain in
            try keychain.setPasscode(Self.passcode())
            #expect(Items.add() == errSecSuccess)
            let afterFirst: [CFString: Any] = [
                kSecAttrAccount: "lee", kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
            ]
            #expect(Items.add(afterFirst) == errSecSuccess)
            try keychain.lock()
            try body(keychain)
        }
    }

    @Test func additionIsRefusedEvenOfADuplicate() throws {
        try withLockedKeychain { _ in
            #expect(Items.add() == errSecInteractionNotAllowed)
            #expect(Items.add([kSecAttrAccount: "new"]) == errSecInteractionNotAllowed)
        }
    }

    @Test func everySearchThatMeetsALockedItemFails() throws {
        try withLockedKeychain { _ in
            for key in [kSecReturnData, kSecReturnAttributes, kSecReturnPersistentRef] {
                #expect(Items.status([kSecAttrAccount: "kim", key: true]) == errSecInteractionNotAllowed)
            }
            #expect(Items.status([kSecAttrAccount: "kim"]) == errSecInteractionNotAllowed)
            #expect(Items.status([kSecMatchLimit: kSecMatchLimitAll]) == errSecInteractionNotAllowed)
        }
    }

    @Test func lockIsNotRevealedByWhatIsNotThere() throws {
        try withLockedKeychain { _ in
            #expect(Items.status([kSecAttrAccount: "unknown"]) == errSecItemNotFound)
        }
    }

    @Test func itemsOfOtherClassesStayUsable() throws {
        try withLockedKeychain { _ in
            try #expect(Items.copy([kSecAttrAccount: "lee", kSecReturnData: true]) as? Data == Data("secret".utf8))
            #expect(Items.update([kSecAttrAccount: "lee"], [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(Items.add([kSecAttrAccount: "any", kSecAttrAccessible: kSecAttrAccessibleAlways]) == errSecSuccess)
        }
    }

    @Test func updateIsRefusedAndDeletionIsNot() throws {
        try withLockedKeychain { _ in
            #expect(Items.update([kSecAttrAccount: "kim"], [kSecAttrLabel: "new"]) == errSecInteractionNotAllowed)
            #expect(Items.delete([kSecAttrAccount: "kim"]) == errSecSuccess)
        }
    }

    @Test func unlockingBringsEverythingBack() throws {
        try withLockedKeychain { keychain in
            try keychain.unlock(passcode: Self.passcode())
            #expect(Items.count() == 2)
            try #expect(Items.copy([kSecAttrAccount: "kim", kSecReturnData: true]) as? Data == Data("secret".utf8))
        }
    }

    @Test func itemsThatNeedAPasscodeAreDeletedWithIt() throws {
        try withTemporaryKeychain { keychain in
            let bound: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
            #expect(Items.add(bound) == errSecNotAvailable)
            try keychain.setPasscode(Self.passcode())
            #expect(Items.add(bound) == errSecSuccess)
            #expect(Items.status() == errSecSuccess)
            try keychain.removePasscode(Self.passcode())
            #expect(Items.status() == errSecItemNotFound)
            #expect(Items.add(bound) == errSecNotAvailable)
            try keychain.setPasscode(Self.passcode())
            #expect(Items.status() == errSecItemNotFound)
            #expect(Items.add(bound) == errSecSuccess)
        }
    }
}
