import KeychainTesting
import Security
import SecurityBackend
import Testing

/// Identities by reference (keychain-services 2.6; cases J3 to J13).
@Suite struct IdentityItemTests {
    /// A certificate over the public half of a key.
    private func certificate(of key: SecKey, _ subject: String = "kim") throws -> SecCertificate {
        var made = MadeCertificate(
            serialNumber: Array(subject.utf8), issuer: [.commonName("root")], subject: [.commonName(subject)])
        made.publicKey = [UInt8](try SampleKeys.bytes(SampleKeys.publicHalf(key)))
        made.keyAlgorithm = MadeCertificate.p256
        return try #require(made.certificate)
    }

    private func identity(_ subject: String = "kim") throws -> SecIdentity {
        let key = try SampleKeys.p256.get()
        return try #require(SecIdentityCreate(nil, try certificate(of: key, subject), key))
    }

    private func find(_ query: [CFString: Any] = [:]) throws -> SecIdentity {
        let whole: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
        return try #require(try Items.copy(whole.merging(query) { $1 }) as? SecIdentity)
    }

    private func count(_ itemClass: CFString, _ query: [CFString: Any] = [:]) -> Int {
        Items.count(query.merging([kSecClass: itemClass]) { $1 })
    }

    private func key(of identity: SecIdentity) throws -> SecKey {
        var key: SecKey?
        #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
        return try #require(key)
    }

    private func certificate(of identity: SecIdentity) throws -> SecCertificate {
        var certificate: SecCertificate?
        #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        return try #require(certificate)
    }

    // MARK: - The join

