import KeychainTesting
import Security
import Testing

@Suite struct CertificateTests {
    private func certificate(_ der: Data) throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, der as CFData))
    }

    @Test(arguments: [SampleCertificate.kim, SampleCertificate.mail, SampleCertificate.printable])
    func keepsItsBytes(der: Data) throws {
        let certificate = try certificate(der)
        #expect(SecCertificateCopyData(certificate) as Data == der)
        #expect(CFGetTypeID(certificate) == SecCertificateGetTypeID())
    }

    @Test func equalityIsThatOfTheBytes() throws {
        let (one, same) = (try certificate(SampleCertificate.kim), try certificate(SampleCertificate.kim))
        #expect(one == same)
        #expect(one.hashValue == same.hashValue)
        #expect(CFEqual(one, same))
        try #expect(one != certificate(SampleCertificate.mail))
    }

    @Test func summary() throws {
        func summary(_ der: Data) throws -> String? {
            SecCertificateCopySubjectSummary(try certificate(der)) as String?
        }
        try #expect(summary(SampleCertificate.kim) == "Kim's certificate")
        try #expect(summary(SampleCertificate.mail) == "kim@example.com")
        try #expect(summary(SampleCertificate.printable) == "Kim")
    }

    @Test func nothingElseIsACertificate() {
        let der = SampleCertificate.kim
        #expect(SecCertificateCreateWithData(nil, Data() as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data("garbage".utf8) as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data([0x30, 0]) as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, der + Data([0]) as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data(der.base64EncodedString().utf8) as CFData) == nil)
        #expect(SecCertificateCreateWithData(nil, Data(repeating: 0x30, count: 2 << 20) as CFData) == nil)
        for length in 0..<der.count {
            #expect(SecCertificateCreateWithData(nil, der.prefix(length) as CFData) == nil)
        }
    }

    /// Changed bytes may still make a certificate, of another name for example; they never make the program stop.
    @Test func damageIsSurvived() {
        let der = SampleCertificate.kim
        for index in der.indices {
            for change in [UInt8(0x01), 0x80, 0xff] {
                var damaged = der
                damaged[index] ^= change
                _ = SecCertificateCreateWithData(nil, damaged as CFData)
            }
        }
    }

    @Test func additionByReferenceDerivesTheAttributes() throws {
        try withTemporaryKeychain { _ in
            let certificate = try certificate(SampleCertificate.kim)
            var result: AnyObject?
            let item: [CFString: Any] = [
                kSecValueRef: certificate, kSecReturnAttributes: true, kSecReturnRef: true, kSecReturnData: true,
            ]
            #expect(SecItemAdd(item as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? [String: Any])
            #expect(found["class"] as? String == "cert")
            #expect(found["ctyp"] as? Int == 3)
            #expect(found["cenc"] as? Int == 3)
            #expect(found["slnr"] as? Data == Data([1, 2, 3, 4, 5]))
            #expect(found["labl"] as? String == "Kim's certificate")
            #expect(found["v_Data"] as? Data == SampleCertificate.kim)
            #expect(found["v_Ref"] as? SecCertificate == certificate)
            // OpenSSL puts the hash of the key into the certificate as the key's id.
            #expect(found["pkhh"] as? Data == found["skid"] as? Data)
            #expect((found["pkhh"] as? Data)?.count == 20)
            #expect(found["subj"] as? Data == found["issr"] as? Data)
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
        }
    }

    @Test func namesOfOldTextTypeAreStoredInCapitals() throws {
        try withTemporaryKeychain { _ in
            let certificate = try certificate(SampleCertificate.printable)
            #expect(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil) == errSecSuccess)
            let found = try Items.attributes([kSecClass: kSecClassCertificate])
            let organisation = Data([0x31, 0x16, 0x30, 0x14, 6, 3, 0x55, 4, 10, 0x13, 13]) + Data("EXAMPLE WORKS".utf8)
            let name = Data([0x31, 0x0c, 0x30, 0x0a, 6, 3, 0x55, 4, 3, 0x13, 3]) + Data("KIM".utf8)
            #expect(found["subj"] as? Data == organisation + name)
            #expect(found["ctyp"] as? Int == 1)
            // A query may hold the whole name as it is in the certificate.
            let whole = Data([0x30, UInt8((organisation + name).count)]) + organisation + name
            #expect(Items.status([kSecClass: kSecClassCertificate, kSecAttrIssuer: whole]) == errSecSuccess)
        }
    }

    @Test func attributesOfTheDictionaryWin() throws {
        try withTemporaryKeychain { _ in
            let certificate = try certificate(SampleCertificate.kim)
            let item: [CFString: Any] = [kSecValueRef: certificate, kSecAttrLabel: "mine"]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(Items.status([kSecClass: kSecClassCertificate, kSecAttrLabel: "mine"]) == errSecSuccess)
            #expect(Items.add([kSecValueRef: certificate]) == errSecNoSuchAttr)
        }
    }

    @Test func referenceFindsAndDeletesItsItem() throws {
        try withTemporaryKeychain { _ in
            let (kim, mail) = (try certificate(SampleCertificate.kim), try certificate(SampleCertificate.mail))
            for certificate in [kim, mail] {
                #expect(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil) == errSecSuccess)
            }
            try #expect(Items.copy([kSecValueRef: mail, kSecReturnRef: true]) as? SecCertificate == mail)
            #expect(Items.delete([kSecValueRef: kim]) == errSecSuccess)
            #expect(Items.status([kSecValueRef: kim]) == errSecItemNotFound)
            #expect(Items.status([kSecValueRef: mail]) == errSecSuccess)
        }
    }

    @Test func randomBytesAreRandom() {
        var one = [UInt8](repeating: 0, count: 32), other = one
        #expect(SecRandomCopyBytes(kSecRandomDefault, one.count, &one) == errSecSuccess)
        #expect(SecRandomCopyBytes(nil, other.count, &other) == errSecSuccess)
        #expect(one != other)
        #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &one) == errSecParam)
        #expect(SecRandomCopyBytes(kSecRandomDefault, 0, &one) == errSecSuccess)
    }
}
