import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Secrets
import Testing

@testable import Agent
@testable import TrustedPlatform

/// The key of a vault that a finger unlocks, in a TPM.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) final class FingerUnlockTests {
    private let tpm: SoftwareTPM
    private let fingers: FingerUnlocks
    private let key = SecretBytes(random: 32)

    init() throws {
        tpm = try SoftwareTPM()
        fingers = FingerUnlocks(
            try .inMemory(), AuthenticationEquipment(reader: ScriptedReader()), tpm: try tpm.address(),
            clocks: PasscodeAttempts.machineClocks)
        try fingers.allow("v", true)
        fingers.keep(key, of: "v")
    }

    private func isKeyBack() throws -> Bool {
        try fingers.key(of: "v", enrolled: ScriptedReader.enrolled).equals(key)
    }

    @Test func keyComesBack() throws {
        try fingers.requireReady("v")
        #expect(try isKeyBack())
    }

    /// Without it there is nothing that would open the vault.
    @Test func keyIsInTheTPM() throws {
        try fingers.requireReady("v")
        tpm.stop()
        #expect(throws: KeychainError(.notAvailable, "")) { try isKeyBack() }
    }

    /// A missing TPM does not keep the user from the vault: the key stays in memory.
    @Test func withoutTheTPMTheKeyIsInMemory() throws {
        try fingers.requireReady("v")
        tpm.stop()
        fingers.keep(key, of: "v")
        #expect(try isKeyBack())
    }
}