    /// J3.
    @Test func anIdentityAppearsWithItsHalves() throws {
        try withTemporaryKeychain { _ in
            let memory = try SampleKeys.p256.get()
            let made = try certificate(of: memory)
            #expect(KeyItems.add(made) == errSecSuccess && KeyItems.add(memory) == errSecSuccess)
            let found = try find()
            try #expect(certificate(of: found) == made && key(of: found) == memory)
            try #expect(found == #require(SecIdentityCreate(nil, made, memory)))
            // The key is the stored one.
            try KeyItems.check(key(of: found), SampleKeys.publicHalf(memory))
            #expect(Items.delete([kSecValueRef: memory]) == errSecSuccess)
            #expect(throws: Items.Failure(status: errSecItemNotFound)) { try find() }
            #expect(throws: Items.Failure(status: errSecItemNotFound)) {
                try KeyItems.check(key(of: found), SampleKeys.publicHalf(memory))
            }
        }
    }

    @Test func everyShapeOfAResult() throws {
        try withTemporaryKeychain { _ in
            let identity = try identity()
            let more: [CFString: Any] = [
                kSecReturnRef: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true,
            ]
            let added = try #require(try KeyItems.added(identity, more) as? [String: Any])
            #expect(added["v_Ref"] as? SecIdentity == identity && added["class"] as? String == "idnt")
            let reference = try #require(added["v_PersistentRef"] as? Data)
            #expect(reference.prefix(4) == Data("idnt".utf8))
            #expect(added["labl"] as? String == "kim" && added["kcls"] as? Int == 1)
            #expect(added["cdta"] == nil && added["kref"] == nil && added["pubk"] == nil && added["v_Data"] == nil)
            try #expect(
                Items.copy([kSecValuePersistentRef: reference, kSecReturnRef: true]) as? SecIdentity == identity)
            let data = try Items.copy([kSecClass: kSecClassIdentity, kSecReturnData: true, kSecReturnAttributes: true])
            let found = try #require(data as? [String: Any])
            try #expect(found["v_Data"] as? Data == SampleKeys.bytes(SampleKeys.p256.get()))
            #expect(found["cdta"] == nil && found["kref"] == nil)
            let all: [CFString: Any] = [
                kSecClass: kSecClassIdentity, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
            ]
            try #expect(Items.copy(all) as? [SecIdentity] == [identity])
        }
    }

    /// The label of the certificate names the identity; the filters of certificates hold for it.
    @Test func itIsFoundByItsCertificate() throws {
        try withTemporaryKeychain { _ in
            let (kim, lee) = (try identity(), try identity("lee"))
            for identity in [kim, lee] { #expect(KeyItems.add(identity) == errSecSuccess) }
            try #expect(find([kSecAttrLabel: "lee"]) == lee)
            try #expect(find([kSecAttrSerialNumber: Data("kim".utf8)]) == kim)
            try #expect(find([kSecValueRef: lee]) == lee)
            let issuers = [Data(MadeCertificate.name([.commonName("root")]))]
            let query: [CFString: Any] = [kSecMatchIssuers: issuers, kSecAttrLabel: "lee"]
            try #expect(find(query) == lee)
            let hash = try #require(
                try Items.attributes([kSecValueRef: certificate(of: kim)])["pkhh"] as? Data)
            #expect(count(kSecClassIdentity, [kSecAttrPublicKeyHash: hash]) == 2)
            #expect(count(kSecClassIdentity, [kSecAttrPublicKeyHash: Data(repeating: 0, count: 20)]) == 0)
        }
    }

    /// Two programs of one group, one of which writes hashes that are not those of what it stores.
    @Test func whatDoesNotBelongTogetherIsNoIdentity() throws {
        try withTemporaryKeychain { _ in
            let (key, other) = (try SampleKeys.p256.get(), try KeyItems.make())
            let label = try #require((SecKeyCopyAttributes(key) as? [String: Any])?["klbl"] as? Data)
            #expect(KeyItems.add(key) == errSecSuccess)
            try #expect(KeyItems.add(certificate(of: other), [kSecAttrPublicKeyHash: label]) == errSecSuccess)
            try #expect(Items.copy([kSecClass: kSecClassIdentity, kSecReturnRef: true]) == nil)
        }
    }

    // MARK: - Adding

    @Test func oneHalfMayBeThereAlready() throws {
        try withTemporaryKeychain { _ in
            let identity = try identity()
            try #expect(KeyItems.add(certificate(of: identity)) == errSecSuccess)
            #expect(KeyItems.add(identity) == errSecSuccess)
            #expect(count(kSecClassCertificate) == 1 && count(kSecClassKey) == 1)
            #expect(KeyItems.add(identity) == errSecDuplicateItem)
            try #expect(KeyItems.add(self.identity("second")) == errSecSuccess)
            #expect(count(kSecClassIdentity) == 2 && count(kSecClassKey) == 1)
        }
    }

    @Test func attributesGoToTheHalvesThatHaveThem() throws {
        try withTemporaryKeychain { _ in
            let more: [CFString: Any] = [kSecAttrLabel: "both", kSecAttrApplicationTag: "tag"]
            try #expect(KeyItems.add(identity(), more) == errSecSuccess)
            #expect(count(kSecClassCertificate, [kSecAttrLabel: "both"]) == 1)
            #expect(count(kSecClassKey, [kSecAttrLabel: "both", kSecAttrApplicationTag: "tag"]) == 1)
            try #expect(KeyItems.add(identity("lee"), [kSecAttrService: "shop"]) == errSecNoSuchAttr)
            try #expect(KeyItems.add(identity("lee"), [kSecValueData: Data()]) == errSecParam)
            #expect(SecItemAdd([kSecClass: kSecClassIdentity] as CFDictionary, nil) == errSecParam)
            #expect(count(kSecClassCertificate) == 1)
        }
    }

    /// If the key cannot be stored, the certificate is not left alone.
    @Test func ofAnAdditionThatFailsNothingIsLeft() throws {
        try withTemporaryKeychain { keychain in
            let identity = try identity()
            try keychain.setPasscode(.init(copying: "1234".utf8))
            try keychain.lock()
            // Certificates are always available, keys only while it is unlocked.
            #expect(KeyItems.add(identity) == errSecInteractionNotAllowed)
            #expect(count(kSecClassCertificate) == 0)
        }
    }

    /// An access control is the key's: the certificate is public, and finding it takes no prompt.
    @Test func theAccessControlIsTheKeys() throws {
        try withWindows { windows in
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.userPresence, .privateKeyUsage], nil))
            let identity = try identity()
            #expect(KeyItems.add(identity, [kSecAttrAccessControl: control]) == errSecSuccess)
            let found = try find()
            #expect(found == identity && windows.prompts.isEmpty)
            let attributes = try Items.attributes([kSecValueRef: certificate(of: found)])
            #expect(attributes["pdmn"] as? String == "aku")
            try KeyItems.check(key(of: found), SampleKeys.publicHalf(SampleKeys.p256.get()))
            #expect(windows.prompts.count == 1)
        }
    }

    // MARK: - Changing and deleting

    /// J5.
    @Test func theLabelIsTheCertificates() throws {
        try withTemporaryKeychain { _ in
            let identity = try identity()
            #expect(KeyItems.add(identity, [kSecAttrLabel: "old"]) == errSecSuccess)
            try #expect(Items.update([kSecValueRef: key(of: identity)], [kSecAttrLabel: "new"]) == errSecSuccess)
            try #expect(find([kSecAttrLabel: "old"]) == identity)
            try #expect(
                Items.update([kSecValueRef: certificate(of: identity)], [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(count(kSecClassIdentity, [kSecAttrLabel: "old"]) == 0)
            try #expect(find([kSecAttrLabel: "new"]) == identity)
        }
    }

    @Test func anUpdateOfAnIdentityChangesBothHalves() throws {
        try withTemporaryKeychain { _ in
            let (identity, other) = (try identity(), try KeyItems.make())
            for reference in [identity, other, try certificate(of: other, "other")] {
                #expect(KeyItems.add(reference) == errSecSuccess)
            }
            #expect(Items.update([kSecValueRef: identity], [kSecAttrLabel: "new"]) == errSecSuccess)
            #expect(count(kSecClassKey, [kSecAttrLabel: "new"]) == 1)
            #expect(count(kSecClassCertificate, [kSecAttrLabel: "new"]) == 1)
            #expect(Items.update([kSecValueRef: identity], [kSecValueData: Data([1])]) == errSecParam)
            #expect(Items.update([kSecValueRef: identity], [kSecAttrApplicationTag: "t"]) == errSecNoSuchAttr)
            try #expect(
                Items.update([kSecValueRef: self.identity("missing")], [kSecAttrLabel: "x"]) == errSecItemNotFound)
        }
    }

    /// J7.
    @Test func theKeyGoesWithItsLastCertificate() throws {
        try withTemporaryKeychain { _ in
            let (one, two) = (try identity(), try identity("two"))
            for identity in [one, two] { #expect(KeyItems.add(identity) == errSecSuccess) }
            #expect(Items.delete([kSecValueRef: one]) == errSecSuccess)
            #expect(count(kSecClassKey) == 1 && count(kSecClassCertificate) == 1)
            #expect(Items.delete([kSecValueRef: one]) == errSecItemNotFound)
            #expect(Items.delete([kSecValueRef: two, kSecClass: kSecClassIdentity]) == errSecSuccess)
            #expect(count(kSecClassKey) == 0 && count(kSecClassCertificate) == 0)
        }
    }

    /// A condition that the certificate cannot have is not left out: more would be deleted than the program has named.
    @Test func aConditionIsNotLeftOut() throws {
        try withTemporaryKeychain { _ in
            let identity = try identity()
            #expect(KeyItems.add(identity) == errSecSuccess)
            #expect(Items.delete([kSecValueRef: identity, kSecAttrApplicationTag: "t"]) == errSecNoSuchAttr)
            #expect(Items.delete([kSecValueRef: identity, kSecAttrLabel: "other"]) == errSecItemNotFound)
            // The class of a half means that half.
            #expect(Items.delete([kSecValueRef: identity, kSecClass: kSecClassCertificate]) == errSecSuccess)
            #expect(count(kSecClassKey) == 1)
        }
    }

    // MARK: - Match keys, and what makes no certificate

    /// J9.
    @Test func onlyCertificatesHaveIssuers() throws {
        try withTemporaryKeychain { _ in
            #expect(Items.add() == errSecSuccess)
            let issuers = [Data(MadeCertificate.name([.commonName("root")]))]
            #expect(Items.status([kSecMatchIssuers: issuers]) == errSecUnimplemented)
        }
    }

    /// J11: an identity is valid when its certificate is.
    @Test func identitiesAreValidWithTheirCertificates() throws {
        try withTemporaryKeychain { _ in
            let identity = try identity()
            #expect(KeyItems.add(identity) == errSecSuccess)
            let (first, last) = (Date(timeIntervalSince1970: 1_767_225_600), Date(timeIntervalSince1970: 1_798_761_600))
            for date in [first, last] { try #expect(find([kSecMatchValidOnDate: date]) == identity) }
            for date in [first - 1, last + 1] {
                #expect(count(kSecClassIdentity, [kSecMatchValidOnDate: date]) == 0)
            }
        }
    }

    /// J13.
    @Test func garbageIsNoCertificate() {
        #expect(SecCertificateCreateWithData(nil, Data("garbage".utf8) as CFData) == nil)
    }

    // MARK: - Making

    @Test func onlyWhatBelongsTogetherMakesAnIdentity() throws {
        let (key, other) = (try SampleKeys.p256.get(), try KeyItems.make())
        let certificate = try certificate(of: key)
        let identity = try #require(SecIdentityCreate(nil, certificate, key))
        #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
        #expect(SecIdentityCreate(nil, certificate, other) == nil)
        try #expect(SecIdentityCreate(nil, certificate, SampleKeys.publicHalf(key)) == nil)
    }

    @Test func theKeyOfACertificateIsFound() throws {
        try withTemporaryKeychain { other in
            try withTemporaryKeychain { _ in
                let key = try SampleKeys.p256.get()
                let certificate = try certificate(of: key)
                var identity: SecIdentity?
                #expect(SecIdentityCreateWithCertificate(nil, certificate, &identity) == errSecItemNotFound)
                #expect(KeyItems.add(key, [kSecUseKeychain: SecKeychain(other)]) == errSecSuccess)
                #expect(SecIdentityCreateWithCertificate(nil, certificate, &identity) == errSecItemNotFound)
                #expect(identity == nil)
                #expect(SecIdentityCreateWithCertificate(SecKeychain(other), certificate, &identity) == errSecSuccess)
                try #expect(self.key(of: #require(identity)) == key)
                try KeyItems.check(self.key(of: #require(identity)), SampleKeys.publicHalf(key))
                let list = [SecKeychain(other)] as CFArray
                #expect(SecIdentityCreateWithCertificate(list, certificate, &identity) == errSecSuccess)
                #expect(SecIdentityCreateWithCertificate("login" as CFString, certificate, &identity) == errSecParam)
            }
        }
    }
}
