import Foundation
import KeychainTesting
import Security
import SecurityBackend
import Testing

/// The match keys of certificates and identities apart from trust (keychain-services 3.3; case J11).
@Suite struct CertificateFilterTests {
    /// A certificate of an issuer for a subject, both by their common names, with a serial number of its own.
    private func certificate(_ subject: String, by issuer: String) -> MadeCertificate {
        MadeCertificate(
            serialNumber: Array(subject.utf8), issuer: [.commonName(issuer)], subject: [.commonName(subject)],
            publicKey: Array(subject.utf8))
    }

    private func add(_ made: MadeCertificate, _ more: [CFString: Any] = [:]) throws {
        let item: [CFString: Any] = [kSecValueRef: try #require(made.certificate)]
        try #require(SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil) == errSecSuccess)
    }

    /// A private key whose public half a certificate has.
    private func addKey(of made: MadeCertificate, _ more: [CFString: Any] = [:]) throws {
        let certificate = try #require(made.certificate)
        let hash = try #require(try Items.attributes([kSecValueRef: certificate])["pkhh"] as? Data)
        let key: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrApplicationLabel: hash,
            kSecValueData: Data("key".utf8),
        ]
        try #require(SecItemAdd(key.merging(more) { $1 } as CFDictionary, nil) == errSecSuccess)
    }

    /// The labels, which are the subjects' common names, of what matches.
    private func found(_ query: [CFString: Any], _ itemClass: CFString = kSecClassCertificate) -> [String] {
        let whole: [CFString: Any] = [
            kSecClass: itemClass, kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
        ]
        let items = try? Items.copy(whole.merging(query) { $1 }) as? [[String: Any]]
        return (items ?? []).compactMap { $0["labl"] as? String }.sorted()
    }

    private func name(_ text: String) -> Data { Data(MadeCertificate.name([.commonName(text)])) }

    private func status(_ query: [CFString: Any]) -> OSStatus {
        Items.status(query.merging([kSecClass: kSecClassCertificate]) { given, _ in given })
    }

    // MARK: - Issuers

