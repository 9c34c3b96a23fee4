import KeychainTesting
import Security
import Testing

/// Types of values, and what makes two items the same.
@Suite struct ValueTests {
    @Test func labelAndGenericAreNotPartOfThePrimaryKey() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrLabel: "a", kSecAttrGeneric: Data([1])]) == errSecSuccess)
            #expect(Items.add([kSecAttrLabel: "b", kSecAttrGeneric: Data([2])]) == errSecDuplicateItem)
        }
    }

    @Test func portAsTextAndAsNumberIsTheSamePort() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com"]
            func with(_ port: Any) -> CFDictionary { item.merging([kSecAttrPort: port]) { $1 } as CFDictionary }
            #expect(SecItemAdd(with(80), nil) == errSecSuccess)
            #expect(SecItemCopyMatching(with("80"), nil) == errSecSuccess)
            #expect(SecItemCopyMatching(with(80.0), nil) == errSecSuccess)
            #expect(SecItemCopyMatching(with(81), nil) == errSecItemNotFound)
            #expect(SecItemAdd(with("80"), nil) == errSecDuplicateItem)
        }
    }

    @Test func accountKeepsItsType() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrAccount: Data("x".utf8)]) == errSecSuccess)
            try #expect(Items.attributes([kSecAttrAccount: "x"])["acct"] as? Data == Data("x".utf8))
            #expect(Items.add([kSecAttrAccount: "x"]) == errSecDuplicateItem)
        }
    }

    /// With replacement characters they would be one, and the second a duplicate.
    @Test func accountsWhoseBytesAreNotTextAreKeptApart() throws {
        try withTemporaryKeychain { _ in
            for byte in [UInt8(0xff), 0xfe] { #expect(Items.add([kSecAttrAccount: Data([byte])]) == errSecSuccess) }
            try #expect(Items.attributes([kSecAttrAccount: Data([0xff])])["acct"] as? Data == Data([0xff]))
            #expect(Items.status([kSecAttrAccount: "\u{FFFD}"]) == errSecItemNotFound)
        }
    }

    @Test func protocolsAndAuthenticationTypesComeBackAsTheyWere() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrProtocol: kSecAttrProtocolHTTPS,
                kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault, kSecAttrServer: "example.com",
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let found = try Items.attributes([
                kSecClass: kSecClassInternetPassword, kSecAttrProtocol: kSecAttrProtocolHTTPS,
                kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault,
            ])
            #expect(found["ptcl"] as? String == "htps")
            #expect(found["atyp"] as? String == "dflt")
            #expect(found["port"] as? Int == 0)
            #expect(found["path"] as? String == "")
        }
    }

    @Test func protectionClassThatDoesNotExistIsRefused() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrAccessible: "never"]) == errSecParam)
            #expect(Items.status([kSecAttrAccessible: "f"]) == errSecParam)
            #expect(Items.add([kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock]) == errSecSuccess)
            #expect(Items.update([:], [kSecAttrAccessible: "zz"]) == errSecParam)
            try #expect(Items.attributes()["pdmn"] as? String == "ck")
        }
    }

    @Test func accountIsNeitherBooleanNorDateNorNothing() throws {
        try withTemporaryKeychain { _ in
            for value in [true, kCFBooleanFalse!, Date(), NSNull(), UUID(), [1], [String: Any]()] as [Any] {
                #expect(Items.add([kSecAttrAccount: value]) == errSecParam)
                #expect(Items.status([kSecAttrAccount: value]) == errSecParam)
            }
            #expect(Items.add([kSecAttrAccount: 17]) == errSecSuccess)
            try #expect(Items.attributes([kSecAttrAccount: "17"])["acct"] as? Int == 17)
        }
    }

    @Test func booleansAreNumbersToAttributesOfNumbers() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrIsInvisible: true, kSecAttrIsNegative: kCFBooleanFalse!]) == errSecSuccess)
            let found = try Items.attributes([kSecAttrIsInvisible: 1])
            #expect(found["invi"] as? Bool == true)
            #expect(found["nega"] as? Int == 0)
        }
    }

    @Test func largeNumbersComeBackExactly() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add([kSecAttrType: 0x8000_0001 as UInt32, kSecAttrCreator: Int64.max]) == errSecSuccess)
            let found = try Items.attributes([kSecAttrType: 0x8000_0001 as UInt32])
            #expect(found["type"] as? UInt32 == 0x8000_0001)
            #expect(found["crtr"] as? Int64 == .max)
        }
    }

    @Test func certificatesAreAlwaysReadableByDefault() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecAttrSerialNumber: Data([1])]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            try #expect(Items.attributes([kSecClass: kSecClassCertificate])["pdmn"] as? String == "dk")
        }
    }

    @Test func textOfAllKindsComesBack() throws {
        try withTemporaryKeychain { _ in
            for text in ["", "with\u{0}NUL", "line\nbreak", "שלום", "🗝️", String(repeating: "x", count: 70_000)] {
                #expect(Items.add([kSecAttrAccount: text]) == errSecSuccess)
                try #expect(Items.attributes([kSecAttrAccount: text])["acct"] as? String == text)
            }
        }
    }

    @Test func itemsOfEveryClassCanBeStored() throws {
        try withTemporaryKeychain { _ in
            for name in [kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey] {
                let item: [CFString: Any] = [kSecClass: name, kSecAttrLabel: "label", kSecValueData: Data([1])]
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
                try #expect(Items.copy([kSecClass: name, kSecReturnData: true]) as? Data == Data([1]))
            }
        }
    }
}
