import Authentication
import KeychainServices
import KeyManagement
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import Agent

/// A vault whose creation waits for others that derive keys: a lock that comes meanwhile wins.
@Suite struct VaultCreationTests {
    private let directory: TemporaryDirectory
    private let keeper: VaultKeeper

    init() throws {
        directory = try TemporaryDirectory()
        let vaults = VaultDirectory(
            root: KeychainRoot(path: directory("home")), passwordCost: .cheapForTests, actsForAgent: true)
        let fingers = FingerUnlocks(
            nil, try Authenticators().equipment(nil), tpm: nil, clocks: PasscodeAttempts.machineClocks)
        keeper = VaultKeeper(vaults, nil, fingers: fingers, clocks: PasscodeAttempts.machineClocks)
    }

    @Test(arguments: [true, false]) func lockAfterTheRequestWins(isLocked: Bool) throws {
        let locks = keeper.locks
        if isLocked { keeper.lockAll() }
        _ = try keeper.create("v", password: passcode("a password"), derivation: .argon2id, since: locks)
        #expect(keeper.hasUnlocked == !isLocked)
    }
}
