import Foundation
import LibCrypto
import Secrets

/// The encryption of Bitwarden's password-protected export.
///
/// Specified in: Bitwarden's help, "Encrypted exports", "KDF algorithms"; its security whitepaper. PBKDF2: RFC 8018; Argon2id: RFC 9106;
/// HKDF-Expand: RFC 5869; AES-256-CBC with HMAC-SHA256 over vector and ciphertext.
struct BitwardenCipher {
    private let encryption: SecretFile
    private let authentication: SecretFile
    private let library: CryptoLibrary

    /// Derives the keys of a password.
    ///
    /// - Throws: ``ExchangeError`` for costs that exceed the limits.
    init(password: borrowing SecretBytes, _ document: JSONNode) throws(ExchangeError) {
        let library = try Self.library()
        let salt = SecretBytes(copying: document["salt"].text.utf8)
        let key: SecretBytes
        switch document["kdfType"].int ?? 0 {
        case 0: key = try Self.pbkdf2(library, password, salt, document["kdfIterations"].int)
        case 1: key = try Self.argon2(library, password, salt, document)
        default:
            throw ExchangeError(
                .unsupported, "the file's key derivation is not known", remedy: "export it with a password again")
        }
        encryption = try Self.expand(library, key, "enc")
        authentication = try Self.expand(library, key, "mac")
        self.library = library
    }

    private static func library() throws(ExchangeError) -> CryptoLibrary {
        do { return try CryptoLibrary.load() } catch { throw ExchangeError(error) }
    }

    private static func pbkdf2(
        _ library: CryptoLibrary, _ password: borrowing SecretBytes, _ salt: borrowing SecretBytes, _ rounds: Int?
    ) throws(ExchangeError) -> SecretBytes {
        guard let rounds, rounds > 0 else { throw ExchangeError(.damaged, "kdfIterations is no number") }
        guard rounds <= 10_000_000 else {
            throw ExchangeError(.tooLarge, "the file demands \(rounds) rounds of PBKDF2; at most 10000000 are accepted")
        }
        do throws(CryptoError) {
            return try password.withUnsafeBytes { password throws(CryptoError) in
                try salt.withUnsafeBytes { salt throws(CryptoError) in
                    try library.derivePBKDF2(from: password, salt: salt, iterations: rounds, with: .sha256, count: 32)
                }
            }
        } catch { throw ExchangeError(error) }
    }

    private static func argon2(
        _ library: CryptoLibrary, _ password: borrowing SecretBytes, _ salt: borrowing SecretBytes, _ document: JSONNode
    ) throws(ExchangeError) -> SecretBytes {
        let memory = document["kdfMemory"].int ?? 0
        guard (1...1 << 20).contains(memory) else { throw ExchangeError(.damaged, "kdfMemory is no valid number") }
        let derivation = try Argon2(
            .id, memory: memory << 10, passes: document["kdfIterations"].int ?? 0,
            lanes: document["kdfParallelism"].int ?? 0)
        let hash = try hashed(library, salt)
        return try password.withUnsafeBytes { password throws(ExchangeError) in
            try hash.withUnsafeBytes { hash throws(ExchangeError) in try derivation.derive(password, salt: hash) }
        }
    }

    /// The salt of Argon2id is the hash of the text.
    private static func hashed(
        _ library: CryptoLibrary, _ salt: borrowing SecretBytes
    ) throws(ExchangeError) -> SecretBytes {
        do throws(CryptoError) {
            let hash = try salt.withUnsafeBytes { salt throws(CryptoError) in try library.hash(salt, with: .sha256) }
            return SecretBytes(copying: hash)
        } catch { throw ExchangeError(error) }
    }

    /// HKDF-Expand with SHA-256 for 32 bytes, which is one block: HMAC of the purpose and the number 1.
    private static func expand(
        _ library: CryptoLibrary, _ key: borrowing SecretBytes, _ purpose: String
    ) throws(ExchangeError) -> SecretFile {
        let info = SecretBytes(copying: Array(purpose.utf8) + [1])
        do throws(CryptoError) {
            let bytes = try key.withUnsafeBytes { key throws(CryptoError) in
                try info.withUnsafeBytes { info throws(CryptoError) in
                    try library.authenticate(info, key: key, with: .sha256)
                }
            }
            return bytes.withUnsafeBytes { SecretFile(copying: $0) }
        } catch { throw ExchangeError(error) }
    }

    /// Decrypts a text such as `2.vector|data|code`, all in Base64.
    ///
    /// - Throws: `.wrongPassword` if its authentication code is another one; `.damaged` for another form.
    func open(_ text: String, _ name: String) throws(ExchangeError) -> Data {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        guard text.hasPrefix("2."), parts.count == 3, let vector = Data(base64Encoded: String(parts[0].dropFirst(2))),
            let data = Data(base64Encoded: String(parts[1])), let code = Data(base64Encoded: String(parts[2])),
            vector.count == 16, code.count == 32, !data.isEmpty, data.count.isMultiple(of: 16)
        else { throw ExchangeError(.damaged, "\(name) is no text that Bitwarden has encrypted") }
        do {
            let expected = try (vector + data).withUnsafeBytes { bytes in
                try authentication.withUnsafeBytes { try library.authenticate(bytes, key: $0, with: .sha256) }
            }
            let isRight = expected.withUnsafeBytes { one in code.withUnsafeBytes { constantTimeEquals(one, $0) } }
            guard isRight else {
                throw ExchangeError(.wrongPassword, "the password is wrong, or \(name) was changed")
            }
            return try run(encrypts: false, data, vector)
        } catch let error as CryptoError {
            throw ExchangeError(error)
        } catch let error as ExchangeError { throw error } catch {
            throw ExchangeError(.damaged, "\(name) is damaged")
        }
    }

    /// Encrypts bytes.
    func seal(_ data: Data) throws(ExchangeError) -> String {
        let vector = SecretBytes(random: 16).withUnsafeBytes { Data($0) }
        do {
            let sealed = try run(encrypts: true, data, vector)
            let code = try (vector + sealed).withUnsafeBytes { bytes in
                try authentication.withUnsafeBytes { try library.authenticate(bytes, key: $0, with: .sha256) }
            }
            return
                "2.\(vector.base64EncodedString())|\(sealed.base64EncodedString())|\(Data(code).base64EncodedString())"
        } catch {
            throw ExchangeError(.damaged, "the items cannot be encrypted")
        }
    }

    private func run(encrypts: Bool, _ data: Data, _ vector: Data) throws -> Data {
        let cipher = try encryption.withUnsafeBytes { key in
            try vector.withUnsafeBytes {
                try AESCipher(library, .cbc, encrypts: encrypts, pads: true, key: key, vector: $0)
            }
        }
        var output = Data(count: (cipher.wholeCount(data.count) ?? 0) + 16)
        let count = try output.withUnsafeMutableBytes { output in
            guard let start = output.bindMemory(to: UInt8.self).baseAddress else { return 0 }
            let first = try data.withUnsafeBytes { try cipher.update($0, into: start) }
            return try first + cipher.finish(into: start + first)
        }
        return output.prefix(count)
    }
}
