import CertificateTrust
import Dispatch
import Foundation
import KeychainTesting
import Security
import SecurityBackend
import TestSupport
import Testing

/// The functions of trust as programs call them. What is trusted is tested with `CertificateTrust`.
@Suite struct TrustTests {
    private let certificates: [SecCertificate]
    private let root: SecCertificate

    init() throws {
        certificates = try SampleChain.certificates()
        root = certificates[2]
    }

    private func trust(
        _ policy: SecPolicy = SecPolicyCreateSSL(true, "www.example.com" as CFString), given: Int = 2,
        hasAnchor: Bool = true
    ) throws -> SecTrust {
        var trust: SecTrust?
        let given = Array(certificates.prefix(given)) as CFArray
        try #require(SecTrustCreateWithCertificates(given, policy, &trust) == errSecSuccess)
        let made = try #require(trust)
        #expect(SecTrustSetAnchorCertificates(made, (hasAnchor ? [root] : []) as CFArray) == errSecSuccess)
        #expect(SecTrustSetVerifyDate(made, SampleChain.date as CFDate) == errSecSuccess)
        return made
    }

    /// The code of the error; nil if the certificate is trusted.
    private func code(_ trust: SecTrust) -> OSStatus? {
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        #expect(isTrusted == (error == nil))
        return error.map { OSStatus(clamping: CFErrorGetCode($0)) }
    }

    private func result(_ trust: SecTrust) -> SecTrustResultType {
        var result = SecTrustResultType.otherError
        #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
        return result
    }

    @Test func aChainToAnAnchorIsTrusted() throws {
        let trust = try trust()
        #expect(result(trust) == .invalid)
        #expect(code(trust) == nil)
        #expect(result(trust) == .unspecified)
        #expect(SecTrustGetCertificateCount(trust) == 3)
        #expect(SecTrustCopyCertificateChain(trust) as? [SecCertificate] == certificates)
        #expect(SecTrustGetCertificateAtIndex(trust, 2) == root)
        #expect(SecTrustGetCertificateAtIndex(trust, 3) == nil && SecTrustGetCertificateAtIndex(trust, -1) == nil)
        #expect(SecTrustCopyKey(trust) == SecCertificateCopyKey(certificates[0]))
        #expect(CFGetTypeID(trust) == SecTrustGetTypeID())
    }

