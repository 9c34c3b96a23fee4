import Foundation
import LibCrypto
import Secrets

/// Hash functions over bytes of KeePass's files.
enum KeePassHash {
    static func sha256(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> [UInt8] {
        do throws(CryptoError) { return try CryptoLibrary.load().hash(bytes, with: .sha256) } catch {
            throw ExchangeError(error)
        }
    }

    static func sha512(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> [UInt8] {
        do throws(CryptoError) { return try CryptoLibrary.load().hash(bytes, with: .sha512) } catch {
            throw ExchangeError(error)
        }
    }

    static func hmac(_ bytes: UnsafeRawBufferPointer, key: borrowing SecretBytes) throws(ExchangeError) -> [UInt8] {
        do throws(CryptoError) {
            return try key.withUnsafeBytes { key throws(CryptoError) in
                try CryptoLibrary.load().authenticate(bytes, key: key, with: .sha256)
            }
        } catch { throw ExchangeError(error) }
    }

    /// Returns the hash of bytes as a secret.
    static func secretSHA256(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> SecretBytes {
        var hash = try sha256(bytes)
        defer { hash.withUnsafeMutableBytes { wipe($0) } }
        return SecretBytes(copying: hash)
    }

    /// Returns the hash of bytes as a secret.
    static func secretSHA512(_ bytes: UnsafeRawBufferPointer) throws(ExchangeError) -> SecretBytes {
        var hash = try sha512(bytes)
        defer { hash.withUnsafeMutableBytes { wipe($0) } }
        return SecretBytes(copying: hash)
    }
}

/// The key of a database: a password, a key file, or both.
struct KeePassCredentials {
    /// The password in UTF-8, which may be empty; `nil` for none.
    let password: Secret?
    /// The content of the key file; `nil` for none.
    let keyFile: SecretFile?

    /// A shared secret.
    final class Secret: Sendable {
        let bytes: SecretBytes
        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    /// The key of KeePass 2: the hash of the hashes of password and key file.
    func compositeKey() throws(ExchangeError) -> SecretBytes {
        let parts = WipedBuffer()
        if let password {
            try password.bytes.withUnsafeBytes { bytes throws(ExchangeError) in try add(bytes, to: parts) }
        }
        if let keyFile {
            let key = try keyFile.withUnsafeBytes { file throws(ExchangeError) in try KeePassKeyFile.key(file) }
            key.withUnsafeBytes { parts.append($0) }
        }
        return try parts.withUnsafeBytes { parts throws(ExchangeError) in try KeePassHash.secretSHA256(parts) }
    }

    private func add(_ password: UnsafeRawBufferPointer, to parts: WipedBuffer) throws(ExchangeError) {
        let hash = try KeePassHash.secretSHA256(password)
        hash.withUnsafeBytes { parts.append($0) }
    }

    /// Asks for a password until `attempt` does not throw `.wrongPassword`, three times at most.
    ///
    /// An empty password next to a key file is no password at first, as most programs write it, then an empty one.
    static func unlock<Result>(
        _ context: ImportContext, _ name: String, _ attempt: (KeePassCredentials) throws -> Result
    ) throws -> Result {
        for round in 0..<3 {
            guard let typed = try context.password("Password of “\(name)”", round > 0) else {
                // The user gives up, or has a key file only.
                guard round == 0, context.keyFile != nil else {
                    throw round > 0
                        ? wrong
                        : ExchangeError(
                            .passwordRequired, "the database needs a password or a key file",
                            remedy: "give its password, its key file (--key-file), or both")
                }
                return try attempt(KeePassCredentials(password: nil, keyFile: context.keyFile))
            }
            let isEmpty = typed.count == 0
            let password = Secret(typed)
            do {
                if isEmpty, let keyFile = context.keyFile {
                    do { return try attempt(KeePassCredentials(password: nil, keyFile: keyFile)) } catch let error
                        as ExchangeError where error.kind == .wrongPassword
                    {}
                }
                return try attempt(KeePassCredentials(password: password, keyFile: context.keyFile))
            } catch let error as ExchangeError where error.kind == .wrongPassword {}
        }
        throw wrong
    }

    /// The error for a key that does not open the database.
    static let wrong = ExchangeError(
        .wrongPassword, "the password or the key file is wrong",
        remedy: "check both; a database that also needs a hardware key (challenge-response) is saved without it first")
}

/// The key that a key file holds.
///
/// Specified in: KeePass's documentation, “Key files”.
enum KeePassKeyFile {
    /// The most bytes that are read of a file of XML.
    private static let mostXML = 64 << 10

    /// Returns the key: of XML of version 1 or 2, 32 bytes, 64 hexadecimal digits, or the hash of any other file.
    static func key(_ file: UnsafeRawBufferPointer) throws(ExchangeError) -> SecretBytes {
        if file.count <= mostXML, let key = try xmlKey(file) { return key }
        return try plainKey(file)
    }

    /// Returns the key of KeePass 1, which knows no XML.
    static func plainKey(_ file: UnsafeRawBufferPointer) throws(ExchangeError) -> SecretBytes {
        if file.count == 32 { return SecretBytes(copying: file) }
        if file.count == 64, let key = hexadecimal(file) { return key }
        return try KeePassHash.secretSHA256(file)
    }

    /// Returns the key of a file of XML; `nil` for any other file.
    private static func xmlKey(_ file: UnsafeRawBufferPointer) throws(ExchangeError) -> SecretBytes? {
        guard file.contains(UInt8(ascii: "<")) else { return nil }
        var (version, data, hash) = ("", "", String?.none)
        do throws(ExchangeError) {
            let xml = try XMLPullReader(WipedBuffer(copying: file))
            guard try xml.root() == "KeyFile" else { return nil }
            while let part = try xml.nextChild() {
                while let name = try xml.nextChild() {
                    switch (part, name) {
                    case ("Meta", "Version"): version = try xml.text()
                    case ("Key", "Data"):
                        hash = xml.attributes["Hash"]
                        data = try xml.text()
                    default: try xml.skip()
                    }
                }
            }
        } catch {
            if error.kind == .unsupported, error.remedy != nil { throw error }
            return nil
        }
        let digits = SecretBytes(copying: data.utf8.filter { !" \t\r\n".utf8.contains($0) })
        guard version.hasPrefix("2.") else { return version.hasPrefix("1.") ? base64(data) : nil }
        guard let key = digits.withUnsafeBytes({ hexadecimal($0) }) else {
            throw ExchangeError(
                .damaged, "the key file's data is not hexadecimal", remedy: "use a copy of the key file")
        }
        let expected = try key.withUnsafeBytes { key throws(ExchangeError) in try KeePassHash.sha256(key).prefix(4) }
        let text = expected.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard hash.map({ $0.lowercased() == text }) ?? true else {
            throw ExchangeError(
                .damaged, "the key file does not match its own hash", remedy: "use a copy of the key file")
        }
        return key
    }

    private static func base64(_ text: String) -> SecretBytes? {
        guard var data = Data(base64Encoded: text.filter { !$0.isWhitespace }), !data.isEmpty else { return nil }
        defer { data.withUnsafeMutableBytes { wipe($0) } }
        return SecretBytes(copying: data)
    }

    private static func hexadecimal(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
        guard !text.isEmpty, text.count.isMultiple(of: 2), text.allSatisfy({ digit($0) != nil }) else { return nil }
        return SecretBytes(count: text.count / 2) { key in
            for index in 0..<key.count {
                key[index] = (digit(text[2 * index]) ?? 0) << 4 | (digit(text[2 * index + 1]) ?? 0)
            }
        }
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
