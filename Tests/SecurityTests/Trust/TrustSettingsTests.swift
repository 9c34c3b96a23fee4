import CertificateTrust
import Foundation
import Security
import SecurityBackend
import TestSupport
import Testing

/// Trust settings as programs set them. The user's own are not touched.
@Suite struct TrustSettingsTests {
    private let directory: TemporaryDirectory
    private let file: TrustSettingsFile
    private let certificates: [SecCertificate]

    init() throws {
        directory = try TemporaryDirectory()
        file = TrustSettingsFile(path: directory("chatelaine/trust-settings.json"))
        certificates = try SampleChain.certificates()
    }

    private var root: SecCertificate { certificates[2] }

    private func set(_ certificate: SecCertificate, _ settings: CFTypeRef?) -> OSStatus {
        TrustSettingsFile.$override.withValue(file) { SecTrustSettingsSetTrustSettings(certificate, .user, settings) }
    }

    private func settings(_ certificate: SecCertificate) -> (status: OSStatus, settings: [[String: Any]]?) {
        TrustSettingsFile.$override.withValue(file) {
            var array: CFArray?
            let status = SecTrustSettingsCopyTrustSettings(certificate, .user, &array)
            return (status, array as? [[String: Any]])
        }
    }

    private func evaluate(_ policy: SecPolicy) throws -> (SecTrustResultType, OSStatus?) {
        try TrustSettingsFile.$override.withValue(file) {
            var trust: SecTrust?
            try #require(SecTrustCreateWithCertificates(certificates as CFArray, policy, &trust) == errSecSuccess)
            let made = try #require(trust)
            #expect(SecTrustSetVerifyDate(made, SampleChain.date as CFDate) == errSecSuccess)
            var error: CFError?
            _ = SecTrustEvaluateWithError(made, &error)
            var result = SecTrustResultType.invalid
            #expect(SecTrustGetTrustResult(made, &result) == errSecSuccess)
            return (result, error.map { OSStatus(clamping: $0.code) })
        }
    }

    @Test func settingsComeBackAndAreRemoved() throws {
        #expect(settings(root).status == errSecItemNotFound)
        #expect(set(root, nil) == errSecSuccess)
        #expect(settings(root).settings?.isEmpty == true)
        let ssl: [CFString: Any] = [
            kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil), kSecTrustSettingsPolicyString: "www.example.com",
            kSecTrustSettingsResult: SecTrustSettingsResult.trustRoot.rawValue,
        ]
        #expect(set(root, ssl as CFDictionary) == errSecSuccess)
        let found = try #require(settings(root).settings?.first)
        #expect(found["kSecTrustSettingsPolicyString"] as? String == "www.example.com")
        #expect(found["kSecTrustSettingsPolicy"] as? SecPolicy == SecPolicyCreateSSL(true, nil))
        TrustSettingsFile.$override.withValue(file) {
            var all: CFArray?
            #expect(SecTrustSettingsCopyCertificates(.user, &all) == errSecSuccess)
            #expect(all as? [SecCertificate] == [root])
            #expect(SecTrustSettingsRemoveTrustSettings(root, .user) == errSecSuccess)
            #expect(SecTrustSettingsRemoveTrustSettings(root, .user) == errSecItemNotFound)
            #expect(SecTrustSettingsCopyCertificates(.user, &all) == errSecNoTrustSettings)
            #expect(SecTrustSettingsSetTrustSettings(root, .system, nil) == errSecWrPerm)
        }
    }

    @Test func aRootIsTrustedForWhatItIsTrustedFor() throws {
        let policy = SecPolicyCreateSSL(true, "www.example.com" as CFString)
        #expect(try evaluate(policy) == (.recoverableTrustFailure, errSecNotTrusted))
        #expect(
            set(root, [kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil)] as [CFString: Any] as CFDictionary) == 0)
        #expect(try evaluate(policy) == (.proceed, nil))
        #expect(try evaluate(SecPolicyCreateBasicX509()) == (.recoverableTrustFailure, errSecNotTrusted))
        let other: [CFString: Any] = [kSecTrustSettingsPolicyString: "example.org"]
        #expect(set(root, other as CFDictionary) == errSecSuccess)
        #expect(try evaluate(policy) == (.recoverableTrustFailure, errSecNotTrusted))
    }

    @Test func whatIsForbiddenIsNotTrustedEvenWithATrustedRoot() throws {
        #expect(set(root, nil) == errSecSuccess)
        let deny: [CFString: Any] = [kSecTrustSettingsResult: SecTrustSettingsResult.deny.rawValue]
        #expect(set(certificates[1], deny as CFDictionary) == errSecSuccess)
        #expect(try evaluate(SecPolicyCreateBasicX509()) == (.deny, errSecTrustSettingDeny))
    }

    @Test func anAllowedErrorIsOneProblemAndNoOther() throws {
        #expect(set(root, nil) == errSecSuccess)
        let allowed: [CFString: Any] = [
            kSecTrustSettingsResult: SecTrustSettingsResult.unspecified.rawValue,
            kSecTrustSettingsAllowedError: errSecHostNameMismatch,
        ]
        #expect(set(certificates[0], allowed as CFDictionary) == errSecSuccess)
        #expect(try evaluate(SecPolicyCreateSSL(true, "example.org" as CFString)) == (.proceed, nil))
        #expect(try evaluate(SecPolicyCreateSSL(false, nil)).1 == errSecInvalidExtendedKeyUsage)
    }

    @Test func wrongSettingsAreRefused() {
        #expect(set(root, "yes" as NSString) == errSecParam)
        #expect(set(certificates[0], nil) == errSecParam)
        #expect(set(root, [kSecTrustSettingsResult: 2] as [CFString: Any] as CFDictionary) == errSecParam)
        #expect(set(root, [kSecTrustSettingsResult: 9] as [CFString: Any] as CFDictionary) == errSecParam)
        #expect(set(root, [kSecTrustSettingsApplication: "x"] as [CFString: Any] as CFDictionary) == errSecParam)
        #expect(settings(root).status == errSecItemNotFound)
    }

    @Test func settingsThatCannotBeReadTrustNothing() throws {
        #expect(set(root, nil) == errSecSuccess)
        let url = URL(fileURLWithPath: file.path)
        let good = try Data(contentsOf: url)
        for bad in [Data("garbage".utf8), good.dropLast(3), Data("{\"version\":2,\"certificates\":[]}".utf8)] {
            try bad.write(to: url)
            #expect(try evaluate(SecPolicyCreateBasicX509()) == (.otherError, errSecInvalidTrustSettings))
            #expect(set(root, nil) == errSecInvalidTrustSettings)
        }
        try good.write(to: url)
        #expect(try evaluate(SecPolicyCreateBasicX509()) == (.proceed, nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
        #expect(try evaluate(SecPolicyCreateBasicX509()) == (.otherError, errSecInvalidTrustSettings))
    }

    @Test func theFileIsTheUsersAlone() throws {
        #expect(set(root, nil) == errSecSuccess)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory("chatelaine")).sorted()
        #expect(names == ["trust-settings.json", "trust-settings.json.lock"])
    }
}
