import Foundation
import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Items that ask for more than an unlocked keychain, by Apple's names (keychain-services 3.11, 4.5, 10.2; cases I).
@Suite struct ConstrainedItemTests {
    private func add(
        _ flags: SecAccessControlCreateFlags, _ more: [CFString: Any] = [:], account: String = "kim"
    ) throws {
        let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
        let item: [CFString: Any] = [kSecAttrAccessControl: control, kSecAttrAccount: account]
        #expect(Items.add(item.merging(more) { $1 }) == errSecSuccess)
    }

    private static var data: [CFString: Any] { [kSecReturnData: true] }

    private func data(_ more: [CFString: Any] = [:]) throws -> Data? {
        try Items.copy(Self.data.merging(more) { $1 }) as? Data
    }

    // MARK: - Interaction

    /// I3: whatever is to be returned.
    @Test func withoutInteractionItIsMinus25308() throws {
        let silent: [[CFString: Any]] = [
            [kSecUseAuthenticationUI: kSecUseAuthenticationUIFail], [kSecUseNoAuthenticationUI: true],
        ]
        try withWindows { windows in
            for silent in silent {
                try add(.userPresence)
                for returned in [nil, kSecReturnAttributes, kSecReturnData, kSecReturnPersistentRef] {
                    var query = silent
                    if let returned { query[returned] = true }
                    #expect(Items.status(query) == errSecInteractionNotAllowed)
                    query[kSecAttrAccount] = "another account"
                    #expect(Items.status(query) == errSecItemNotFound)
                }
                #expect(Items.update(silent, [kSecAttrLabel: "l"]) == errSecInteractionNotAllowed)
                #expect(Items.delete(silent) == errSecSuccess)
            }
            #expect(windows.prompts.isEmpty)
        }
    }

    /// I1.
    @Test func onlyASearchPassesOver() throws {
        try withWindows { windows in
            try add(.userPresence)
            #expect(Items.add([kSecAttrAccount: "plain"]) == errSecSuccess)
            let skip: [CFString: Any] = [kSecUseAuthenticationUI: kSecUseAuthenticationUISkip]
            #expect(Items.count(skip) == 1)
            #expect(Items.status(skip.merging([kSecAttrAccount: "kim"]) { $1 }) == errSecItemNotFound)
            #expect(Items.update(skip, [kSecAttrLabel: "l"]) == errSecParam)
            #expect(Items.delete(skip) == errSecParam)
            #expect(Items.add(skip) == errSecParam)
            #expect(windows.prompts.isEmpty)
        }
    }

    @Test func contextWithoutInteractionShowsNoPrompt() throws {
        try withWindows { windows in
            try add(.userPresence)
            let context = LAContext()
            context.interactionNotAllowed = true
            #expect(Items.status([kSecUseAuthenticationContext: context]) == errSecInteractionNotAllowed)
            #expect(windows.prompts.isEmpty)
            context.interactionNotAllowed = false
            #expect(try data([kSecUseAuthenticationContext: context]) == Data("secret".utf8))
            // An earlier authentication needs no prompt.
            context.interactionNotAllowed = true
            #expect(try data([kSecUseAuthenticationContext: context]) == Data("secret".utf8))
            #expect(windows.prompts.map(\.kind) == [.passcode])
        }
    }

    /// I5.
    @Test func noIsMinus128AndWrongIsMinus25293() throws {
        try withWindows(Windows(typed: nil)) { _ in
            try add(.userPresence)
            #expect(Items.status(Self.data) == errSecUserCanceled)
            #expect(Items.update([:], [kSecAttrLabel: "l"]) == errSecUserCanceled)
        }
        try withWindows(Windows(typed: "wrong")) { windows in
            try add(.userPresence)
            #expect(Items.status(Self.data) == errSecAuthFailed)
            #expect(windows.prompts.count == 3)
        }
    }

    // MARK: - Contexts

    @Test func oneContextAsksOnce() throws {
        try withWindows { windows in
            for account in ["a", "b"] { try add(.userPresence, account: account) }
            try add(.devicePasscode, account: "c")
            let context: [CFString: Any] = [kSecUseAuthenticationContext: LAContext()]
            #expect(Items.count(context) == 3)
            #expect(try data(context.merging([kSecAttrAccount: "c"]) { $1 }) == Data("secret".utf8))
            #expect(Items.update(context, [kSecAttrLabel: "l"]) == errSecSuccess)
            #expect(windows.prompts.map(\.kind) == [.passcode])
            #expect(try data([kSecAttrAccount: "a"]) == Data("secret".utf8))
            #expect(windows.prompts.count == 2)
        }
    }

    @Test func anInvalidatedContextIsAFailure() throws {
        try withWindows { windows in
            try add(.userPresence)
            let context = LAContext()
            #expect(Items.status([kSecUseAuthenticationContext: context]) == errSecSuccess)
            context.invalidate()
            #expect(Items.status([kSecUseAuthenticationContext: context]) == errSecAuthFailed)
            #expect(windows.prompts.count == 1)
        }
    }

    /// 3.4: it belongs into the query.
    @Test func amongTheNewValuesAContextIsNoAttribute() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            #expect(Items.update([:], [kSecUseAuthenticationContext: LAContext()]) == errSecNoSuchAttr)
        }
    }

    @Test func thePromptSaysWhy() throws {
        try withWindows { windows in
            try add(.userPresence)
            #expect(Items.status([kSecUseOperationPrompt: "Show the\nreceipt"]) == errSecSuccess)
            let context = LAContext()
            context.localizedReason = "Pay"
            context.localizedCancelTitle = "Not now"
            #expect(Items.status([kSecUseAuthenticationContext: context]) == errSecSuccess)
            #expect(windows.prompts.map(\.reason) == ["Show the receipt", "Pay"])
            #expect(windows.prompts.last?.cancelTitle == "Not now")
        }
    }

    // MARK: - Application passwords

    @Test func aCredentialOpens() throws {
        try withTemporaryKeychain { _ in
            let context = LAContext()
            #expect(context.setCredential(Data("right".utf8), type: .applicationPassword))
            #expect(context.isCredentialSet(.applicationPassword))
            try add(.applicationPassword, [kSecUseAuthenticationContext: context])
            #expect(try data([kSecUseAuthenticationContext: context]) == Data("secret".utf8))
            let other = LAContext()
            for password in ["wrong", ""] {
                #expect(other.setCredential(Data(password.utf8), type: .applicationPassword))
                #expect(Items.status([kSecUseAuthenticationContext: other]) == errSecAuthFailed)
            }
            #expect(other.setCredential(Data("right".utf8), type: .applicationPassword))
            #expect(Items.status([kSecUseAuthenticationContext: other]) == errSecSuccess)
            #expect(other.setCredential(nil, type: .applicationPassword))
            #expect(!other.isCredentialSet(.applicationPassword))
            other.interactionNotAllowed = true
            #expect(Items.status([kSecUseAuthenticationContext: other]) == errSecInteractionNotAllowed)
            // I7.
            let plain = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
            #expect(
                Items.update([kSecUseAuthenticationContext: context], [kSecAttrAccessControl: plain]) == errSecSuccess)
            #expect(try data() == Data("secret".utf8))
        }
    }

    @Test func constrainedItemCannotBeSynchronizable() throws {
        try withTemporaryKeychain { _ in
            for flags in [[], .userPresence] as [SecAccessControlCreateFlags] {
                let control = try #require(
                    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
                #expect(Items.add([kSecAttrAccessControl: control, kSecAttrSynchronizable: true]) == errSecParam)
            }
        }
    }
}
