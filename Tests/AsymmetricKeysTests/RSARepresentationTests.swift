import AsymmetricKeys
import Testing

/// RSA keys in PKCS #1, and everything near it.
@Suite struct RSARepresentationTests {
    private static let longest = 10_240

    @Test func publicKeysOfOtherFormsAreRefused() throws {
        let good = try Sample.rsa1024.get().publicRepresentation
        let numbers = try #require(DERParts.integers(good))
        let (n, e) = (numbers[0], numbers[1])
        let content = DER.integer(n) + DER.integer(e)
        let even = Array(n.dropLast()) + [n[n.count - 1] & 0xfe]
        let bad: [String: [UInt8]] = [
            "empty": [], "cut": Array(good.dropLast()), "more": good + [0], "one number": DER.sequence(DER.integer(n)),
            "three numbers": DER.sequence(content, DER.integer([1])), "indefinite": [0x30, 0x80] + content + [0, 0],
            "long length": [0x30, 0x83, 0, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content,
            "zeros in front": DER.sequence(DER.element(2, [0, 0] + n), DER.integer(e)),
            "negative": DER.sequence(DER.element(2, n), DER.integer(e)), "set": DER.element(0x31, content),
            "even modulus": DER.sequence(DER.integer(even), DER.integer(e)),
            "modulus zero": DER.sequence(DER.integer([0]), DER.integer(e)),
            "exponent zero": DER.sequence(DER.integer(n), DER.integer([0])),
            "exponent one": DER.sequence(DER.integer(n), DER.integer([1])),
            "even exponent": DER.sequence(DER.integer(n), DER.integer([4])),
            "exponent as long as the modulus": DER.sequence(DER.integer(n), DER.integer(n)),
            "modulus of 504 bits": DER.sequence(DER.integer([0xff] + [UInt8](repeating: 1, count: 62)), DER.integer(e)),
            "modulus of 16392 bits": DER.sequence(
                DER.integer([0xff] + [UInt8](repeating: 1, count: 2048)), DER.integer(e)),
            "oversized": DER.sequence(DER.integer([1] + [UInt8](repeating: 1, count: Self.longest)), DER.integer(e)),
            "SubjectPublicKeyInfo": Encoded.publicKey(try Sample.rsa1024.get()),
            "PEM": Array("-----BEGIN RSA PUBLIC KEY-----\n".utf8),
        ]
        #expect(try PublicKey(.rsa, DER.sequence(content)).specification == .rsa(bits: 1024))
        for (name, representation) in bad {
            #expect(throws: KeyError(.malformed), "\(name)") { try PublicKey(.rsa, representation) }
        }
    }

    @Test func numbersThatDoNotBelongTogetherAreRefused() throws {
        let key = try Sample.rsa1024.get()
        let numbers = try #require(DERParts.integers(try key.bytes()))
        let other = try #require(DERParts.integers(try PrivateKey.generate(.rsa(bits: 1024)).bytes()))
        #expect(numbers.count == 9)
        #expect(try PrivateKey(.rsa, encoded(numbers)) == key)
        // Each number changed, of another key, and zero; position 0 is the version.
        for position in numbers.indices {
            for wrong in [changed(numbers[position]), other[position], []] where wrong != numbers[position] {
                var bad = numbers
                bad[position] = wrong
                #expect(throws: KeyError(.malformed), "number \(position)") { try PrivateKey(.rsa, encoded(bad)) }
            }
        }
        // Both primes exchanged and the rest left; the modulus of another key with all else.
        var exchanged = numbers
        exchanged.swapAt(4, 5)
        #expect(throws: KeyError(.malformed)) { try PrivateKey(.rsa, encoded(exchanged)) }
        let good = try key.bytes()
        for bad in [
            good + [0], Array(good.dropLast()), DER.sequence(good), encoded(numbers + [[1]]),
            try Encoded.privateKey(key), [],
        ] {
            #expect(throws: KeyError(.malformed)) { try PrivateKey(.rsa, bad) }
        }
    }

    /// The private exponent plus multiples of (p − 1)(q − 1), which calculates the same.
    @Test func anExponentLargerThanTheModulusIsRefused() throws {
        var numbers = try #require(DERParts.integers(try Sample.rsa1024.get().bytes()))
        let pad = { (number: [UInt8]) in [UInt8](repeating: 0, count: 130 - number.count) + number }
        let (n, d, p, q) = (pad(numbers[1]), pad(numbers[3]), pad(numbers[4]), pad(numbers[5]))
        let less = BadInput.difference(n, BadInput.difference(p, pad([1])))
        let order = BadInput.difference(less, q)
        let zero = pad([])
        // A sum as the difference from a negative number, of which the last carry is dropped.
        let sum = { one, other in BadInput.difference(one, BadInput.difference(zero, other)) }
        numbers[3] = Array(sum(d, sum(order, order)).drop { $0 == 0 })
        #expect(throws: KeyError(.malformed)) { try PrivateKey(.rsa, encoded(numbers)) }
    }

    private func changed(_ number: [UInt8]) -> [UInt8] {
        guard let last = number.last else { return [1] }
        return number.dropLast() + [last ^ 2]
    }

    private func encoded(_ numbers: [[UInt8]]) -> [UInt8] {
        DER.sequence(numbers.flatMap { $0.allSatisfy { $0 == 0 } ? [2, 1, 0] : DER.integer($0) })
    }
}

/// Reads what the tests know to be well-formed.
enum DERParts {
    static func integers(_ bytes: [UInt8]) -> [[UInt8]]? {
        var rest = bytes[...]
        guard count(0x30, &rest) != nil else { return nil }
        var numbers: [[UInt8]] = []
        while !rest.isEmpty {
            guard let count = count(2, &rest) else { return nil }
            numbers.append(Array(rest.prefix(count).drop { $0 == 0 }))
            rest = rest.dropFirst(count)
        }
        return numbers
    }

    private static func count(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let size = Int(first & 0x7f)
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }
}
