import Foundation
import LibCrypto
import PasswordVault
import Secrets

/// Aegis, plain and encrypted.
///
/// Specified in: Aegis' documentation, "Aegis Vault": scrypt (RFC 7914) and AES-256-GCM.
struct AegisFormat: ImportFormat {
    let name = "aegis"
    let title = "Aegis (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        CodeJSON.head(source, has: "\"header\":", "\"db\":") || CodeJSON.head(source, has: "\"slots\":", "\"params\":")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard let file = try CodeJSON.parse(source.contents(atMost: CodeJSON.largest)) as? [String: Any] else {
            throw Self.damaged
        }
        if let database = file["db"] as? [String: Any] { return try entries(CodeJSON(database)) }
        guard let text = file["db"] as? String, let sealed = Data(base64Encoded: text) else { throw Self.damaged }
        let header = CodeJSON(file)["header"]
        let parameters = header["params"]
        guard let nonce = parameters.bytes(hexadecimal: "nonce"), let tag = parameters.bytes(hexadecimal: "tag") else {
            throw Self.damaged
        }
        let slots = header.list("slots").filter { $0.integer("type") == 1 }
        guard !slots.isEmpty else {
            throw ExchangeError(
                .unsupported, "the file can be opened by no password", remedy: "export it with a password")
        }
        let database = try EncryptedCodes.ask("Aegis", context) { password -> Any? in
            guard let key = try AegisSlot.masterKey(password, slots.prefix(16)) else { return nil }
            guard let bytes = try EncryptedCodes.open(Array(sealed) + tag, key: key, vector: nonce) else {
                throw ExchangeError(.damaged, "the entries cannot be decrypted", remedy: "export the file again")
            }
            return try EncryptedCodes.json(bytes)
        }
        guard let database = database as? [String: Any] else { throw Self.damaged }
        return try entries(CodeJSON(database))
    }

    private static var damaged: ExchangeError {
        ExchangeError(.damaged, "the file is none of Aegis", remedy: "export it again as JSON")
    }

    private func entries(_ database: CodeJSON) throws(ExchangeError) -> ImportedContent {
        let groups = Dictionary(
            database.list("groups").map { ($0.text("uuid"), $0.text("name")) }, uniquingKeysWith: { first, _ in first })
        let list = database.list("entries")
        try CodeJSON.checkCount(list.count)
        var content = ImportedContent()
        for (index, json) in list.enumerated() {
            var entry = OneTimeCodeEntry()
            entry.issuer = json.text("issuer")
            entry.account = json.text("name")
            entry.notes = json.text("note")
            entry.isFavourite = json.object["favorite"] as? Bool ?? false
            entry.tags = json.texts("groups").compactMap { groups[$0] } + [json.text("group")].filter { !$0.isEmpty }
            entry.type = json.text("type")
            let info = json["info"]
            entry.secret = info.text("secret")
            entry.algorithm = info.text("algo")
            entry.set(info)
            OneTimeCodeItems.add(entry, at: "entry \(index + 1)", to: &content)
        }
        return content
    }
}

/// A slot of an Aegis file: the master key, encrypted by a key that scrypt makes of a password.
enum AegisSlot {
    /// The most bytes that scrypt may use: 128·N·r.
    private static let mostMemory = 256 << 20

    /// Returns the key of the file; `nil` if the password fits no slot.
    static func masterKey(_ password: borrowing SecretBytes, _ slots: some Collection<CodeJSON>) throws -> SecretBytes?
    {
        for slot in slots {
            let parameters = slot["key_params"]
            guard let salt = slot.bytes(hexadecimal: "salt"), let sealed = slot.bytes(hexadecimal: "key"),
                let nonce = parameters.bytes(hexadecimal: "nonce"), let tag = parameters.bytes(hexadecimal: "tag"),
                let cost = slot.integer("n"), let size = slot.integer("r"), let parallel = slot.integer("p")
            else { throw ExchangeError(.damaged, "a slot of the file is damaged", remedy: "export the file again") }
            let key = try key(password, salt: salt, cost: cost, size: size, parallel: parallel)
            guard let opened = try EncryptedCodes.open(sealed + tag, key: key, vector: nonce) else { continue }
            guard opened.count == 32 else {
                throw ExchangeError(.damaged, "a slot of the file is damaged", remedy: "export the file again")
            }
            return opened
        }
        return nil
    }

    static func key(
        _ password: borrowing SecretBytes, salt: [UInt8], cost: Int, size: Int, parallel: Int
    ) throws -> SecretBytes {
        guard cost > 1, cost & (cost - 1) == 0, (1...64).contains(size), (1...16).contains(parallel),
            cost <= mostMemory / 128 / size
        else {
            throw ExchangeError(
                .tooLarge, "deriving the key would take too much memory or time",
                remedy: "check that the file is one of Aegis")
        }
        return try EncryptedCodes.crypto {
            let library = try EncryptedCodes.library()
            return try password.withUnsafeBytes { password in
                try EncryptedCodes.lend(salt) {
                    try library.deriveScrypt(
                        from: password, salt: $0, cost: cost, blockSize: size, parallelization: parallel,
                        largestMemory: mostMemory + (32 << 20), count: 32)
                }
            }
        }
    }
}
