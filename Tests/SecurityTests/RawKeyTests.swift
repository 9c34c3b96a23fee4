import Security
import Testing

/// The functions of older systems.
@Suite struct RawKeyTests {
    private typealias Function = (
        SecKey, SecPadding, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>
    ) -> OSStatus

    private func call(
        _ function: Function, _ key: SecKey, _ padding: SecPadding, _ input: Data, space: Int = 512
    ) throws -> Data {
        var output = [UInt8](repeating: 0xEE, count: space)
        var count = space
        let status = function(key, padding, [UInt8](input), input.count, &output, &count)
        guard status == errSecSuccess else {
            #expect(count == space && output.allSatisfy { $0 == 0xEE })
            throw Items.Failure(status: status)
        }
        return Data(output.prefix(count))
    }

    private func verify(_ key: SecKey, _ padding: SecPadding, _ data: Data, _ signature: Data) -> OSStatus {
        SecKeyRawVerify(key, padding, [UInt8](data), data.count, [UInt8](signature), signature.count)
    }

    private static let parameter = Items.Failure(status: errSecParam)

    @Test(arguments: [
        (SecPadding.PKCS1SHA1, 20), (.PKCS1SHA224, 28), (.PKCS1SHA256, 32), (.PKCS1SHA384, 48), (.PKCS1SHA512, 64),
        (.PKCS1, 36), (SecPadding(rawValue: 0), 256),
    ])
    func signaturesOfRSA(padding: SecPadding, count: Int) throws {
        let key = try SampleKeys.rsa.get()
        let publicKey = try SampleKeys.publicHalf(key)
        let hash = Data(0..<UInt8(count - 1)) + [1]
        let signature = try call(SecKeyRawSign, key, padding, hash)
        #expect(signature.count == 256)
        #expect(verify(publicKey, padding, hash, signature) == errSecSuccess)
        var other = hash
        other[count - 1] = 2
        #expect(verify(publicKey, padding, other, signature) == errSSLCrypto)
        #expect(SecFailure.last?.status == errSSLCrypto)
        #expect(verify(key, padding, hash, signature) == errSecParam)
        #expect(throws: Self.parameter) { try call(SecKeyRawSign, publicKey, padding, hash) }
        #expect(throws: Self.parameter) { try call(SecKeyRawSign, key, padding, hash, space: 255) }
    }

    @Test func olderAndNewerSignaturesAreTheSame() throws {
        let (rsa, curve) = (try SampleKeys.rsa.get(), try SampleKeys.p256.get())
        let hash = Data(repeating: 9, count: 32)
        try #expect(
            call(SecKeyRawSign, rsa, .PKCS1SHA256, hash)
                == SampleKeys.sign(hash, rsa, .rsaSignatureDigestPKCS1v15SHA256))
        let publicKey = try SampleKeys.publicHalf(curve)
        let (fixed, der) = (
            try call(SecKeyRawSign, curve, .sigRaw, hash), try call(SecKeyRawSign, curve, .PKCS1, hash)
        )
        try SampleKeys.verify(fixed, hash, publicKey, .ecdsaSignatureDigestRFC4754)
        try SampleKeys.verify(der, hash, publicKey, .ecdsaSignatureDigestX962)
        #expect(fixed.count == 64)
        #expect(verify(publicKey, .sigRaw, hash, fixed) == errSecSuccess)
        #expect(verify(publicKey, .sigRaw, hash, der) == errSSLCrypto)
    }

    @Test(arguments: [SecPadding.PKCS1, .OAEP]) func encryption(padding: SecPadding) throws {
        let key = try SampleKeys.rsa.get()
        let publicKey = try SampleKeys.publicHalf(key)
        let message = Data("a message".utf8)
        let ciphertext = try call(SecKeyEncrypt, publicKey, padding, message)
        #expect(ciphertext.count == SecKeyGetBlockSize(publicKey))
        try #expect(call(SecKeyDecrypt, key, padding, ciphertext) == message)
        #expect(throws: Self.parameter) { try call(SecKeyDecrypt, key, padding, ciphertext, space: 8) }
        #expect(throws: Self.parameter) { try call(SecKeyDecrypt, key, padding, ciphertext.dropLast()) }
        #expect(throws: Self.parameter) { try call(SecKeyEncrypt, publicKey, padding, message, space: 255) }
        #expect(throws: Self.parameter) { try call(SecKeyEncrypt, key, padding, message) }
        #expect(throws: Self.parameter) { try call(SecKeyEncrypt, publicKey, padding, Data(count: 250)) }
    }

    @Test func paddingsThatAreRefused() throws {
        let (rsa, curve) = (try SampleKeys.rsa.get(), try SampleKeys.p256.get())
        for padding in [SecPadding.PKCS1MD2, .PKCS1MD5, .OAEP, .sigRaw] {
            #expect(throws: Self.parameter) { try call(SecKeyRawSign, rsa, padding, Data(count: 16)) }
        }
        let publicKey = try SampleKeys.publicHalf(curve)
        #expect(throws: Self.parameter) { try call(SecKeyEncrypt, publicKey, .PKCS1, Data(count: 16)) }
        #expect(throws: Self.parameter) { try call(SecKeyDecrypt, curve, .PKCS1, Data(count: 16)) }
        let signing = try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeEd25519])
        #expect(throws: Self.parameter) { try call(SecKeyRawSign, signing, .PKCS1, Data(count: 32)) }
        var (byte, count) = (UInt8(0), -1)
        #expect(SecKeyRawSign(rsa, .PKCS1, [1], -1, &byte, &count) == errSecParam)
        #expect(SecKeyRawSign(rsa, .PKCS1, [1], 1, &byte, &count) == errSecParam)
        #expect(SecKeyRawVerify(rsa, .PKCS1, [1], 1, [1], -1) == errSecParam)
    }
}
