// The ways in which programs written for Apple's systems use CommonCrypto. This file is compiled as Swift 6 and as Swift 5
// (Tests/CommonCryptoIdiomsSwift5Tests). What it must not do is look like new code.

import CCommonCrypto
import Foundation
import Testing

extension String {
    fileprivate var sha1: String {
        let data = Data(self.utf8)
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
        data.withUnsafeBytes {
            _ = CC_SHA1($0.baseAddress, CC_LONG(data.count), &digest)
        }
        return digest.map { String(format: "%02x", $0) }.joined()
    }

    fileprivate var md5: String {
        guard let str = self.cString(using: .utf8) else { return "" }
        let strLen = CC_LONG(self.lengthOfBytes(using: .utf8))
        let digestLen = Int(CC_MD5_DIGEST_LENGTH)
        let result = UnsafeMutablePointer<CUnsignedChar>.allocate(capacity: digestLen)
        defer { result.deallocate() }
        CC_MD5(str, strLen, result)
        var hash = ""
        for i in 0..<digestLen {
            hash = hash.appendingFormat("%02x", result[i])
        }
        return hash.lowercased()
    }

    fileprivate func hmac(key: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, self, self.count, &digest)
        return Data(digest).base64EncodedString()
    }
}

extension Data {
    fileprivate func sha256() -> Data {
        var hash = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        self.withUnsafeBytes { bytes in
            _ = CC_SHA256(bytes.baseAddress, CC_LONG(self.count), &hash)
        }
        return Data(hash)
    }

    /// Raw pointers where the function takes typed ones, which Swift converts for functions of C.
    fileprivate func sha512() -> Data {
        var digest = Data(count: Int(CC_SHA512_DIGEST_LENGTH))
        _ = digest.withUnsafeMutableBytes { digestBytes -> UInt8 in
            self.withUnsafeBytes { messageBytes -> UInt8 in
                if let mb = messageBytes.baseAddress,
                    let db = digestBytes.bindMemory(to: UInt8.self).baseAddress
                {
                    let length = CC_LONG(self.count)
                    CC_SHA512(mb, length, db)
                }
                return 0
            }
        }
        return digest
    }
}

/// A struct with a helper for AES, an error for each thing that can go wrong.
private struct AES256 {
    enum Error: Swift.Error {
        case keyGeneration(status: Int)
        case cryptoFailed(status: CCCryptorStatus)
        case badKeyLength
        case badInputVectorLength
    }

    private var key: Data
    private var iv: Data

    init(key: Data, iv: Data) throws {
        guard key.count == kCCKeySizeAES256 else { throw Error.badKeyLength }
        guard iv.count == kCCBlockSizeAES128 else { throw Error.badInputVectorLength }
        self.key = key
        self.iv = iv
    }

    func encrypt(_ digest: Data) throws -> Data {
        try crypt(input: digest, operation: CCOperation(kCCEncrypt))
    }

    func decrypt(_ encrypted: Data) throws -> Data {
        try crypt(input: encrypted, operation: CCOperation(kCCDecrypt))
    }

    private func crypt(input: Data, operation: CCOperation) throws -> Data {
        var outLength = Int(0)
        var outBytes = [UInt8](repeating: 0, count: input.count + kCCBlockSizeAES128)
        var status: CCCryptorStatus = CCCryptorStatus(kCCSuccess)
        input.withUnsafeBytes { rawBufferPointer in
            let encryptedBytes = rawBufferPointer.baseAddress
            iv.withUnsafeBytes { rawBufferPointer in
                let ivBytes = rawBufferPointer.baseAddress
                key.withUnsafeBytes { rawBufferPointer in
                    let keyBytes = rawBufferPointer.baseAddress
                    status = CCCrypt(
                        operation, CCAlgorithm(kCCAlgorithmAES128), CCOptions(kCCOptionPKCS7Padding), keyBytes,
                        key.count, ivBytes, encryptedBytes, input.count, &outBytes, outBytes.count, &outLength)
                }
            }
        }
        guard status == kCCSuccess else { throw Error.cryptoFailed(status: status) }
        return Data(bytes: outBytes, count: outLength)
    }

    static func createKey(password: Data, salt: Data) throws -> Data {
        let length = kCCKeySizeAES256
        var status = Int32(0)
        var derivedBytes = [UInt8](repeating: 0, count: length)
        password.withUnsafeBytes { rawBufferPointer in
            // swift-format-ignore: NeverForceUnwrap
            let passwordRawBytes = rawBufferPointer.baseAddress!
            let passwordBytes = passwordRawBytes.assumingMemoryBound(to: Int8.self)
            salt.withUnsafeBytes { rawBufferPointer in
                // swift-format-ignore: NeverForceUnwrap
                let saltRawBytes = rawBufferPointer.baseAddress!
                let saltBytes = saltRawBytes.assumingMemoryBound(to: UInt8.self)
                status = CCKeyDerivationPBKDF(
                    CCPBKDFAlgorithm(kCCPBKDF2), passwordBytes, password.count, saltBytes, salt.count,
                    CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1), 10000, &derivedBytes, length)
            }
        }
        guard status == 0 else { throw Error.keyGeneration(status: Int(status)) }
        return Data(derivedBytes)
    }
}

