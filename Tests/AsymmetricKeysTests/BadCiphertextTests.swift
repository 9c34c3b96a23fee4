import AsymmetricKeys
import LibCrypto
import Testing

/// Messages, ciphertexts and parameters out of range: each is refused.
@Suite struct BadCiphertextTests {
    @Test func inputsOfOtherLengthsAreRefused() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        let cases: [(KeyAlgorithm, [Int])] = [
            (.rsaSignatureRaw, [0, 255, 257]), (.rsaSignaturePKCS1(.anyDigest), [246, 256]),
            (.rsaSignaturePKCS1(.digest(.sha256)), [0, 31, 33]), (.rsaSignaturePSS(.digest(.sha1)), [0, 19, 21]),
        ]
        for (algorithm, counts) in cases {
            for count in counts {
                let input = [UInt8](repeating: 1, count: count)
                #expect(throws: KeyError(.input)) { try key.sign(input, algorithm) }
                #expect(throws: KeyError(.input)) { try publicKey.isValid([1], input, algorithm) }
            }
        }
        let messages: [(KeyAlgorithm, [Int])] = [
            (.rsaEncryptionRaw, [0, 255, 257]), (.rsaEncryptionPKCS1, [246]), (.rsaEncryptionOAEP(.sha256), [191]),
        ]
        for (algorithm, counts) in messages {
            for count in counts {
                #expect(throws: KeyError(.input)) {
                    try publicKey.encrypt([UInt8](repeating: 0, count: count), algorithm)
                }
            }
        }
        let large = [UInt8](repeating: 0xff, count: 256)
        #expect(throws: KeyError(.input)) { try key.sign(large, .rsaSignatureRaw) }
        #expect(throws: KeyError(.input)) { try publicKey.encrypt(large, .rsaEncryptionRaw) }
        for algorithm in [KeyAlgorithm.rsaEncryptionPKCS1, .rsaEncryptionOAEP(.sha256)] {
            let longest = [UInt8](repeating: 7, count: algorithm == .rsaEncryptionPKCS1 ? 245 : 190)
            #expect(try key.decrypt(try publicKey.encrypt(longest, algorithm), algorithm) == longest)
            #expect(try key.decrypt(try publicKey.encrypt([], algorithm), algorithm) == [])
        }
    }

    @Test func ciphertextsThatWereChangedAreRefusedWithoutAReason() throws {
        let rsa = try Sample.rsa2048.get()
        let curve = try Sample.p256.get()
        let cases: [(PrivateKey, KeyAlgorithm)] = [
            (rsa, .rsaEncryptionOAEP(.sha256)), (rsa, .rsaEncryptionOAEPAESGCM(.sha256)),
            (curve, .ecies(.standard, .sha256, hasVariableVector: true)),
            (curve, .ecies(.cofactor, .sha1, hasVariableVector: false)),
        ]
        for (key, algorithm) in cases {
            let good = try key.publicKey().encrypt(BadInput.message, algorithm)
            #expect(try key.decrypt(good, algorithm) == BadInput.message)
            var bad = [
                [], Array(good.dropLast()), good + [0], Array(good.prefix(15)),
                [UInt8](repeating: 0, count: good.count),
            ]
            for position in stride(from: 0, to: good.count, by: 13) + [good.count - 17, good.count - 1] {
                var changed = good
                changed[position] ^= 0x40
                bad.append(changed)
            }
            for ciphertext in bad {
                #expect(throws: KeyError(.decryption), "\(algorithm.identifier)") {
                    try key.decrypt(ciphertext, algorithm)
                }
            }
        }
        // An empty message is one.
        for (key, algorithm) in cases {
            #expect(try key.decrypt(try key.publicKey().encrypt([], algorithm), algorithm) == [])
        }
    }

    @Test func aCiphertextIsForOneKeyAndOneAlgorithm() throws {
        let key = try Sample.p256.get()
        let other = try PrivateKey.generate(.ellipticCurve(.p256))
        let algorithm = KeyAlgorithm.ecies(.standard, .sha256, hasVariableVector: true)
        let ciphertext = try key.publicKey().encrypt(BadInput.message, algorithm)
        #expect(throws: KeyError(.decryption)) { try other.decrypt(ciphertext, algorithm) }
        for wrong in [
            KeyAlgorithm.ecies(.standard, .sha256, hasVariableVector: false),
            .ecies(.standard, .sha384, hasVariableVector: true),
        ] {
            #expect(throws: KeyError(.decryption)) { try key.decrypt(ciphertext, wrong) }
        }
        // The same point in another form, and one that is not on the curve.
        let compressed = [2 + (ciphertext[64] & 1)] + Array(ciphertext[1...32]) + ciphertext.dropFirst(65)
        #expect(throws: KeyError(.decryption)) { try key.decrypt(compressed, algorithm) }
    }

    @Test func exchangesNeedWhatTheyDerive() throws {
        let key = try Sample.p256.get()
        let peer = try PrivateKey.generate(.ellipticCurve(.p256)).publicKey()
        for count in [nil, 0, -1, 1 << 20 + 1, Int.max] {
            #expect(throws: KeyError(.exchange)) {
                _ = try key.exchange(with: peer, .exchange(.standard, .sha256), ExchangeParameters(count: count))
            }
        }
        for wrong in [
            try Sample.p384.get(), try Sample.x25519.get(), try Sample.rsa1024.get(), try Sample.ed25519.get(),
        ] {
            #expect(throws: KeyError(.exchange)) {
                _ = try key.exchange(with: try wrong.publicKey(), .exchange(.standard, nil), ExchangeParameters())
            }
        }
        let all = ExchangeParameters(count: 1 << 20)
        #expect(try key.exchange(with: peer, .exchange(.standard, .sha1), all).count == 1 << 20)
    }
}
