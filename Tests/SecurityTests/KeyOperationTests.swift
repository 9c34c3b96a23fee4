import Security
import Testing

/// Signatures, encryption and key exchange by the public functions. Each algorithm against other implementations is in AsymmetricKeysTests.
@Suite struct KeyOperationTests {
    private static let parameter = Items.Failure(status: errSecParam)
    private static let unimplemented = Items.Failure(status: errSecUnimplemented)
    private static let mismatch = Items.Failure(status: errSecVerifyFailed)
    private let message = Data("a message".utf8)

    @Test func aSignatureIsOneOfItsData() throws {
        let cases: [(SecKey, SecKeyAlgorithm)] = [
            (try SampleKeys.rsa.get(), .rsaSignatureMessagePKCS1v15SHA256),
            (try SampleKeys.rsa.get(), .rsaSignatureMessagePSSSHA512),
            (try SampleKeys.p256.get(), .ecdsaSignatureMessageX962SHA256),
            (try SampleKeys.p256.get(), .ecdsaSignatureMessageRFC4754SHA256),
            (try SampleKeys.make(kSecAttrKeyTypeEd25519, 256), .edDSASignatureMessageCurve25519SHA512),
        ]
        for (key, algorithm) in cases {
            let publicKey = try SampleKeys.publicHalf(key)
            let signature = try SampleKeys.sign(message, key, algorithm)
            try SampleKeys.verify(signature, message, publicKey, algorithm)
            #expect(throws: Self.mismatch) {
                try SampleKeys.verify(signature, message + [0], publicKey, algorithm)
            }
            #expect(throws: Self.mismatch) {
                try SampleKeys.verify(signature.dropLast(), message, publicKey, algorithm)
            }
            #expect(throws: Self.mismatch) { try SampleKeys.verify(Data(), message, publicKey, algorithm) }
            // A half does not do what the other one does.
            #expect(throws: Self.parameter) { try SampleKeys.sign(message, publicKey, algorithm) }
            #expect(throws: Self.parameter) { try SampleKeys.verify(signature, message, key, algorithm) }
            #expect(SecKeyIsAlgorithmSupported(key, .sign, algorithm))
            #expect(!SecKeyIsAlgorithmSupported(publicKey, .sign, algorithm))
            #expect(SecKeyIsAlgorithmSupported(publicKey, .verify, algorithm))
            #expect(!SecKeyIsAlgorithmSupported(key, .decrypt, algorithm))
        }
    }

    @Test func aDigestHasTheLengthOfItsHash() throws {
        let key = try SampleKeys.p256.get()
        let digest = Data(repeating: 7, count: 32)
        let signature = try SampleKeys.sign(digest, key, .ecdsaSignatureDigestX962SHA256)
        let publicKey = try SampleKeys.publicHalf(key)
        try SampleKeys.verify(signature, digest, publicKey, .ecdsaSignatureDigestX962SHA256)
        try SampleKeys.verify(signature, digest, publicKey, .ecdsaSignatureDigestX962)
        #expect(throws: Self.parameter) {
            try SampleKeys.sign(digest.dropLast(), key, .ecdsaSignatureDigestX962SHA256)
        }
        #expect(throws: Self.parameter) {
            try SampleKeys.verify(signature, digest + [0], publicKey, .ecdsaSignatureDigestX962SHA256)
        }
    }

    @Test func ciphertextsAreRead() throws {
        let cases: [(SecKey, SecKeyAlgorithm)] = [
            (try SampleKeys.rsa.get(), .rsaEncryptionPKCS1), (try SampleKeys.rsa.get(), .rsaEncryptionOAEPSHA256),
            (try SampleKeys.rsa.get(), .rsaEncryptionOAEPSHA256AESGCM),
            (try SampleKeys.p256.get(), .eciesEncryptionStandardX963SHA256AESGCM),
            (try SampleKeys.p256.get(), .eciesEncryptionCofactorVariableIVX963SHA512AESGCM),
        ]
        for (key, algorithm) in cases {
            let publicKey = try SampleKeys.publicHalf(key)
            let ciphertext = try SampleKeys.encrypt(message, publicKey, algorithm)
            #expect(ciphertext.range(of: message) == nil)
            try #expect(SampleKeys.decrypt(ciphertext, key, algorithm) == message)
            try #expect(SampleKeys.encrypt(message, publicKey, algorithm) != ciphertext)
            #expect(throws: Self.parameter) { try SampleKeys.decrypt(ciphertext.dropLast(), key, algorithm) }
            #expect(throws: Self.parameter) { try SampleKeys.decrypt(Data(), key, algorithm) }
            #expect(throws: Self.parameter) { try SampleKeys.encrypt(message, key, algorithm) }
            #expect(throws: Self.parameter) { try SampleKeys.decrypt(ciphertext, publicKey, algorithm) }
            #expect(SecKeyIsAlgorithmSupported(publicKey, .encrypt, algorithm))
            #expect(SecKeyIsAlgorithmSupported(key, .decrypt, algorithm))
        }
    }

    @Test func changedCiphertextsAreRefused() throws {
        let algorithm = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
        let key = try SampleKeys.p256.get()
        let ciphertext = try SampleKeys.encrypt(message, SampleKeys.publicHalf(key), algorithm)
        for index in [0, 1, 64, 65, ciphertext.count - 1] {
            var changed = ciphertext
            changed[index] ^= 1
            #expect(throws: Self.parameter) { try SampleKeys.decrypt(changed, key, algorithm) }
        }
    }

    @Test func messagesHaveTheLengthOfTheirPadding() throws {
        let key = try SampleKeys.publicHalf(SampleKeys.rsa.get())
        _ = try SampleKeys.encrypt(Data(count: 256 - 11), key, .rsaEncryptionPKCS1)
        #expect(throws: Self.parameter) { try SampleKeys.encrypt(Data(count: 256 - 10), key, .rsaEncryptionPKCS1) }
        _ = try SampleKeys.encrypt(Data(count: 256 - 42), key, .rsaEncryptionOAEPSHA1)
        #expect(throws: Self.parameter) { try SampleKeys.encrypt(Data(count: 256 - 41), key, .rsaEncryptionOAEPSHA1) }
        _ = try SampleKeys.encrypt(Data(count: 100_000), key, .rsaEncryptionOAEPSHA512AESGCM)
    }

    @Test func bothSidesShareASecret() throws {
        for (type, bits) in [(kSecAttrKeyTypeECSECPrimeRandom, 384), (kSecAttrKeyTypeX25519, 256)] {
            let (one, other) = (try SampleKeys.make(type, bits), try SampleKeys.make(type, bits))
            let (onePublic, otherPublic) = (try SampleKeys.publicHalf(one), try SampleKeys.publicHalf(other))
            let raw = try SampleKeys.exchange(one, otherPublic, .ecdhKeyExchangeStandard)
            #expect(raw.count == bits / 8)
            try #expect(SampleKeys.exchange(other, onePublic, .ecdhKeyExchangeCofactor) == raw)
            let parameters: [CFString: Any] = [
                kSecKeyKeyExchangeParameterRequestedSize: 40, kSecKeyKeyExchangeParameterSharedInfo: Data([1, 2]),
            ]
            let derived = try SampleKeys.exchange(one, otherPublic, .ecdhKeyExchangeStandardX963SHA256, parameters)
            #expect(derived.count == 40)
            try #expect(
                SampleKeys.exchange(other, onePublic, .ecdhKeyExchangeCofactorX963SHA256, parameters) == derived)
            #expect(SecKeyIsAlgorithmSupported(one, .keyExchange, .ecdhKeyExchangeStandard))
            #expect(!SecKeyIsAlgorithmSupported(onePublic, .keyExchange, .ecdhKeyExchangeStandard))
        }
    }

    @Test func exchangesThatAreRefused() throws {
        let key = try SampleKeys.p256.get()
        let peer = try SampleKeys.publicHalf(key)
        let derived = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        let size = kSecKeyKeyExchangeParameterRequestedSize
        for parameters: [CFString: Any] in [
            [:], [size: 0], [size: -1], [size: "x"], [size: Int.max], [size: Data()],
            [size: 32, kSecKeyKeyExchangeParameterSharedInfo: "text"],
        ] {
            #expect(throws: Self.parameter) { try SampleKeys.exchange(key, peer, derived, parameters) }
        }
        let other = try SampleKeys.publicHalf(SampleKeys.make(kSecAttrKeyTypeEC, 384))
        #expect(throws: Self.parameter) { try SampleKeys.exchange(key, other, .ecdhKeyExchangeStandard) }
        #expect(throws: Self.parameter) { try SampleKeys.exchange(key, key, .ecdhKeyExchangeStandard) }
        #expect(throws: Self.parameter) { try SampleKeys.exchange(peer, peer, .ecdhKeyExchangeStandard) }
        #expect(throws: Self.parameter) { try SampleKeys.exchange(key, peer, .rsaEncryptionPKCS1) }
    }

    @Test(arguments: [SecKeyAlgorithm.mlDSASignatureMessage, .mlKEM, .edDSASignatureMessageCurve448SHAKE256])
    func algorithmsThatAreNotImplemented(algorithm: SecKeyAlgorithm) throws {
        let key = try SampleKeys.p256.get()
        #expect(throws: Self.unimplemented) { try SampleKeys.sign(message, key, algorithm) }
        #expect(throws: Self.unimplemented) { try SampleKeys.decrypt(message, key, algorithm) }
        #expect(!SecKeyIsAlgorithmSupported(key, .sign, algorithm))
    }

    @Test(arguments: ["", "algid:", "algid:sign:RSA:message-PKCS1v15:MD5", "sign:RSA:raw"])
    func textsThatAreNoAlgorithms(identifier: String) throws {
        let algorithm = SecKeyAlgorithm(rawValue: identifier as CFString)
        let key = try SampleKeys.rsa.get()
        #expect(throws: Self.parameter) { try SampleKeys.sign(message, key, algorithm) }
        #expect(!SecKeyIsAlgorithmSupported(key, .sign, algorithm))
    }

    /// Too weak to be made: what they have protected is still read, and nothing new is.
    @Test func weakKeysVerifyAndDecryptOnly() throws {
        let weak = Data("weak".utf8)
        let cases: [(CFString, String, String, SecKeyAlgorithm, String, SecKeyAlgorithm)] = [
            (
                kSecAttrKeyTypeRSA, WeakKeys.rsa, WeakKeys.rsaSignature, .rsaSignatureMessagePKCS1v15SHA256,
                WeakKeys.rsaCiphertext, .rsaEncryptionPKCS1
            ),
            (
                kSecAttrKeyTypeEC, WeakKeys.curve, WeakKeys.curveSignature, .ecdsaSignatureMessageX962SHA256,
                WeakKeys.curveCiphertext, .eciesEncryptionStandardVariableIVX963SHA256AESGCM
            ),
        ]
        for (type, bytes, signature, signing, ciphertext, encrypting) in cases {
            let key = try SampleKeys.read(Data(hex: bytes), type, kSecAttrKeyClassPrivate)
            let publicKey = try SampleKeys.publicHalf(key)
            try SampleKeys.verify(Data(hex: signature), weak, publicKey, signing)
            try #expect(SampleKeys.decrypt(Data(hex: ciphertext), key, encrypting) == weak)
            #expect(throws: Self.parameter) { try SampleKeys.sign(weak, key, signing) }
            #expect(throws: Self.parameter) { try SampleKeys.encrypt(weak, publicKey, encrypting) }
            #expect(!SecKeyIsAlgorithmSupported(key, .sign, signing))
            #expect(SecKeyIsAlgorithmSupported(key, .decrypt, encrypting))
        }
    }

    @Test func keysWorkOnManyThreads() throws {
        let key = try SampleKeys.p256.get()
        let publicKey = try SampleKeys.publicHalf(key)
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let data = Data([UInt8(index)])
            #expect(throws: Never.self) {
                let signature = try SampleKeys.sign(data, key, .ecdsaSignatureMessageX962SHA256)
                try SampleKeys.verify(signature, data, publicKey, .ecdsaSignatureMessageX962SHA256)
            }
        }
    }
}
