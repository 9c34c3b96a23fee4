import KeychainTesting
import Security
import Testing

/// Dictionaries that make no sense: whatever a program passes, it gets a status and goes on.
@Suite struct AnyDictionaryTests {
    private static var keys: [String] {
        [
            "class", "acct", "svce", "srvr", "port", "ptcl", "atyp", "agrp", "pdmn", "accc", "sync", "cdat", "mdat",
            "labl",
            "issr", "slnr", "klbl", "atag", "kcls", "type", "extr", "pubk", "tomb", "musr", "sha1", "vwht", "ggrp",
            "binn", "nleg", "clip",
            "abcd",
            "ümla", "", "x", "persistref", "m_Limit", "m_SearchList", "m_HostOrSubdomainOfHost", "m_Issuers",
            "m_Policy",
            "m_ValidOnDate", "m_Other", "r_Data", "r_Attributes", "r_Ref", "r_PersistentRef", "r_Other", "u_Keychain",
            "u_ItemList", "u_AuthUI", "u_AuthCtx", "u_CredRef", "u_Tomb", "v_Data", "v_Ref", "v_PersistentRef", "f_Any",
        ]
    }

    private static var values: [Any] {
        [
            "genp", "inet", "cert", "keys", "idnt", "xxxx", "", "ak", "syna", "m_LimitAll", "u_AuthUIS", "x\u{0}y",
            true,
            false, 0, 1, -1, 80, Int.max, UInt64.max, 1.5, Double.nan, Double.infinity, Data(), Data([1, 2, 3]),
            Data(count: 20), Data("genp0123456789abcdef".utf8), Date(), Date.distantFuture,
            Date(timeIntervalSinceReferenceDate: .nan), NSNull(), UUID(), [1, "x"] as [Any], ["a": 1], NSObject(),
            Decimal(1) / 3, URL(fileURLWithPath: "/"), NSMutableString("acct"), NSMutableData(), "73", "105",
        ] + references
    }

    private static var references: [Any] {
        let keys = [SampleKeys.p256, inside].compactMap { try? $0.get() }
        let certificate = SecCertificateCreateWithData(nil, SampleCertificate.kim as CFData)
        return keys + keys.compactMap(SecKeyCopyPublicKey) + [certificate as Any]
    }

    private static let inside = Result { try KeyItems.makeInside() }

    /// The answers that a dictionary can get from a keychain that works; −909 or a crash is none of them.
    private static let answers: Set<OSStatus> = [
        errSecSuccess, errSecParam, errSecNoSuchClass, errSecNoSuchAttr, errSecItemNotFound, errSecDuplicateItem,
        errSecMissingEntitlement, errSecUnimplemented, errSecDataNotAvailable,
    ]

    /// Always the same dictionaries: a failure can be repeated.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private func dictionary(_ numbers: inout Numbers) -> NSDictionary {
        let dictionary = NSMutableDictionary()
        if Bool.random(using: &numbers) {
            dictionary["class"] = ["genp", "inet", "cert", "keys"].randomElement(using: &numbers)
        }
        for _ in 0..<Int.random(in: 0...5, using: &numbers) {
            guard let key = Self.keys.randomElement(using: &numbers),
                let value = Self.values.randomElement(using: &numbers)
            else { continue }
            dictionary[key] = value
        }
        return dictionary
    }

    @Test(arguments: 0..<8) func anyDictionaryGetsAnExpectedStatus(seed: Int) throws {
        var numbers = Numbers(state: UInt64(seed))
        try withTemporaryKeychain { _ in
            for _ in 0..<400 {
                let (one, other) = (dictionary(&numbers), dictionary(&numbers))
                var result: AnyObject?
                let statuses = [
                    SecItemAdd(one, &result), SecItemCopyMatching(other, &result), SecItemUpdate(one, other),
                    SecItemDelete(other),
                ]
                for status in statuses {
                    #expect(Self.answers.contains(status), "\(status): \(one), \(other)")
                }
            }
        }
    }
}
