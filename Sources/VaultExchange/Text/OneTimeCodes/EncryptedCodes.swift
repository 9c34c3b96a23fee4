import Foundation
import LibCrypto
import PasswordVault
import Secrets

/// The password of an encrypted file: asked for, and again after a wrong one.
enum EncryptedCodes {
    /// Calls `open` with passwords until one fits.
    ///
    /// - Parameter open: returns `nil` for a wrong password.
    /// - Throws: ``ExchangeError`` if there is no password, or after the third wrong one.
    static func ask<Content>(
        _ program: String, _ context: ImportContext, _ open: (borrowing SecretBytes) throws -> Content?
    ) throws -> Content {
        for attempt in 0..<3 {
            guard let password = try context.password("Password of the \(program) file", attempt > 0) else {
                guard attempt == 0 else { break }
                throw ExchangeError(
                    .passwordRequired, "the file is encrypted", remedy: "give the password that it was exported with")
            }
            try context.checkCancellation()
            if let content = try open(password) { return content }
        }
        throw ExchangeError(
            .wrongPassword, "the password is wrong, or the file is damaged", remedy: "check the password")
    }

    /// Opens what AES-GCM has sealed.
    ///
    /// - Parameter sealed: the ciphertext with its tag.
    /// - Returns: `nil` for a wrong key.
    static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, vector: [UInt8]
    ) throws -> SecretBytes? {
        let library = try library()
        guard sealed.count >= AESGCM.tagCount, (12...16).contains(vector.count) else { return nil }
        return try? key.withUnsafeBytes { key in
            try lend(vector) { vector in
                try lend(sealed) { try AESGCM(library, key: key, vector: vector).open($0) }
            }
        }
    }

    /// Derives a key of 32 bytes by PBKDF2 (RFC 8018).
    static func key(
        _ password: borrowing SecretBytes, salt: [UInt8], iterations: Int, _ hash: HashFunction
    ) throws -> SecretBytes {
        try crypto {
            let library = try library()
            return try password.withUnsafeBytes { password in
                try lend(salt) {
                    try library.derivePBKDF2(
                        from: password, salt: $0, iterations: iterations, with: hash, count: 32)
                }
            }
        }
    }

    static func library() throws -> CryptoLibrary { try crypto { try CryptoLibrary.load() } }

    /// Calls `body`, and makes an error of libcrypto one of the file.
    static func crypto<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as CryptoError {
            throw ExchangeError(.unsupported, error.reason, remedy: error.remedy)
        }
    }

    /// Calls `body` with bytes. Unlike the function of arrays it returns what cannot be copied.
    static func lend<Result: ~Copyable>(
        _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        var result: Result?
        try bytes.withUnsafeBytes { result = try body($0) }
        guard let made = result.take() else { throw ExchangeError(.damaged, "there is no result") }
        return made
    }

    /// The JSON in opened bytes.
    static func json(_ bytes: borrowing SecretBytes) throws(ExchangeError) -> Any {
        try CodeJSON.parse(bytes.withUnsafeBytes { Data($0) })
    }
}
