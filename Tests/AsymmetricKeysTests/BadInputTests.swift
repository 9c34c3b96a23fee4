import AsymmetricKeys
import LibCrypto
import Secrets
import Testing

/// What an attacker may send: each is refused, and nothing ends the program.
@Suite struct BadInputTests {
    static let ecdsa = KeyAlgorithm.ecdsa(.x962, .message(.sha256))
    static let fixed = KeyAlgorithm.ecdsa(.rfc4754, .message(.sha256))
    static let message = Array("message".utf8)

    /// The order of P-256 (FIPS 186-4, D.1.2.3).
    static let order = [UInt8](hex: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    /// The prime of P-256.
    static let prime = [UInt8](hex: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")

    /// The number plus or minus small ones, without the carry that these do not need.
    static func order(plus delta: Int) -> [UInt8] { order.dropLast() + [UInt8(Int(order[31]) + delta)] }

    // MARK: ECDSA

    /// Whether both encodings of a signature are valid.
    private func accepts(_ one: [UInt8], _ other: [UInt8]) throws -> [Bool] {
        let key = try Sample.p256.get().publicKey()
        let pad = { (number: [UInt8]) in [UInt8](repeating: 0, count: 32 - number.count) + number }
        return [
            try key.isValid(DER.signature(one, other), Self.message, Self.ecdsa),
            try key.isValid(pad(one) + pad(other), Self.message, Self.fixed),
        ]
    }

    @Test func numbersOutsideTheirRangeAreRefused() throws {
        let key = try Sample.p256.get()
        let good = DER.numbers(of: try key.sign(Self.message, Self.ecdsa), size: 32)
        let (r, s) = (Array(good.prefix(32)), Array(good.suffix(32)))
        #expect(try accepts(r, s) == [true, true])
        let zero: [UInt8] = [0]
        let large = [UInt8](repeating: 0xff, count: 32)
        for bad in [zero, Self.order, Self.order(plus: 1), large] {
            #expect(try accepts(bad, s) == [false, false])
            #expect(try accepts(r, bad) == [false, false])
            #expect(try accepts(bad, bad) == [false, false])
        }
        #expect(try accepts([1], [1]) == [false, false])
        #expect(try accepts(Self.order(plus: -1), Self.order(plus: -1)) == [false, false])
        #expect(try accepts(s, r) == [false, false])
    }

    @Test func theOtherHalfOfSIsValid() throws {
        let key = try Sample.p256.get()
        var seen: Set<Bool> = []
        for _ in 0..<8 {
            let good = DER.numbers(of: try key.sign(Self.message, Self.ecdsa), size: 32)
            let other = Self.difference(Self.order, Array(good.suffix(32)))
            seen.insert(other.lexicographicallyPrecedes(good.suffix(32)))
            #expect(try accepts(Array(good.prefix(32)), other) == [true, true])
        }
        #expect(!seen.isEmpty)
    }

    static func difference(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        var borrow = 0
        var result = [UInt8](repeating: 0, count: one.count)
        for index in one.indices.reversed() {
            let digit = Int(one[index]) - Int(other[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[index] = UInt8(digit + borrow * 256)
        }
        return result
    }

    @Test func otherEncodingsThanDERAreRefused() throws {
        let key = try Sample.p256.get()
        let publicKey = try key.publicKey()
        let good = DER.numbers(of: try key.sign(Self.message, Self.ecdsa), size: 32)
        let (r, s) = (DER.integer(Array(good.prefix(32))), DER.integer(Array(good.suffix(32))))
        let content = r + s
        let count = UInt8(content.count)
        let bad: [String: [UInt8]] = [
            "empty": [], "only a tag": [0x30], "only a head": [0x30, 0x00],
            "long form of a short length": [0x30, 0x81, count] + content,
            "longer form": [0x30, 0x82, 0, count] + content,
            "indefinite length": [0x30, 0x80] + content + [0, 0],
            "length of four gigabytes": [0x30, 0x84, 0xff, 0xff, 0xff, 0xff] + content,
            "length of more than a number": [0x30, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0] + content,
            "zeros at the end": DER.sequence(content) + [0, 0], "zeros inside": DER.sequence(content, [0, 0]),
            "null inside": DER.sequence(content, [5, 0]), "a third number": DER.sequence(content, [2, 1, 1]),
            "one number": DER.sequence(r), "set": DER.element(0x31, content), "octets": DER.sequence(DER.element(4, good), s),
            "too short": Array(DER.sequence(content).dropLast()), "length too small": [0x30, count - 1] + content,
            "length too large": [0x30, count + 1] + content,
            "zero in front of r": DER.sequence(DER.element(2, [0] + r.dropFirst(2)), s),
            "zeros in front of s": DER.sequence(r, DER.element(2, [0, 0] + s.dropFirst(2))),
            "negative r": DER.sequence(DER.element(2, [0x80] + good.prefix(32)), s),
            "empty r": DER.sequence([2, 0], s), "raw": good,
            "oversized": DER.sequence(DER.element(2, [1] + [UInt8](repeating: 0, count: 60_000)), s),
        ]
        #expect(try publicKey.isValid(DER.sequence(content), Self.message, Self.ecdsa))
        for (name, signature) in bad {
            #expect(try !publicKey.isValid(signature, Self.message, Self.ecdsa), "\(name)")
        }
        for position in DER.sequence(content).indices {
            var changed = DER.sequence(content)
            changed[position] ^= 0x01
            #expect(try !publicKey.isValid(changed, Self.message, Self.ecdsa), "bit at \(position)")
        }
    }

    @Test func fixedLengthsAreExact() throws {
        let key = try Sample.p521.get()
        let publicKey = try key.publicKey()
        let good = try key.sign(Self.message, Self.fixed)
        #expect(good.count == 132)
        for bad in [[], Array(good.dropLast()), good + [0], [0] + good, Array(good.dropFirst()), Array(good.prefix(66))] {
            #expect(try !publicKey.isValid(bad, Self.message, Self.fixed))
        }
        #expect(try publicKey.isValid(good, Self.message, Self.fixed))
    }

    // MARK: Points

    @Test func pointsThatAreNoneAreRefused() throws {
        let point = try Sample.p256.get().publicRepresentation
        let (x, y) = (Array(point[1...32]), Array(point[33...64]))
        let zeros = [UInt8](repeating: 0, count: 32)
        let bad: [String: [UInt8]] = [
            "empty": [], "infinity": [0], "infinity with zeros": [0] + zeros + zeros, "zeros": [4] + zeros + zeros,
            "not on the curve": [4] + x + y.dropLast() + [y[31] ^ 1], "x for y": [4] + y + x,
            "compressed": [2 + (y[31] & 1)] + x, "hybrid": [6 + (y[31] & 1)] + x + y, "another form": [5] + x + y,
            "x too large": [4] + Self.prime + y, "y too large": [4] + x + [UInt8](repeating: 0xff, count: 32),
            "too short": Array(point.dropLast()), "too long": point + [0], "of another curve": [4] + x + y + zeros,
        ]
        for (name, representation) in bad {
            #expect(throws: KeyError(.malformed), "\(name)") { try PublicKey(.ellipticCurve, representation) }
        }
    }

    @Test func curveKeysMustBelongTogether() throws {
        let key = try Sample.p256.get()
        let other = try PrivateKey.generate(.ellipticCurve(.p256))
        let point = key.publicRepresentation
        let scalar = Array(try key.bytes().suffix(32))
        let bad: [String: [UInt8]] = [
            "of another key": point + (try other.bytes().suffix(32)), "zero": point + [UInt8](repeating: 0, count: 32),
            "order": point + Self.order, "order and one": point + Self.order(plus: 1),
            "large": point + [UInt8](repeating: 0xff, count: 32), "no point": [4] + [UInt8](repeating: 0, count: 64) + scalar,
            "scalar alone": scalar, "public half": point, "infinity": [0] + [UInt8](repeating: 0, count: 64) + scalar,
            "point of another key": other.publicRepresentation + scalar, "too long": try key.bytes() + [0],
        ]
        for (name, representation) in bad {
            #expect(throws: KeyError(.malformed), "\(name)") { try PrivateKey(.ellipticCurve, representation) }
        }
    }

    @Test(arguments: [KeyType.ed25519, .x25519]) func otherLengthsAreNoKeys(_ type: KeyType) {
        for count in [0, 31, 33, 64] {
            let bytes = [UInt8](repeating: 9, count: count)
            #expect(throws: KeyError(.malformed)) { try PublicKey(type, bytes) }
            #expect(throws: KeyError(.malformed)) { try PrivateKey(type, bytes) }
        }
    }

    /// Points whose multiples are few, so that the secret would be known (RFC 7748, 6.1).
    @Test(
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ])
    func aSecretOfZerosIsRefused(point: String) throws {
        let peer = try PublicKey(.x25519, [UInt8](hex: point))
        let key = try Sample.x25519.get()
        for algorithm in [KeyAlgorithm.exchange(.standard, nil), .exchange(.standard, .sha256)] {
            #expect(throws: KeyError(.exchange)) {
                _ = try key.exchange(with: peer, algorithm, ExchangeParameters(count: 32))
            }
        }
    }

    // MARK: Edwards

    @Test func edwardsSignaturesHaveOneForm() throws {
        let key = try Sample.ed25519.get()
        let publicKey = try key.publicKey()
        let good = try key.sign(Self.message, .ed25519)
        #expect(try publicKey.isValid(good, Self.message, .ed25519))
        // S + L, which is the same number modulo L.
        let group = [UInt8](hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var carry = 0
        let malleable = good.prefix(32) + zip(good.suffix(32), group).map { one, other in
            let sum = Int(one) + Int(other) + carry
            carry = sum >> 8
            return UInt8(sum & 0xff)
        }
        for bad in [Array(malleable), [], Array(good.dropLast()), good + [0], [UInt8](repeating: 0, count: 64)] {
            #expect(try !publicKey.isValid(bad, Self.message, .ed25519))
        }
    }

    // MARK: RSA

    @Test func rsaSignaturesHaveTheLengthOfTheModulus() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        for algorithm in [KeyAlgorithm.rsaSignaturePKCS1(.message(.sha256)), .rsaSignaturePSS(.message(.sha256))] {
            let good = try key.sign(Self.message, algorithm)
            let modulus = try #require(DERParts.integers(key.publicRepresentation)?.first)
            for bad in [[], Array(good.dropLast()), good + [0], [0] + good, modulus, [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xff, count: 256)] {
                #expect(try !publicKey.isValid(bad, Self.message, algorithm))
            }
            for position in [0, 1, 100, 255] {
                var changed = good
                changed[position] ^= 1
                #expect(try !publicKey.isValid(changed, Self.message, algorithm))
            }
        }
    }

    @Test func aSignatureCountsForItsAlgorithmOnly() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        let algorithms: [KeyAlgorithm] = [
            .rsaSignaturePKCS1(.message(.sha256)), .rsaSignaturePKCS1(.message(.sha512)), .rsaSignaturePSS(.message(.sha256)),
            .rsaSignaturePSS(.message(.sha512)),
        ]
        for signing in algorithms {
            let signature = try key.sign(Self.message, signing)
            for verifying in algorithms {
                #expect(try publicKey.isValid(signature, Self.message, verifying) == (signing == verifying))
            }
        }
    }

    /// PKCS #1's padding with anything but FF, and with something after the hash, which forgers of signatures with a small exponent need.
    @Test func paddingOfOtherFormsIsRefused() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        let hash = try key.sign(Self.message, .rsaSignaturePKCS1(.message(.sha256)))
        let block = try publicKey.encrypt(hash, .rsaEncryptionRaw)
        #expect(try publicKey.isValid(try key.decrypt(block, .rsaEncryptionRaw), Self.message, .rsaSignaturePKCS1(.message(.sha256))))
        let information = Array(block.suffix(51))
        let blocks: [[UInt8]] = [
            [0, 1, 0xff] + [UInt8](repeating: 0xfe, count: 201) + [0] + information,
            [0, 2] + [UInt8](repeating: 0xff, count: 202) + [0] + information,
            [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0] + information + [UInt8](repeating: 0, count: 194),
            [0, 1] + [UInt8](repeating: 0xff, count: 200) + [0, 0, 0] + information,
            // The parameters of the hash function left out.
            [0, 1] + [UInt8](repeating: 0xff, count: 204) + [0, 0x30, 0x2f, 0x30, 0x0b] + information[4..<15] + information[17...],
        ]
        for block in blocks {
            #expect(block.count == 256)
            let signature = try key.decrypt(block, .rsaEncryptionRaw)
            #expect(try !publicKey.isValid(signature, Self.message, .rsaSignaturePKCS1(.message(.sha256))))
        }
    }

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
                #expect(throws: KeyError(.input)) { try publicKey.encrypt([UInt8](repeating: 0, count: count), algorithm) }
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
            (curve, .ecies(.standard, .sha256, hasVariableVector: true)), (curve, .ecies(.cofactor, .sha1, hasVariableVector: false)),
        ]
        for (key, algorithm) in cases {
            let good = try key.publicKey().encrypt(Self.message, algorithm)
            #expect(try key.decrypt(good, algorithm) == Self.message)
            var bad = [[], Array(good.dropLast()), good + [0], Array(good.prefix(15)), [UInt8](repeating: 0, count: good.count)]
            for position in stride(from: 0, to: good.count, by: 13) + [good.count - 17, good.count - 1] {
                var changed = good
                changed[position] ^= 0x40
                bad.append(changed)
            }
            for ciphertext in bad {
                #expect(throws: KeyError(.decryption), "\(algorithm.identifier)") { try key.decrypt(ciphertext, algorithm) }
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
        let ciphertext = try key.publicKey().encrypt(Self.message, algorithm)
        #expect(throws: KeyError(.decryption)) { try other.decrypt(ciphertext, algorithm) }
        for wrong in [KeyAlgorithm.ecies(.standard, .sha256, hasVariableVector: false), .ecies(.standard, .sha384, hasVariableVector: true)] {
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
        for wrong in [try Sample.p384.get(), try Sample.x25519.get(), try Sample.rsa1024.get(), try Sample.ed25519.get()] {
            #expect(throws: KeyError(.exchange)) {
                _ = try key.exchange(with: try wrong.publicKey(), .exchange(.standard, nil), ExchangeParameters())
            }
        }
        let all = ExchangeParameters(count: 1 << 20)
        #expect(try key.exchange(with: peer, .exchange(.standard, .sha1), all).count == 1 << 20)
    }
}
