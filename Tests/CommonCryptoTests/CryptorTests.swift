import CCommonCrypto
import Testing

private let aes = CCAlgorithm(kCCAlgorithmAES)
private let encrypt = CCOperation(kCCEncrypt)
private let decrypt = CCOperation(kCCDecrypt)
private let padding = CCOptions(kCCOptionPKCS7Padding)
private let ecb = CCOptions(kCCOptionECBMode)

/// The values of NIST SP 800-38A, appendix F.
enum Published {
    static let plaintext = bytes(
        """
        6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
        """)
    static let vector = bytes("000102030405060708090a0b0c0d0e0f")
    static let key128 = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    static let key192 = bytes("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b")
    static let key256 = bytes("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
}

/// Encryption with AES in one call.
@Suite struct CryptTests {
    struct Result: Equatable {
        let status: CCCryptorStatus
        let output: [UInt8]
        let moved: Int
    }

    /// Encrypts or decrypts into `room` bytes.
    static func crypt(
        _ operation: CCOperation, _ options: CCOptions, key: [UInt8], vector: [UInt8]? = Published.vector,
        _ input: [UInt8], room: Int? = nil
    ) -> Result {
        var output = [UInt8](repeating: 0xaa, count: room ?? input.count + 16)
        var moved = -1
        let room = output.count
        let status = CCCrypt(
            operation, aes, options, key, key.count, vector, input, input.count, &output, room, &moved)
        return Result(status: status, output: Array(output.prefix(max(0, moved))), moved: moved)
    }

    /// SP 800-38A, F.1.1 to F.1.6 and F.2.1 to F.2.6.
    @Test(
        arguments: [
            (
                Published.key128, ecb,
                """
                3ad77bb40d7a3660a89ecaf32466ef97 f5d3d58503b9699de785895a96fdbaaf
                43b1cd7f598ece23881b00e3ed030688 7b0c785e27e8ad3f8223207104725dd4
                """
            ),
            (
                Published.key192, ecb,
                """
                bd334f1d6e45f25ff712a214571fa5cc 974104846d0ad3ad7734ecb3ecee4eef
                ef7afd2270e2e60adce0ba2face6444e 9a4b41ba738d6c72fb16691603c18e0e
                """
            ),
            (
                Published.key256, ecb,
                """
                f3eed1bdb5d2a03c064b5a7e3db181f8 591ccb10d410ed26dc5ba74a31362870
                b6ed21b99ca6f4f9f153e7b1beafed1d 23304b7a39f9f3ff067d8d8f9e24ecc7
                """
            ),
            (
                Published.key128, 0,
                """
                7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
                73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
                """
            ),
            (
                Published.key192, 0,
                """
                4f021db243bc633d7178183a9fa071e8 b4d9ada9ad7dedf4e5e738763f69145a
                571b242012fb7ae07fa9baac3df102e0 08b0e27988598881d920a9e64f5615cd
                """
            ),
            (
                Published.key256, 0,
                """
                f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d
                39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b
                """
            ),
        ] as [([UInt8], CCOptions, String)])
    func ciphertextsAreTheStandards(key: [UInt8], options: CCOptions, expected: String) {
        let sealed = Self.crypt(encrypt, options, key: key, Published.plaintext, room: 64)
        #expect(sealed == Result(status: 0, output: bytes(expected), moved: 64))
        let opened = Self.crypt(decrypt, options, key: key, bytes(expected), room: 64)
        #expect(opened == Result(status: 0, output: Published.plaintext, moved: 64))
    }

    /// Padded data of each length comes back, in the room that is needed and no more; the blocks are those without padding.
    @Test(arguments: [padding, padding | ecb]) func paddedData(options: CCOptions) {
        for count in 0...64 {
            let text = Array(Published.plaintext.prefix(count))
            let sealed = Self.crypt(encrypt, options, key: Published.key256, text, room: count / 16 * 16 + 16)
            #expect(sealed.status == kCCSuccess && sealed.moved == count / 16 * 16 + 16)
            let whole = Self.crypt(encrypt, options & ecb, key: Published.key256, Array(text.prefix(count / 16 * 16)))
            #expect(sealed.output.dropLast(16) == whole.output[...])
            // The last block is text and padding of RFC 5652, 6.3.
            let last = Self.crypt(decrypt, options & ecb, key: Published.key256, sealed.output).output
            #expect(last.suffix(16 - count % 16).allSatisfy { $0 == UInt8(16 - count % 16) })
            let opened = Self.crypt(decrypt, options, key: Published.key256, sealed.output, room: sealed.moved)
            #expect(opened == Result(status: 0, output: text, moved: count))
        }
    }

