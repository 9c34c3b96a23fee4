import CSodium
import KeychainServices
import Secrets

/// The token of a service account: the account's id, and the private key for which items are sealed.
///
/// Specified in: Docs/service-accounts-format.md, "Token".
public struct ServiceAccountToken: ~Copyable, Sendable {
    /// The beginning of every token, by which it is told from tokens for access groups.
    public static let prefix = "chsa1."
    /// The number of random bytes in an id.
    static let idSize = 8
    /// The maximum number of bytes in the text of a token.
    package static let largestText = 256

    /// The id, 16 hexadecimal digits.
    public let id: String
    private let privateKey: SecretBytes

    /// Makes a new token.
    public init() {
        id = SecureRandom.bytes(Self.idSize).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        privateKey = SecretBytes(random: Int(crypto_box_SECRETKEYBYTES))
    }

    /// Parses the text of a token.
    ///
    /// - Throws: `.authenticationFailed` for any other text.
    public init(parsing text: borrowing SecretBytes) throws(KeychainError) {
        let prefix = Array(Self.prefix.utf8)
        let idLength = Self.idSize * 2
        let keyStart = prefix.count + idLength + 1
        let id = text.withUnsafeBytes { bytes -> String? in
            guard bytes.count <= Self.largestText, bytes.count > keyStart, bytes.starts(with: prefix),
                bytes[keyStart - 1] == UInt8(ascii: ".")
            else { return nil }
            let id = bytes[prefix.count..<keyStart - 1]
            return id.allSatisfy(Self.isDigit) ? String(decoding: id, as: UTF8.self) : nil
        }
        guard let id else { throw Self.malformed }
        let digits = text.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[keyStart...])) }
        guard let key = SecretBytes(hexadecimal: digits, count: Int(crypto_box_SECRETKEYBYTES)) else {
            throw Self.malformed
        }
        self.id = id
        privateKey = key
    }

    /// Whether a text is meant to be the token of a service account.
    public static func isOne(_ text: borrowing SecretBytes) -> Bool {
        text.withUnsafeBytes { $0.starts(with: prefix.utf8) }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    /// Whether a text is the id of a token. Nothing else becomes a part of a file's name.
    public static func isID(_ text: String) -> Bool { text.utf8.count == idSize * 2 && text.utf8.allSatisfy(isDigit) }

    private static var malformed: KeychainError {
        KeychainError(
            .authenticationFailed, "the token of the service account is not complete",
            remedy: "give it as “chatelaine token make --vault” has printed it")
    }

    /// The text of the token.
    public borrowing func text() -> SecretBytes {
        let head = Array("\(Self.prefix)\(id).".utf8)
        let digits = Array("0123456789abcdef".utf8)
        return SecretBytes(count: head.count + privateKey.count * 2) { buffer in
            buffer.copyBytes(from: head)
            privateKey.withUnsafeBytes { key in
                for (index, byte) in key.enumerated() {
                    buffer[head.count + index * 2] = digits[Int(byte >> 4)]
                    buffer[head.count + index * 2 + 1] = digits[Int(byte & 15)]
                }
            }
        }
    }

    /// The public key, for which vaults seal. It stays in the vault, sealed as items are: a process that had it could seal other items.
    package borrowing func publicKey() -> [UInt8] {
        var key = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
        privateKey.withUnsafeBytes { secret in
            guard let secret = secret.bindMemory(to: UInt8.self).baseAddress else { return }
            // Fails only for a key that is all zeros.
            _ = crypto_scalarmult_base(&key, secret)
        }
        return key
    }

    /// Opens what ``SealedBox/seal(_:for:)`` has sealed; `nil` if it was sealed for another token, or changed.
    borrowing func open(_ box: [UInt8]) -> SecretBytes? {
        guard box.count >= crypto_box_sealbytes() else { return nil }
        let publicKey = publicKey()
        var isOpen = false
        let opened = SecretBytes(count: box.count - crypto_box_sealbytes()) { output in
            // A message without content has no address.
            var nothing: UInt8 = 0
            isOpen = privateKey.withUnsafeBytes { key in
                guard let key = key.bindMemory(to: UInt8.self).baseAddress else { return false }
                return withUnsafeMutablePointer(to: &nothing) { nothing in
                    crypto_box_seal_open(
                        output.bindMemory(to: UInt8.self).baseAddress ?? nothing, box, UInt64(box.count), publicKey,
                        key) == 0
                }
            }
        }
        guard isOpen else { return nil }
        return opened
    }
}

/// Sealed boxes of libsodium: X25519 with a key that is made for each box, XSalsa20 and Poly1305 (libsodium's documentation, "Sealed boxes").
enum SealedBox {
    /// Seals bytes for the owner of a public key.
    static func seal(_ bytes: UnsafeRawBufferPointer, for publicKey: [UInt8]) -> [UInt8]? {
        guard publicKey.count == Int(crypto_box_PUBLICKEYBYTES) else { return nil }
        var box = [UInt8](repeating: 0, count: bytes.count + crypto_box_sealbytes())
        let code = crypto_box_seal(
            &box, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count), publicKey)
        return code == 0 ? box : nil
    }
}