    @Test func issuersAtEveryHeight() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("root", by: "root"))
            try add(certificate("leaf", by: "middle"))
            #expect(found([kSecMatchIssuers: [name("middle")]]) == ["leaf"])
            #expect(found([kSecMatchIssuers: [name("root")]]) == ["root"])
            try add(certificate("middle", by: "root"))
            #expect(found([kSecMatchIssuers: [name("root")]]) == ["leaf", "middle", "root"])
            #expect(found([kSecMatchIssuers: [name("other"), name("middle")]]) == ["leaf"])
            #expect(status([kSecMatchIssuers: [name("leaf")]]) == errSecItemNotFound)
        }
    }

    @Test func theTenthCertificateAboveIsTheLast() throws {
        try withTemporaryKeychain { _ in
            for number in 0..<13 { try add(certificate("\(number)", by: "\(number + 1)")) }
            #expect(found([kSecMatchIssuers: [name("11")]]).contains("0"))
            #expect(found([kSecMatchIssuers: [name("12")]]).contains("1"))
            #expect(!found([kSecMatchIssuers: [name("12")]]).contains("0"))
        }
    }

    /// Certificates that certify each other have no end above.
    @Test func circlesEnd() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("a", by: "b"))
            try add(certificate("b", by: "a"))
            try add(certificate("leaf", by: "a"))
            #expect(status([kSecMatchIssuers: [name("root")]]) == errSecItemNotFound)
            #expect(found([kSecMatchIssuers: [name("b")]]) == ["a", "b", "leaf"])
        }
    }

    /// An item may say in its attributes that it is about another subject than its certificate: it certifies nothing.
    @Test func anIssuerIsWhatItsCertificateSays() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("leaf", by: "middle"))
            try add(certificate("mallory", by: "root"), [kSecAttrSubject: name("middle").dropFirst(2)])
            #expect(found([kSecMatchIssuers: [name("root")]]) == ["mallory"])
        }
    }

    @Test func issuersAreComparedNormalized() throws {
        try withTemporaryKeychain { _ in
            let printable = try #require(SecCertificateCreateWithData(nil, SampleCertificate.printable as CFData))
            #expect(SecItemAdd([kSecValueRef: printable] as CFDictionary, nil) == errSecSuccess)
            let parts: [MadeCertificate.NamePart] = [
                .init(type: [0x55, 4, 10], tag: 0x13, value: Array("example  WORKS  ".utf8)),
                .commonName(0x13, Array("kim".utf8)),
            ]
            #expect(found([kSecMatchIssuers: [Data(MadeCertificate.name(parts))]]) == ["Kim"])
            let own = try #require(SecCertificateCopyNormalizedIssuerSequence(printable))
            #expect(found([kSecMatchIssuers: [own] as CFArray]) == ["Kim"])
        }
    }

    @Test func onlyDataNamesAnIssuer() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("leaf", by: "root"))
            #expect(found([kSecMatchIssuers: [] as [Data]]) == ["leaf"])
            #expect(found([kSecMatchIssuers: ["root", 1] as [Any]]) == ["leaf"])
            // No name is not the same as any name.
            #expect(status([kSecMatchIssuers: [Data("root".utf8)]]) == errSecItemNotFound)
            #expect(status([kSecMatchIssuers: name("root")]) == errSecParam)
        }
    }

    // MARK: - Dates

    /// J11.
    @Test func validFromTheFirstMomentToTheLast() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("leaf", by: "root"))
            let (first, last) = (Date(timeIntervalSince1970: 1_767_225_600), Date(timeIntervalSince1970: 1_798_761_600))
            for date in [first, last, first + 1, last - 1] {
                #expect(status([kSecMatchValidOnDate: date]) == errSecSuccess)
            }
            let others = [
                first - 1, last + 1, .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .nan),
            ]
            for date in others { #expect(status([kSecMatchValidOnDate: date]) == errSecItemNotFound) }
        }
    }

    @Test func nullIsNow() throws {
        try withTemporaryKeychain { _ in
            var (now, later) = (certificate("now", by: "root"), certificate("later", by: "root"))
            (now.notBefore, now.notAfter) = ((0x17, "000101000000Z"), (0x18, "99991231235959Z"))
            (later.notBefore, later.notAfter) = ((0x18, "90000101000000Z"), (0x18, "99991231235959Z"))
            try add(now)
            try add(later)
            #expect(found([kSecMatchValidOnDate: NSNull()]) == ["now"])
        }
    }

    @Test func aCertificateWithoutATimeIsNeverValid() throws {
        try withTemporaryKeychain { _ in
            var (same, leap) = (certificate("same", by: "root"), certificate("leap", by: "root"))
            same.notAfter = same.notBefore
            leap.notAfter = (0x17, "270101000061Z")
            try add(same)
            try add(leap)
            let first = Date(timeIntervalSince1970: 1_767_225_600)
            #expect(found([kSecMatchValidOnDate: first]).isEmpty && found([:]) == ["leap", "same"])
        }
    }

    // MARK: - E-mail addresses

    @Test func addressesWithoutRegardToCase() throws {
        try withTemporaryKeychain { _ in
            var (new, old) = (certificate("new", by: "root"), certificate("old", by: "other"))
            new.alternativeNames = [MadeCertificate.addresses("other@example.com", "Kim@Example.com")]
            old.subject.append(.email("kim@example.com"))
            try add(new)
            try add(old)
            try add(certificate("without", by: "third"))
            #expect(found([kSecMatchEmailAddressIfPresent: "kIM@example.COM"]) == ["new", "old"])
            // U+212A becomes “k” as a small letter, and is another one in an address.
            #expect(found([kSecMatchEmailAddressIfPresent: "\u{212a}im@example.com"]).isEmpty)
            #expect(found([kSecMatchEmailAddressIfPresent: "kim@example.com\u{0}"]).isEmpty)
            #expect(found([kSecMatchEmailAddressIfPresent: ""]).isEmpty)
            #expect(status([kSecMatchEmailAddressIfPresent: "kim@example.com"]) == errSecSuccess)
            #expect(status([kSecMatchEmailAddressIfPresent: 1]) == errSecParam)
        }
    }

    // MARK: - Together with the rest of a query

    @Test func theFilterComesBeforeTheLimit() throws {
        try withTemporaryKeychain { _ in
            for number in 0..<3 { try add(certificate("\(number)", by: "issuer \(number)")) }
            var query: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchIssuers: [name("issuer 2")]]
            try #expect(Items.attributes(query)["labl"] as? String == "2")
            query[kSecMatchIssuers] = [name("issuer 1"), name("issuer 2")]
            query[kSecMatchLimit] = 2
            #expect(found(query) == ["1", "2"])
            query[kSecMatchLimit] = 0
            #expect(status(query) == errSecItemNotFound)
        }
    }

    /// Issuers are looked for in the keychain of the certificate, and the limit is that of all keychains together.
    @Test func severalKeychains() throws {
        try withTemporaryKeychain { first in
            try withTemporaryKeychain { second in
                let chosen = SecKeychain(first)
                try add(certificate("leaf", by: "middle"), [kSecUseKeychain: chosen])
                try add(certificate("middle", by: "root"))
                try add(certificate("other leaf", by: "middle"))
                let both: [CFString: Any] = [kSecMatchSearchList: [chosen, SecKeychain(second)]]
                let byMiddle = both.merging([kSecMatchIssuers: [name("middle")]]) { $1 }
                #expect(found(byMiddle) == ["leaf", "other leaf"])
                #expect(found(both.merging([kSecMatchIssuers: [name("root")]]) { $1 }) == ["middle", "other leaf"])
                try #expect(
                    Items.attributes(byMiddle.merging([kSecClass: kSecClassCertificate]) { $1 })["labl"] as? String
                        == "leaf")
            }
        }
    }

    @Test func onlyWhatWasAskedForIsReturned() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("leaf", by: "root"))
            let query: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchIssuers: [name("root")]]
            let attributes = try Items.attributes(query)
            #expect(attributes["v_Data"] == nil && attributes["v_Ref"] == nil)
            let reference = try Items.copy(query.merging([kSecReturnRef: true]) { $1 })
            #expect((reference as? SecCertificate)?.commonName == "leaf")
        }
    }

    @Test func whatIsNoCertificateDoesNotPass() throws {
        try withTemporaryKeychain { _ in
            let item: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecAttrIssuer: name("root"), kSecValueData: Data("garbage".utf8),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            #expect(status([kSecMatchIssuers: [name("root")]]) == errSecItemNotFound)
            #expect(status([:]) == errSecSuccess)
        }
    }

    @Test func onlyCertificatesHaveIssuers() throws {
        try withTemporaryKeychain { _ in
            try add(certificate("leaf", by: "root"))
            #expect(status([kSecMatchTrustedOnly: false]) == errSecSuccess)
            let key: [CFString: Any] = [kSecClass: kSecClassKey, kSecMatchIssuers: [name("root")]]
            #expect(status(key) == errSecUnimplemented)
        }
    }

    // MARK: - Identities

    @Test func identitiesPassByTheirCertificates() throws {
        try withTemporaryKeychain { _ in
            let (kim, other) = (certificate("kim", by: "root"), certificate("other", by: "other root"))
            for made in [kim, other] {
                try add(made)
                try addKey(of: made)
            }
            let filter: [CFString: Any] = [kSecMatchIssuers: [name("root")]]
            #expect(found([:], kSecClassIdentity) == ["kim", "other"])
            #expect(found(filter, kSecClassIdentity) == ["kim"])
            #expect(found(filter.merging([kSecAttrLabel: "other"]) { $1 }, kSecClassIdentity).isEmpty)
            let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnPersistentRef: true]
            let reference = try #require(try Items.copy(query.merging(filter) { $1 }) as? Data)
            #expect(reference.prefix(4) == Data("idnt".utf8))
            func status(_ issuer: String) -> OSStatus {
                Items.status([kSecValuePersistentRef: reference, kSecMatchIssuers: [name(issuer)]])
            }
            #expect(status("root") == errSecSuccess && status("other root") == errSecItemNotFound)
        }
    }

    /// Two certificates over one key are two identities, and only one may pass.
    @Test func certificatesOverOneKeyPassOneByOne() throws {
        try withTemporaryKeychain { _ in
            let one = certificate("kim", by: "root")
            var other = certificate("kim too", by: "other root")
            other.publicKey = one.publicKey
            try add(one)
            try add(other)
            try addKey(of: one)
            #expect(found([kSecMatchIssuers: [name("other root")]], kSecClassIdentity) == ["kim too"])
            let both = [name("root"), name("other root")]
            #expect(found([kSecMatchIssuers: both], kSecClassIdentity) == ["kim", "kim too"])
        }
    }

    /// A prompt for a key that the program did not ask for would teach users to consent to anything.
    @Test func noPromptAppearsForAKeyThatDoesNotPass() throws {
        try withTemporaryKeychain { keychain in
            try keychain.setPasscode(.init(copying: "1234".utf8))
            let (kim, other) = (certificate("kim", by: "root"), certificate("other", by: "other root"))
            for made in [kim, other] { try add(made) }
            try addKey(of: kim)
            let control = try #require(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .devicePasscode, nil))
            try addKey(of: other, [kSecAttrAccessControl: control])
            func status(_ issuers: String...) -> OSStatus {
                var query: [CFString: Any] = [
                    kSecClass: kSecClassIdentity, kSecMatchLimit: kSecMatchLimitAll,
                    kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
                ]
                if !issuers.isEmpty { query[kSecMatchIssuers] = issuers.map(name) }
                return Items.status(query)
            }
            #expect(status() == errSecInteractionNotAllowed && status("other root") == errSecInteractionNotAllowed)
            #expect(status("root") == errSecSuccess)
        }
    }
}
