import AsymmetricKeys
import LibCrypto
import Testing

/// Keys as values: what is made, read and refused.
@Suite struct KeyTests {
    @Test(
        arguments: [
            (.rsa, 512), (.rsa, 1023), (.rsa, 768), (.ellipticCurve, 192), (.ellipticCurve, 224),
        ] as [(KeyType, Int)])
    func weakKeysAreNotMade(type: KeyType, bits: Int) {
        #expect(throws: KeyError(.weak(bits))) { try KeySpecification(making: type, bits: bits) }
    }

    @Test(
        arguments: [
            (.rsa, 0), (.rsa, -1), (.rsa, 511), (.rsa, 8193), (.rsa, Int.max), (.ellipticCurve, 0),
            (.ellipticCurve, 255), (.ellipticCurve, 512), (.ed25519, 255), (.x25519, 512),
        ] as [(KeyType, Int)])
    func otherSizesAreNotMade(type: KeyType, bits: Int) {
        #expect(throws: KeyError(.size(bits))) { try KeySpecification(making: type, bits: bits) }
    }

    @Test func aSpecificationDoesNotGoAroundTheLimits() {
        #expect(throws: KeyError(.weak(512))) { try PrivateKey.generate(.rsa(bits: 512)) }
        #expect(throws: KeyError(.weak(224))) { try PrivateKey.generate(.ellipticCurve(.p224)) }
    }

    @Test(arguments: [1024, 1031, 1536]) func rsaKeysHaveTheSizeAskedFor(bits: Int) throws {
        let key = try PrivateKey.generate(.rsa(bits: bits))
        #expect(key.specification.bits == bits)
        #expect(try PrivateKey(.rsa, try key.bytes()).specification.bits == bits)
        #expect(key.specification.blockCount == (bits + 7) / 8)
        let signature = try key.sign([1, 2, 3], .rsaSignaturePSS(.message(.sha256)))
        #expect(try key.publicKey().isValid(signature, [1, 2, 3], .rsaSignaturePSS(.message(.sha256))))
    }

    @Test(arguments: Sample.specifications) func aKeyComesBackFromItsRepresentation(_ specification: KeySpecification)
        throws
    {
        let key = try Sample.key(specification)
        let bytes = try key.bytes()
        let again = try PrivateKey(specification.type, bytes)
        #expect(again == key)
        #expect(try again.bytes() == bytes)
        let publicKey = try key.publicKey()
        #expect(try PublicKey(specification.type, publicKey.representation) == publicKey)
        #expect(publicKey.representation == key.publicRepresentation)
        #expect(try publicKey.label().count == 20)
        #expect(try PrivateKey.generate(specification.bits > 2048 ? .rsa(bits: 1024) : specification) != key)
    }

    @Test(arguments: [
        (KeySpecification.ellipticCurve(.p256), 65, 97), (.ellipticCurve(.p384), 97, 145),
        (.ellipticCurve(.p521), 133, 199), (.ed25519, 32, 32), (.x25519, 32, 32),
    ])
    func representationsHaveTheirLengths(_ specification: KeySpecification, ofPublic: Int, ofPrivate: Int) throws {
        let key = try Sample.key(specification)
        #expect(key.publicRepresentation.count == ofPublic)
        #expect(try key.bytes().count == ofPrivate)
    }

    // A key of 512 bits, made by OpenSSL, and what it made.
    private static let weakRSA = [UInt8](
        hex: WeakKeys.rsa)

