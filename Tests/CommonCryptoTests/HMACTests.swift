import CCommonCrypto
import Testing

/// Message authentication codes.
@Suite struct HMACTests {
    struct Vector: Sendable {
        let key: [UInt8]
        let data: [UInt8]
        let codes: [(algorithm: Int, code: String)]
    }

    private static let long = [UInt8](repeating: 0xaa, count: 131)
    /// RFC 4231, test cases 1, 2, 3 and 6 (section 4); for MD5 and SHA-1 RFC 2202, test cases 1, 2 and 3.
    static let vectors = [
        Vector(
            key: [UInt8](repeating: 0x0b, count: 20), data: Array("Hi There".utf8),
            codes: [
                (kCCHmacAlgSHA1, "b617318655057264e28bc0b6fb378c8ef146be00"),
                (kCCHmacAlgSHA224, "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22"),
                (kCCHmacAlgSHA256, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
                (
                    kCCHmacAlgSHA384,
                    "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6"
                ),
                (
                    kCCHmacAlgSHA512,
                    """
                    87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde
                    daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
                    """
                ),
            ]),
        Vector(
            key: Array("Jefe".utf8), data: Array("what do ya want for nothing?".utf8),
            codes: [
                (kCCHmacAlgMD5, "750c783e6ab0b503eaa86e310a5db738"),
                (kCCHmacAlgSHA1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
                (kCCHmacAlgSHA256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            ]),
        Vector(
            key: [UInt8](repeating: 0xaa, count: 20), data: [UInt8](repeating: 0xdd, count: 50),
            codes: [
                (kCCHmacAlgSHA1, "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
                (kCCHmacAlgSHA256, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
            ]),
        Vector(
            key: long, data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            codes: [
                (kCCHmacAlgSHA224, "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e"),
                (kCCHmacAlgSHA256, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
                (
                    kCCHmacAlgSHA512,
                    """
                    80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352
                    6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
                    """
                ),
            ]),
    ]

    private func code(_ algorithm: Int, _ count: Int, _ pieces: [[UInt8]], key: [UInt8]) -> [UInt8] {
        var context = CCHmacContext()
        var mac = [UInt8](repeating: 0, count: count)
        CCHmacInit(&context, CCHmacAlgorithm(algorithm), key, key.count)
        for piece in pieces { CCHmacUpdate(&context, piece, piece.count) }
        CCHmacFinal(&context, &mac)
        return mac
    }

    @Test(arguments: vectors) func codesAreTheStandards(vector: Vector) {
        for (algorithm, expected) in vector.codes {
            var mac = [UInt8](repeating: 0xaa, count: bytes(expected).count + 1)
            CCHmac(
                CCHmacAlgorithm(algorithm), vector.key, vector.key.count, vector.data, vector.data.count, &mac)
            #expect(mac.removeLast() == 0xaa)
            #expect(mac == bytes(expected))
            #expect(code(algorithm, mac.count, vector.data.map { [$0] }, key: vector.key) == bytes(expected))
        }
    }

    @Test func aCopiedContextGoesOn() {
        var context = CCHmacContext()
        CCHmacInit(&context, CCHmacAlgorithm(kCCHmacAlgSHA512), "key", 3)
        CCHmacUpdate(&context, "one", 3)
        var copy = context
        var macs = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0, count: 64))
        CCHmacFinal(&context, &macs.0)
        CCHmacUpdate(&copy, "two", 3)
        CCHmacFinal(&copy, &macs.1)
        #expect(macs.0 == code(kCCHmacAlgSHA512, 64, [Array("one".utf8)], key: Array("key".utf8)))
        #expect(macs.1 == code(kCCHmacAlgSHA512, 64, [Array("onetwo".utf8)], key: Array("key".utf8)))
    }

    @Test func keysAndMessagesMayBeEmpty() {
        // openssl dgst -sha256 -hmac "" < /dev/null
        let expected = bytes("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
        var mac = [UInt8](repeating: 0, count: 32)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), nil, 0, nil, 0, &mac)
        #expect(mac == expected)
    }

    /// Neither key nor state stays in the context.
    @Test func theEndOverwritesTheContext() {
        var context = CCHmacContext()
        var mac = [UInt8](repeating: 0, count: 64)
        for algorithm in [kCCHmacAlgSHA256, kCCHmacAlgSHA512] {
            CCHmacInit(&context, CCHmacAlgorithm(algorithm), "key", 3)
            CCHmacFinal(&context, &mac)
            #expect(withUnsafeBytes(of: context) { $0.allSatisfy { $0 == 0 } })
        }
    }

    /// These functions have no status. A code that was not computed would be the zeros of the caller's array, which anyone knows.
    @Test func aCallWithoutAResultEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            var mac = [UInt8](repeating: 0, count: 32)
            CCHmac(99, "key", 3, "data", 4, &mac)
        }
        await #expect(processExitsWith: .failure) {
            var context = CCHmacContext()
            CCHmacUpdate(&context, "data", 4)
        }
        await #expect(processExitsWith: .failure) {
            var digest = [UInt8](repeating: 0, count: 32)
            CC_SHA256(nil, 4, &digest)
        }
    }
}