    @Test func noVectorIsOneOfZeros() {
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(
            Self.crypt(encrypt, 0, key: Published.key128, vector: nil, Published.plaintext)
                == Self.crypt(encrypt, 0, key: Published.key128, vector: zeros, Published.plaintext))
    }

    @Test(arguments: [0, 1, 8, 15, 17, 23, 25, 31, 33, 64]) func keysOfOtherLengthsAreRefused(count: Int) {
        let result = Self.crypt(encrypt, padding, key: [UInt8](repeating: 1, count: count), [1, 2, 3])
        #expect(result.status == kCCKeySizeError && result.output.isEmpty)
    }

    @Test(arguments: [1, 15, 17, 63]) func dataThatIsNotOfWholeBlocks(count: Int) {
        let data = Array(Published.plaintext.prefix(count))
        for options in [0, ecb] {
            #expect(Self.crypt(encrypt, options, key: Published.key128, data).status == kCCAlignmentError)
            #expect(Self.crypt(decrypt, options, key: Published.key128, data).status == kCCAlignmentError)
            #expect(Self.crypt(decrypt, options | padding, key: Published.key128, data).status == kCCAlignmentError)
        }
    }

    @Test func noCiphertextHasNoPadding() {
        #expect(Self.crypt(decrypt, padding, key: Published.key128, []).status == kCCDecodeError)
        #expect(Self.crypt(decrypt, 0, key: Published.key128, []) == Result(status: 0, output: [], moved: 0))
    }

    /// The room that is needed is told, nothing is written, and the second try succeeds.
    @Test(arguments: [(encrypt, padding, 48), (encrypt, 0, 32), (decrypt, padding, 48), (decrypt, ecb, 32)])
    func tooLittleRoom(operation: CCOperation, options: CCOptions, needed: Int) {
        let text = Array(Published.plaintext.prefix(32))
        let input =
            operation == encrypt ? text : Self.crypt(encrypt, options, key: Published.key128, text).output
        for room in [0, 1, 16, needed - 1] {
            var output = [UInt8](repeating: 0xaa, count: 64)
            var moved = 0
            let status = CCCrypt(
                operation, aes, options, Published.key128, 16, Published.vector, input, input.count, &output, room,
                &moved)
            #expect(status == kCCBufferTooSmall && moved == needed)
            #expect(output.allSatisfy { $0 == 0xaa })
        }
        #expect(Self.crypt(operation, options, key: Published.key128, input, room: needed).status == kCCSuccess)
    }

    /// Every wrong padding of a last block, and a wrong key: nothing of the text is given.
    @Test func wrongPadding() {
        let text = Array(Published.plaintext.prefix(16))
        for last in [0, 17, 255] as [UInt8] {
            refuses(text + [UInt8](repeating: 16, count: 15) + [last])
        }
        // One byte of the padding differs.
        for count in 2...16 {
            for wrong in 1..<count {
                var block = [UInt8](repeating: UInt8(count), count: 16)
                block[15 - wrong] = UInt8(count) ^ 1
                refuses(text + block)
            }
        }
        let sealed = Self.crypt(encrypt, padding, key: Published.key128, text).output
        var refused = 0
        for key in 0..<UInt8(32) {
            refused +=
                Self.crypt(decrypt, padding, key: [UInt8](repeating: key, count: 16), sealed).status == kCCDecodeError
                ? 1 : 0
        }
        // One wrong key of 256 happens to give a byte 1.
        #expect(refused > 28)
    }

    private func refuses(_ padded: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let sealed = Self.crypt(encrypt, 0, key: Published.key128, padded).output
        var output = [UInt8](repeating: 0xaa, count: 48)
        var moved = -1
        let status = CCCrypt(
            decrypt, aes, padding, Published.key128, 16, Published.vector, sealed, sealed.count, &output, 48, &moved)
        #expect(status == kCCDecodeError && moved == 0, sourceLocation: location)
        #expect(output.allSatisfy { $0 == 0 || $0 == 0xaa }, sourceLocation: location)
    }

