import LibCrypto
import Secrets
import Testing

/// Hash functions, key derivation and authenticated encryption, with published values.
@Suite struct AlgorithmTests {
    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// FIPS 180-4's example “abc”.
    @Test(
        arguments: [
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512,
                """
                ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
                2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                """
            ),
        ] as [(HashFunction, String)])
    func hashesAreTheStandards(function: HashFunction, expected: String) throws {
        let hash = try Array("abc".utf8).withUnsafeBytes { try CryptoLibrary.load().hash($0, with: function) }
        #expect(hash == Self.bytes(expected))
        #expect(hash.count == function.byteCount)
    }

    /// The first value of NIST's CAVS file for ANSI X9.63 with SHA-256.
    @Test func derivedKeysAreTheStandards() throws {
        let secret = SecretBytes(copying: Self.bytes("96c05619d56c328ab95fe84b18264b08725b85e33fd34f08"))
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        let key = try CryptoLibrary.load().deriveX963(from: secret, with: .sha256, info: none, count: 16)
        #expect(key.withUnsafeBytes { [UInt8]($0) } == Self.bytes("443024c3dae66b95e6f5670601558f71"))
    }

    /// Test cases 2 and 8 of “The Galois/Counter Mode of Operation” (McGrew and Viega).
    @Test(arguments: [
        (16, "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"),
        (24, "98e7247c07f0fe411c267e4384b0f6002ff58d80033927ab8ef4d4587514f0fb"),
    ])
    func ciphertextsAreTheStandards(keyCount: Int, expected: String) throws {
        let sealed = try [UInt8](repeating: 0, count: keyCount).withUnsafeBytes { key in
            let zeros = UnsafeRawBufferPointer(rebasing: key.prefix(16))
            let vector = UnsafeRawBufferPointer(rebasing: key.prefix(12))
            return try AESGCM(try CryptoLibrary.load(), key: key, vector: vector).seal(zeros)
        }
        #expect(sealed == Self.bytes(expected))
    }

    @Test(arguments: [0, 15, 23, 33]) func aKeyOfAnotherLengthIsRefused(count: Int) throws {
        let bytes = [UInt8](repeating: 0, count: count)
        let library = try CryptoLibrary.load()
        #expect(throws: CryptoError.self) {
            try bytes.withUnsafeBytes { try AESGCM(library, key: $0, vector: $0).seal($0) }
        }
    }

    @Test(arguments: [0, 1, 16, 70_000]) func whatIsSealedOpensUnchangedOnly(count: Int) throws {
        let library = try CryptoLibrary.load()
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let key = SecureRandom.bytes(32)
        try key.withUnsafeBytes { key in
            let cipher = AESGCM(
                library, key: key, vector: UnsafeRawBufferPointer(rebasing: key.prefix(16)), authenticated: key)
            let sealed = try message.withUnsafeBytes { try cipher.seal($0) }
            #expect(sealed.count == count + AESGCM.tagCount)
            #expect(try sealed.withUnsafeBytes { try cipher.open($0).withUnsafeBytes { [UInt8]($0) } } == message)
            var changed = sealed
            changed[sealed.count / 2] ^= 1
            for bad in [changed, Array(sealed.dropLast()), []] {
                #expect(throws: CryptoError.self) { try bad.withUnsafeBytes { _ = try cipher.open($0) } }
            }
        }
    }
}
