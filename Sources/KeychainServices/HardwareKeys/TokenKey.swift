import AsymmetricKeys
import Foundation
import Secrets
import TrustedPlatform

/// A private key of the token, as the secret of its item keeps it.
///
/// Specified in: Docs/keychain-format.md, "Keys of the token".
enum TokenKey: Sendable {
    case tpm(TPMKey)
    case software(PrivateKey)

    private static let magic = Array("CHTOKEY1".utf8)
    private static let inTPM: UInt8 = 1
    private static let inSoftware: UInt8 = 2
    /// The most bytes of the parts of a key in the TPM.
    private static let limits = [70, 700, 1700]

    /// The external representation of the public half.
    var publicHalf: [UInt8] {
        switch self {
        case .tpm(let key): key.publicHalf
        case .software(let key): key.publicRepresentation
        }
    }

    /// Makes a key.
    ///
    /// - Throws: `.unimplemented` without a TPM, unless the settings allow one in software; as ``KeyToken/withTPM(_:_:)``.
    static func make(_ token: KeyToken, _ root: KeychainRoot?) throws(KeychainError) -> TokenKey {
        switch try token.place() {
        case .tpm: return .tpm(try token.withTPM(root) { tpm throws(TPMError) in try tpm.makeKey() })
        case .software:
            return .software(
                try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
                    try PrivateKey.generate(.ellipticCurve(.p256))
                })
        }
    }

    // MARK: - Bytes

    /// The data of the key's item. It is overwritten when it is freed, if the key is in software.
    func data() throws(KeychainError) -> Data {
        switch self {
        case .tpm(let key):
            return [key.parent, key.publicArea, key.privateArea].reduce(Data(Self.magic + [Self.inTPM])) { data, part in
                data + withUnsafeBytes(of: UInt16(clamping: part.count).bigEndian) { Data($0) } + part
            }
        case .software(let key):
            let bytes = try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in try key.representation() }
            let head = Self.magic + [Self.inSoftware]
            return bytes.withUnsafeBytes { bytes in
                let whole = SecretBytes(count: head.count + bytes.count) { output in
                    output.copyBytes(from: head)
                    UnsafeMutableRawBufferPointer(rebasing: output[head.count...]).copyMemory(from: bytes)
                }
                return whole.withUnsafeBytes { Data(wipedWhenFreed: $0) }
            }
        }
    }

    /// Reads the data of a key's item.
    ///
    /// - Throws: `.decode` for anything that ``data()`` does not return.
    init(_ data: Data) throws(KeychainError) {
        let bytes = data.dropFirst(Self.magic.count + 1)
        guard data.starts(with: Self.magic), let kind = data.dropFirst(Self.magic.count).first else {
            throw .damagedTokenKey
        }
        do {
            switch kind {
            case Self.inTPM: self = .tpm(try Self.key(bytes))
            case Self.inSoftware:
                self = .software(try PrivateKey(type: .ellipticCurve, representation: SecretBytes(copying: bytes)))
            default: throw KeychainError.damagedTokenKey
            }
        } catch { throw .damagedTokenKey }
    }

    private static func key(_ bytes: Data) throws -> TPMKey {
        var (parts, rest): ([[UInt8]], Data) = ([], bytes)
        for limit in limits {
            guard rest.count >= 2 else { throw KeychainError.damagedTokenKey }
            let count = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(2)
            guard count <= limit, count <= rest.count else { throw KeychainError.damagedTokenKey }
            parts.append([UInt8](rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty else { throw KeychainError.damagedTokenKey }
        return try TPMKey(parent: parts[0], publicArea: parts[1], privateArea: parts[2])
    }

    // MARK: - Use

    /// Carries out a request.
    ///
    /// - Throws: as ``KeyToken/withTPM(_:_:)``; `.parameter` for a request that does not fit; `.unimplemented` for a key in software that the
    ///   settings do not allow any more.
    func result(
        of request: PrivateKeyRequest, _ token: KeyToken, _ root: KeychainRoot?
    ) throws(KeychainError) -> SecretBytes {
        switch self {
        case .software(let key):
            try token.checkAllowsSoftware()
            return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in try request.result(with: key) }
        case .tpm(let key): return try Self.result(of: request, key, token, root)
        }
    }

    private static func result(
        of request: PrivateKeyRequest, _ key: TPMKey, _ token: KeyToken, _ root: KeychainRoot?
    ) throws(KeychainError) -> SecretBytes {
        let publicKey = try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try PublicKey(type: .ellipticCurve, bytes: key.publicHalf)
        }
        let step = try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
            try request.externalStep(of: publicKey)
        }
        switch step {
        case .sign(let digest):
            let numbers = try token.withTPM(root) { tpm throws(TPMError) in Numbers(try tpm.sign(digest, with: key)) }
            return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
                try request.result(numbers.r, numbers.s, publicKey)
            }
        case .agree(let peer):
            let secret = try token.withTPM(root) { tpm throws(TPMError) in
                try tpm.agree(with: peer.representation, key)
            }
            return try KeychainError.ofKeys { () throws(AsymmetricKeys.KeyError) in
                try request.result(secret.copy(), publicKey)
            }
        }
    }

    private struct Numbers {
        let r, s: [UInt8]
        init(_ signature: (r: [UInt8], s: [UInt8])) { (r, s) = signature }
    }
}

extension KeychainError {
    fileprivate static var damagedTokenKey: KeychainError { .damaged("a key in hardware") }
}
