import Foundation
import Security

/// A kind of key that is measured, with what `openssl speed` calls it.
enum BenchKey: String, CaseIterable {
    case p256, rsa2048

    var name: String { self == .p256 ? "P-256" : "RSA-2048" }
    /// The signature of a digest, as `openssl speed` makes it.
    var algorithm: SecKeyAlgorithm {
        self == .p256 ? .ecdsaSignatureDigestX962SHA256 : .rsaSignatureDigestPKCS1v15SHA256
    }
    /// The most that a signature in this process may take, compared with openssl's.
    var limit: Double { self == .p256 ? 1.3 : 1.1 }

    /// Returns openssl's nanoseconds.
    func floor() throws -> (sign: Double, verify: Double) {
        switch self {
        case .p256: try OpenSSLSpeed.signatures("nistp256", "ecdsap256")
        case .rsa2048: try OpenSSLSpeed.signatures("rsa 2048", "rsa2048")
        }
    }

    /// Makes a key.
    ///
    /// - Parameter tag: that of a key which is stored, and not extractable; nil for a key in memory.
    func make(tag: String? = nil) throws -> SecKey {
        var parameters: [CFString: Any] = [
            kSecAttrKeyType: self == .p256 ? kSecAttrKeyTypeECSECPrimeRandom : kSecAttrKeyTypeRSA,
            kSecAttrKeySizeInBits: self == .p256 ? 256 : 2048,
        ]
        if let tag {
            let attributes: [CFString: Any] = [
                kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8), kSecAttrIsExtractable: false,
            ]
            parameters[kSecPrivateKeyAttrs] = attributes as CFDictionary
        }
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else { throw BenchError("no \(name)") }
        return key
    }

    /// Returns the stored key with a tag.
    static func find(tag: String) throws -> SecKey {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8), kSecReturnRef: true,
        ]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status == errSecSuccess, let key = result as? SecKey else { throw BenchError("find \(tag): \(status)") }
        return key
    }

    /// Makes a signature and returns the nanoseconds with it. Conversions between `Data` and `CFData`, which Foundation makes byte by
    /// byte, are not part of it.
    func sign(_ digest: CFData, _ key: SecKey) throws -> (time: Int64, signature: CFData) {
        let start = monotonicNow()
        let signature = SecKeyCreateSignature(key, algorithm, digest, nil)
        let time = monotonicNow() - start
        guard let signature else { throw BenchError("sign with \(name)") }
        return (time, signature)
    }
}
