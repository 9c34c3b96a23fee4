import Foundation
import Glibc
import KeychainServices
import Secrets
import Security
import TestSupport
import Testing

/// Keys of `kSecAttrTokenIDSecureEnclave`, in a keychain that this process has open.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct HardwareKeyTests {
    private static let hashes = ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"]
    private static let digests = [
        "SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64,
    ]

    private static func algorithm(_ name: String) -> SecKeyAlgorithm {
        SecKeyAlgorithm(rawValue: ("algid:" + name) as CFString)
    }

    /// Every algorithm for signatures of messages, and with inputs of the length of each hash those of digests.
    @Test func everySignatureIsValid() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make()
            let publicKey = try HardwareKeys.publicHalf(key)
            for form in ["X962", "RFC4754"] {
                for hash in Self.hashes {
                    let message = Self.algorithm("sign:ECDSA:message-\(form):\(hash)")
                    #expect(SecKeyIsAlgorithmSupported(key, .sign, message), "\(message)")
                    let signature = try HardwareKeys.sign(key, message)
                    #expect(HardwareKeys.isValid(signature, publicKey, message))
                    #expect(!HardwareKeys.isValid(signature, publicKey, message, Data("other".utf8)))
                    let digest = Self.algorithm("sign:ECDSA:digest-\(form):\(hash)")
                    let input = Data(SecureRandom.bytes(try #require(Self.digests[hash])))
                    #expect(HardwareKeys.isValid(try HardwareKeys.sign(key, digest, input), publicKey, digest, input))
                    #expect(HardwareKeys.status { _ = try HardwareKeys.sign(key, digest, Data([1])) } == errSecParam)
                }
            }
            for count in [1, 31, 32, 33, 200] {
                let (input, algorithm) = (Data(SecureRandom.bytes(count)), SecKeyAlgorithm.ecdsaSignatureDigestX962)
                let signature = try HardwareKeys.sign(key, algorithm, input)
                #expect(HardwareKeys.isValid(signature, publicKey, algorithm, input))
            }
            #expect(HardwareKeys.status { _ = try HardwareKeys.sign(key, .rsaSignatureRaw) } == errSecParam)
        }
    }

    @Test func othersVerifyItsSignatures() throws {
        let machine = try Machine()
        try machine.withKeychain { _ in
            let key = try HardwareKeys.make()
            let point = try HardwareKeys.bytes(HardwareKeys.publicHalf(key))
            let digest = Data(SecureRandom.bytes(32))
            let signature = try HardwareKeys.sign(key, .ecdsaSignatureDigestX962SHA256, digest)
            let openssl = OpenSSL(directory: machine.tpm.directory)
            #expect(try openssl.verifies([UInt8](signature), [UInt8](digest), [UInt8](point)))
            let ofMessage = try HardwareKeys.sign(key, .ecdsaSignatureMessageX962SHA512)
            #expect(try Self.pythonVerifies(ofMessage, HardwareKeys.message, point))
            #expect(try !Self.pythonVerifies(ofMessage, Data("other".utf8), point))
        }
    }

    /// With Python's cryptography: ECDSA over SHA-512.
    private static func pythonVerifies(_ signature: Data, _ message: Data, _ point: Data) throws -> Bool {
        let script = """
            import sys
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import ec
            signature, message, point = (bytes.fromhex(text) for text in sys.argv[1:])
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
            try: key.verify(signature, message, ec.ECDSA(hashes.SHA512()))
            except InvalidSignature: sys.exit(3)
            """
        let words = [signature, message, point].map { $0.map { String(format: "%02x", $0) }.joined() }
        let status = try ChildProcess.run(
            ["/usr/bin/env", "python3", "-c", script] + words, variables: ProcessInfo.processInfo.environment
        ).status
        guard status == 0 || status == 3 else { throw TestFailure("python3 with cryptography: \(status)") }
        return status == 0
    }

    @Test func itExchangesKeys() throws {
        let machine = try Machine()
        try machine.withKeychain { _ in
            let (key, other) = (try HardwareKeys.make(), try HardwareKeys.makeInMemory())
            let (half, otherHalf) = (try HardwareKeys.publicHalf(key), try HardwareKeys.publicHalf(other))
            let parameters: [CFString: Any] = [
                kSecKeyKeyExchangeParameterRequestedSize: 77,
                kSecKeyKeyExchangeParameterSharedInfo: Data("info".utf8),
            ]
            for algorithm in [
                .ecdhKeyExchangeStandard, .ecdhKeyExchangeCofactor, .ecdhKeyExchangeStandardX963SHA256,
                .ecdhKeyExchangeCofactorX963SHA512,
            ] as [SecKeyAlgorithm] {
                #expect(SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm))
                let secret = try HardwareKeys.exchange(key, otherHalf, algorithm, parameters)
                #expect(try secret == HardwareKeys.exchange(other, half, algorithm, parameters))
            }
            #expect(
                HardwareKeys.status {
                    _ = try HardwareKeys.exchange(key, otherHalf, .ecdhKeyExchangeStandardX963SHA256)
                } == errSecParam)
            let openssl = OpenSSL(directory: machine.tpm.directory)
            let peer = try HardwareKeys.read(
                Data(openssl.makeKey()), [kSecAttrKeyClass: kSecAttrKeyClassPublic])
            let secret = try HardwareKeys.exchange(key, peer, .ecdhKeyExchangeStandard)
            #expect(try [UInt8](secret) == openssl.agree(with: [UInt8](HardwareKeys.bytes(half))))
        }
    }

    @Test func itDecrypts() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make()
            let publicKey = try HardwareKeys.publicHalf(key)
            for algorithm in [
                .eciesEncryptionStandardX963SHA256AESGCM, .eciesEncryptionCofactorX963SHA1AESGCM,
                .eciesEncryptionCofactorVariableIVX963SHA256AESGCM, .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
            ] as [SecKeyAlgorithm] {
                #expect(SecKeyIsAlgorithmSupported(key, .decrypt, algorithm))
                var ciphertext = try HardwareKeys.encrypt(publicKey, algorithm)
                #expect(try HardwareKeys.decrypt(ciphertext, key, algorithm) == HardwareKeys.message)
                for index in [0, 30, 66, ciphertext.count - 1] {
                    ciphertext[index] ^= 1
                    #expect(
                        HardwareKeys.status { _ = try HardwareKeys.decrypt(ciphertext, key, algorithm) } == errSecParam)
                    ciphertext[index] ^= 1
                }
                #expect(
                    HardwareKeys.status { _ = try HardwareKeys.decrypt(Data([4]), key, algorithm) } == errSecParam)
            }
        }
    }

    // MARK: - Items

    @Test func itIsFoundAgainAfterARestart() throws {
        let machine = try Machine()
        let point = try machine.withKeychain { _ in
            let key = try HardwareKeys.make()
            #expect(try HardwareKeys.found() == key)
            return try HardwareKeys.bytes(HardwareKeys.publicHalf(key))
        }
        machine.tpm.stop()
        try machine.tpm.start()
        try machine.withKeychain { _ in
            let key = try HardwareKeys.found()
            #expect(try HardwareKeys.bytes(HardwareKeys.publicHalf(key)) == point)
            try HardwareKeys.check(key)
            #expect(try HardwareKeys.find([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) == nil)
            let identifiers = try HardwareKeys.find([
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecReturnAttributes: true,
            ])
            let item = try #require(identifiers as? [String: Any])
            #expect(item["tkid"] as? String == kSecAttrTokenIDSecureEnclave as String)
            #expect(item["extr"] as? Int == 0 && item["next"] as? Int == 1 && item["pubk"] == nil)
            #expect(
                HardwareKeys.status { _ = try HardwareKeys.find([kSecAttrTokenID: "com.example.token"]) }
                    == errSecItemNotFound)
            let attributes = try HardwareKeys.attributes(key)
            #expect(attributes["tkid"] as? String == kSecAttrTokenIDSecureEnclave as String)
            #expect(attributes["bsiz"] as? Int == 256 && attributes["perm"] as? Bool == true)
            #expect(attributes["sign"] as? Bool == true && attributes["extr"] as? Bool == false)
            #expect(attributes["v_Data"] == nil && attributes["toid"] == nil)
            #expect(SecKeyGetBlockSize(key) == 32)
        }
    }

    @Test func bothHalvesOfAPairAreStored() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make([kSecPublicKeyAttrs: [kSecAttrIsPermanent: true]])
            let stored = try HardwareKeys.find([
                kSecAttrKeyClass: kSecAttrKeyClassPublic, kSecAttrApplicationTag: Data(), kSecReturnRef: true,
            ])
            #expect(try stored as? SecKey == HardwareKeys.publicHalf(key))
            let item: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            #expect(SecItemDelete(item as CFDictionary) == errSecSuccess)
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecItemNotFound)
        }
    }

    @Test func anAttributeOfUseIsHonoured() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrCanSign: false])
            #expect(HardwareKeys.status { try HardwareKeys.check(key) } == errSecKeyUsageIncorrect)
            let other = try HardwareKeys.publicHalf(HardwareKeys.makeInMemory())
            _ = try HardwareKeys.exchange(key, other, .ecdhKeyExchangeStandard)
        }
    }

    // MARK: - Keys that are not stored

    @Test func aKeyThatIsNotPermanentIsNoItem() throws {
        let machine = try Machine()
        let kept = try machine.withKeychain { keychain in
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            #expect(try HardwareKeys.count() == 0)
            let counts = try keychain.status().counts
            #expect(counts.isEmpty)
            try HardwareKeys.check(key)
            let attributes = try HardwareKeys.attributes(key)
            #expect(attributes["perm"] as? Bool == false && attributes["tkid"] as? String == "com.apple.setoken")
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
            return try #require(attributes["toid"] as? Data)
        }
        try machine.withKeychain { _ in
            let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            let key = try HardwareKeys.read(kept, token)
            try HardwareKeys.check(key)
            #expect(try HardwareKeys.attributes(key)["toid"] as? Data == kept)
            #expect(HardwareKeys.status { _ = try HardwareKeys.bytes(key) } == errSecUnimplemented)
            // Without the token it is no key.
            #expect(HardwareKeys.status { _ = try HardwareKeys.read(kept) } == errSecParam)
        }
        // Another keychain has not made it.
        try Machine().withKeychain { _ in
            let status = HardwareKeys.status {
                try HardwareKeys.check(HardwareKeys.read(kept, [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]))
            }
            #expect(status != errSecSuccess)
        }
    }

    @Test func everyChangedByteOfAKeptKeyIsRefused() throws {
        try Machine().withKeychain { _ in
            let key = try HardwareKeys.make(ofPrivateHalf: [kSecAttrIsPermanent: false])
            let kept = try #require(try HardwareKeys.attributes(key)["toid"] as? Data)
            let token: [CFString: Any] = [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]
            for index in kept.indices {
                var changed = kept
                changed[index] ^= 0x41
                let status = HardwareKeys.status { _ = try HardwareKeys.sign(HardwareKeys.read(changed, token)) }
                #expect([errSecParam, errSecDecode, errSecNotAvailable].contains(status), "byte \(index): \(status)")
            }
            for count in [0, 8, 73, kept.count - 1] {
                #expect(
                    HardwareKeys.status { _ = try HardwareKeys.read(kept.prefix(count), token) } == errSecParam)
            }
        }
    }
}
