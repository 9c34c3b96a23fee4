import CCommonCrypto
import Testing

/// A hash function by its four functions.
struct HashCalls: Sendable, CustomTestStringConvertible {
    let name: String
    let length: Int32
    let whole: @Sendable ([UInt8]) -> [UInt8]
    /// Hashes pieces one after another.
    let pieces: @Sendable ([[UInt8]]) -> [UInt8]
    /// Hashes two messages that begin alike: the state is copied after the beginning.
    let branches: @Sendable (_ beginning: [UInt8], _ one: [UInt8], _ other: [UInt8]) -> ([UInt8], [UInt8])

    var testDescription: String { name }

    init<Context>(
        _ name: String, _ length: Int32, _ context: @escaping @Sendable () -> Context,
        _ begin: @escaping @Sendable (UnsafeMutablePointer<Context>?) -> Int32,
        _ update: @escaping @Sendable (UnsafeMutablePointer<Context>?, UnsafeRawPointer?, CC_LONG) -> Int32,
        _ finish: @escaping @Sendable (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Context>?) -> Int32,
        _ whole: @escaping @Sendable (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) -> Void
    ) {
        self.name = name
        self.length = length
        let room = Int(length)
        self.whole = { message in
            // A byte more, which has to stay as it is.
            var digest = [UInt8](repeating: 0xaa, count: room + 1)
            whole(message, CC_LONG(message.count), &digest)
            #expect(digest.removeLast() == 0xaa)
            return digest
        }
        pieces = { pieces in
            var state = context()
            var digest = [UInt8](repeating: 0, count: room)
            #expect(begin(&state) == 1)
            for piece in pieces { #expect(update(&state, piece, CC_LONG(piece.count)) == 1) }
            #expect(finish(&digest, &state) == 1)
            return digest
        }
        branches = { beginning, one, other in
            var state = context()
            var digests = ([UInt8](repeating: 0, count: room), [UInt8](repeating: 0, count: room))
            _ = begin(&state)
            _ = update(&state, beginning, CC_LONG(beginning.count))
            var copy = state
            _ = update(&state, one, CC_LONG(one.count))
            _ = finish(&digests.0, &state)
            _ = update(&copy, other, CC_LONG(other.count))
            _ = finish(&digests.1, &copy)
            return digests
        }
    }

    static let md5 = HashCalls(
        "MD5", CC_MD5_DIGEST_LENGTH, { CC_MD5_CTX() }, { CC_MD5_Init($0) }, { CC_MD5_Update($0, $1, $2) },
        { CC_MD5_Final($0, $1) }, { CC_MD5($0, $1, $2) })
    static let sha1 = HashCalls(
        "SHA1", CC_SHA1_DIGEST_LENGTH, { CC_SHA1_CTX() }, { CC_SHA1_Init($0) }, { CC_SHA1_Update($0, $1, $2) },
        { CC_SHA1_Final($0, $1) }, { CC_SHA1($0, $1, $2) })
    static let sha224 = HashCalls(
        "SHA224", CC_SHA224_DIGEST_LENGTH, { CC_SHA256_CTX() }, { CC_SHA224_Init($0) },
        { CC_SHA224_Update($0, $1, $2) }, { CC_SHA224_Final($0, $1) }, { CC_SHA224($0, $1, $2) })
    static let sha256 = HashCalls(
        "SHA256", CC_SHA256_DIGEST_LENGTH, { CC_SHA256_CTX() }, { CC_SHA256_Init($0) },
        { CC_SHA256_Update($0, $1, $2) }, { CC_SHA256_Final($0, $1) }, { CC_SHA256($0, $1, $2) })
    static let sha384 = HashCalls(
        "SHA384", CC_SHA384_DIGEST_LENGTH, { CC_SHA512_CTX() }, { CC_SHA384_Init($0) },
        { CC_SHA384_Update($0, $1, $2) }, { CC_SHA384_Final($0, $1) }, { CC_SHA384($0, $1, $2) })
    static let sha512 = HashCalls(
        "SHA512", CC_SHA512_DIGEST_LENGTH, { CC_SHA512_CTX() }, { CC_SHA512_Init($0) },
        { CC_SHA512_Update($0, $1, $2) }, { CC_SHA512_Final($0, $1) }, { CC_SHA512($0, $1, $2) })
    static let all = [md5, sha1, sha224, sha256, sha384, sha512]
}

/// Hash functions in one call and in pieces.
@Suite struct DigestTests {
    private static let long = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)

    /// RFC 1321, A.5, for MD5; NIST's “Examples with Intermediate Values” of FIPS 180-4 for the others.
    @Test(
        arguments: [
            (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
            (.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
            (.md5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                .sha1, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (.sha224, "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                .sha384, "abc",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512, "abc",
                """
                ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a
                2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                """
            ),
        ] as [(HashCalls, String, String)])
    func hashesAreTheStandards(calls: HashCalls, message: String, expected: String) {
        #expect(calls.whole(Array(message.utf8)) == bytes(expected))
        #expect(calls.pieces(message.utf8.map { [$0] }) == bytes(expected))
        #expect(bytes(expected).count == Int(calls.length))
    }

    /// A million times “a”, of the same examples, in pieces that end at all places of a block.
    @Test(
        arguments: [
            (.md5, "7707d6ae4e027c70eea2a935c2296f21"),
            (.sha1, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            (.sha256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            (
                .sha512,
                """
                e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb
                de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
                """
            ),
        ] as [(HashCalls, String)])
    func aLongMessageInPieces(calls: HashCalls, expected: String) {
        let message = [UInt8](repeating: 0x61, count: 1_000_000)
        var pieces: [[UInt8]] = []
        var position = 0
        while position < message.count {
            let count = min(pieces.count % 257, message.count - position)
            pieces.append(Array(message[position..<position + count]))
            position += count
        }
        #expect(calls.pieces(pieces) == bytes(expected))
        #expect(calls.whole(message) == bytes(expected))
    }

    /// A context is a value: a copy goes on by itself, at each place of a block, as the assignment of a struct does in C.
    @Test(arguments: HashCalls.all) func aCopiedContextGoesOn(calls: HashCalls) {
        for count in 0...130 {
            let beginning = [UInt8](repeating: 7, count: count)
            let (one, other) = calls.branches(beginning, [1, 2, 3], Self.long)
            #expect(one == calls.whole(beginning + [1, 2, 3]))
            #expect(other == calls.whole(beginning + Self.long))
        }
    }

    @Test(arguments: HashCalls.all) func copiesAreUsedByManyThreads(calls: HashCalls) async {
        let message = [UInt8](repeating: 9, count: 1000)
        let expected = calls.whole(message)
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<32 {
                group.addTask {
                    calls.branches(Array(message[..<(index * 31)]), Array(message[(index * 31)...]), []).0 == expected
                }
            }
            for await same in group { #expect(same) }
        }
    }

    @Test func noMessageNeedsNoPointer() {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        #expect(CC_SHA256(nil, 0, &digest) != nil)
        #expect(digest == bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
        #expect(CC_SHA256("abc", 3, nil) == nil)
    }

    /// What was hashed does not stay in the context.
    @Test func theEndOverwritesTheState() {
        var state = CC_SHA512_CTX()
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA512_DIGEST_LENGTH))
        CC_SHA512_Init(&state)
        CC_SHA512_Update(&state, "secret", 6)
        #expect(withUnsafeBytes(of: state) { $0.contains { $0 != 0 } })
        CC_SHA512_Final(&digest, &state)
        #expect(withUnsafeBytes(of: state) { $0.allSatisfy { $0 == 0 } })
    }
}