/// Programs that hash and encrypt.
@Suite struct CommonCryptoIdioms {
    @Test func extensionsOfStringAndData() {
        #expect("abc".sha1 == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect("abc".md5 == "900150983cd24fb0d6963f7d28e17f72")
        #expect("what do ya want for nothing?".hmac(key: "Jefe") == "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=")
        #expect(Data("abc".utf8).sha256().prefix(4) == Data([0xba, 0x78, 0x16, 0xbf]))
        #expect(Data("abc".utf8).sha512().prefix(4) == Data([0xdd, 0xaf, 0x35, 0xa1]))
    }

    @Test func aHelperForAES() throws {
        let key = try AES256.createKey(password: Data("password".utf8), salt: Data("salt".utf8))
        let aes = try AES256(key: key, iv: Data(repeating: 7, count: kCCBlockSizeAES128))
        let sealed = try aes.encrypt(Data("pässword".utf8))
        #expect(try aes.decrypt(sealed) == Data("pässword".utf8))
        #expect(throws: AES256.Error.self) { try aes.decrypt(sealed.dropLast()) }
        #expect(throws: AES256.Error.self) { try AES256(key: Data(), iv: Data()) }
    }

    /// A file is hashed piece by piece; the state is a variable, or memory.
    @Test func piecesOfAFile() {
        var context = CC_SHA256_CTX()
        CC_SHA256_Init(&context)
        for piece in [Data("a".utf8), Data("bc".utf8)] {
            piece.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) -> Void in
                CC_SHA256_Update(&context, buffer.baseAddress, CC_LONG(buffer.count))
            }
        }
        var digest = Data(repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        digest.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) -> Void in
            _ = CC_SHA256_Final(buffer.bindMemory(to: UInt8.self).baseAddress, &context)
        }
        #expect(digest == Data("abc".utf8).sha256())

        let memory = UnsafeMutablePointer<CC_MD5_CTX>.allocate(capacity: 1)
        defer { memory.deallocate() }
        CC_MD5_Init(memory)
        CC_MD5_Update(memory, "abc", CC_LONG("abc".utf8.count))
        var md5 = Array<UInt8>(repeating: 0, count: Int(CC_MD5_DIGEST_LENGTH))
        CC_MD5_Final(&md5, memory)
        #expect(md5.reduce("") { $0 + String(format: "%02x", $1) } == "abc".md5)
    }

    /// An enumeration over the algorithms.
    @Test func anEnumerationOfAlgorithms() {
        enum Algorithm {
            case md5, sha1, sha512
            var ccAlgorithm: CCHmacAlgorithm {
                let result: Int
                switch self {
                case .md5: result = kCCHmacAlgMD5
                case .sha1: result = kCCHmacAlgSHA1
                case .sha512: result = kCCHmacAlgSHA512
                }
                return CCHmacAlgorithm(result)
            }
            var length: Int32 {
                switch self {
                case .md5: return CC_MD5_DIGEST_LENGTH
                case .sha1: return CC_SHA1_DIGEST_LENGTH
                case .sha512: return CC_SHA512_DIGEST_LENGTH
                }
            }
        }
        let key = Data("key".utf8)
        var context = CCHmacContext()
        key.withUnsafeBytes { CCHmacInit(&context, Algorithm.sha512.ccAlgorithm, $0.baseAddress, key.count) }
        CCHmacUpdate(&context, "abc", 3)
        var mac = [UInt8](repeating: 0, count: Int(Algorithm.sha512.length))
        CCHmacFinal(&context, &mac)
        var other = mac.map { _ in UInt8(0) }
        CCHmac(Algorithm.sha512.ccAlgorithm, [UInt8]("key".utf8), 3, [UInt8]("abc".utf8), 3, &other)
        #expect(mac == other)
        _ = (Algorithm.md5, Algorithm.sha1)
    }

    @Test func aCryptorInPieces() {
        var cryptor: CCCryptorRef? = nil
        var status = CCCryptorCreate(
            CCOperation(kCCEncrypt), UInt32(kCCAlgorithmAES), CCOptions(kCCOptionECBMode + kCCOptionPKCS7Padding),
            "0123456789abcdef", kCCKeySizeAES128, nil, &cryptor)
        #expect(status == Int32(kCCSuccess))
        defer { CCCryptorRelease(cryptor) }
        let message = Array("a message".utf8)
        var buffer = [UInt8](repeating: 0, count: CCCryptorGetOutputLength(cryptor, message.count, true))
        var (moved, total) = (size_t(0), 0)
        status = CCCryptorUpdate(cryptor, message, message.count, &buffer, buffer.count, &moved)
        total += moved
        status = buffer.withUnsafeMutableBytes {
            // swift-format-ignore: NeverForceUnwrap
            CCCryptorFinal(cryptor, $0.baseAddress! + total, $0.count - total, &moved)
        }
        #expect(status == kCCSuccess && total + moved == 16)
    }

    @Test func randomBytes() throws {
        var iv = Data(count: kCCBlockSizeAES128)
        let status = iv.withUnsafeMutableBytes { CCRandomGenerateBytes($0.baseAddress, $0.count) }
        guard status == kCCSuccess else { throw CocoaError(.featureUnsupported) }
        #expect(iv != Data(count: 16))
    }

    @Test func statusesByName() {
        let name: (CCStatus) -> String = {
            switch Int($0) {
            case kCCSuccess: return "success"
            case kCCParamError, kCCMemoryFailure, kCCUnimplemented: return "caller"
            case kCCBufferTooSmall: return "buffer"
            case kCCAlignmentError: return "alignment"
            case kCCDecodeError: return "decode"
            default: return "other"
            }
        }
        #expect(name(CCCryptorStatus(kCCDecodeError)) == "decode" && name(-4301) == "buffer")
    }
}
