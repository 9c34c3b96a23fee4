import KeychainTesting
import Security
import SecurityBackend
import Testing

/// What a key of a keychain does, and what it does not give away (keychain-services 6.3, 6.4; Docs/decisions/0072).
@Suite struct StoredKeyTests {
    private static let notAvailable = Items.Failure(status: errSecDataNotAvailable)

    // MARK: - Operations

    @Test func itDoesWhatTheKeyInMemoryDoes() throws {
        try withTemporaryKeychain { _ in
            let memory = try SampleKeys.rsa.get()
            let publicKey = try SampleKeys.publicHalf(memory)
            let key = try #require(try KeyItems.added(memory, [kSecReturnRef: true]) as? SecKey)
            let message = Data("message".utf8)
            let signature = try SampleKeys.sign(message, key, .rsaSignatureMessagePSSSHA256)
            try SampleKeys.verify(signature, message, publicKey, .rsaSignatureMessagePSSSHA256)
            let secret = try SampleKeys.encrypt(message, publicKey, .rsaEncryptionOAEPSHA256AESGCM)
            try #expect(SampleKeys.decrypt(secret, key, .rsaEncryptionOAEPSHA256AESGCM) == message)
            #expect(SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureMessagePSSSHA256))
            #expect(!SecKeyIsAlgorithmSupported(key, .verify, .rsaSignatureMessagePSSSHA256))
            #expect(!SecKeyIsAlgorithmSupported(key, .sign, .ecdsaSignatureMessageX962SHA256))
            #expect(throws: Items.Failure(status: errSecParam)) {
                try SampleKeys.sign(message, key, .ecdsaSignatureMessageX962SHA256)
            }
            #expect(throws: Items.Failure(status: errSecParam)) {
                try SampleKeys.encrypt(message, key, .rsaEncryptionOAEPSHA256)
            }
            #expect(throws: Items.Failure(status: errSecParam)) {
                try SampleKeys.decrypt(secret.dropLast(), key, .rsaEncryptionOAEPSHA256AESGCM)
            }
        }
    }

    @Test func itAgreesOnSecrets() throws {
        try withTemporaryKeychain { _ in
            let (memory, peer) = (try SampleKeys.p256.get(), try KeyItems.make())
            let key = try #require(try KeyItems.added(memory, [kSecReturnRef: true]) as? SecKey)
            let parameters: [CFString: Any] = [
                kSecKeyKeyExchangeParameterRequestedSize: 40, kSecKeyKeyExchangeParameterSharedInfo: Data("info".utf8),
            ]
            let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
            let publicPeer = try SampleKeys.publicHalf(peer)
            let secret = try SampleKeys.exchange(key, publicPeer, algorithm, parameters)
            try #expect(secret == SampleKeys.exchange(peer, SampleKeys.publicHalf(key), algorithm, parameters))
            #expect(secret.count == 40)
            // A private key is no other side.
            #expect(throws: Items.Failure(status: errSecParam)) {
                try SampleKeys.exchange(peer, key, algorithm, parameters)
            }
        }
    }

    @Test func olderFunctionsUseItToo() throws {
        try withTemporaryKeychain { _ in
            let key = try #require(
                try KeyItems.added(SampleKeys.rsa.get(), [kSecReturnRef: true]) as? SecKey)
            let publicKey = try SampleKeys.publicHalf(key)
            let hash = [UInt8](repeating: 7, count: 32)
            var (signature, count) = ([UInt8](repeating: 0, count: 256), 256)
            #expect(SecKeyRawSign(key, .PKCS1SHA256, hash, 32, &signature, &count) == errSecSuccess)
            #expect(SecKeyRawVerify(publicKey, .PKCS1SHA256, hash, 32, signature, count) == errSecSuccess)
            var (secret, secretCount) = ([UInt8](repeating: 0, count: 256), 256)
            #expect(SecKeyEncrypt(publicKey, .OAEP, hash, 32, &secret, &secretCount) == errSecSuccess)
            var (text, textCount) = ([UInt8](repeating: 0, count: 256), 256)
            #expect(SecKeyDecrypt(key, .OAEP, secret, secretCount, &text, &textCount) == errSecSuccess)
            #expect(text.prefix(textCount).elementsEqual(hash))
        }
    }

    // MARK: - Extractability

    /// Each way in which a program could ask for the bytes.
    @Test func aKeyThatIsNotExtractableIsNotCopied() throws {
        try withTemporaryKeychain { _ in
            let half: [CFString: Any] = [kSecAttrIsPermanent: true, kSecAttrIsExtractable: false]
            let made = try KeyItems.make([kSecPrivateKeyAttrs: half])
            let found = try KeyItems.find()
            for key in [made, found] {
                #expect(throws: Self.notAvailable) { try SampleKeys.bytes(key) }
                let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
                #expect(attributes["extr"] as? Bool == false && attributes["v_Data"] == nil)
                try KeyItems.check(key, SampleKeys.publicHalf(key))
                // A copy in another place takes the bytes as well.
                #expect(KeyItems.add(key, [kSecAttrApplicationTag: "copy"]) == errSecDataNotAvailable)
            }
            let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecReturnData: true]
            #expect(Items.status(query) == errSecDataNotAvailable)
            let both = try Items.copy(query.merging([kSecReturnAttributes: true]) { $1 }) as? [String: Any]
            #expect(both?["v_Data"] == nil)
            #expect(KeyItems.count() == 1)
        }
    }

    /// Neither an update nor an addition turns the attribute on again, or makes something of the key that has readable data.
    @Test func aKeyThatIsNotExtractableStaysSo() throws {
        try withTemporaryKeychain { _ in
            let key = try KeyItems.makeInside()
            for more: [CFString: Any] in [
                [kSecAttrIsExtractable: true], [kSecAttrKeyClass: kSecAttrKeyClassPublic],
                [kSecAttrKeyClass: kSecAttrKeyClassSymmetric], [kSecAttrIsExtractable: 1],
            ] {
                #expect(KeyItems.add(key, more) == errSecParam)
            }
            #expect(KeyItems.add(key, [kSecReturnData: true]) == errSecDataNotAvailable)
            #expect(KeyItems.count() == 0)
            let asked: [CFString: Any] = [kSecReturnData: true, kSecReturnAttributes: true]
            let added = try #require(try KeyItems.added(key, asked) as? [String: Any])
            #expect(added["extr"] as? Int == 0 && added["v_Data"] == nil)
            for change: [CFString: Any] in [
                [kSecAttrIsExtractable: true], [kSecAttrKeyClass: kSecAttrKeyClassPublic],
                [kSecAttrIsExtractable: true, kSecAttrLabel: "x"],
            ] {
                #expect(Items.update([kSecClass: kSecClassKey], change) == errSecParam)
            }
            #expect(Items.update([kSecClass: kSecClassKey], [kSecAttrLabel: "l", kSecAttrIsExtractable: false]) == 0)
            #expect(throws: Self.notAvailable) { try SampleKeys.bytes(KeyItems.find([kSecAttrLabel: "l"])) }
        }
    }

    /// An extractable key becomes one that is not; a key that was found before does not give it away either.
    @Test func extractabilityIsGivenUp() throws {
        try withTemporaryKeychain { _ in
            let key = try #require(
                try KeyItems.added(SampleKeys.p256.get(), [kSecReturnRef: true]) as? SecKey)
            #expect(Items.update([kSecValueRef: key], [kSecAttrIsExtractable: false]) == errSecSuccess)
            #expect(throws: Self.notAvailable) { try SampleKeys.bytes(key) }
        }
    }

    /// An extractable key of the keychain is read when a copy is asked for, and not before.
    @Test func theAttributesOfAStoredKeyHaveNoData() throws {
        try withTemporaryKeychain { _ in
            let key = try #require(
                try KeyItems.added(SampleKeys.p256.get(), [kSecReturnRef: true, kSecAttrLabel: "l"]) as? SecKey)
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes["v_Data"] == nil && attributes["extr"] as? Bool == true)
            #expect(attributes["labl"] as? String == "l" && attributes["type"] as? String == "73")
            #expect(attributes["sign"] as? Bool == true && attributes["klbl"] as? Data != nil)
        }
    }

    // MARK: - A keychain that changes

    @Test func aKeyOfALockedKeychainIsMinus25308() throws {
        try withTemporaryKeychain { keychain in
            let key = try #require(
                try KeyItems.added(SampleKeys.p256.get(), [kSecReturnRef: true]) as? SecKey)
            let publicKey = try SampleKeys.publicHalf(key)
            try keychain.setPasscode(.init(copying: "1234".utf8))
            try keychain.lock()
            let locked = Items.Failure(status: errSecInteractionNotAllowed)
            #expect(throws: locked) { try KeyItems.check(key, publicKey) }
            #expect(throws: locked) { try SampleKeys.bytes(key) }
            // What needs no private byte works.
            try #expect(SampleKeys.publicHalf(key) == publicKey)
            #expect(SecKeyCopyAttributes(key) != nil && SecKeyGetBlockSize(key) == 32)
            try keychain.unlock(passcode: .init(copying: "1234".utf8))
            try KeyItems.check(key, publicKey)
        }
    }

    @Test func aKeyThatWasDeletedIsMinus25300() throws {
        try withTemporaryKeychain { _ in
            let key = try #require(
                try KeyItems.added(SampleKeys.p256.get(), [kSecReturnRef: true]) as? SecKey)
            let publicKey = try SampleKeys.publicHalf(key)
            #expect(Items.update([kSecValueRef: key], [kSecAttrApplicationTag: "moved"]) == errSecSuccess)
            try KeyItems.check(key, publicKey)
            #expect(Items.delete([kSecValueRef: key]) == errSecSuccess)
            #expect(throws: Items.Failure(status: errSecItemNotFound)) { try KeyItems.check(key, publicKey) }
            #expect(throws: Items.Failure(status: errSecItemNotFound)) { try SampleKeys.bytes(key) }
            // Another item of the same key is another one.
            try #expect(KeyItems.add(SampleKeys.p256.get()) == errSecSuccess)
            #expect(throws: Items.Failure(status: errSecItemNotFound)) { try KeyItems.check(key, publicKey) }
            try #expect(KeyItems.find() == key)
        }
    }

    /// A key belongs to the keychain where it was found, whatever keychain is usual now.
    @Test func aKeyIsUsedInItsOwnKeychain() throws {
        try withTemporaryKeychain { other in
            try withTemporaryKeychain { _ in
                let chosen: [CFString: Any] = [kSecUseKeychain: SecKeychain(other)]
                let more = chosen.merging([kSecReturnRef: true]) { $1 }
                let key = try #require(try KeyItems.added(SampleKeys.p256.get(), more) as? SecKey)
                try KeyItems.check(key, SampleKeys.publicHalf(key))
                #expect(KeyItems.count() == 0 && KeyItems.count(chosen) == 1)
                // By reference it goes into the usual one.
                #expect(KeyItems.add(key) == errSecSuccess)
                #expect(KeyItems.count() == 1)
                let made = try KeyItems.make([kSecAttrIsPermanent: true].merging(chosen) { $1 })
                try KeyItems.check(made, SampleKeys.publicHalf(made))
                #expect(KeyItems.count() == 1 && KeyItems.count(chosen) == 3)
            }
        }
    }
}
