import Foundation
import KeychainTesting
import Security
import TestSupport
import Testing

/// `SecPKCS12Import`, `SecItemImport` and `SecItemExport` with files of the program `openssl` (keychain-services 6.6).
@Suite struct ExchangeTests {
    /// A P-256 key with a certificate by an authority that is in the file too, and an RSA key without one.
    private struct Files {
        let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
            let (key, authority) = (directory("key.pem"), directory("ca.pem"))
            let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            let days = ["-days", "100"]
            try run(
                ["req", "-x509", "-subj", "/CN=CA", "-keyout", directory("ca.key"), "-out", authority] + new + days)
            try run(["req", "-subj", "/CN=Kim", "-keyout", key, "-out", directory("request")] + new)
            try run(
                [
                    "x509", "-req", "-in", directory("request"), "-CA", authority, "-CAkey", directory("ca.key"),
                    "-set_serial", "5", "-out", directory("cert.pem"),
                ] + days)
            try run(["genrsa", "-out", directory("rsa.pem"), "2048"])
        }

        private func run(_ words: [String]) throws {
            guard try ChildProcess.run(["openssl"] + words, errors: .null).status == 0 else {
                throw TestFailure("openssl \(words) fails")
            }
        }

        func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: directory(name))) }

        func pkcs12(_ password: String, _ options: [String] = []) throws -> Data {
            let files = [
                "-inkey", directory("key.pem"), "-in", directory("cert.pem"), "-certfile", directory("ca.pem"),
            ]
            let words = ["pkcs12", "-export", "-name", "My identity", "-passout", "pass:\(password)"]
            return try convert(words + files + options)
        }

        /// A PKCS #12 file with a key and certificates of it, each with the name of the one before as that of its issuer.
        func linkedCertificates(_ count: Int) throws -> Data {
            let (key, directory) = (directory("key.pem"), try TemporaryDirectory())
            for number in 0..<count {
                let issuer = number == 0 ? [] : ["-CA", directory("link\(number - 1)"), "-CAkey", key]
                let words = ["req", "-x509", "-key", key, "-subj", "/CN=Link \(number)", "-days", "100"]
                try run(words + issuer + ["-out", directory("link\(number)")])
            }
            let bundle = try (0..<count).reversed()
                .map { try Data(contentsOf: URL(fileURLWithPath: directory("link\($0)"))) }.reduce(Data(), +)
            try bundle.write(to: URL(fileURLWithPath: directory("links")))
            return try convert([
                "pkcs12", "-export", "-inkey", key, "-in", directory("link\(count - 1)"), "-certfile",
                directory("links"), "-passout", "pass:p",
            ])
        }

        /// Returns what a command writes: into a file of its own, because tests share these files and run at the same time.
        func convert(_ words: [String]) throws -> Data {
            let name = UUID().uuidString
            try run(words + ["-out", directory(name)])
            return try data(name)
        }
    }

    private static let files = Result { try Files() }
    private var files: Files { get throws { try Self.files.get() } }

    private func read(_ data: Data, _ options: [CFString: Any]) -> (items: [[CFString: Any]]?, status: OSStatus) {
        var items: CFArray?
        let status = SecPKCS12Import(data as CFData, options as CFDictionary, &items)
        return (items.map { array in array.map { dictionary(of: $0) } }, status)
    }

    private func dictionary(of object: Any) -> [CFString: Any] {
        var entries: [CFString: Any] = [:]
        for (key, value) in (object as? NSDictionary) ?? [:] { if let key = key as? NSString { entries[key] = value } }
        return entries
    }

    // MARK: PKCS #12

    @Test(arguments: [[], ["-legacy"]]) func anIdentityIsInMemory(_ options: [String]) throws {
        try withTemporaryKeychain { _ in
            let data = try files.pkcs12("secret", options)
            let (items, status) = read(data, [kSecImportExportPassphrase: "secret"])
            try #require(status == errSecSuccess)
            let item = try #require(items?.first)
            #expect(items?.count == 1)
            let identity = try #require(item[kSecImportItemIdentity] as? SecIdentity)
            #expect(SecCertificateCopySubjectSummary(identity.certificate) as String? == "Kim")
            #expect(SecCertificateCopyKey(identity.certificate) == SecKeyCopyPublicKey(identity.key))
            let chain = try #require(item[kSecImportItemCertChain] as? [SecCertificate])
            #expect(chain.map { SecCertificateCopySubjectSummary($0) as String? } == ["Kim", "CA"])
            #expect(item[kSecImportItemLabel] as? String == "My identity")
            #expect((item[kSecImportItemKeyID] as? Data)?.count == 20)
            // Nothing was stored.
            #expect(Items.status([kSecClass: kSecClassCertificate]) == errSecItemNotFound)
        }
    }

    @Test(arguments: [[], ["-legacy"]]) func statusesAreThoseOfIOS(_ options: [String]) throws {
        let data = try files.pkcs12("secret", options)
        #expect(read(data, [kSecImportExportPassphrase: "wrong"]).status == errSecAuthFailed)
        #expect(read(data, [kSecImportExportPassphrase: ""]).status == errSecAuthFailed)
        #expect(read(data, [:]).status == errSecAuthFailed)
        #expect(read(Data("garbage".utf8), [:]).status == errSecDecode)
        #expect(read(Data(), [:]).status == errSecDecode)
        #expect(read(data.prefix(200), [kSecImportExportPassphrase: "secret"]).status == errSecDecode)
        #expect(read(try files.data("cert.pem"), [:]).status == errSecDecode)
        #expect(read(data, [kSecImportExportPassphrase: 5]).status == errSecParam)
        #expect(read(data, [kSecImportExportKeychain: "login"]).status == errSecParam)
        #expect(SecFailure.last?.reason.contains("secret") == false)
    }

    @Test func noPassphraseIsTheEmptyOne() throws {
        let data = try files.pkcs12("")
        #expect(read(data, [:]).items?.count == 1)
        #expect(read(data, [kSecImportExportPassphrase: ""]).items?.count == 1)
        #expect(read(data, [kSecImportExportPassphrase: "x"]).status == errSecAuthFailed)
    }

    /// A file whose certificates are one long chain of names would have each of its identities follow all of it.
    @Test func aChainHasAnEnd() throws {
        let last = try files.linkedCertificates(13)
        let (items, status) = read(last, [kSecImportExportPassphrase: "p"])
        try #require(status == errSecSuccess)
        let chain = try #require(items?.first?[kSecImportItemCertChain] as? [SecCertificate])
        let names = chain.map { SecCertificateCopySubjectSummary($0) as String? }
        #expect(names == (3..<13).reversed().map { "Link \($0)" })
    }

    @Test func certificatesWithoutKeysAreLeftOut() throws {
        let words = ["pkcs12", "-export", "-nokeys", "-in", try files.directory("ca.pem"), "-passout", "pass:x"]
        let (items, status) = read(try files.convert(words), [kSecImportExportPassphrase: "x"])
        #expect(status == errSecSuccess)
        #expect(items?.isEmpty == true)
    }

    @Test func identitiesAreStoredWhereOptionsSaySo() throws {
        try withTemporaryKeychain { _ in
            let data = try files.pkcs12("secret")
            var options: [CFString: Any] = [
                kSecImportExportPassphrase: "secret", kSecUseDataProtectionKeychain: true, kSecImportToMemoryOnly: true,
            ]
            #expect(read(data, options).status == errSecSuccess)
            #expect(Items.count([kSecClass: kSecClassCertificate]) == 0)
            options[kSecImportToMemoryOnly] = false
            #expect(read(data, options).status == errSecSuccess)
            #expect(Items.count([kSecClass: kSecClassCertificate]) == 2)
            #expect(Items.count([kSecClass: kSecClassIdentity]) == 1)
            // What is there already is no error.
            #expect(read(data, options).status == errSecSuccess)
            #expect(Items.count([kSecClass: kSecClassIdentity]) == 1)
        }
    }

    // MARK: Import

    private func load(
        _ data: Data, _ format: SecExternalFormat = .formatUnknown, _ passphrase: String? = nil,
        flags: SecKeyImportExportFlags = [], attributes: [CFString]? = nil, into keychain: SecKeychain? = nil
    ) -> (items: [AnyObject], format: SecExternalFormat, type: SecExternalItemType, status: OSStatus) {
        var parameters = SecItemImportExportKeyParameters()
        parameters.flags = flags
        let (text, list) = (passphrase as NSString?, attributes as NSArray?)
        parameters.passphrase = text.map { Unmanaged.passUnretained($0 as CFTypeRef) }
        parameters.keyAttributes = list.map { Unmanaged.passUnretained($0) }
        var (format, type, items): (SecExternalFormat, SecExternalItemType, CFArray?) = (format, .itemTypeUnknown, nil)
        let status = withExtendedLifetime((text, list)) {
            SecItemImport(data as CFData, nil, &format, &type, [], &parameters, keychain, &items)
        }
        return (items.map { array in array.map { $0 as AnyObject } } ?? [], format, type, status)
    }

    @Test func formatsAreRecognised() throws {
        let certificate = load(try files.data("cert.pem"))
        #expect(certificate.items.first is SecCertificate)
        #expect((certificate.format, certificate.type) == (.formatX509Cert, .itemTypeCertificate))
        let key = load(try files.data("rsa.pem"))
        #expect(key.items.first is SecKey)
        #expect((key.format, key.type) == (.formatOpenSSL, .itemTypePrivateKey))
        let bundle = load(try files.data("cert.pem") + files.data("ca.pem") + files.data("key.pem"))
        #expect((bundle.items.count, bundle.format, bundle.type) == (3, .formatPEMSequence, .itemTypeAggregate))
        let identity = load(try files.pkcs12("p"), .formatPKCS12, "p")
        #expect(identity.items.count == 2 && identity.items.first is SecIdentity)
        #expect(identity.format == .formatPKCS12)
    }

    @Test func statusesOfImport() throws {
        let pkcs12 = try files.pkcs12("p")
        #expect(load(pkcs12, .formatUnknown, "wrong").status == errSecPkcs12VerifyFailure)
        #expect(load(pkcs12).status == errSecPassphraseRequired)
        #expect(load(pkcs12, flags: .securePassphrase).status == errSecPassphraseRequired)
        #expect(load(pkcs12, .formatX509Cert, "p").status == errSecUnknownFormat)
        #expect(load(pkcs12, .formatWrappedLSH, "p").status == errSecUnsupportedFormat)
        #expect(load(Data("garbage".utf8)).status == errSecUnknownFormat)
        let two = try files.data("key.pem") + files.data("rsa.pem")
        #expect(load(two, flags: .importOnlyOne).status == errSecMultiplePrivKeys)
        let words = ["pkcs8", "-topk8", "-in", try files.directory("key.pem"), "-passout", "pass:p"]
        let wrapped = try files.convert(words)
        #expect(load(wrapped, .formatUnknown, "wrong").status == errSecAuthFailed)
        #expect(load(wrapped, .formatWrappedPKCS8, "p").items.first is SecKey)
        var type = SecExternalItemType.itemTypeCertificate
        let status = SecItemImport(try files.data("rsa.pem") as CFData, nil, nil, &type, [], nil, nil, nil)
        #expect(status == errSecUnknownFormat)
    }

    @Test func itemsAreStoredInAKeychain() throws {
        try withTemporaryKeychain { _ in
            var keychain: SecKeychain?
            try #require(SecKeychainCopyDefault(&keychain) == errSecSuccess)
            let bundle = try files.data("cert.pem") + files.data("key.pem")
            #expect(load(bundle, into: keychain).status == errSecSuccess)
            #expect(Items.count([kSecClass: kSecClassIdentity]) == 1)
            #expect(load(bundle, into: keychain).status == errSecDuplicateItem)
            // A new item among those that are there is stored.
            #expect(load(bundle + (try files.data("ca.pem")), into: keychain).status == errSecSuccess)
            #expect(Items.count([kSecClass: kSecClassCertificate]) == 2)
        }
    }

    // MARK: Export

    private func save(
        _ object: CFTypeRef, _ format: SecExternalFormat = .formatUnknown, _ passphrase: String? = nil,
        _ flags: SecItemImportExportFlags = []
    ) -> (data: Data?, status: OSStatus) {
        var parameters = SecItemImportExportKeyParameters()
        let text = passphrase as NSString?
        parameters.passphrase = text.map { Unmanaged.passUnretained($0 as CFTypeRef) }
        var data: CFData?
        let status = withExtendedLifetime(text) { SecItemExport(object, format, flags, &parameters, &data) }
        return (data as Data?, status)
    }

    @Test func anIdentityComesBack() throws {
        let items = load(try files.pkcs12("p"), .formatUnknown, "p").items
        let identity = try #require(items.first as? SecIdentity)
        #expect(save(identity).status == errSecPassphraseRequired)
        let data = try #require(save(items as NSArray, .formatPKCS12, "q").data)
        let again = load(data, .formatUnknown, "q").items
        #expect(again.first as? SecIdentity == identity)
        #expect(again.count == 2)
        let pem = try #require(save(identity, .formatPEMSequence).data)
        #expect(load(pem).items.map { $0 as? SecCertificate } == [identity.certificate, nil])
    }

    /// The promise of `kSecAttrIsExtractable`: no format is a way around it.
    @Test func aKeyThatIsNotExtractableIsNotExported() throws {
        let key = try files.data("rsa.pem")
        let open = try #require(load(key, attributes: [kSecAttrIsExtractable]).items.first)
        #expect(save(open).status == errSecSuccess)
        let closed = try #require(load(key, attributes: [kSecAttrIsPermanent]).items.first as? SecKey)
        #expect(SecKeyCopyExternalRepresentation(closed, nil) == nil)
        let pkcs12 = load(try files.pkcs12("p"), .formatUnknown, "p", attributes: []).items
        let identity = try #require(pkcs12.first as? SecIdentity)
        for number: UInt32 in 0...14 {
            let format = try #require(SecExternalFormat(rawValue: number))
            for object: AnyObject in [closed, identity, [open, closed] as NSArray] {
                for flags: SecItemImportExportFlags in [[], .pemArmour] {
                    let (data, status) = save(object, format, "q", flags)
                    #expect(data == nil)
                    #expect([errSecDataNotAvailable, errSecUnsupportedFormat].contains(status))
                }
            }
        }
        #expect(save(closed, .formatPKCS12, "q").status == errSecDataNotAvailable)
        #expect(save(try #require(SecKeyCopyPublicKey(closed))).status == errSecSuccess)
    }

    @Test func olderFunctionsAreTheSame() throws {
        var parameters = SecKeyImportExportParameters()
        parameters.keyAttributes = 1
        var items: CFArray?
        let data = try files.data("rsa.pem") as CFData
        #expect(
            SecKeychainItemImport(data, "rsa.pem" as CFString, nil, nil, [], &parameters, nil, &items) == errSecSuccess)
        let key = try #require(items?.firstObject as? SecKey)
        var exported: CFData?
        #expect(SecKeychainItemExport(key, .formatOpenSSL, .pemArmour, nil, &exported) == errSecDataNotAvailable)
        #expect(exported == nil)
    }

    @Test func nothingAndOtherObjectsAreNotExported() {
        #expect(save(NSArray()).status == errSecParam)
        #expect(save("text" as NSString).status == errSecParam)
    }
}
