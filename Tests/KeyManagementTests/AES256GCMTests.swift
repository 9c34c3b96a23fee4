import Testing

@testable import KeyManagement

/// A published example of AES-256-GCM.
struct GCMVector: Sendable, CustomTestStringConvertible {
    let source: String
    let key: [UInt8]
    let nonce: [UInt8]
    let plaintext: [UInt8]
    let associatedData: [UInt8]
    /// Ciphertext and tag.
    let result: [UInt8]

    var testDescription: String { source }

    init(_ source: String, key: String, nonce: String, plaintext: String, associatedData: String, result: String) {
        self.source = source
        self.key = bytes(key)
        self.nonce = bytes(nonce)
        self.plaintext = bytes(plaintext)
        self.associatedData = bytes(associatedData)
        self.result = bytes(result)
    }

    private static let key15 = String(repeating: "feffe9928665731c6d6a8f9467308308", count: 2)
    private static let plaintext16 = """
        d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72 1c3c0c95956809532fcf0e2449a6b525
        b16aedf5aa0de657ba637b39
        """
    private static let ciphertext16 = """
        522dc1f099567d07f47f37a32a84427d 643a8cdcbfe5c0c97598a2bd2555d1aa 8cb08e48590dbb3da7b08b1056828838
        c5f61e6393ba7a0abcc9f662
        """

    static let all: [GCMVector] = [
        GCMVector(
            "McGrew and Viega, The Galois/Counter Mode of Operation, test case 13",
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12), plaintext: "",
            associatedData: "", result: "530f8afbc74536b9a963b4f1c4cb738b"),
        GCMVector(
            "McGrew and Viega, test case 14", key: String(repeating: "00", count: 32),
            nonce: String(repeating: "00", count: 12), plaintext: String(repeating: "00", count: 16),
            associatedData: "",
            result: "cea7403d4d606b6e074ec5d3baf39d18 d0d1c8a799996bf0265b98b5d48ab919"),
        GCMVector(
            "McGrew and Viega, test case 15", key: key15, nonce: "cafebabefacedbaddecaf888",
            plaintext: plaintext16 + "1aafd255", associatedData: "",
            result: ciphertext16 + "898015ad b094dac5d93471bdec1a502270e3cc6c"),
        GCMVector(
            "McGrew and Viega, test case 16", key: key15, nonce: "cafebabefacedbaddecaf888", plaintext: plaintext16,
            associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            result: ciphertext16 + "76fc6ece0f4e1768cddf8853bb2d551b"),
        GCMVector(
            "NIST CAVP gcmEncryptExtIV256, PTlen 128, AADlen 0, count 0",
            key: "31bdadd96698c204aa9ce1448ea94ae1fb4a9a0b3c9d773b51bb1822666b8f22", nonce: "0d18e06c7c725ac9e362e1ce",
            plaintext: "2db5168e932556f8089a0622981d017d", associatedData: "",
            result: "fa4362189661d163fcd6a56d8bf0405a d636ac1bbedd5cc3ee727dc2ab4a9489"),
        GCMVector(
            "NIST CAVP gcmEncryptExtIV256, PTlen 128, AADlen 128, count 0",
            key: "92e11dcdaa866f5ce790fd24501f92509aacf4cb8b1339d50c9c1240935dd08b", nonce: "ac93a1a6145299bde902f21a",
            plaintext: "2d71bcfa914e4ac045b2aa60955fad24", associatedData: "1e0889016f67601c8ebea4943bc23ad6",
            result: "8995ae2e6df3dbf96fac7b7137bae67f eca5aa77d51d4a0a14d9c51e1da474ab"),
    ]
}

/// Both ways to compute it: with the processor's instructions, where it has them, and without.
enum BackEnd: CaseIterable, Sendable {
    case processor, portable

    var cipher: AES256GCM { AES256GCM(usesProcessor: self == .processor) }
    var other: BackEnd { self == .processor ? .portable : .processor }
}

@Suite struct AES256GCMTests {
    @Test(arguments: GCMVector.all, BackEnd.allCases)
    func publishedCiphertextsOpen(vector: GCMVector, backEnd: BackEnd) {
        let opened = backEnd.cipher.opened(
            vector.nonce + vector.result, key: vector.key, associatedData: vector.associatedData)
        #expect(opened == vector.plaintext)
    }

