import AsymmetricKeys
import Foundation
import LibCrypto
import Secrets
import TestSupport

extension [UInt8] {
    init(hex text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hex: String { map { String(format: "%02x", $0) }.joined() }
}

extension SecretBytes {
    var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

/// Operations on arrays, which tests write more easily.
extension PrivateKey {
    init(_ type: KeyType, _ bytes: [UInt8]) throws(KeyError) {
        try self.init(type: type, representation: SecretBytes(copying: bytes))
    }

    func sign(_ data: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        try data.withUnsafeBytes { try sign($0, with: algorithm) }
    }

    func decrypt(_ data: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        try data.withUnsafeBytes { try decrypt($0, with: algorithm).bytes }
    }

    func bytes() throws -> [UInt8] { try representation().bytes }
}

extension PublicKey {
    init(_ type: KeyType, _ bytes: [UInt8]) throws(KeyError) {
        let copy = SecretBytes(copying: bytes)
        self = try copy.withUnsafeBytes { bytes throws(KeyError) in try PublicKey(type: type, representation: bytes) }
    }

    func isValid(_ signature: [UInt8], _ data: [UInt8], _ algorithm: KeyAlgorithm) throws -> Bool {
        try signature.withUnsafeBytes { signature in
            try data.withUnsafeBytes { try isValid(signature, of: $0, with: algorithm) }
        }
    }

    func encrypt(_ data: [UInt8], _ algorithm: KeyAlgorithm) throws -> [UInt8] {
        try data.withUnsafeBytes { try encrypt($0, with: algorithm) }
    }
}

/// Keys that are made once for all tests.
enum Sample {
    static let rsa1024 = Result { try PrivateKey.generate(.rsa(bits: 1024)) }
    static let rsa2048 = Result { try PrivateKey.generate(.rsa(bits: 2048)) }
    static let rsa4096 = Result { try PrivateKey.generate(.rsa(bits: 4096)) }
    static let p256 = Result { try PrivateKey.generate(.ellipticCurve(.p256)) }
    static let p384 = Result { try PrivateKey.generate(.ellipticCurve(.p384)) }
    static let p521 = Result { try PrivateKey.generate(.ellipticCurve(.p521)) }
    static let ed25519 = Result { try PrivateKey.generate(.ed25519) }
    static let x25519 = Result { try PrivateKey.generate(.x25519) }

    static let specifications: [KeySpecification] = [
        .rsa(bits: 1024), .rsa(bits: 2048), .rsa(bits: 4096), .ellipticCurve(.p256), .ellipticCurve(.p384),
        .ellipticCurve(.p521), .ed25519, .x25519,
    ]

    static func key(_ specification: KeySpecification) throws -> PrivateKey {
        switch specification {
        case .rsa(bits: 1024): try rsa1024.get()
        case .rsa(bits: 2048): try rsa2048.get()
        case .rsa(bits: 4096): try rsa4096.get()
        case .ellipticCurve(.p256): try p256.get()
        case .ellipticCurve(.p384): try p384.get()
        case .ellipticCurve(.p521): try p521.get()
        case .ed25519: try ed25519.get()
        case .x25519: try x25519.get()
        default: try PrivateKey.generate(specification)
        }
    }
}

extension KeyAlgorithm {
    /// An input of a length that the algorithm takes with a key.
    func input(_ specification: KeySpecification) -> [UInt8] {
        let block = specification.blockCount
        return switch self {
        case .rsaSignaturePKCS1(.digest(let hash)), .rsaSignaturePSS(.digest(let hash)), .ecdsa(_, .digest(let hash)):
            (0..<hash.byteCount).map { UInt8($0 * 3 + 5) }
        case .rsaSignaturePKCS1(.anyDigest), .ecdsa(_, .anyDigest): (0..<32).map { UInt8($0 * 5 + 1) }
        case .rsaSignatureRaw, .rsaEncryptionRaw: [0] + (1..<block).map { UInt8(truncatingIfNeeded: $0) }
        case .rsaEncryptionOAEP, .rsaEncryptionPKCS1: Array("short".utf8)
        default:
            Array("A message of some length, longer than an RSA block, is here.".utf8)
                + (0..<600).map { UInt8($0 & 0xff) }
        }
    }

    static func supported(_ operation: KeyOperation, _ specification: KeySpecification, _ keyClass: KeyClass)
        -> [KeyAlgorithm]
    {
        all.filter { specification.supports(operation, $0, as: keyClass) }
    }
}

extension KeyType {
    /// The name in `peer.py`.
    var name: String {
        switch self {
        case .rsa: "rsa"
        case .ellipticCurve: "ec"
        case .ed25519: "ed25519"
        case .x25519: "x25519"
        }
    }
}
