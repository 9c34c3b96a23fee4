import Foundation
import Secrets
import Testing

@testable import KeyManagement
@testable import KeychainServices

/// A lock that comes while keys are derived wins: what was derived from an unlocked state is not installed.
@Suite struct LockEpochTests {
    private let keychain: Keychain
    private let store: Store

    init() throws {
        keychain = try Keychain.inMemory(accessGroups: AccessGroups(["com.example.tests"]))
        store = try keychain.store
        try keychain.add(NewItem(.genericPassword, [.account: .string("kim")], data: Data([1])))
    }

    @Test func lockDuringAnUnlockEndsIt() throws {
        try keychain.setPasscode(passcode("passcode"))
        store.lock()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) {
            try store.unlock(since: nil) { (base) throws(KeychainError) in
                store.lock()
                do { return try base.unlocked(passcode: passcode("passcode")) } catch { throw KeychainError(error) }
            }
        }
        #expect(try keychain.lockState() == LockState.lockedAfterFirstUnlock)
        try keychain.unlock(passcode: passcode("passcode"))
        #expect(try keychain.lockState() == LockState.unlocked)
    }

    @Test func lockBeforeAnUnlockThatWasAskedForEarlierEndsIt() throws {
        try keychain.setPasscode(passcode("passcode"))
        let epoch = store.lockEpoch
        store.lock()
        let local = LocalKeychain(store: store, accessGroups: AccessGroups(["*"]))
        try keychain.unlock(passcode: passcode("passcode"))
        guard let key = try local.copyOfPasscodeKey() else { throw KeychainError(.notAvailable, "no key") }
        store.lock()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { try local.unlock(passcodeKey: key, since: epoch) }
        #expect(try keychain.lockState() == LockState.lockedAfterFirstUnlock)
        try local.unlock(passcodeKey: key)
        #expect(try keychain.lockState() == LockState.unlocked)
    }

    @Test func lockDuringTheFirstPasscodeLeavesItLocked() throws {
        try store.changeKeys { keys in
            store.lock()
            return try keys.settingFirstPasscode(passcode("passcode"), cost: .cheapForTests)
        }
        #expect(try keychain.lockState() == LockState.lockedAfterFirstUnlock)
        try keychain.unlock(passcode: passcode("passcode"))
        #expect(try keychain.items(matching: Query(.genericPassword), reading: .data).first?.data == Data([1]))
    }

    @Test func lockDuringAChangeLeavesItLocked() throws {
        try keychain.setPasscode(passcode("old"))
        try store.changeKeys { keys in
            store.lock()
            return try keys.changingPasscode(
                from: passcode("old"), to: passcode("new"), cost: .cheapForTests, compromised: true)
        }
        #expect(try keychain.lockState() == LockState.lockedAfterFirstUnlock)
        #expect(try keychain.verify(passcode: passcode("new")))
        // The next unlock seals what the lock has left.
        try keychain.unlock(passcode: passcode("new"))
        #expect(try keychain.items(matching: Query(.genericPassword), reading: .data).first?.data == Data([1]))
        #expect(try store.read { $0.keys.keybag.retiredClassKeys }.isEmpty)
    }
}

private func passcode(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }
