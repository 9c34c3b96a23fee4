// The ways in which programs written for Apple's keychain use it. This file is compiled four times: as Swift 6, and as Swift 5
// (Tests/SecurityIdiomsSwift5Tests), since most of such programs are in Swift 5 mode; each with and without “import Foundation”
// (Tests/SecurityIdiomsFoundation…), since what both modules declare is ambiguous only where both are imported. What it must not do is look
// like new code.

#if IDIOMS_IMPORT_FOUNDATION
    import Foundation
#endif
import KeychainTesting
import Security
import Testing

/// Every form in which a query is written.
@Suite struct QueryIdioms {
    /// Adds an item in the plainest way, looks for it with the given query, and gives the data that was found.
    private func find(_ query: CFDictionary) throws -> String? {
        try withTemporaryKeychain { _ in
            try #require(
                SecItemAdd(
                    [
                        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecAttrService: "shop",
                        kSecValueData: Data("pässword".utf8),
                    ] as CFDictionary, nil) == errSecSuccess)
            var result: AnyObject?
            guard SecItemCopyMatching(query, &result) == errSecSuccess else { return nil }
            return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
        }
    }

    @Test func dictionaryOfStringAndAny() throws {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "kim",
            kSecReturnData as String: true, kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfCFStringAndAny() throws {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecReturnData: kCFBooleanTrue!,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfNSStringAndAny() throws {
        let query: [NSString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecReturnData: true,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfNSObjectAndAnyObject() throws {
        let query: [NSObject: AnyObject] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim" as AnyObject, kSecReturnData: kCFBooleanTrue,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfStringAndAnyObject() throws {
        var query = [String: AnyObject]()
        query[kSecClass as String] = kSecClassGenericPassword
        query[kSecAttrAccount as String] = "kim" as AnyObject?
        query[kSecReturnData as String] = kCFBooleanTrue
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfStringAndNSObject() throws {
        let query: [String: NSObject] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "kim" as NSString,
            kSecReturnData as String: true as NSNumber,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfAnyHashableAndAny() throws {
        var query: [AnyHashable: Any] = [kSecClass as String: kSecClassGenericPassword, kSecReturnData: true]
        query[kSecAttrAccount] = "kim"
        #expect(query[kSecClass] != nil)
        #expect(query["class"] as? String == "genp")
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfStringAndAnyHashable() throws {
        let query: [String: AnyHashable] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "kim",
            kSecReturnData as String: true,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func dictionaryOfStringAndOptionalAny() throws {
        let account: String? = "kim"
        let query: [String: Any?] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: account,
            kSecReturnData as String: kCFBooleanTrue,
        ]
        #expect(try find(query as CFDictionary) == "pässword")
    }

    @Test func foundationDictionaries() throws {
        let fixed: NSDictionary = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecReturnData: true]
        #expect(try find(fixed) == "pässword")

        let changing = NSMutableDictionary()
        changing[kSecClass] = kSecClassGenericPassword
        changing[kSecAttrAccount as String] = "kim"
        changing.setObject(kCFBooleanTrue!, forKey: kSecReturnData)
        #expect(try find(changing) == "pässword")
        #expect(try find(changing as CFDictionary) == "pässword")

        let valued = NSMutableDictionary()
        valued.setValue(kSecClassGenericPassword, forKey: kSecClass as String)
        valued.setValue("kim", forKey: kSecAttrAccount as String)
        valued.setValue(true, forKey: kSecReturnData as String)
        valued.setValue(nil, forKey: kSecAttrService as String)
        #expect(valued.value(forKey: kSecAttrAccount as String) as? String == "kim")
        #expect(try find(valued) == "pässword")

        let listed = NSMutableDictionary(
            objects: [kSecClassGenericPassword, "kim", kCFBooleanTrue!],
            forKeys: [kSecClass, kSecAttrAccount, kSecReturnData])
        #expect(try find(listed) == "pässword")
    }

    @Test func literals() throws {
        #expect(
            try find(
                [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecReturnData: true] as CFDictionary)
                == "pässword")
        #expect(
            try find(
                [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "kim", kSecReturnData: true] as NSDictionary)
                == "pässword")
        // One type for all: no data is returned, but the item is found.
        #expect(try find([kSecClass: kSecClassGenericPassword] as CFDictionary) == nil)
    }

    @Test func coreFoundationDictionaries() throws {
        let query: CFMutableDictionary = CFDictionaryCreateMutable(kCFAllocatorDefault, 0, nil, nil)
        let account = "kim" as CFString
        CFDictionarySetValue(
            query, Unmanaged.passUnretained(kSecClass).toOpaque(),
            Unmanaged.passUnretained(kSecClassGenericPassword).toOpaque())
        CFDictionaryAddValue(
            query, Unmanaged.passUnretained(kSecAttrAccount).toOpaque(), Unmanaged.passUnretained(account).toOpaque())
        CFDictionaryAddValue(
            query, Unmanaged.passUnretained(kSecReturnData).toOpaque(),
            Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        let found = try #require(
            CFDictionaryGetValue(query, Unmanaged.passUnretained(kSecAttrAccount).toOpaque()))
        #expect(Unmanaged<CFString>.fromOpaque(found).takeUnretainedValue() == account)
        #expect(CFDictionaryGetCount(query) == 3)
        #expect(try find(query) == "pässword")
    }
}

/// What is done with constants.
@Suite struct ConstantIdioms {
    enum Kind {
        case password, key
        var rawValue: CFString {
            switch self {
            case .password: return kSecClassGenericPassword
            case .key: return kSecClassKey
            }
        }
        init?(rawValue: CFString) {
            switch rawValue {
            case kSecClassGenericPassword: self = .password
            case kSecClassKey: self = .key
            default: return nil
            }
        }
    }

    enum Accessibility: String {
        case unlocked
        init?(text: String) {
            switch text {
            case String(kSecAttrAccessibleWhenUnlocked): self = .unlocked
            default: return nil
            }
        }
    }

    enum Attribute {
        case account, label
        init?(key: String) {
            switch key {
            case kSecAttrAccount: self = .account
            case kSecAttrLabel, "label": self = .label
            default: return nil
            }
        }
    }

    /// What `case kSecAttrAccount as String:` takes as well; Swift warns there that the cast is always true, and here warnings are errors.
    @Test func constantsAreMatchedWithTexts() {
        #expect(Attribute(key: "acct") == .account && Attribute(key: kSecAttrLabel as String) == .label)
        #expect(Attribute(key: "label") == .label && Attribute(key: "other") == nil)
    }

    @Test func conversions() {
        #expect(kSecAttrAccount as String == "acct")
        #expect(String(kSecAttrAccount) == "acct")
        #expect("\(kSecAttrAccount)" == "acct")
        #expect(kSecAttrAccount as CFString == "acct" as CFString)
        #expect(kSecAttrAccount as NSString == "acct" as NSString)
        #expect((kSecAttrAccount as AnyObject) as? String == "acct")
    }

    @Test func comparisonsAndLookups() {
        #expect(kSecClassKey != kSecClassIdentity)
        let set: Set<CFString> = [kSecClassKey, kSecClassIdentity]
        #expect(set.contains("keys" as CFString))
        let names: [CFString: String] = [kSecClassKey: "key"]
        #expect(names["keys" as CFString] == "key")
        #expect(CFEqual(kSecClassKey, "keys" as CFString))
        #expect(CFHash(kSecClassKey) == CFHash("keys" as CFString))
    }

    @Test func switches() {
        #expect(Kind(rawValue: "keys" as CFString) == .key)
        #expect(Kind.password.rawValue == kSecClassGenericPassword)
        #expect(Accessibility(text: "ak") == .unlocked)
    }

    @Test func captureInASendableClosure() async {
        let run: @Sendable () -> String = { kSecClassKey as String }
        let text = await Task.detached { run() }.value
        #expect(text == "keys")
    }
}

/// Booleans and numbers as objects.
@Suite struct NumberIdioms {
    @Test(arguments: [true]) func booleans(flag: Bool) {
        let ternary: CFBoolean = flag ? kCFBooleanTrue : kCFBooleanFalse
        #expect(ternary.boolValue)
        let values: [CFString: CFTypeRef] = [kSecReturnData: kCFBooleanTrue, kSecReturnAttributes: kCFBooleanFalse!]
        #expect(values[kSecReturnData] as? Bool == true)
        let any: [String: Any] = [
            "a": kCFBooleanTrue as Any, "b": kCFBooleanTrue!, "c": flag as CFBoolean, "d": true as CFBoolean,
        ]
        for value in any.values { #expect(value as? Bool == true) }
        #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(true as CFBoolean) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(1 as CFNumber) == CFNumberGetTypeID())
        #expect(CFBooleanGetValue(kCFBooleanTrue))
    }

    @Test func numbers() {
        let port = 443
        #expect((3 as CFNumber) as? Int == 3)
        #expect((port as CFNumber).intValue == 443)
        let index: CFIndex = 1, flags: CFOptionFlags = 2, status: OSStatus = noErr, code: FourCharCode = 3
        #expect(index == 1 && flags == 2 && status == errSecSuccess && code == 3)
    }
}

/// Where results go, and what they are taken for.
@Suite struct ResultIdioms {
    private let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "kim",
        kSecAttrService as String: "shop", kSecValueData as String: Data("secret".utf8),
    ]

    private func search(_ extra: [CFString: Any]) -> NSDictionary {
        let query = NSMutableDictionary()
        query[kSecClass] = kSecClassGenericPassword
        for (key, value) in extra { query[key] = value }
        return query
    }

    private func found(_ extra: [CFString: Any]) throws -> AnyObject? {
        try withTemporaryKeychain { _ in
            try #require(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            var result: AnyObject?
            try #require(SecItemCopyMatching(search(extra), &result) == errSecSuccess)
            return result
        }
    }

    @Test func pointers() throws {
        try withTemporaryKeychain { _ in
            #expect(SecItemAdd(item as CFDictionary, nil) == noErr)
            let query = search([kSecReturnData: true])

            var object: AnyObject?
            #expect(SecItemCopyMatching(query, &object) == errSecSuccess && object is Data)
            var reference: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &reference) == errSecSuccess && reference is Data)
            var implicit: CFTypeRef!
            #expect(SecItemCopyMatching(query, &implicit) == errSecSuccess && implicit is Data)
            var pointed: AnyObject?
            let status = withUnsafeMutablePointer(to: &pointed) {
                SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
            }
            #expect(status == errSecSuccess && pointed is Data)
            #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
        }
    }

    @Test func functionsAsValues() throws {
        let add: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemAdd
        let copy: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemCopyMatching
        let update: (CFDictionary, CFDictionary) -> OSStatus = SecItemUpdate
        let delete: (CFDictionary) -> OSStatus = SecItemDelete
        try withTemporaryKeychain { _ in
            #expect(add(item as CFDictionary, nil) == errSecSuccess)
            #expect(update(search([:]), [kSecAttrLabel: "new"] as CFDictionary) == errSecSuccess)
            #expect(copy(search([kSecAttrLabel: "new"]), nil) == errSecSuccess)
            #expect(delete(search([:])) == errSecSuccess)
        }
    }

    @Test func data() throws {
        let result = try found([kSecReturnData: true])
        #expect(result as? Data == Data("secret".utf8))
        #expect((result as? NSData)?.length == 6)
        let forced = result as! Data
        #expect(forced.count == 6)
        let data = result as! CFData
        #expect(CFDataGetLength(data) == 6)
        #expect((data as Data).count == 6)
        #expect(String(decoding: result as? Data ?? Data(), as: UTF8.self) == "secret")
        #expect(result as? String == nil)
    }

    @Test func attributes() throws {
        let result = try found([kSecReturnAttributes: true, kSecReturnData: true])
        #expect((result as? [String: Any])?[kSecAttrAccount as String] as? String == "kim")
        #expect((result as? [CFString: Any])?[kSecAttrAccount] as? String == "kim")
        #expect((result as? [NSString: Any])?[kSecAttrAccount] as? String == "kim")
        #expect((result as? [String: AnyObject])?[kSecAttrAccount as String] as? String == "kim")
        #expect((result as? [NSObject: AnyObject])?[kSecAttrAccount] as? String == "kim")
        #expect((result as? [AnyHashable: Any])?[kSecAttrAccount] as? String == "kim")
        #expect((result as? [String: AnyHashable])?[kSecAttrAccount as String] as? String == "kim")
        #expect((result as? NSDictionary)?[kSecAttrAccount] as? String == "kim")
        #expect((result as! CFDictionary)[kSecAttrAccount as String] as? String == "kim")
        let attributes = try #require(result as? [String: Any])
        #expect(attributes[kSecValueData as String] as? Data == Data("secret".utf8))
        #expect(attributes[kSecAttrCreationDate as String] is Date)
        #expect(attributes[kSecAttrSynchronizable as String] as? Bool == false)
        #expect(attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
        #expect(CFGetTypeID(attributes[kSecAttrAccessControl as String] as AnyObject) == SecAccessControlGetTypeID())
    }

    @Test func arrays() throws {
        let result = try found([kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll])
        #expect((result as? [[String: Any]])?.first?[kSecAttrAccount as String] as? String == "kim")
        #expect((result as? Array<[String: Any]>)?.count == 1)
        #expect((result as? [[CFString: Any]])?.first?[kSecAttrAccount] as? String == "kim")
        #expect((result as? [[AnyHashable: Any]])?.first?[kSecAttrAccount] as? String == "kim")
        #expect((result as! [NSDictionary]).count == 1)
        #expect((result as? [Any])?.count == 1)
        #expect((result as? NSArray)?.count == 1)
        #expect(CFArrayGetCount((result as! CFArray)) == 1)
        let data = try found([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll])
        #expect(data as? [Data] == [Data("secret".utf8)])
    }
}

/// Bridging and type checks.
@Suite struct ReferenceIdioms {
    @Test func bytesThatAreNotCopied() {
        let bytes: [UInt8] = [1, 2, 3]
        let sum = bytes.withUnsafeBufferPointer { buffer -> Int in
            let data = CFDataCreateWithBytesNoCopy(
                kCFAllocatorDefault, buffer.baseAddress!, buffer.count, kCFAllocatorNull)
            #expect(CFDataGetBytePtr(data) == buffer.baseAddress)
            return (data! as Data).reduce(0) { $0 + Int($1) }
        }
        #expect(sum == 6)
        let given = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
        given.initialize(repeating: 7, count: 2)
        let owned = CFDataCreateWithBytesNoCopy(nil, given, 2, kCFAllocatorMalloc)
        #expect(owned as Data? == Data([7, 7]))
        #expect(CFDataCreateWithBytesNoCopy(nil, bytes, -1, kCFAllocatorNull) == nil)
        #expect(CFGetTypeID(kCFAllocatorNull) == CFAllocatorGetTypeID())
    }

    @Test func bridging() {
        let data = Data([1, 2, 3])
        let reference = data as CFTypeRef
        #expect(CFGetTypeID(reference) == CFDataGetTypeID())
        let some: Data? = data
        let bridged = some as CFData?
        #expect(bridged as Data? == data)
        #expect((data as CFData) as Data == data)
        #expect(("x" as CFTypeRef) as? String == "x")
        #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
        #expect(CFGetTypeID([String: Any]() as CFDictionary) == CFDictionaryGetTypeID())
        #expect(CFGetTypeID([1] as CFArray) == CFArrayGetTypeID())
        #expect(CFGetTypeID(Date() as CFDate) == CFDateGetTypeID())
        #expect(CFGetTypeID(NSNull()) == CFNullGetTypeID())
    }

    @Test func securityObjects() throws {
        let control = try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
        let reference: CFTypeRef = control
        #expect(CFGetTypeID(reference) == SecAccessControlGetTypeID())
        #expect(CFGetTypeID(reference) != SecKeyGetTypeID())
        #expect((reference as! SecAccessControl) === control)
        #expect(reference as? SecCertificate == nil)
        let values: [String: AnyHashable] = [kSecAttrAccessControl as String: control]
        #expect(values[kSecAttrAccessControl as String] as? SecAccessControl == control)
        #expect(([kSecAttrAccessControl: control] as NSDictionary)[kSecAttrAccessControl] is SecAccessControl)
        let types: Set<CFTypeID> = [
            SecKeyGetTypeID(), SecCertificateGetTypeID(), SecIdentityGetTypeID(), SecTrustGetTypeID(),
            SecPolicyGetTypeID(), SecAccessControlGetTypeID(), SecKeychainGetTypeID(),
        ]
        #expect(types.count == 7)
    }
}

/// Reading certificates.
@Suite struct CertificateIdioms {
    private func certificate() -> SecCertificate? {
        guard let data = Data(base64Encoded: SampleCertificateText.withAddress, options: .ignoreUnknownCharacters)
        else {
            return nil
        }
        return SecCertificateCreateWithData(nil, data as CFData)
    }

    private func fullName(_ certificate: SecCertificate) -> String? {
        var commonName: CFString?
        guard SecCertificateCopyCommonName(certificate, &commonName) == errSecSuccess, let commonName else {
            return nil
        }
        return commonName as String
    }

    @Test func names() throws {
        let certificate = try #require(self.certificate())
        #expect(fullName(certificate) == "Kim")
        var name: CFString?
        SecCertificateCopyCommonName(certificate, &name)
        #expect((name as String?) ?? "unknown" == "Kim")
        let status = withUnsafeMutablePointer(to: &name) { SecCertificateCopyCommonName(certificate, $0) }
        #expect(status == noErr && name! as String == "Kim")
        if let summary = SecCertificateCopySubjectSummary(certificate) as String? { #expect(summary == "Kim") }
        let forced = SecCertificateCopySubjectSummary(certificate)! as String
        #expect(forced == "Kim")

        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
        #expect((addresses as? [String])?.first == "kim@example.com")
        #expect((addresses! as [AnyObject]).compactMap { $0 as? String } == ["kim@example.com"])
        let functions: (SecCertificate, UnsafeMutablePointer<CFString?>) -> OSStatus = SecCertificateCopyCommonName
        #expect(functions(certificate, &name) == errSecSuccess)
    }

    @Test func serialNumbers() throws {
        let certificate = try #require(self.certificate())
        var error: Unmanaged<CFError>?
        guard let data = SecCertificateCopySerialNumberData(certificate, &error) as Data? else {
            throw error!.takeRetainedValue() as Error
        }
        #expect(data.map { String(format: "%02x", $0) }.joined() == "4711")
        #expect((SecCertificateCopySerialNumberData(certificate, nil)! as Data).count == 2)
        #expect(SecCertificateCopySerialNumber(certificate, nil) == SecCertificateCopySerialNumber(certificate))
        let number = SecCertificateCopySerialNumberData(certificate, nil).map { [UInt8]($0 as Data) }
        #expect(number == [0x47, 0x11])
    }

    @Test func dates() throws {
        let certificate = try #require(self.certificate())
        guard let before = SecCertificateCopyNotValidBeforeDate(certificate) as Date?,
            let after = SecCertificateCopyNotValidAfterDate(certificate) as Date?
        else { throw CocoaError(.coderValueNotFound) }
        #expect(before <= Date(timeIntervalSince1970: 1_800_000_000) && after.timeIntervalSince(before) > 0)
        let end = (SecCertificateCopyNotValidAfterDate(certificate) as Date?) ?? .distantFuture
        #expect(end == after)
        let date: CFDate? = SecCertificateCopyNotValidBeforeDate(certificate)
        #expect(date.map { CFGetTypeID($0) } == CFDateGetTypeID())
    }

    @Test func selfSignedCertificates() throws {
        let certificate = try #require(self.certificate())
        let issuer = SecCertificateCopyNormalizedIssuerSequence(certificate) as Data?
        let subject = SecCertificateCopyNormalizedSubjectSequence(certificate) as Data?
        #expect(issuer != nil && issuer == subject)
        #expect(
            SecCertificateCopyNormalizedIssuerSequence(certificate)
                == SecCertificateCopyNormalizedSubjectSequence(certificate))
    }

    @Test func certificatesInTheKeychain() throws {
        try withTemporaryKeychain { _ in
            let certificate = try #require(self.certificate())
            #expect(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil) == errSecSuccess)
            let issuer = try #require(SecCertificateCopyNormalizedIssuerSequence(certificate))
            let query: [String: Any] = [
                kSecClass as String: kSecClassCertificate, kSecReturnRef as String: true,
                kSecMatchIssuers as String: [issuer as Data] as CFArray, kSecMatchLimit as String: kSecMatchLimitAll,
                kSecMatchEmailAddressIfPresent as String: "kim@example.com",
                kSecMatchValidOnDate as String: Date(timeIntervalSince1970: 1_800_000_000),
            ]
            var items: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &items) == errSecSuccess)
            #expect((items as? [SecCertificate])?.first == certificate)
            let now: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecMatchValidOnDate: kCFNull as Any]
            #expect(SecItemCopyMatching(now as CFDictionary, nil) == errSecSuccess)
        }
    }
}

/// O=Example, CN=Kim, serial number 0x4711, from 2000 to 2100, with the alternative name email:kim@example.com; made with Python's
/// `cryptography`, trusted by none.
private enum SampleCertificateText {
    static let withAddress = """
        MIIBTjCB9qADAgECAgJHETAKBggqhkjOPQQDAjAgMRAwDgYDVQQKDAdFeGFtcGxlMQwwCgYDVQQDDANLaW0wIBcNMDAwMTAxMDAw
        MDAwWhgPMjEwMDAxMDEwMDAwMDBaMCAxEDAOBgNVBAoMB0V4YW1wbGUxDDAKBgNVBAMMA0tpbTBZMBMGByqGSM49AgEGCCqGSM49
        AwEHA0IABAgmc215QrOAVHoX+1uadlRD0BKYJ4BhFF541BSmje2j95MUe3AZ2ps/O/4ye58LvWRulzy+L/pZMykXbfZ32xijHjAc
        MBoGA1UdEQQTMBGBD2tpbUBleGFtcGxlLmNvbTAKBggqhkjOPQQDAgNHADBEAiBOTCfwQloB7d9Q15y+CAipNZI4Xgzvd0mnDz5H
        gBZuKAIgbBjySFvJDA+qIWcD+GA53VLDjfSoLDQd5IsKdDWzyKs=
        """
}

/// Constants and types around trust, without its functions.
@Suite struct TrustIdioms {
    struct RevocationOptions: OptionSet {
        static let crl = RevocationOptions(rawValue: kSecRevocationCRLMethod)
        static let ocsp = RevocationOptions(rawValue: kSecRevocationOCSPMethod)
        static let preferCRL = RevocationOptions(rawValue: kSecRevocationPreferCRL)
        static let required = RevocationOptions(rawValue: kSecRevocationRequirePositiveResponse)
        static let offline = RevocationOptions(rawValue: kSecRevocationNetworkAccessDisabled)
        static let any = RevocationOptions(rawValue: kSecRevocationUseAnyAvailableMethod)
        let rawValue: CFOptionFlags
    }

    @Test func revocationFlags() {
        #expect(RevocationOptions.any == [.crl, .ocsp])
        #expect(RevocationOptions([.preferCRL, .required, .offline]).rawValue == 4 + 8 + 16)
        let flags: CFOptionFlags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        #expect(flags == 9)
    }

    private func isTrusted(_ result: SecTrustResultType) -> Bool {
        switch result {
        case .unspecified, .proceed: return true
        default: return false
        }
    }

    @Test func trustResults() {
        var result = SecTrustResultType.invalid
        #expect(!isTrusted(result) && result.rawValue == 0)
        result = .unspecified
        #expect(isTrusted(result) && result == SecTrustResultType(rawValue: 4))
        let failures: [SecTrustResultType] = [.deny, .recoverableTrustFailure, .fatalTrustFailure, .otherError]
        #expect(failures.map { $0.rawValue } == [3, 5, 6, 7])
        let pointer: (UnsafeMutablePointer<SecTrustResultType>) -> Void = { $0.pointee = .proceed }
        pointer(&result)
        #expect(isTrusted(result))
    }

    /// As pinning code does it, with an empty list in place of a server's certificates.
    @Test func trustOfNothing() {
        let policy = SecPolicyCreateSSL(true, "www.example.com" as CFString)
        var trust: SecTrust?
        let status = SecTrustCreateWithCertificates([SecCertificate]() as CFArray, [policy] as CFArray, &trust)
        #expect(status == errSecParam && trust == nil)
        if let trust = trust {
            var error: CFError?
            if !SecTrustEvaluateWithError(trust, &error), let error = error { print(error as Error) }
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
            let key = SecTrustCopyKey(trust)
            _ = (chain, key, SecTrustGetCertificateAtIndex(trust, 0))
        }
    }
}

/// Keys in memory, in the forms of packages that sign, encrypt and agree on secrets.
@Suite struct KeyIdioms {
    private func makeKey() throws -> SecKey {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [kSecAttrIsPermanent as String: false],
        ]
        var error: Unmanaged<CFError>?
        guard let privateKey = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as Error
        }
        return privateKey
    }

    @Test func representations() throws {
        let key = try makeKey()
        guard let publicKey = SecKeyCopyPublicKey(key) else {
            Issue.record("no public key")
            return
        }
        var error: Unmanaged<CFError>?
        guard let data = SecKeyCopyExternalRepresentation(publicKey, &error) as Data? else {
            throw error!.takeRetainedValue() as Error
        }
        #expect(data.count == 65 && data.first == 4)
        let bytes = SecKeyCopyExternalRepresentation(key, nil)! as Data
        #expect(bytes.prefix(65) == data)
        let attributes: [NSObject: NSObject] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic,
            kSecAttrKeySizeInBits: NSNumber(value: 256),
        ]
        let again = SecKeyCreateWithData(data as CFData, attributes as CFDictionary, &error)
        #expect(again == publicKey)
        #expect(SecKeyCreateWithData(Data() as CFData, attributes as CFDictionary, &error) == nil)
        #expect(CFErrorGetCode(error!.takeRetainedValue()) == Int(errSecParam))
    }

    @Test func signatures() throws {
        let key = try makeKey()
        let algorithm: SecKeyAlgorithm = .ecdsaSignatureMessageX962SHA256
        guard SecKeyIsAlgorithmSupported(key, .sign, algorithm) else {
            Issue.record("the algorithm is not supported")
            return
        }
        let message = Data("message".utf8)
        var error: Unmanaged<CFError>?
        guard let signature = SecKeyCreateSignature(key, algorithm, message as CFData, &error) as Data? else {
            throw error!.takeRetainedValue() as Error
        }
        let publicKey = SecKeyCopyPublicKey(key)!
        #expect(SecKeyVerifySignature(publicKey, algorithm, message as CFData, signature as CFData, &error))
        #expect(!SecKeyVerifySignature(publicKey, algorithm, Data() as CFData, signature as CFData, &error))
        if let failure = error?.takeRetainedValue() {
            #expect((failure as Error as NSError).code == Int(errSecVerifyFailed))
        }
        let sign: (SecKey, SecKeyAlgorithm, CFData, UnsafeMutablePointer<Unmanaged<CFError>?>?) -> CFData? =
            SecKeyCreateSignature
        #expect(sign(publicKey, algorithm, message as NSData, nil) == nil)
    }

    @Test func encryption() throws {
        let key = try makeKey()
        let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        let publicKey = try #require(SecKeyCopyPublicKey(key))
        #expect(SecKeyIsAlgorithmSupported(publicKey, SecKeyOperationType.encrypt, algorithm))
        var error: Unmanaged<CFError>?
        let ciphertext = SecKeyCreateEncryptedData(publicKey, algorithm, Data("secret".utf8) as CFData, &error)
        let sealed = try #require(ciphertext as Data?)
        guard let plaintext = SecKeyCreateDecryptedData(key, algorithm, sealed as CFData, &error) else {
            throw error!.takeRetainedValue()
        }
        #expect(String(data: plaintext as Data, encoding: .utf8) == "secret")
    }

    @Test func keyExchange() throws {
        let (one, other) = (try makeKey(), try makeKey())
        let parameters: [String: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 32,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue as String: Data("info".utf8),
        ]
        let typed: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 32, .sharedInfo: Data("info".utf8)]
        var error: Unmanaged<CFError>?
        let secret = SecKeyCopyKeyExchangeResult(
            one, .ecdhKeyExchangeStandardX963SHA256, SecKeyCopyPublicKey(other)!, parameters as CFDictionary, &error)
        let same = SecKeyCopyKeyExchangeResult(
            other, .ecdhKeyExchangeStandardX963SHA256, SecKeyCopyPublicKey(one)!, typed as CFDictionary, &error)
        #expect((secret as Data?)?.count == 32)
        #expect(secret as Data? == same as Data?)
        #expect(SecKeyCopyKeyExchangeResult(one, .ecdhKeyExchangeStandard, one, [:] as CFDictionary, nil) == nil)
    }

    @Test func attributes() throws {
        let key = try makeKey()
        let attributes = SecKeyCopyAttributes(key) as? [CFString: Any]
        #expect(attributes?[kSecAttrKeySizeInBits] as? Int == 256)
        #expect(attributes?[kSecAttrKeyType] as! CFString == kSecAttrKeyTypeECSECPrimeRandom)
        let sendable = SecKeyCopyAttributes(key) as? [CFString: any Sendable]
        #expect(sendable?[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
        let dictionary = SecKeyCopyAttributes(key)! as! [String: AnyObject]
        #expect(dictionary[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String)
        #expect((dictionary[kSecAttrApplicationLabel as String] as? Data)?.count == 20)
        let reference = key as CFTypeRef
        #expect(CFGetTypeID(reference) == SecKeyGetTypeID() && (reference as! SecKey) == key)
        let algorithms: [SecKeyAlgorithm: String] = [.rsaSignatureMessagePKCS1v15SHA256: "RS256"]
        #expect(algorithms[.rsaSignatureMessagePKCS1v15SHA256] == "RS256")
        switch SecKeyOperationType.sign {
        case .sign: break
        default: Issue.record("another operation")
        }
    }

    @Test func olderFunctions() throws {
        var publicKey, privateKey: SecKey?
        let parameters: [NSString: AnyObject] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: NSNumber(value: 2048),
        ]
        try #require(SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey) == errSecSuccess)
        let digest = [UInt8](repeating: 1, count: 32)
        var signature = [UInt8](repeating: 0, count: SecKeyGetBlockSize(privateKey!))
        var length = signature.count
        let status = SecKeyRawSign(privateKey!, .PKCS1SHA256, digest, digest.count, &signature, &length)
        #expect(status == errSecSuccess && length == 256)
        #expect(
            SecKeyRawVerify(publicKey!, SecPadding.PKCS1SHA256, digest, digest.count, signature, length)
                == errSecSuccess)
        var block = [UInt8](repeating: 0, count: SecKeyGetBlockSize(publicKey!))
        length = block.count
        #expect(SecKeyEncrypt(publicKey!, .OAEP, digest, digest.count, &block, &length) == errSecSuccess)
        var plain = [UInt8](repeating: 0, count: length)
        var count = plain.count
        #expect(SecKeyDecrypt(privateKey!, SecPadding.OAEP, block, length, &plain, &count) == errSecSuccess)
        #expect(Array(plain.prefix(count)) == digest)
    }

    @Test func keysAsItems() throws {
        try withTemporaryKeychain { _ in
            let tag = "com.example.keys.mykey".data(using: .utf8)!
            var error: Unmanaged<CFError>?
            let access = SecAccessControlCreateWithFlags(
                kCFAllocatorDefault, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .privateKeyUsage, nil)!
            let attributes: NSDictionary = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag, kSecAttrAccessControl: access,
                ] as [CFString: Any],
            ]
            guard let privateKey = SecKeyCreateRandomKey(attributes, &error) else {
                throw error!.takeRetainedValue() as Error
            }
            let getquery: [String: Any] = [
                kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag,
                kSecAttrKeyType as String: kSecAttrKeyTypeEC, kSecReturnRef as String: true,
            ]
            var item: CFTypeRef?
            guard SecItemCopyMatching(getquery as CFDictionary, &item) == errSecSuccess else {
                Issue.record("no key")
                return
            }
            let key = item as! SecKey
            #expect(key == privateKey && CFGetTypeID(item!) == SecKeyGetTypeID())
            let publicKey = SecKeyCopyPublicKey(key)!
            let addquery: [String: Any] = [kSecClass as String: kSecClassKey, kSecValueRef as String: publicKey]
            #expect(SecItemAdd(addquery as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemDelete([kSecValueRef: key] as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete([kSecClass as String: kSecClassKey] as CFDictionary) == errSecSuccess)
        }
    }

    @Test func identities() throws {
        try withTemporaryKeychain { _ in
            var result: AnyObject?
            let query = [kSecClass: kSecClassIdentity, kSecReturnRef: true, kSecAttrLabel: "kim"] as CFDictionary
            #expect(SecItemCopyMatching(query, &result) == errSecItemNotFound)
            let identity = result as? SecIdentity
            var (key, certificate): (SecKey?, SecCertificate?)
            if let identity {
                let status = SecIdentityCopyPrivateKey(identity, &key)
                #expect(status == errSecSuccess && SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            }
            if let certificate, let key { _ = SecIdentityCreate(nil, certificate, key) }
            var found: SecIdentity?
            if let certificate { _ = SecIdentityCreateWithCertificate(nil, certificate, &found) }
            #expect(key == nil && found == nil && identity == nil)
        }
    }
}

/// Statuses and error objects.
@Suite struct ErrorIdioms {
    struct KeychainFailure: Error {
        let status: OSStatus
        var message: String? { SecCopyErrorMessageString(status, nil) as String? }
    }

    private func makeControl(
        _ flags: SecAccessControlCreateFlags, _ allocator: CFAllocator? = kCFAllocatorDefault
    ) throws -> SecAccessControl {
        var error: Unmanaged<CFError>?
        guard
            let control = SecAccessControlCreateWithFlags(
                allocator, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, flags, &error)
        else { throw error!.takeRetainedValue() as Error }
        return control
    }

    private func controlResult() -> Result<SecAccessControl, Error> {
        var error: Unmanaged<CFError>?
        let text = kSecAttrAccessibleWhenUnlocked as String
        if let control = SecAccessControlCreateWithFlags(
            nil, text as CFTypeRef, [.biometryAny, .biometryCurrentSet], &error)
        {
            return .success(control)
        }
        guard let e = error else { return .failure(KeychainFailure(status: errSecParam)) }
        return .failure(e.takeRetainedValue())
    }

    @Test func messages() {
        #expect(SecCopyErrorMessageString(errSecItemNotFound, nil) as String? != nil)
        if let text = SecCopyErrorMessageString(errSecDuplicateItem, nil) {
            #expect(text as String == "The specified item already exists in the keychain.")
        }
        #expect(KeychainFailure(status: errSecParam).message?.isEmpty == false)
    }

    @Test func errorObjects() throws {
        _ = try makeControl([.biometryAny, .or, .devicePasscode])
        _ = try makeControl([.touchIDAny], nil)
        do {
            _ = try makeControl([.or, .and])
            Issue.record("contradicting flags were taken")
        } catch let error as NSError {
            #expect(error.domain == NSOSStatusErrorDomain)
            #expect(error.code == Int(errSecParam))
        }
        guard case .failure(let error) = controlResult() else {
            Issue.record("contradicting flags were taken")
            return
        }
        let cfError = error as NSError as CFError
        #expect(CFErrorGetCode(cfError) == -50)
        #expect(CFErrorGetDomain(cfError) as String == NSOSStatusErrorDomain)
        #expect((CFErrorCopyDescription(cfError) as String).isEmpty == false)
        #expect(NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam), userInfo: nil).code == -50)
    }
}

/// Passwords that are generated, and judged.
@Suite struct PasswordIdioms {
    @Test func generation() throws {
        var error: Unmanaged<CFError>?
        let requirements: [String: Any] = [
            kSecPasswordMaxLength as String: 16, "PasswordMinLength": NSNumber(value: 12),
            kSecPasswordAllowedCharacters as String: "abcdefghijklmnopqrstuvwxyz0123456789",
            kSecPasswordRequiredCharacters as String: ["abcdefghijklmnopqrstuvwxyz", "0123456789"],
        ]
        guard
            let password = SecPasswordGenerate(kSecPasswordTypeSafari, &error, requirements as CFDictionary) as String?
        else {
            throw error!.takeRetainedValue() as Error
        }
        #expect(password.count == 16)
        #expect(SecPasswordGenerate(SecPasswordType(kSecPasswordTypePIN), nil, nil)! as String != "1234")
        let digits = SecPasswordCreateWithRandomDigits(6, &error)! as String
        #expect(Int(digits) != nil)
        let length = SecPasswordCopyDefaultPasswordLength(kSecPasswordTypeWifi, nil) as? [String: Int]
        #expect(length?[kSecPasswordGroupSize as String] == 4)
        #expect(
            SecPasswordIsPasswordWeak("1234" as CFString) && !SecPasswordIsPasswordWeak2(false, "1577326" as NSString))
        if let suggested = SecCreateSharedWebCredentialPassword() as String? { #expect(suggested.count == 15) }
        let shared: NSString = SecCreateSharedWebCredentialPassword()!
        #expect(shared.length == 15)
    }
}

