import AsymmetricKeys
import Testing

/// Signatures that an attacker may send: each is refused, and nothing ends the program.
@Suite struct BadSignatureTests {
    /// Whether both encodings of a signature are valid.
    private func accepts(_ one: [UInt8], _ other: [UInt8]) throws -> [Bool] {
        let key = try Sample.p256.get().publicKey()
        let pad = { (number: [UInt8]) in [UInt8](repeating: 0, count: 32 - number.count) + number }
        return [
            try key.isValid(DER.signature(one, other), BadInput.message, BadInput.ecdsa),
            try key.isValid(pad(one) + pad(other), BadInput.message, BadInput.fixed),
        ]
    }

    @Test func numbersOutsideTheirRangeAreRefused() throws {
        let key = try Sample.p256.get()
        let good = DER.numbers(of: try key.sign(BadInput.message, BadInput.ecdsa), size: 32)
        let (r, s) = (Array(good.prefix(32)), Array(good.suffix(32)))
        #expect(try accepts(r, s) == [true, true])
        let zero: [UInt8] = [0]
        let large = [UInt8](repeating: 0xff, count: 32)
        for bad in [zero, BadInput.order, BadInput.order(plus: 1), large] {
            #expect(try accepts(bad, s) == [false, false])
            #expect(try accepts(r, bad) == [false, false])
            #expect(try accepts(bad, bad) == [false, false])
        }
        #expect(try accepts([1], [1]) == [false, false])
        #expect(try accepts(BadInput.order(plus: -1), BadInput.order(plus: -1)) == [false, false])
        #expect(try accepts(s, r) == [false, false])
    }

    @Test func theOtherHalfOfSIsValid() throws {
        let key = try Sample.p256.get()
        var seen: Set<Bool> = []
        for _ in 0..<8 {
            let good = DER.numbers(of: try key.sign(BadInput.message, BadInput.ecdsa), size: 32)
            let other = BadInput.difference(BadInput.order, Array(good.suffix(32)))
            seen.insert(other.lexicographicallyPrecedes(good.suffix(32)))
            #expect(try accepts(Array(good.prefix(32)), other) == [true, true])
        }
        #expect(!seen.isEmpty)
    }

