import Foundation
import LibCrypto
import PasswordVault
import Secrets

/// andOTP, plain JSON.
struct AndOTPFormat: ImportFormat {
    let name = "andotp"
    let title = "andOTP (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        CodeJSON.head(source, has: "\"secret\":", "\"type\":", "\"algorithm\":")
            && source.headText.drop(while: \.isWhitespace).hasPrefix("[")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        try Self.entries(CodeJSON.parse(source.contents(atMost: CodeJSON.largest)))
    }

    static func entries(_ json: Any) throws(ExchangeError) -> ImportedContent {
        guard let list = json as? [[String: Any]] else {
            throw ExchangeError(.damaged, "the file is none of andOTP", remedy: "export it again")
        }
        try CodeJSON.checkCount(list.count)
        var content = ImportedContent()
        for (index, object) in list.enumerated() {
            let json = CodeJSON(object)
            var entry = OneTimeCodeEntry()
            entry.issuer = json.text("issuer")
            entry.account = json.text("label")
            if entry.issuer.isEmpty { entry.splitLabel() } else { entry.splitAccount() }
            entry.secret = json.text("secret")
            entry.type = json.text("type")
            entry.algorithm = json.text("algorithm")
            entry.set(json)
            entry.tags = json.texts("tags")
            OneTimeCodeItems.add(entry, at: "entry \(index + 1)", to: &content)
        }
        return content
    }
}

extension OneTimeCodeEntry {
    /// Splits the label `issuer - account`, or `issuer:account`, of old files.
    fileprivate mutating func splitLabel() {
        if let dash = account.range(of: " - ") {
            (issuer, account) = (String(account[..<dash.lowerBound]), String(account[dash.upperBound...]))
        } else {
            splitAccount()
        }
    }
}

/// andOTP, encrypted. The file has no mark, so that it is read only if the user names the format.
///
/// Specified in: andOTP's description of its backups: PBKDF2 with SHA-1, or in old files SHA-256, and AES-256-GCM.
struct AndOTPEncryptedFormat: ImportFormat {
    let name = "andotp-encrypted"
    let title = "andOTP (encrypted)"
    /// The most iterations: andOTP itself uses 140,000 to 160,000.
    private static let mostIterations = 2_000_000

    func recognizes(_ source: ImportSource) -> Bool { false }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let bytes = Array(try source.contents(atMost: CodeJSON.largest))
        guard bytes.count >= 12 + AESGCM.tagCount else {
            throw ExchangeError(.damaged, "the file is too short", remedy: "export it again")
        }
        return try EncryptedCodes.ask("andOTP", context) { password in
            if let content = try Self.open(bytes, password) { return try AndOTPFormat.entries(content) }
            if let content = try Self.openOld(bytes, password) { return try AndOTPFormat.entries(content) }
            return nil
        }
    }

    /// Opens iterations (4 bytes), salt (12), initialisation vector (12) and ciphertext.
    private static func open(_ bytes: [UInt8], _ password: borrowing SecretBytes) throws -> Any? {
        let iterations = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard (1...mostIterations).contains(iterations), bytes.count >= 28 + AESGCM.tagCount else { return nil }
        let key = try EncryptedCodes.key(password, salt: Array(bytes[4..<16]), iterations: iterations, .sha1)
        let opened = try EncryptedCodes.open(Array(bytes[28...]), key: key, vector: Array(bytes[16..<28]))
        guard let opened else { return nil }
        return try EncryptedCodes.json(opened)
    }

    /// Opens initialisation vector (12 bytes) and ciphertext under the password's hash.
    private static func openOld(_ bytes: [UInt8], _ password: borrowing SecretBytes) throws -> Any? {
        var hash = try EncryptedCodes.crypto {
            let library = try EncryptedCodes.library()
            return try password.withUnsafeBytes { try library.hash($0, with: .sha256) }
        }
        defer { hash.withUnsafeMutableBytes { wipe($0) } }
        let opened = try EncryptedCodes.open(
            Array(bytes[12...]), key: SecretBytes(copying: hash), vector: Array(bytes[..<12]))
        guard let opened else { return nil }
        return try EncryptedCodes.json(opened)
    }
}