    @Test(arguments: GCMVector.all, BackEnd.allCases)
    func publishedPlaintextsSealAsPublished(vector: GCMVector, backEnd: BackEnd) {
        var output = vector.nonce + [UInt8](repeating: 0, count: vector.result.count)
        vector.plaintext.withUnsafeBytes { plaintext in
            vector.key.withUnsafeBytes { key in
                vector.associatedData.withUnsafeBytes { associatedData in
                    output.withUnsafeMutableBytes {
                        backEnd.cipher.sealWithNonce(in: $0, plaintext, key: key, associatedData: associatedData)
                    }
                }
            }
        }
        #expect(output == vector.nonce + vector.result)
    }

    @Test(arguments: GCMVector.all, BackEnd.allCases)
    func noByteMayDiffer(vector: GCMVector, backEnd: BackEnd) {
        let cipher = backEnd.cipher
        let sealed = vector.nonce + vector.result
        for index in sealed.indices {
            let changed = sealed.flipped(at: index, bit: index % 8)
            #expect(
                cipher.opened(changed, key: vector.key, associatedData: vector.associatedData) == nil, "byte \(index)")
        }
        for index in vector.key.indices {
            #expect(
                cipher.opened(sealed, key: vector.key.flipped(at: index), associatedData: vector.associatedData) == nil)
        }
        for index in vector.associatedData.indices {
            let changed = vector.associatedData.flipped(at: index, bit: 7)
            #expect(cipher.opened(sealed, key: vector.key, associatedData: changed) == nil)
        }
        #expect(cipher.opened(sealed, key: vector.key, associatedData: vector.associatedData + [0]) == nil)
    }

    @Test(arguments: BackEnd.allCases)
    func everyTruncationIsRefused(backEnd: BackEnd) {
        let sealed = backEnd.cipher.sealed(
            Array("a secret".utf8), key: [UInt8](repeating: 7, count: 32), associatedData: [1])
        for count in 0..<sealed.count {
            let opened = backEnd.cipher.opened(
                Array(sealed.prefix(count)), key: [UInt8](repeating: 7, count: 32), associatedData: [1])
            #expect(opened == nil, "\(count) bytes")
        }
    }

    /// A text that is not authentic is not returned.
    @Test(arguments: BackEnd.allCases)
    func refusedTextLeavesNoPlaintext(backEnd: BackEnd) {
        let plaintext = (1...64).map { UInt8($0) }
        let key = [UInt8](repeating: 9, count: 32)
        let sealed = backEnd.cipher.sealed(plaintext, key: key, associatedData: [])
        let output = [UInt8](count: plaintext.count) { output in
            let accepted = sealed.flipped(at: sealed.count - 1).withUnsafeBytes { sealed in
                key.withUnsafeBytes { key in
                    backEnd.cipher.open(
                        sealed, key: key, associatedData: UnsafeRawBufferPointer(start: nil, count: 0), into: output)
                }
            }
            #expect(!accepted)
        }
        #expect(output.allSatisfy { $0 == 0 || $0 == 0xaa })
    }

    @Test(arguments: BackEnd.allCases, [0, 1, 15, 16, 17, 32, 255, 4096, 100_000])
    func backEndsAreCompatible(backEnd: BackEnd, count: Int) {
        var generator = SystemRandomNumberGenerator()
        let plaintext = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let sealed = backEnd.cipher.sealed(plaintext, key: key, associatedData: [1, 2, 3])
        #expect(sealed.count == count + AES256GCM.overhead)
        #expect(backEnd.other.cipher.opened(sealed, key: key, associatedData: [1, 2, 3]) == plaintext)
    }

    @Test(arguments: BackEnd.allCases)
    func everySealHasANonceOfItsOwn(backEnd: BackEnd) {
        let key = [UInt8](repeating: 1, count: 32)
        let nonces = (0..<1000).map { _ in Array(backEnd.cipher.sealed([0], key: key, associatedData: []).prefix(12)) }
        #expect(Set(nonces).count == nonces.count)
    }
}
