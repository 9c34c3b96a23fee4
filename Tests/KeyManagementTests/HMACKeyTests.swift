import Crypto
import Foundation
import Secrets
import Testing

@testable import KeyManagement

/// RFC 4231, section 4: key, message and the HMAC-SHA-256 of both.
struct HMACVector: Sendable, CustomTestStringConvertible {
    let testCase: Int
    let key: [UInt8]
    let message: [UInt8]
    let tag: [UInt8]

    var testDescription: String { "RFC 4231, test case \(testCase)" }

    init(_ testCase: Int, key: [UInt8], message: [UInt8], tag: String) {
        self.testCase = testCase
        self.key = key
        self.message = message
        self.tag = bytes(tag)
    }

    static let all = [
        HMACVector(
            1, key: .init(repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
            tag: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        HMACVector(
            2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
            tag: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        HMACVector(
            3, key: .init(repeating: 0xaa, count: 20), message: .init(repeating: 0xdd, count: 50),
            tag: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        HMACVector(
            4, key: Array(1...25), message: .init(repeating: 0xcd, count: 50),
            tag: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        HMACVector(
            5, key: .init(repeating: 0x0c, count: 20), message: Array("Test With Truncation".utf8),
            tag: "a3b6167473100ee06e0c796c2955552b"),
        HMACVector(
            6, key: .init(repeating: 0xaa, count: 131),
            message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            tag: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        HMACVector(
            7, key: .init(repeating: 0xaa, count: 131),
            message: Array(
                """
                This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed \
                before being used by the HMAC algorithm.
                """.utf8),
            tag: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]
}

/// RFC 5869, appendix A: the examples with SHA-256. Of the output, the first 32 bytes.
struct HKDFVector: Sendable, CustomTestStringConvertible {
    let testCase: Int
    let input: [UInt8]
    let salt: [UInt8]
    let pseudorandomKey: [UInt8]
    let info: [UInt8]
    let output: [UInt8]

    var testDescription: String { "RFC 5869, A.\(testCase)" }

    static let all = [
        HKDFVector(
            testCase: 1, input: .init(repeating: 0x0b, count: 22), salt: Array(0...12),
            pseudorandomKey: bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"),
            info: Array(0xf0...0xf9),
            output: bytes("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf")),
        HKDFVector(
            testCase: 2, input: Array(0x00...0x4f), salt: Array(0x60...0xaf),
            pseudorandomKey: bytes("06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244"),
            info: Array(0xb0...0xff),
            output: bytes("b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c")),
        HKDFVector(
            testCase: 3, input: .init(repeating: 0x0b, count: 22), salt: [],
            pseudorandomKey: bytes("19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"), info: [],
            output: bytes("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")),
    ]
}

@Suite struct HMACKeyTests {
    @Test(arguments: HMACVector.all)
    func tagsAreThosePublished(vector: HMACVector) {
        let key = HMACKey(vector.key)
        #expect(key.tag(vector.message, count: vector.tag.count) == vector.tag)
        // The states that a key keeps are not used up.
        #expect(key.tag(vector.message, count: vector.tag.count) == vector.tag)
    }

    @Test(arguments: 0...HMACKey.tagSize)
    func aShorterTagIsTheBeginningOfTheWholeOne(count: Int) {
        let key = HMACKey([1, 2, 3])
        #expect(key.tag([4, 5], count: count) == Array(key.tag([4, 5], count: 32).prefix(count)))
    }

    @Test(arguments: HKDFVector.all)
    func expansionIsTheFirstBlockPublished(vector: HKDFVector) {
        #expect(HMACKey(vector.pseudorandomKey).expanded(vector.info) == vector.output)
    }

    @Test(arguments: HKDFVector.all)
    func extractionAndExpansionAreThePublishedDerivation(vector: HKDFVector) {
        #expect(HMACKey(extracting: secret(vector.input), salt: vector.salt).expanded(vector.info) == vector.output)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 200])
    func anotherImplementationDerivesTheSame(infoCount: Int) {
        let input = SecureRandom.bytes(64)
        let salt = SecureRandom.bytes(16)
        let info = SecureRandom.bytes(infoCount)
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: input), salt: salt, info: info, outputByteCount: 32)
        #expect(derived.withUnsafeBytes { Array($0) } == HMACKey(extracting: secret(input), salt: salt).expanded(info))
        let expanded = HKDF<SHA256>.expand(pseudoRandomKey: input, info: info, outputByteCount: 32)
        #expect(expanded.withUnsafeBytes { Array($0) } == HMACKey(input).expanded(info))
    }

    /// FIPS 180-4; the values are in NIST's "SHA-256 examples".
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsAreThosePublished(message: String, digest: String) {
        let computed = [UInt8](count: 32) { output in Array(message.utf8).withUnsafeBytes { sha256($0, into: output) } }
        #expect(computed == bytes(digest))
    }
}

extension HMACKey {
    fileprivate init(_ key: [UInt8]) {
        self = secret(key).withUnsafeBytes { HMACKey($0) }
    }

    fileprivate borrowing func tag(_ message: [UInt8], count: Int) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        output.withUnsafeMutableBytes { output in message.withUnsafeBytes { authenticate($0, into: output) } }
        return output
    }

    fileprivate borrowing func expanded(_ info: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 32)
        output.withUnsafeMutableBytes { output in info.withUnsafeBytes { expand($0, into: output) } }
        return output
    }
}