    @Test func oneCertificateAndOnePolicyAreEnough() throws {
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(certificates[0], nil, &trust) == errSecSuccess)
        var policies: CFArray?
        #expect(SecTrustCopyPolicies(try #require(trust), &policies) == errSecSuccess)
        #expect(policies as? [SecPolicy] == [SecPolicyCreateBasicX509()])
        for wrong in ["text" as NSString, [] as NSArray, ["text"] as NSArray] as [CFTypeRef] {
            #expect(SecTrustCreateWithCertificates(wrong, nil, &trust) == errSecParam)
        }
        #expect(SecTrustCreateWithCertificates(certificates[0], "ssl" as NSString, &trust) == errSecParam)
    }

    @Test func errorsHaveTheStatusThatApplesHave() throws {
        let other = try trust(SecPolicyCreateSSL(true, "example.org" as CFString))
        #expect(code(other) == errSecHostNameMismatch)
        #expect(result(other) == .recoverableTrustFailure)
        let late = try trust()
        #expect(SecTrustSetVerifyDate(late, SampleChain.date.addingTimeInterval(90 * 86400) as CFDate) == errSecSuccess)
        #expect(code(late) == errSecCertificateExpired)
        #expect(
            SecTrustSetVerifyDate(late, SampleChain.date.addingTimeInterval(-90 * 86400) as CFDate) == errSecSuccess)
        #expect(code(late) == errSecCertificateNotValidYet)
        #expect(try code(trust(given: 1)) == errSecCreateChainFailed)
        #expect(try code(trust(given: 3, hasAnchor: false)) == errSecNotTrusted)
        #expect(try code(trust(SecPolicyCreateSSL(false, nil))) == errSecInvalidExtendedKeyUsage)
    }

    @Test func errorsSayWhichCertificateAndWhatToDo() throws {
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(try trust(given: 3, hasAnchor: false), &error))
        let text = try #require(error).localizedDescription
        #expect(text.contains("“Trust Test Root”") && text.contains("SecTrustSetAnchorCertificates"), "\(text)")
        #expect(CFErrorGetDomain(error) as String? == NSOSStatusErrorDomain)
        #expect(error?.userInfo[NSUnderlyingErrorKey] is NSError)
    }

    @Test func aChangeMakesTheResultInvalid() throws {
        let trust = try trust()
        #expect(code(trust) == nil)
        #expect(SecTrustSetPolicies(trust, SecPolicyCreateBasicX509()) == errSecSuccess)
        #expect(result(trust) == .invalid)
        #expect(SecTrustSetPolicies(trust, "basic" as NSString) == errSecParam)
    }

    @Test func anchorsOfTheProgramAreTheOnlyOnesUntilItSaysOtherwise() throws {
        let trust = try trust(hasAnchor: false)
        let directory = try TemporaryDirectory()
        let file = TrustSettingsFile(path: directory("settings.json"))
        TrustSettingsFile.$override.withValue(file) {
            #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
            #expect(code(trust) == errSecCreateChainFailed)
            #expect(SecTrustSetAnchorCertificatesOnly(trust, false) == errSecSuccess)
            #expect(code(trust) == nil)
            #expect(result(trust) == .proceed)
            #expect(SecTrustSetAnchorCertificates(trust, nil) == errSecSuccess)
            var anchors: CFArray? = []
            #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess && anchors == nil)
            #expect(code(trust) == nil)
        }
    }

    @Test func callbacksGetTheSame() async throws {
        let trust = try trust()
        let isTrusted = await withCheckedContinuation { continuation in
            let queue = DispatchQueue(label: "trust")
            let status = SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
                continuation.resume(returning: isTrusted && error == nil)
            }
            #expect(status == errSecSuccess)
        }
        #expect(isTrusted)
        let result = await withCheckedContinuation { continuation in
            #expect(SecTrustEvaluateAsync(trust, nil) { continuation.resume(returning: $1) } == errSecSuccess)
        }
        #expect(result == .unspecified)
    }

    @Test func acceptedProblemsAreAcceptedForThisCertificateOnly() throws {
        let trust = try trust(SecPolicyCreateSSL(true, "example.org" as CFString), given: 3, hasAnchor: false)
        #expect(code(trust) == errSecNotTrusted)
        let exceptions = try #require(SecTrustCopyExceptions(trust))
        #expect(SecTrustSetExceptions(trust, exceptions))
        #expect(code(trust) == nil)
        #expect(result(trust) == .proceed)
        // Another problem is another one.
        #expect(SecTrustSetVerifyDate(trust, SampleChain.date.addingTimeInterval(1e9) as CFDate) == errSecSuccess)
        #expect(code(trust) == errSecCertificateExpired)
        var other: SecTrust?
        #expect(SecTrustCreateWithCertificates(root, nil, &other) == errSecSuccess)
        #expect(!SecTrustSetExceptions(try #require(other), exceptions))
        #expect(!SecTrustSetExceptions(trust, Data("garbage".utf8) as CFData))
        #expect(SecTrustSetExceptions(trust, nil))
        #expect(code(trust) == errSecNotTrusted)
    }

    @Test func aMissingStatusCountsOnlyIfItIsRequired() throws {
        let trust = try trust()
        let lenient = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
        #expect(SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), lenient] as CFArray) == errSecSuccess)
        #expect(code(trust) == nil)
        let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        let strict = try #require(SecPolicyCreateRevocation(flags))
        #expect(SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), strict] as CFArray) == errSecSuccess)
        #expect(SecTrustSetOCSPResponse(trust, Data("garbage".utf8) as CFData) == errSecSuccess)
        #expect(code(trust) == errSecIncompleteCertRevocationCheck)
        #expect(SecTrustSetOCSPResponse(trust, "text" as NSString) == errSecParam)
        #expect(SecPolicyCreateRevocation(0) == nil && SecPolicyCreateRevocation(1 << 20) == nil)
    }

    @Test func policiesHaveProperties() throws {
        let policy = SecPolicyCreateSSL(false, "a.example" as CFString)
        let properties = try #require(SecPolicyCopyProperties(policy))
        #expect(properties.object(forKey: kSecPolicyOid) as? String == "1.2.840.113635.100.1.3")
        #expect(properties.object(forKey: kSecPolicyName) as? String == "a.example")
        #expect((properties.object(forKey: kSecPolicyClient) as? NSNumber)?.boolValue == true)
        #expect(properties.count == 3)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties) == policy)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleIPsec, nil) == nil)
        #expect(policy != SecPolicyCreateSSL(true, "a.example" as CFString))
    }

    @Test func theNetworkIsNeverUsedAndTheFlagIsKept() throws {
        let trust = try trust()
        var isAllowed: DarwinBoolean = false
        #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess && isAllowed.boolValue)
        #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
        #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess && !isAllowed.boolValue)
    }

    @Test func resultsAndPropertiesSayWhatWasFound() throws {
        let trust = try trust(SecPolicyCreateSSL(true, "example.org" as CFString))
        #expect(SecTrustCopyResult(trust) == nil)
        let properties = try #require(SecTrustCopyProperties(trust) as? [[String: String]])
        #expect(properties.map { $0["title"] } == ["Trust Test Leaf", "Trust Test Intermediate", "Trust Test Root"])
        #expect(properties[0]["error"]?.contains("not for this host") == true && properties[1]["error"] == nil)
        let result = try #require(SecTrustCopyResult(trust))
        #expect(
            result.object(forKey: kSecTrustResultValue) as? UInt32
                == SecTrustResultType.recoverableTrustFailure.rawValue)
        #expect(result.object(forKey: kSecTrustRevocationChecked) == nil)
    }

    @Test func searchesFindWhatIsTrusted() throws {
        let directory = try TemporaryDirectory()
        let file = TrustSettingsFile(path: directory("settings.json"))
        try TrustSettingsFile.$override.withValue(file) {
            try withTemporaryKeychain { _ in
                for certificate in certificates {
                    #expect(
                        SecItemAdd([kSecValueRef: certificate] as [CFString: Any] as CFDictionary, nil) == errSecSuccess
                    )
                }
                let count = { (query: [CFString: Any]) in
                    let all: [CFString: Any] = [
                        kSecClass: kSecClassCertificate, kSecMatchValidOnDate: SampleChain.date,
                    ]
                    return Items.count(all.merging(query) { $1 })
                }
                #expect(count([:]) == 3)
                #expect(count([kSecMatchTrustedOnly: true]) == 0)
                #expect(count([kSecMatchPolicy: SecPolicyCreateSSL(true, "www.example.com" as CFString)]) == 1)
                #expect(count([kSecMatchPolicy: SecPolicyCreateSSL(true, "example.org" as CFString)]) == 0)
                #expect(SecTrustSettingsSetTrustSettings(root, .user, nil) == errSecSuccess)
                #expect(count([kSecMatchTrustedOnly: true]) == 3)
                #expect(count([kSecMatchPolicy: SecPolicyCreateBasicX509()]) == 3)
                #expect(count([kSecMatchTrustedOnly: true, kSecMatchValidOnDate: Date.distantFuture]) == 0)
            }
        }
    }
}
