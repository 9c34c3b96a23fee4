import Foundation
import Secrets

/// 2FAS, plain and encrypted.
///
/// Specified in: the file of 2FAS' apps: PBKDF2 with SHA-256 and 10,000 iterations, and AES-256-GCM.
struct TwoFASFormat: ImportFormat {
    let name = "2fas"
    let title = "2FAS (JSON)"

    func recognizes(_ source: ImportSource) -> Bool {
        CodeJSON.head(source, has: "\"services\":", "\"schemaVersion\":")
            || CodeJSON.head(source, has: "\"servicesEncrypted\":")
            || CodeJSON.head(source, has: "\"services\":", "\"otp\":", "\"secret\":")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard let object = try CodeJSON.parse(source.contents(atMost: CodeJSON.largest)) as? [String: Any] else {
            throw Self.damaged
        }
        let file = CodeJSON(object)
        let sealed = file.text("servicesEncrypted")
        let groups = Dictionary(
            file.list("groups").map { ($0.text("id"), $0.text("name")) }, uniquingKeysWith: { first, _ in first })
        guard !sealed.isEmpty else { return try entries(file.list("services"), groups) }
        let services = try decrypt(sealed, context)
        return try entries((services as? [[String: Any]] ?? []).map(CodeJSON.init), groups)
    }

    private static var damaged: ExchangeError {
        ExchangeError(.damaged, "the file is none of 2FAS", remedy: "export it again")
    }

    private func decrypt(_ text: String, _ context: ImportContext) throws -> Any {
        // Ciphertext with its tag, salt, initialisation vector.
        let parts = text.split(separator: ":").compactMap { Data(base64Encoded: String($0)) }.map(Array.init)
        guard parts.count == 3, !parts[1].isEmpty else { throw Self.damaged }
        return try EncryptedCodes.ask("2FAS", context) { password in
            let key = try EncryptedCodes.key(password, salt: parts[1], iterations: 10_000, .sha256)
            guard let bytes = try EncryptedCodes.open(parts[0], key: key, vector: parts[2]) else { return nil }
            return try EncryptedCodes.json(bytes)
        }
    }

    private func entries(_ services: [CodeJSON], _ groups: [String: String]) throws(ExchangeError) -> ImportedContent {
        try CodeJSON.checkCount(services.count)
        var content = ImportedContent()
        for (index, service) in services.enumerated() {
            let otp = service["otp"]
            var entry = OneTimeCodeEntry()
            let issuer = otp.text("issuer")
            entry.issuer = service.text("name").isEmpty ? issuer : service.text("name")
            entry.account = otp.text("account").isEmpty ? otp.text("label") : otp.text("account")
            entry.splitAccount()
            entry.secret = service.text("secret")
            entry.type = otp.text("tokenType").isEmpty ? "totp" : otp.text("tokenType")
            entry.algorithm = otp.text("algorithm")
            entry.set(otp)
            entry.tags = groups[service.text("groupId")].map { [$0] } ?? []
            OneTimeCodeItems.add(entry, at: "entry \(index + 1)", to: &content)
        }
        return content
    }
}
