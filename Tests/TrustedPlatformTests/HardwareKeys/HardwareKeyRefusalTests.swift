import Foundation
import Glibc
import KeychainServices
import Secrets
import Security
import TestSupport
import Testing

@testable import TrustedPlatform

/// What is refused to keys in hardware, and what becomes of them without their TPM.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct HardwareKeyRefusalTests {
    private func status(_ more: [CFString: Any] = [:], _ half: [CFString: Any] = [:]) -> OSStatus {
        HardwareKeys.status { _ = try HardwareKeys.make(more, ofPrivateHalf: half) }
    }

    // MARK: - Export

    @Test func noFunctionExportsIt() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make()
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
            for format in [.formatOpenSSL, .formatWrappedPKCS8, .formatPKCS12, .formatSSHv2] as [SecExternalFormat] {
                var exported: CFData?
                #expect(SecItemExport(key, format, [], nil, &exported) == errSecDataNotAvailable)
                #expect(exported == nil)
            }
            #expect(
                HardwareKeys.status { _ = try HardwareKeys.find([kSecReturnData: true]) } == errSecDataNotAvailable)
            let both = try HardwareKeys.find([kSecReturnData: true, kSecReturnAttributes: true])
            let attributes = try #require(both as? [String: Any])
            #expect(attributes["v_Data"] == nil && attributes["tkid"] != nil)
            // Nor does an addition by reference, which would store the bytes a second time.
            let item: [CFString: Any] = [kSecValueRef: key, kSecAttrLabel: "copy"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecUnimplemented)
        }
    }

    /// A key's item keeps the areas of the TPM; the private number is in none of what the process can read.
    @Test func thePrivateNumberIsNotInTheKeychain() throws {
        let machine = try Machine()
        try machine.withKeychain { keychain in
            let key = try HardwareKeys.make()
            let item = try #require(try keychain.items(matching: Query(.key)).first)
            #expect(item.data == nil)
            let point = try HardwareKeys.bytes(HardwareKeys.publicHalf(key))
            #expect(item[.publicKey] == .data(point))
        }
    }

    // MARK: - Bytes from outside

    @Test func noForeignKeyComesIntoTheToken() throws {
        try Machine().withKeychain { _ in
            let foreign = try HardwareKeys.bytes(HardwareKeys.makeInMemory())
            let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            #expect(HardwareKeys.status { _ = try HardwareKeys.read(foreign, token) } == errSecParam)
            var item: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                kSecValueData: foreign,
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
            item[kSecValueData] = nil
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
            item[kSecValueRef] = try HardwareKeys.makeInMemory()
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecParam)
            // Nor by an update.
            item[kSecAttrTokenID] = nil
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let query = [kSecClass: kSecClassKey] as CFDictionary
            #expect(SecItemUpdate(query, token as CFDictionary) == errSecParam)
        }
    }

    @Test func anUpdateLeavesTheKeyAsItWasMade() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make()
            let query = [kSecClass: kSecClassKey] as CFDictionary
            for change in [
                [kSecAttrTokenID: "other"], [kSecAttrIsExtractable: true], [kSecValueData: Data([1])],
                [kSecAttrKeyClass: kSecAttrKeyClassPublic], [kSecAttrKeyType: kSecAttrKeyTypeRSA],
                [kSecAttrKeySizeInBits: 384], [kSecAttrSynchronizable: true],
            ] as [[CFString: Any]] {
                #expect(SecItemUpdate(query, change as CFDictionary) == errSecParam, "\(change)")
            }
            #expect(SecItemUpdate(query, [kSecAttrLabel: "new name"] as CFDictionary) == errSecSuccess)
            try HardwareKeys.check(key)
            #expect(try HardwareKeys.publicHalf(HardwareKeys.found()) == HardwareKeys.publicHalf(key))
        }
    }

    // MARK: - Kinds of keys

    @Test func otherKindsOfKeysAreRefused() throws {
        try Machine().withKeychain { keychain in
            #expect(status([kSecAttrKeySizeInBits: 384]) == errSecParam)
            #expect(status([kSecAttrKeySizeInBits: 521]) == errSecParam)
            #expect(status([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048]) == errSecParam)
            #expect(status([kSecAttrKeyType: kSecAttrKeyTypeEd25519]) == errSecParam)
            #expect(status([kSecAttrTokenID: kSecAttrTokenIDSecureElement]) == errSecUnimplemented)
            #expect(status([kSecAttrTokenID: kSecAttrTokenIDAppleKeyStore]) == errSecUnimplemented)
            #expect(status([kSecAttrTokenID: 7]) == errSecParam)
            #expect(status([:], [kSecAttrIsExtractable: true]) == errSecParam)
            #expect(status([:], [kSecAttrSynchronizable: true]) == errSecParam)
            #expect(status([:], [kSecAttrService: "shop"]) == errSecNoSuchAttr)
            #expect(status([:], [kSecAttrAccessGroup: "foreign"]) == errSecMissingEntitlement)
            let counts = try keychain.status().counts
            #expect(counts.isEmpty)
        }
    }

    /// Its account need not have the right to use the TPM, and it says so.
    @Test func theSystemServiceHasNone() throws {
        try Machine().withKeychain { keychain in
            _ = try HardwareKeys.make()
            try keychain.forAgent().setToken(.ofSystemService)
            #expect(status([:], [kSecAttrIsPermanent: false]) == errSecUnimplemented)
            #expect(SecFailure.last?.reason.contains("the system service") == true)
            let key = try HardwareKeys.found()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecUnimplemented)
        }
    }

    // MARK: - Without a TPM

    @Test func withoutATPMNoneIsMade() throws {
        let machine = try Machine()
        machine.tpm.stop()
        try machine.withKeychain { keychain in
            for half in [[:], [kSecAttrIsPermanent: false]] as [[CFString: Any]] {
                #expect(status([:], half) == errSecUnimplemented)
                #expect(SecFailure.last?.reason.contains("there is no TPM at") == true)
            }
            guard case .none(let reason)? = try keychain.status().hardwareKeys else {
                Issue.record("there is a place for keys")
                return
            }
            #expect(reason.contains("there is no TPM at"))
            let counts = try keychain.status().counts
            #expect(counts.isEmpty)
        }
    }

    @Test func theSettingsMayAllowSoftware() throws {
        let machine = try Machine()
        machine.tpm.stop()
        try machine.withKeychain(allowsSoftwareKeys: true) { keychain in
            let key = try HardwareKeys.make()
            try HardwareKeys.check(key)
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
            #expect(
                HardwareKeys.status { _ = try HardwareKeys.find([kSecReturnData: true]) } == errSecDataNotAvailable)
            let other = try HardwareKeys.makeInMemory()
            #expect(
                try HardwareKeys.exchange(key, HardwareKeys.publicHalf(other), .ecdhKeyExchangeStandard)
                    == HardwareKeys.exchange(other, HardwareKeys.publicHalf(key), .ecdhKeyExchangeStandard))
            guard case .software? = try keychain.status().hardwareKeys else {
                Issue.record("the status does not name the software")
                return
            }
        }
        // It is no key of hardware, and says so once that is asked for.
        try machine.withKeychain { _ in
            let key = try HardwareKeys.found()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecUnimplemented)
            #expect(SecFailure.last?.reason.contains("the key is in software") == true)
        }
        // Where there is a TPM, new keys are there all the same.
        try machine.tpm.start()
        try machine.withKeychain(allowsSoftwareKeys: true) { keychain in
            #expect(try keychain.status().hardwareKeys == .tpm(machine.tcti))
            try HardwareKeys.check(HardwareKeys.found())
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrApplicationTag: Data("second".utf8)])
            machine.tpm.stop()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
        }
    }

    /// Who can keep the TPM busy must not decide where keys are made.
    @Test func aTPMThatDoesNotWorkIsNotReplaced() throws {
        let liar = try LyingTPM(answering: [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0, 0])
        try Machine().withKeychain(allowsSoftwareKeys: true, tcti: "swtpm:path=" + liar.socket) { keychain in
            #expect(status() == errSecNotAvailable)
            let counts = try keychain.status().counts
            #expect(counts.isEmpty)
        }
    }

    @Test func aTPMThatIsGoneIsAStatus() throws {
        let machine = try Machine()
        try machine.withKeychain { _ in
            let key = try HardwareKeys.make()
            machine.tpm.stop()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
            #expect(SecFailure.last?.reason.contains("there is no TPM at") == true)
            // What needs no private number works.
            #expect(try HardwareKeys.found() == key)
            #expect(SecKeyIsAlgorithmSupported(key, .sign, .ecdsaSignatureMessageX962SHA256))
            try machine.tpm.start()
            try HardwareKeys.check(key)
        }
    }

    /// It accepts the connection, and says nothing: the time limit ends that.
    @Test func aSilentTPMIsAStatus() throws {
        let machine = try Machine()
        try machine.withKeychain { _ in _ = try HardwareKeys.make() }
        let silent = try SilentTPM()
        try machine.withKeychain(tcti: "swtpm:path=" + silent.socket) { _ in
            let key = try HardwareKeys.found()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
            #expect(SecFailure.last?.reason.contains("does not answer") == true)
        }
        try machine.withKeychain { _ in try HardwareKeys.check(HardwareKeys.found()) }
    }

    @Test func aCopyOnAnotherMachineKeepsTheItem() throws {
        let (machine, other) = (try Machine(), try Machine())
        try machine.withKeychain { _ in _ = try HardwareKeys.make() }
        // The whole disk, device key included.
        try FileManager.default.copyItem(atPath: machine.root.path, toPath: other.root.path)
        try other.withKeychain { _ in
            let key = try HardwareKeys.found()
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
            #expect(SecFailure.last?.reason.contains("in another TPM") == true)
            #expect(try HardwareKeys.count() == 1)
        }
        let findings = try Doctor(root: other.root, token: KeyToken(Machine.settings(other.tcti))).examine().findings
        #expect(findings.contains { $0.kind == .hardwareKeys && $0.text.contains("1 key") && $0.severity == .warning })
        // It is still good where it was made.
        try machine.withKeychain { _ in try HardwareKeys.check(HardwareKeys.found()) }
        let healthy = try Doctor(root: machine.root, token: KeyToken(Machine.settings(machine.tcti))).examine()
        #expect(healthy.findings.allSatisfy { $0.kind != .hardwareKeys })
    }

    @Test(.enabled(if: SoftwareTPM.hasTools)) func aClearedTPMKeepsTheItem() throws {
        let machine = try Machine()
        try machine.withKeychain { _ in
            let key = try HardwareKeys.make()
            #expect(try machine.tpm.tool("tpm2_clear") == 0)
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecNotAvailable)
            #expect(try HardwareKeys.found() == key)
        }
        let token = try KeyToken(Machine.settings(machine.tcti))
        let findings = try Doctor(root: machine.root, token: token).examine().findings
        #expect(findings.contains { $0.kind == .hardwareKeys && $0.severity == .warning })
        // Without a TPM at all it is only said that nothing can be checked.
        machine.tpm.stop()
        let without = try Doctor(root: machine.root, token: token).examine()
        #expect(without.isHealthy)
        #expect(without.findings.contains { $0.kind == .hardwareKeys && $0.severity == .note })
    }

    @Test func theDoctorNamesKeysInSoftware() throws {
        let machine = try Machine()
        machine.tpm.stop()
        try machine.withKeychain(allowsSoftwareKeys: true) { _ in _ = try HardwareKeys.make() }
        let token = try KeyToken(Machine.settings(machine.tcti))
        let findings = try Doctor(root: machine.root, token: token).examine().findings
        #expect(findings.contains { $0.kind == .hardwareKeys && $0.text.contains("in software") })
    }
}
