import CommonCrypto
import Foundation

#if canImport(CryptoKit)
    #error("a module that was not chosen for this target")
#endif

extension String {
    var md5: String {
        var digest = [UInt8](repeating: 0, count: Int(CC_MD5_DIGEST_LENGTH))
        CC_MD5(self, CC_LONG(utf8.count), &digest)
        return digest.map { String(format: "%02x", $0) }.joined()
    }
}

extension Data {
    var sha256: Data {
        var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(count), &digest) }
        return Data(digest)
    }

    func crypt(_ operation: Int, _ algorithm: Int, key: Data, iv: Data) -> (status: CCCryptorStatus, data: Data) {
        var result = Data(count: count + kCCBlockSizeAES128)
        var length = 0
        let room = result.count
        let status = result.withUnsafeMutableBytes { result in
            withUnsafeBytes { data in
                key.withUnsafeBytes { key in
                    iv.withUnsafeBytes { iv in
                        CCCrypt(
                            CCOperation(operation), CCAlgorithm(algorithm), CCOptions(kCCOptionPKCS7Padding),
                            key.baseAddress, key.count, iv.baseAddress, data.baseAddress, data.count,
                            result.baseAddress, room, &length)
                    }
                }
            }
        }
        return (status, result.prefix(length))
    }
}

let secret = Data("hunter2".utf8)
let iv = Data(repeating: 1, count: kCCBlockSizeAES128)
let sealed = secret.crypt(kCCEncrypt, kCCAlgorithmAES, key: secret.sha256, iv: iv)
let opened = sealed.data.crypt(kCCDecrypt, kCCAlgorithmAES, key: secret.sha256, iv: iv)
let des = secret.crypt(kCCEncrypt, kCCAlgorithmDES, key: Data(count: kCCKeySizeDES), iv: iv)
var random = [UInt8](repeating: 0, count: 16)
let filled = CCRandomGenerateBytes(&random, random.count) == kCCSuccess && random != [UInt8](repeating: 0, count: 16)
print(
    "common crypto:", Data("abc".utf8).sha256.prefix(4).map { String(format: "%02x", $0) }.joined() + ",",
    "abc".md5 + ", \(opened.status == kCCSuccess && opened.data == secret), \(des.status), \(filled)")
