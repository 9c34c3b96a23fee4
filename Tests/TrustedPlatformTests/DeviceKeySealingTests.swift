import Foundation
import Glibc
import KeyManagement
import Secrets
import Testing

@testable import KeychainServices
@testable import TrustedPlatform

@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct DeviceKeySealingTests {
    @Test func sealedTheKeyIsNotOnTheDiskAndItemsAreThereAsBefore() throws {
        let machine = try Machine()
        try machine.store("secret")
        let key = try machine.keyBytes()
        // The file itself, which has no name afterwards.
        let old = open(machine.keyPath, O_RDONLY | O_CLOEXEC)
        defer { close(old) }
        _ = try machine.seal()
        #expect(try machine.read() == "secret")
        #expect(try Data(contentsOf: URL(fileURLWithPath: machine.keyPath)).range(of: key) == nil)
        var left = [UInt8](repeating: 1, count: 64)
        #expect(pread(old, &left, 64, 0) == 64)
        #expect(left.allSatisfy { $0 == 0 })
        try machine.sealing().unseal()
        #expect(try machine.read() == "secret")
        #expect(try machine.keyBytes() == key)
    }

    @Test func aProcessAsksTheTPMOnce() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        let first = try machine.open()
        machine.tpm.stop()
        // The agent has a keychain of its own beside the user's.
        let second = try Keychain(root: machine.root, name: "other", accessGroups: AccessGroups(["g"]))
        _ = try second.status()
        first.close()
    }

    /// As the agent does before it gives up access to devices.
    @Test func heldKeyOpensKeychainsWithoutTheTPM() throws {
        let machine = try Machine()
        try machine.store("secret")
        #expect(try machine.root.holdSealedDeviceKey() == nil)
        _ = try machine.seal()
        let held = try #require(try machine.root.holdSealedDeviceKey())
        machine.tpm.stop()
        #expect(try machine.read() == "secret")
        withExtendedLifetime(held) {}
    }

    @Test func theDoctorExaminesASealedKeychainAndSaysWhyItCannot() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        #expect(try Doctor(root: machine.root).examine().isHealthy)
        machine.tpm.stop()
        let findings = try Doctor(root: machine.root).examine().findings
        #expect(findings.contains { $0.text.contains("no TPM") && $0.remedy?.contains("--recovery-code") == true })
    }

    @Test func aCopyOfTheDiskOpensNothingOnAnotherMachine() throws {
        let (machine, other) = (try Machine(), try Machine())
        try machine.store("secret", protection: .alwaysThisDeviceOnly)
        _ = try machine.seal()
        try other.takeDisk(of: machine)
        let error = #expect(throws: KeychainError.self) { try other.read() }
        #expect(error?.code == .notAvailable)
        #expect(error?.reason.contains("sealed by another TPM") == true)
        #expect(error?.remedy?.contains("--recovery-code") == true)
        // The same without any TPM.
        other.tpm.stop()
        #expect(throws: KeychainError(.notAvailable, "")) { try other.read() }
    }

    @Test(.enabled(if: SoftwareTPM.hasTools)) func afterAFirmwareUpdateTheCodeBringsTheKeyBack() throws {
        let machine = try Machine()
        try machine.store("secret", protection: .alwaysThisDeviceOnly)
        let code = try #require(try machine.seal("sha256:16"))
        try machine.tpm.tool("tpm2_pcrextend", "16:sha256=" + String(repeating: "5a", count: 32))
        let error = #expect(throws: KeychainError.self) { try machine.read() }
        #expect(error?.reason.contains("was not started in the same state") == true)
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.sealing().unseal() }
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try machine.sealing().unseal(recoveryCode: SecretBytes(zeros: 20))
        }
        try machine.sealing().unseal(recoveryCode: SecretBytes(copying: code))
        #expect(try machine.read() == "secret")
        _ = try machine.seal("sha256:16")
        #expect(try machine.read() == "secret")
    }

    @Test func lastSealingsCodeCounts() throws {
        let machine = try Machine()
        try machine.store("secret")
        let first = try #require(try machine.seal("sha256:7"))
        let second = try #require(try machine.seal(nil))
        #expect(try DeviceKeyStatus(machine.root).seal?.registers == "")
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try machine.sealing().unseal(recoveryCode: SecretBytes(copying: first))
        }
        try machine.sealing().unseal(recoveryCode: SecretBytes(copying: second))
        #expect(try machine.read() == "secret")
    }

    /// A user who has lost TPM and code, but made a recovery key of the keychain before.
    @Test func withoutACodeTheKeychainsRecoveryKeyIsLeft() throws {
        let machine = try Machine()
        try machine.store("secret", protection: .always)
        let recoveryKey = try machine.makeRecoveryKey()
        #expect(try machine.seal(nil, withCode: false) == nil)
        machine.tpm.stop()
        let error = #expect(throws: KeychainError.self) { try machine.read() }
        #expect(error?.remedy?.contains("recovery-key use") == true)
        #expect(rename(machine.keyPath, machine.keyPath + ".old") == 0)
        try KeychainRecovery.recover(machine.root, recoveryKey: recoveryKey)
        #expect(try machine.read() == "secret")
    }

    /// The directory as it is at each of these moments is what a process leaves that is ended there.
    @Test func endedAtAnyMomentTheOldOrTheNewFileWorks() throws {
        let machine = try Machine()
        try machine.store("secret")
        var states: [String] = []
        func snapshot(_ step: DeviceKeySealing.Step) {
            let copy = machine.home + "/state-\(states.count)"
            try? FileManager.default.copyItem(atPath: machine.root.path, toPath: copy)
            states.append(copy)
        }
        let address = "swtpm:path=" + machine.tpm.socket
        let sealing = try DeviceKeySealing(machine.root, tcti: address, passing: snapshot)
        _ = try sealing.seal(registers: nil, withRecoveryCode: true)
        _ = try sealing.seal(registers: "sha256:7", withRecoveryCode: true)
        try sealing.unseal()
        #expect(states.count == 3 * DeviceKeySealing.Step.allCases.count)
        for state in states {
            let root = KeychainRoot(path: state)
            #expect(try Machine.read(root) == "secret", "\(state)")
            // What was left does not keep the next one from its work, and goes with it.
            _ = try DeviceKeySealing(root, tcti: address).seal(registers: nil, withRecoveryCode: false)
            #expect(try Machine.read(root) == "secret", "\(state)")
            #expect(access(root.deviceKeyPath + ".unfinished", F_OK) != 0)
        }
    }

    @Test func everyChangedByteOfTheFileIsRefused() throws {
        let machine = try Machine()
        try machine.store("secret")
        _ = try machine.seal()
        let contents = try Data(contentsOf: URL(fileURLWithPath: machine.keyPath))
        for index in contents.indices {
            var changed = contents
            changed[index] ^= 0x41
            try changed.write(to: URL(fileURLWithPath: machine.keyPath))
            #expect(throws: KeychainError(.notAvailable, ""), "byte \(index)") { try machine.read() }
        }
        try contents.write(to: URL(fileURLWithPath: machine.keyPath))
        #expect(try machine.read() == "secret")
    }

    /// libtss2 would run the command. The file has a right checksum: it was written by an attacker.
    @Test func commandInATPMAddressIsNotExecuted() throws {
        let machine = try Machine()
        try machine.store("secret")
        let mark = machine.home + "/executed"
        let sealed = SealedDeviceKey(
            of: .makeRandom(), address: "cmd:touch " + mark, registers: "", parent: [], publicArea: [], privateArea: [])
        try Data(sealed.fileContents()).write(to: URL(fileURLWithPath: machine.keyPath))
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.read() }
        #expect(access(mark, F_OK) != 0)
    }

    @Test func hardLinkToTheOldFileIsReported() throws {
        let machine = try Machine()
        try machine.store("secret")
        let key = try machine.keyBytes()
        let copy = machine.home + "/copy"
        #expect(link(machine.keyPath, copy) == 0)
        let result = try machine.sealing().seal(registers: nil, withRecoveryCode: false)
        let remains = result.oldKeyRemains
        #expect(remains)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).range(of: key) != nil)
    }

    @Test func aLinkInTheFilesPlaceIsRefused() throws {
        let machine = try Machine()
        try machine.store("secret")
        #expect(rename(machine.keyPath, machine.home + "/elsewhere") == 0)
        #expect(symlink(machine.home + "/elsewhere", machine.keyPath) == 0)
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.seal() }
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.read() }
        // Put back, the file is as it was.
        #expect(rename(machine.home + "/elsewhere", machine.keyPath) == 0)
        #expect(try machine.read() == "secret")
    }

    @Test func unsealableKeyIsRefusedAndNothingChanges() throws {
        let machine = try Machine()
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.seal() }
        try machine.store("secret")
        #expect(throws: KeychainError(.parameter, "")) { try machine.seal("sha1:7") }
        #expect(throws: KeychainError(.parameter, "")) { _ = try DeviceKeySealing(machine.root, tcti: "cmd:true") }
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.sealing().unseal() }
        machine.tpm.stop()
        #expect(throws: KeychainError(.notAvailable, "")) { try machine.seal() }
        #expect(try machine.read() == "secret")
        #expect(try DeviceKeyStatus(machine.root).seal == nil)
    }
}