    /// Input and output share bytes in every way.
    @Test(arguments: [padding, padding | ecb, 0]) func overlappingBuffers(options: CCOptions) {
        let text = Published.plaintext
        let sealed = Self.crypt(encrypt, options, key: Published.key192, text).output
        for distance in -48...48 {
            for (operation, input, expected) in [(encrypt, text, sealed), (decrypt, sealed, text)] {
                var memory = [UInt8](repeating: 0, count: 256)
                memory.replaceSubrange(64..<64 + input.count, with: input)
                var moved = 0
                let status = memory.withUnsafeMutableBytes { memory in
                    memory.baseAddress.map {
                        CCCrypt(
                            operation, aes, options, Published.key192, 24, Published.vector, $0 + 64, input.count,
                            $0 + 64 + distance, 96, &moved)
                    }
                }
                #expect(status == CCCryptorStatus(kCCSuccess))
                #expect(Array(memory[64 + distance..<64 + distance + moved]) == expected)
            }
        }
    }

    @Test func otherAlgorithmsAreNotThere() {
        var output = [UInt8](repeating: 0, count: 64)
        var moved = 0
        for (algorithm, count) in [
            (kCCAlgorithmDES, kCCKeySizeDES), (kCCAlgorithm3DES, kCCKeySize3DES), (kCCAlgorithmCAST, 16),
            (kCCAlgorithmRC4, 16), (kCCAlgorithmRC2, 16), (kCCAlgorithmBlowfish, 16),
        ] {
            let key = [UInt8](repeating: 1, count: count)
            let status = CCCrypt(
                encrypt, CCAlgorithm(algorithm), padding, key, count, Published.vector, "abc", 3, &output, 64, &moved)
            #expect(status == kCCUnimplemented)
        }
        #expect(output.allSatisfy { $0 == 0 })
    }

    @Test func wrongNumbersAndPointersAreRefused() {
        var output = [UInt8](repeating: 0, count: 64)
        var moved = 0
        let (key, vector) = (Published.key128, Published.vector)
        #expect(CCCrypt(2, aes, padding, key, 16, vector, "abc", 3, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, 7, padding, key, 16, vector, "abc", 3, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, 4, key, 16, vector, "abc", 3, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, padding, nil, 16, vector, "abc", 3, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, nil, 3, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, "abc", 3, nil, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, "abc", -1, &output, 64, &moved) == kCCParamError)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, "abc", .max, &output, 64, &moved) != kCCSuccess)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, "abc", 3, &output, -1, &moved) == kCCBufferTooSmall)
        #expect(CCCrypt(encrypt, aes, padding, key, 16, vector, "abc", 3, &output, 64, nil) == kCCSuccess)
    }
}

/// Encryption with AES in pieces.
@Suite struct CryptorTests {
    private func make(
        _ operation: CCOperation, _ options: CCOptions, _ body: (CCCryptorRef) throws -> Void
    ) throws {
        var reference: CCCryptorRef?
        #expect(
            CCCryptorCreate(operation, aes, options, Published.key128, 16, Published.vector, &reference) == kCCSuccess)
        let cryptor = try #require(reference)
        defer { #expect(CCCryptorRelease(cryptor) == kCCSuccess) }
        try body(cryptor)
    }

