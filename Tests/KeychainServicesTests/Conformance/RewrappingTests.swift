import Foundation
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices

/// Giving every item a new class key takes long and may be interrupted; the next unlock goes on with it.
@Suite struct RewrappingTests {
    private static let accounts = (0..<1200).map { String($0) }

    private static func fill(_ keychain: Keychain) throws {
        try keychain.add(contentsOf: accounts.map { genericPassword($0, data: $0) })
    }

    private func countOfRetiredKeys(_ keychain: KeychainUnderTest) throws -> Int {
        try keychain.values("number", from: "(SELECT number FROM classkey WHERE current = 0)").count
    }

    private func expectFinished(_ keychain: KeychainUnderTest) throws {
        #expect(try countOfRetiredKeys(keychain) == 0)
        #expect(try keychain.secrets(Query(.genericPassword)) == Self.accounts)
        #expect(try keychain.values("number", from: "quarantine") == [])
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts() }
    }

    @Test(arguments: Transport.allCases)
    func progressGoesUpToTheWhole(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try Self.fill(keychain.keychain)
        var steps: [(done: Int, total: Int)] = []
        try keychain.setPasscode("1234") { steps.append(($0, $1)) }
        #expect(steps.count > 2)
        #expect(steps.allSatisfy { $0.total == Self.accounts.count && $0.done <= $0.total })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.done <= $1.done })
        #expect(steps.last?.done == Self.accounts.count)
    }

    /// The new keys are stored and the process ends before the first item got one.
    @Test(arguments: Transport.allCases)
    func theNextUnlockFinishesAFirstPasscode(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try Self.fill(keychain.keychain)
        try keychain.store.changeKeys { keys in
            try keys.settingFirstPasscode(secret("1234"), cost: .cheapForTests)
        }
        try keychain.restart()
        #expect(try countOfRetiredKeys(keychain) > 0)
        // The old keys open under the passcode only, from the first moment on.
        #expect(try keychain.lockState == .beforeFirstUnlock)
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.accounts(limit: .one) }
        try keychain.unlock("1234")
        try expectFinished(keychain)
    }

    @Test(arguments: Transport.allCases)
    func theNextUnlockFinishesACompromisedChange(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try Self.fill(keychain.keychain)
        try keychain.setPasscode("old")
        try keychain.store.changeKeys { keys in
            try keys.changingPasscode(from: secret("old"), to: secret("new"), cost: .cheapForTests, compromised: true)
        }
        try keychain.restart()
        #expect(throws: failure(.authenticationFailed)) { try keychain.unlock("old") }
        try keychain.unlock("new")
        try expectFinished(keychain)
    }

    /// Between the two, the keychain works as always, and what is written takes the new keys.
    @Test(arguments: Transport.allCases)
    func anUnfinishedKeychainIsUsable(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        try Self.fill(keychain.keychain)
        try keychain.store.changeKeys { keys in
            try keys.settingFirstPasscode(secret("1234"), cost: .cheapForTests)
        }
        #expect(try keychain.lockState == .unlocked)
        #expect(try keychain.secrets(ofAccount: "7") == ["7"])
        #expect(throws: failure(.duplicateItem)) { try keychain.add(genericPassword("7")) }
        try keychain.update(Query(.genericPassword, [.account: "7"]), with: Changes([.label: "l"]))
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) { try keychain.secrets(ofAccount: "8") }
        try keychain.unlock("1234")
        try expectFinished(keychain)
    }

    /// A process that really ends, after its first batch.
    @Test func aProcessThatEndsInBetweenLosesNothing() async throws {
        let temporary = try TemporaryRoot()
        var keychain: Keychain? = try temporary.open()
        try Self.fill(try #require(keychain))
        keychain?.close()
        keychain = nil
        await #expect(processExitsWith: .exitCode(7)) { [path = temporary.root.path as String] in
            let keychain = try Keychain(
                root: KeychainRoot(path: path), accessGroups: AccessGroups([KeychainUnderTest.group]),
                passcodeCost: .cheapForTests)
            try keychain.setPasscode(secret("1234")) { done, total in
                if done < total { exit(7) }
            }
        }
        let survivor = try temporary.open()
        #expect(try survivor.lockState() == .beforeFirstUnlock)
        let keysBefore = try survivor.store.read { Set($0.keys.keybag.retiredClassKeys) }
        #expect(!keysBefore.isEmpty)
        try survivor.unlock(passcode: secret("1234"))
        #expect(try survivor.store.read { $0.keys.keybag.retiredClassKeys.isEmpty })
        let items = try survivor.items(matching: Query(.genericPassword), reading: .data)
        #expect(items.map { $0.data.map { String(decoding: $0, as: UTF8.self) } } == Self.accounts)
        withExtendedLifetime(temporary) {}
    }
}
