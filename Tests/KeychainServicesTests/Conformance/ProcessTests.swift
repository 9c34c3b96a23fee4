import Foundation
import KeyManagement
import Testing

@testable import KeychainServices

/// Two processes with the same file open see each other's changes at once. A keychain in memory belongs to one process.
@Suite struct ProcessTests {
    /// The keychain as a second process opens it.
    private static func open(_ path: String) throws -> Keychain {
        try Keychain(
            root: KeychainRoot(path: path), accessGroups: AccessGroups([KeychainUnderTest.group]),
            passcodeCost: .cheapForTests)
    }

    private static func accounts(_ keychain: Keychain) throws -> [String?] {
        try keychain.items(matching: Query(.genericPassword)).map { $0[.account]?.string }
    }

    @Test func bothSeeWhatTheOtherWrites() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(genericPassword("ours"))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            let other = try Self.open(path)
            guard try Self.accounts(other) == ["ours"] else { exit(2) }
            try other.add(genericPassword("theirs"))
            try other.update(Query(.genericPassword, [.account: "ours"]), with: Changes([.label: "changed"]))
        }
        #expect(try Self.accounts(keychain) == ["ours", "theirs"])
        #expect(try keychain.items(matching: Query(.genericPassword, [.label: "changed"])).count == 1)
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword("theirs")) }
        try keychain.delete(Query(.genericPassword, [.account: "ours"]))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            guard try Self.accounts(Self.open(path)) == ["theirs"] else { exit(2) }
        }
        withExtendedLifetime(temporary) {}
    }

    @Test func aProcessStartsLockedWhateverTheOtherHasOpen() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("1234"))
        try keychain.add(genericPassword("me"))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            let other = try Self.open(path)
            guard try other.lockState() == .beforeFirstUnlock else { exit(2) }
            try other.unlock(passcode: secret("1234"))
            guard try Self.accounts(other) == ["me"] else { exit(3) }
            try other.lock()
        }
        #expect(try keychain.lockState() == .unlocked)
        withExtendedLifetime(temporary) {}
    }

    @Test func aFirstPasscodeSetElsewhereLocksThisProcess() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.add(genericPassword("me"))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            try Self.open(path).setPasscode(secret("1234"))
        }
        #expect(throws: failure(.interactionNotAllowed)) { try Self.accounts(keychain) }
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.add(genericPassword("new")) }
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        try keychain.unlock(passcode: secret("1234"))
        #expect(try Self.accounts(keychain) == ["me"])
        withExtendedLifetime(temporary) {}
    }

    @Test func aPlainChangeElsewhereLeavesThisProcessUnlocked() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("old"))
        try keychain.add(genericPassword("me"))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            try Self.open(path).changePasscode(from: secret("old"), to: secret("new"))
        }
        #expect(try Self.accounts(keychain) == ["me"])
        try keychain.add(genericPassword("new"))
        try keychain.lock()
        #expect(throws: failure(.authenticationFailed)) { try keychain.unlock(passcode: secret("old")) }
        try keychain.unlock(passcode: secret("new"))
        #expect(try Self.accounts(keychain) == ["me", "new"])
        withExtendedLifetime(temporary) {}
    }

    @Test func aCompromisedChangeElsewhereLocksThisProcess() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("old"))
        try keychain.add(genericPassword("me"))
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            try Self.open(path).changePasscode(from: secret("old"), to: secret("new"), compromised: true)
        }
        #expect(throws: failure(.interactionNotAllowed)) { try Self.accounts(keychain) }
        try keychain.unlock(passcode: secret("new"))
        #expect(try Self.accounts(keychain) == ["me"])
        withExtendedLifetime(temporary) {}
    }

    @Test func aPasscodeRemovedElsewhereUnlocksThisProcess() async throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        try keychain.setPasscode(secret("1234"))
        try keychain.add(genericPassword("me"))
        try keychain.lock()
        await #expect(processExitsWith: .success) { [path = temporary.root.path as String] in
            try Self.open(path).removePasscode(secret("1234"))
        }
        #expect(try Self.accounts(keychain) == ["me"])
        #expect(try keychain.lockState() == .noPasscode)
        withExtendedLifetime(temporary) {}
    }

    @Test func twoKeychainsOfOneProcessShareTheirLockState() throws {
        let temporary = try TemporaryRoot()
        let (one, other) = (try temporary.open(), try temporary.open())
        try one.setPasscode(secret("1234"))
        try one.add(genericPassword("me"))
        #expect(try Self.accounts(other) == ["me"])
        try other.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try Self.accounts(one) }
        withExtendedLifetime(temporary) {}
    }
}