    /// Updates with pieces of a size, each into the room that `CCCryptorGetOutputLength` gives, and the end.
    private func run(_ cryptor: CCCryptorRef, _ input: [UInt8], pieces: Int) throws -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: input.count, by: pieces) {
            let piece = Array(input[start..<min(start + pieces, input.count)])
            let room = CCCryptorGetOutputLength(cryptor, piece.count, false)
            var output = [UInt8](repeating: 0, count: room)
            var moved = 0
            if room > 0 {
                #expect(
                    CCCryptorUpdate(cryptor, piece, piece.count, &output, room - 1, &moved) == kCCBufferTooSmall)
                #expect(moved == room)
            }
            #expect(CCCryptorUpdate(cryptor, piece, piece.count, &output, room, &moved) == kCCSuccess)
            #expect(moved == room)
            result += output
        }
        let room = CCCryptorGetOutputLength(cryptor, 0, true)
        var output = [UInt8](repeating: 0, count: room)
        var moved = 0
        if room > 0 {
            #expect(CCCryptorFinal(cryptor, &output, room - 1, &moved) == kCCBufferTooSmall && moved == room)
        }
        try #require(CCCryptorFinal(cryptor, &output, room, &moved) == kCCSuccess)
        return result + output.prefix(moved)
    }

    @Test(arguments: [padding, padding | ecb], [1, 7, 15, 16, 17, 32, 64])
    func piecesGiveTheSame(options: CCOptions, pieces: Int) throws {
        for count in [0, 1, 16, 31, 64] {
            let text = Array(Published.plaintext.prefix(count))
            let sealed = CryptTests.crypt(encrypt, options, key: Published.key128, text).output
            var result: [UInt8] = []
            try make(encrypt, options) { result = try run($0, text, pieces: pieces) }
            #expect(result == sealed)
            try make(decrypt, options) { result = try run($0, sealed, pieces: pieces) }
            #expect(result == text)
        }
    }

    @Test func anEndedCryptorBeginsAgain() throws {
        let text = Array(Published.plaintext.prefix(20))
        try make(encrypt, padding) { cryptor in
            let sealed = try run(cryptor, text, pieces: 20)
            var output = [UInt8](repeating: 0, count: 64)
            var moved = 0
            #expect(CCCryptorUpdate(cryptor, text, 20, &output, 64, &moved) == kCCCallSequenceError)
            #expect(CCCryptorFinal(cryptor, &output, 64, &moved) == kCCCallSequenceError)
            #expect(CCCryptorReset(cryptor, Published.vector) == kCCSuccess)
            #expect(try run(cryptor, text, pieces: 3) == sealed)
            // In the middle of a block; another vector.
            #expect(CCCryptorReset(cryptor, Published.vector) == kCCSuccess)
            #expect(CCCryptorUpdate(cryptor, text, 5, &output, 64, &moved) == kCCSuccess)
            #expect(CCCryptorReset(cryptor, nil) == kCCSuccess)
            #expect(
                try run(cryptor, text, pieces: 20)
                    == CryptTests.crypt(encrypt, padding, key: Published.key128, vector: nil, text).output)
        }
    }

    /// The text is replaced by the ciphertext piece by piece, while a part of a block waits.
    @Test func piecesInPlace() throws {
        var memory = Published.plaintext + [UInt8](repeating: 0, count: 16)
        let sealed = CryptTests.crypt(encrypt, padding, key: Published.key128, Published.plaintext).output
        try make(encrypt, padding) { cryptor in
            try memory.withUnsafeMutableBytes { memory in
                let start = try #require(memory.baseAddress)
                var (written, moved) = (0, 0)
                for (position, count) in [(0, 10), (10, 30), (40, 24)] {
                    #expect(
                        CCCryptorUpdate(cryptor, start + position, count, start + written, 80 - written, &moved)
                            == kCCSuccess)
                    written += moved
                }
                #expect(CCCryptorFinal(cryptor, start + written, 80 - written, &moved) == kCCSuccess)
                #expect(written + moved == 80)
            }
        }
        #expect(memory == sealed)
    }

    /// SP 800-38A, F.5.1: the counter mode.
    @Test func theCounterMode() throws {
        let counter = bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        let expected = bytes(
            """
            874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff
            5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee
            """)
        for (pieces, options) in [(1, 0), (13, kCCModeOptionCTR_BE), (64, 0)] {
            var reference: CCCryptorRef?
            let status = CCCryptorCreateWithMode(
                encrypt, CCMode(kCCModeCTR), aes, CCPadding(ccNoPadding), counter, Published.key128, 16, nil, 0, 0,
                CCModeOptions(options), &reference)
            #expect(status == kCCSuccess)
            let cryptor = try #require(reference)
            #expect(try run(cryptor, Published.plaintext, pieces: pieces) == expected)
            CCCryptorRelease(cryptor)
        }
    }

    @Test(arguments: [kCCModeCFB, kCCModeOFB, kCCModeRC4, kCCModeCFB8, 8]) func otherModesAreNotThere(mode: Int) {
        var reference: CCCryptorRef?
        let status = CCCryptorCreateWithMode(
            encrypt, CCMode(mode), aes, CCPadding(ccNoPadding), Published.vector, Published.key128, 16, nil, 0, 0, 0,
            &reference)
        #expect(status == kCCUnimplemented && reference == nil)
    }

    @Test func noCryptorIsRefused() {
        var moved = 0
        #expect(CCCryptorUpdate(nil, nil, 0, nil, 0, &moved) == kCCParamError)
        #expect(CCCryptorFinal(nil, nil, 0, &moved) == kCCParamError)
        #expect(CCCryptorReset(nil, nil) == kCCParamError)
        #expect(CCCryptorRelease(nil) == kCCSuccess)
        #expect(CCCryptorGetOutputLength(nil, 16, true) == 0)
        #expect(CCCryptorCreate(encrypt, aes, padding, Published.key128, 16, nil, nil) == kCCParamError)
    }
}