    @Test func otherEncodingsThanDERAreRefused() throws {
        let key = try Sample.p256.get()
        let publicKey = try key.publicKey()
        let good = DER.numbers(of: try key.sign(BadInput.message, BadInput.ecdsa), size: 32)
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
            "one number": DER.sequence(r), "set": DER.element(0x31, content),
            "octets": DER.sequence(DER.element(4, good), s),
            "too short": Array(DER.sequence(content).dropLast()), "length too small": [0x30, count - 1] + content,
            "length too large": [0x30, count + 1] + content,
            "zero in front of r": DER.sequence(DER.element(2, [0] + r.dropFirst(2)), s),
            "zeros in front of s": DER.sequence(r, DER.element(2, [0, 0] + s.dropFirst(2))),
            "negative r": DER.sequence(DER.element(2, [0x80] + good.prefix(32)), s),
            "empty r": DER.sequence([2, 0], s), "raw": good,
            "oversized": DER.sequence(DER.element(2, [1] + [UInt8](repeating: 0, count: 60_000)), s),
        ]
        #expect(try publicKey.isValid(DER.sequence(content), BadInput.message, BadInput.ecdsa))
        for (name, signature) in bad {
            #expect(try !publicKey.isValid(signature, BadInput.message, BadInput.ecdsa), "\(name)")
        }
        for position in DER.sequence(content).indices {
            var changed = DER.sequence(content)
            changed[position] ^= 0x01
            #expect(try !publicKey.isValid(changed, BadInput.message, BadInput.ecdsa), "bit at \(position)")
        }
    }

    @Test func fixedLengthsAreExact() throws {
        let key = try Sample.p521.get()
        let publicKey = try key.publicKey()
        let good = try key.sign(BadInput.message, BadInput.fixed)
        #expect(good.count == 132)
        for bad in [
            [], Array(good.dropLast()), good + [0], [0] + good, Array(good.dropFirst()), Array(good.prefix(66)),
        ] {
            #expect(try !publicKey.isValid(bad, BadInput.message, BadInput.fixed))
        }
        #expect(try publicKey.isValid(good, BadInput.message, BadInput.fixed))
    }

    @Test func edwardsSignaturesHaveOneForm() throws {
        let key = try Sample.ed25519.get()
        let publicKey = try key.publicKey()
        let good = try key.sign(BadInput.message, .ed25519)
        #expect(try publicKey.isValid(good, BadInput.message, .ed25519))
        // S + L, which is the same number modulo L.
        let group = [UInt8](hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var carry = 0
        let malleable =
            good.prefix(32)
            + zip(good.suffix(32), group).map { one, other in
                let sum = Int(one) + Int(other) + carry
                carry = sum >> 8
                return UInt8(sum & 0xff)
            }
        for bad in [Array(malleable), [], Array(good.dropLast()), good + [0], [UInt8](repeating: 0, count: 64)] {
            #expect(try !publicKey.isValid(bad, BadInput.message, .ed25519))
        }
    }

    @Test func rsaSignaturesHaveTheLengthOfTheModulus() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        for algorithm in [KeyAlgorithm.rsaSignaturePKCS1(.message(.sha256)), .rsaSignaturePSS(.message(.sha256))] {
            let good = try key.sign(BadInput.message, algorithm)
            let modulus = try #require(DERParts.integers(key.publicRepresentation)?.first)
            for bad in [
                [], Array(good.dropLast()), good + [0], [0] + good, modulus, [UInt8](repeating: 0, count: 256),
                [UInt8](repeating: 0xff, count: 256),
            ] {
                #expect(try !publicKey.isValid(bad, BadInput.message, algorithm))
            }
            for position in [0, 1, 100, 255] {
                var changed = good
                changed[position] ^= 1
                #expect(try !publicKey.isValid(changed, BadInput.message, algorithm))
            }
        }
    }

    @Test func aSignatureCountsForItsAlgorithmOnly() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        let algorithms: [KeyAlgorithm] = [
            .rsaSignaturePKCS1(.message(.sha256)), .rsaSignaturePKCS1(.message(.sha512)),
            .rsaSignaturePSS(.message(.sha256)),
            .rsaSignaturePSS(.message(.sha512)),
        ]
        for signing in algorithms {
            let signature = try key.sign(BadInput.message, signing)
            for verifying in algorithms {
                #expect(try publicKey.isValid(signature, BadInput.message, verifying) == (signing == verifying))
            }
        }
    }

    /// PKCS #1's padding with anything but FF, and with something after the hash, which forgers of signatures with a small exponent need.
    @Test func paddingOfOtherFormsIsRefused() throws {
        let key = try Sample.rsa2048.get()
        let publicKey = try key.publicKey()
        let hash = try key.sign(BadInput.message, .rsaSignaturePKCS1(.message(.sha256)))
        let block = try publicKey.encrypt(hash, .rsaEncryptionRaw)
        #expect(
            try publicKey.isValid(
                try key.decrypt(block, .rsaEncryptionRaw), BadInput.message, .rsaSignaturePKCS1(.message(.sha256))))
        let information = Array(block.suffix(51))
        let blocks: [[UInt8]] = [
            [0, 1, 0xff] + [UInt8](repeating: 0xfe, count: 201) + [0] + information,
            [0, 2] + [UInt8](repeating: 0xff, count: 202) + [0] + information,
            [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0] + information + [UInt8](repeating: 0, count: 194),
            [0, 1] + [UInt8](repeating: 0xff, count: 200) + [0, 0, 0] + information,
            // The parameters of the hash function left out.
            [0, 1] + [UInt8](repeating: 0xff, count: 204) + [0, 0x30, 0x2f, 0x30, 0x0b] + information[4..<15]
                + information[17...],
        ]
        for block in blocks {
            #expect(block.count == 256)
            let signature = try key.decrypt(block, .rsaEncryptionRaw)
            #expect(try !publicKey.isValid(signature, BadInput.message, .rsaSignaturePKCS1(.message(.sha256))))
        }
    }
}