/// Logins of websites that the program shares. Without an entitlement, and without a domain, none is asked for.
@Suite struct SharedCredentialIdioms {
    @Test func handlers() async throws {
        let added: Error? = await withCheckedContinuation { continuation in
            SecAddSharedWebCredential("" as CFString, "kim" as CFString, "secret" as CFString?) { error in
                continuation.resume(returning: error)
            }
        }
        #expect((added as NSError?)?.code == Int(errSecParam))
        let account: String? = nil
        let found: Int = await withCheckedContinuation { continuation in
            SecRequestSharedWebCredential("" as CFString, account as CFString?) {
                (credentials: CFArray?, error: CFError?) in
                guard error == nil, let credentials = credentials, CFArrayGetCount(credentials) > 0 else {
                    return continuation.resume(returning: 0)
                }
                let logins = credentials as? [[String: Any]] ?? []
                let password = logins.first?[kSecSharedPassword as String] as? String
                let server = logins.first?[kSecAttrServer as String] as? String
                continuation.resume(returning: (password ?? "").count + (server ?? "").count)
            }
        }
        #expect(found == 0)
    }
}

/// Parts of key-value coding on user defaults.
@Suite struct UserDefaultsIdioms {
    @Test func valuesByKey() throws {
        let name = "chatelaine-tests-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue("kim", forKey: name)
        #expect(defaults.value(forKey: name) as? String == "kim")
        defaults.setValue(nil, forKey: name)
        #expect(defaults.value(forKey: name) == nil)
    }
}