    @Test func aWeakRSAKeyVerifiesAndDecryptsOnly() throws {
        let key = try PrivateKey(.rsa, Self.weakRSA)
        let publicKey = try key.publicKey()
        #expect(key.specification == .rsa(bits: 512))
        #expect(
            try publicKey.isValid(
                [UInt8](hex: WeakKeys.rsaSignature), Array("weak".utf8), .rsaSignaturePKCS1(.message(.sha256))))
        #expect(try key.decrypt([UInt8](hex: WeakKeys.rsaCiphertext), .rsaEncryptionPKCS1) == Array("weak".utf8))
        #expect(throws: KeyError(.weak(512))) { try key.sign([1], .rsaSignaturePKCS1(.message(.sha256))) }
        #expect(throws: KeyError(.weak(512))) { try publicKey.encrypt([1], .rsaEncryptionPKCS1) }
        #expect(!key.supports(.sign, .rsaSignaturePKCS1(.message(.sha256))))
        #expect(key.supports(.decrypt, .rsaEncryptionPKCS1))
    }

    @Test func aWeakCurveVerifiesAndDecryptsOnly() throws {
        let key = try PrivateKey(.ellipticCurve, [UInt8](hex: WeakKeys.curve))
        let publicKey = try key.publicKey()
        #expect(key.specification == .ellipticCurve(.p224))
        #expect(
            try publicKey.isValid(
                [UInt8](hex: WeakKeys.curveSignature), Array("weak".utf8), .ecdsa(.x962, .message(.sha256))))
        let ecies = KeyAlgorithm.ecies(.standard, .sha256, hasVariableVector: true)
        #expect(try key.decrypt([UInt8](hex: WeakKeys.curveCiphertext), ecies) == Array("weak".utf8))
        #expect(throws: KeyError(.weak(224))) { try key.sign([1], .ecdsa(.x962, .message(.sha256))) }
        #expect(throws: KeyError(.weak(224))) { try publicKey.encrypt([1], ecies) }
        #expect(throws: KeyError(.weak(224))) {
            _ = try key.exchange(with: publicKey, .exchange(.standard, nil), ExchangeParameters())
        }
    }

    @Test func identifiersAreApples() throws {
        #expect(Set(KeyAlgorithm.all.map(\.identifier)).count == KeyAlgorithm.all.count)
        for algorithm in KeyAlgorithm.all { #expect(try KeyAlgorithm(identifier: algorithm.identifier) == algorithm) }
        let known: [(String, KeyAlgorithm)] = [
            ("sign:RSA:raw", .rsaSignatureRaw), ("sign:RSA:digest-PKCS1v15", .rsaSignaturePKCS1(.anyDigest)),
            ("sign:RSA:message-PSS:SHA384:SHA384:48", .rsaSignaturePSS(.message(.sha384))),
            ("sign:ECDSA:digest-X962", .ecdsa(.x962, .anyDigest)),
            ("sign:ECDSA:message-RFC4754:SHA1", .ecdsa(.rfc4754, .message(.sha1))),
            ("sign:ECDSA:RFC4754", .ecdsa(.rfc4754, .anyDigest)),
            ("encrypt:RSA:OAEP:SHA224:AESGCM", .rsaEncryptionOAEPAESGCM(.sha224)),
            ("encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV", .ecies(.cofactor, .sha512, hasVariableVector: true)),
            ("keyexchange:ECDH:KDFX963:SHA256", .exchange(.standard, .sha256)),
        ]
        for (identifier, algorithm) in known {
            #expect(try KeyAlgorithm(identifier: "algid:" + identifier) == algorithm)
        }
    }

    @Test(arguments: ["kem:ML-KEM", "sign:ML-DSA:message"]) func postQuantumAlgorithmsAreNotImplemented(_ name: String)
    {
        #expect(throws: KeyError(.unimplemented(name))) { try KeyAlgorithm(identifier: "algid:" + name) }
    }

    @Test(arguments: [
        "", "algid:", "sign:RSA:raw", "algid:sign:RSA:message-PKCS1v15:MD5",
        "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM-KDFIV",
    ])
    func otherTextsAreNoAlgorithms(_ identifier: String) {
        #expect(throws: KeyError(.unsupported)) { try KeyAlgorithm(identifier: identifier) }
    }

    @Test func operationsBelongToHalves() throws {
        let rsa = KeySpecification.rsa(bits: 2048)
        #expect(rsa.operations(as: .publicKey) == [.verify, .encrypt])
        #expect(rsa.operations(as: .privateKey) == [.sign, .decrypt])
        #expect(KeySpecification.ellipticCurve(.p256).operations(as: .privateKey) == [.sign, .decrypt, .exchange])
        #expect(KeySpecification.ed25519.operations(as: .privateKey) == [.sign])
        #expect(KeySpecification.x25519.operations(as: .privateKey) == [.exchange])
        // Too small for the padding.
        #expect(!KeySpecification.rsa(bits: 1024).supports(.sign, .rsaSignaturePSS(.message(.sha512)), as: .privateKey))
        #expect(!KeySpecification.rsa(bits: 1024).supports(.encrypt, .rsaEncryptionOAEP(.sha512), as: .publicKey))
        #expect(KeySpecification.rsa(bits: 1096).supports(.encrypt, .rsaEncryptionOAEP(.sha512), as: .publicKey))
        let key = try Sample.key(rsa)
        #expect(throws: KeyError(.unsupported)) { try key.sign([1], .ecdsa(.x962, .anyDigest)) }
        #expect(throws: KeyError(.unsupported)) { try key.decrypt([1], .rsaSignatureRaw) }
    }
}
