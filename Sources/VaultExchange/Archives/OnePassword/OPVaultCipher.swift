import Foundation
import LibCrypto
import Secrets

/// A pair of keys of an OPVault: one encrypts, one authenticates.
///
/// Specified in: AgileBits, "OPVault design": PBKDF2-SHA512 (RFC 8018), AES-256-CBC, HMAC-SHA256 (RFC 2104).
struct OPVaultKeys {
    private let encryption: SecretFile
    private let authentication: SecretFile
    private let library: CryptoLibrary

    /// The most rounds of PBKDF2 that a vault can demand: about 10 s of work.
    private static let mostRounds = 10_000_000

    /// - Parameter bytes: the keys, 32 bytes each.
    private init(_ bytes: UnsafeRawBufferPointer, _ library: CryptoLibrary) throws(ExchangeError) {
        guard bytes.count == 64 else { throw ExchangeError(.damaged, "a key of the vault has a wrong length") }
        encryption = SecretFile(copying: UnsafeRawBufferPointer(rebasing: bytes[..<32]))
        authentication = SecretFile(copying: UnsafeRawBufferPointer(rebasing: bytes[32...]))
        self.library = library
    }

    /// Derives the keys of the master password.
    init(password: borrowing SecretBytes, salt: Data, rounds: Int) throws(ExchangeError) {
        guard (1...Self.mostRounds).contains(rounds) else {
            throw ExchangeError(
                .tooLarge, "the vault demands \(rounds) rounds of PBKDF2; at most \(Self.mostRounds) are accepted")
        }
        let salt = SecretBytes(copying: salt)
        let library: CryptoLibrary
        let bytes: SecretBytes
        do throws(CryptoError) {
            library = try CryptoLibrary.load()
            bytes = try Self.derive(library, password, salt, rounds)
        } catch { throw ExchangeError(error) }
        var keys: OPVaultKeys?
        try bytes.withUnsafeBytes { bytes throws(ExchangeError) in keys = try OPVaultKeys(bytes, library) }
        guard let keys else { throw ExchangeError(.damaged, "a key of the vault has a wrong length") }
        self = keys
    }

    private static func derive(
        _ library: CryptoLibrary, _ password: borrowing SecretBytes, _ salt: borrowing SecretBytes, _ rounds: Int
    ) throws(CryptoError) -> SecretBytes {
        try password.withUnsafeBytes { password throws(CryptoError) in
            try salt.withUnsafeBytes { salt throws(CryptoError) in
                try library.derivePBKDF2(from: password, salt: salt, iterations: rounds, with: .sha512, count: 64)
            }
        }
    }

    /// Opens the master or overview keys: their hash is the pair.
    func keys(in data: Data) throws -> OPVaultKeys {
        let opened = try open(data)
        let hash = try opened.withUnsafeBytes { try library.hash($0, with: .sha512) }
        return try hash.withUnsafeBytes { try OPVaultKeys($0, library) }
    }

    /// Opens the keys of an item: vector (16), two keys (64), code (32).
    func itemKeys(in data: Data) throws -> OPVaultKeys {
        guard data.count == 112 else { throw ExchangeError(.damaged, "the key of an item has a wrong length") }
        try check(data)
        let opened = try decrypt(data.dropFirst(16).prefix(64), vector: data.prefix(16))
        return try opened.withUnsafeBytes { try OPVaultKeys($0, library) }
    }

    /// Opens data: `opdata01`, length (8, little-endian), vector (16), ciphertext with random bytes before the content, code (32).
    ///
    /// - Throws: `.wrongPassword` if the code is another one.
    func open(_ data: Data) throws -> Data {
        guard data.starts(with: Data("opdata01".utf8)), data.count >= 80, (data.count - 64).isMultiple(of: 16) else {
            throw ExchangeError(.damaged, "encrypted data of the vault has another form")
        }
        try check(data)
        let length = data.dropFirst(8).prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let opened = try decrypt(data.dropFirst(32).dropLast(32), vector: data.dropFirst(16).prefix(16))
        guard let count = Int(exactly: length), count <= opened.count else {
            throw ExchangeError(.damaged, "encrypted data of the vault has a wrong length")
        }
        return Data(opened.suffix(count))
    }

    /// Checks the code at the end.
    private func check(_ data: Data) throws {
        let expected = try data.dropLast(32).withUnsafeBytes { bytes in
            try authentication.withUnsafeBytes { try library.authenticate(bytes, key: $0, with: .sha256) }
        }
        let isRight = data.suffix(32).withUnsafeBytes { one in expected.withUnsafeBytes { constantTimeEquals(one, $0) }
        }
        guard isRight else { throw ExchangeError(.wrongPassword, "the password is wrong, or the vault was changed") }
    }

    private func decrypt(_ data: Data, vector: Data) throws -> Data {
        let cipher = try encryption.withUnsafeBytes { key in
            try vector.withUnsafeBytes {
                try AESCipher(library, .cbc, encrypts: false, pads: false, key: key, vector: $0)
            }
        }
        var output = Data(count: data.count)
        let count = try output.withUnsafeMutableBytes { output in
            try data.withUnsafeBytes { try cipher.update($0, into: output.bindMemory(to: UInt8.self).baseAddress) }
        }
        return output.prefix(count)
    }
}
