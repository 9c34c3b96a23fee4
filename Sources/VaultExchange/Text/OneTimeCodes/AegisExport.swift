import Foundation
import LibCrypto
import PasswordTools
import PasswordVault
import Secrets

/// An encrypted file that Aegis imports, with one slot for a password.
struct AegisExport: ExportFormat {
    let name = "aegis"
    let title = "Aegis (JSON, encrypted)"
    let isEncrypted = true
    let isDirectory = false

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        guard let password = try context.password(), password.count > 0 else {
            throw ExchangeError(.passwordRequired, "a password is required", remedy: "give one for the new file")
        }
        var remarks: [ImportRemark] = []
        var entries: [[String: Any]] = []
        var groups: [String: String] = [:]
        for item in items {
            guard let code = OneTimeCodeItems.code(item.item) else {
                remarks.append(ImportRemark(item.item.title, "left out: it has no one-time code"))
                continue
            }
            for tag in item.item.tags where groups[tag] == nil { groups[tag] = UUID().uuidString.lowercased() }
            entries.append(Self.entry(item.item, code, groups))
            remarks += ExportRemainder.of(
                item, besides: ["username"] + OneTimeCodeItems.fields(item.item), websites: 0, tags: true,
                favourite: true
            ).map { ImportRemark(item.item.title, $0) }
        }
        let database: [String: Any] = [
            "version": 3, "entries": entries, "groups": groups.map { ["uuid": $0.value, "name": $0.key] },
        ]
        let file = try Self.sealed(database, password, cost: context.derivesCheaply ? 1 << 10 : 1 << 15)
        try file.withUnsafeBytes { try destination.write($0) }
        return remarks
    }

    private static func entry(_ item: VaultItem, _ code: OneTimeCode, _ groups: [String: String]) -> [String: Any] {
        // The address is written by PasswordTools; Base32 is what stands after `secret=`.
        let uri = code.uri().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let secret = uri.range(of: "?secret=").map { uri[$0.upperBound...].prefix { $0 != "&" } } ?? ""
        var info: [String: Any] = ["secret": String(secret), "algo": code.settings.algorithm.rawValue]
        var type = "totp"
        if case .digits(let count) = code.settings.format {
            info["digits"] = count
        } else {
            (type, info["digits"]) = ("steam", 5)
        }
        switch code.settings.factor {
        case .time(let period): info["period"] = period
        case .counter(let counter): (type, info["counter"]) = ("hotp", counter)
        }
        return [
            "type": type, "uuid": UUID().uuidString.lowercased(), "name": code.settings.account ?? "",
            "issuer": code.settings.issuer ?? item.title, "note": item.notes?.text ?? "",
            "favorite": item.isFavourite, "icon": NSNull(), "info": info,
            "groups": item.tags.compactMap { groups[$0] },
        ]
    }

    private static func sealed(_ database: [String: Any], _ password: borrowing SecretBytes, cost: Int) throws -> Data {
        var plain = try JSONSerialization.data(withJSONObject: database, options: [.sortedKeys])
        defer { plain.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }
        let master = SecretBytes(random: 32)
        let salt = SecureRandom.bytes(32)
        let key = try AegisSlot.key(password, salt: salt, cost: cost, size: 8, parallel: 1)
        let slot = try master.withUnsafeBytes { try seal($0, key) }
        let content = try plain.withUnsafeBytes { try seal($0, master) }
        let file: [String: Any] = [
            "version": 1,
            "header": [
                "slots": [
                    [
                        "type": 1, "uuid": UUID().uuidString.lowercased(), "key": hexadecimal(slot.text),
                        "key_params": ["nonce": hexadecimal(slot.nonce), "tag": hexadecimal(slot.tag)],
                        "n": cost, "r": 8, "p": 1, "salt": hexadecimal(salt), "repaired": true, "is_backup": false,
                    ] as [String: Any]
                ],
                "params": ["nonce": hexadecimal(content.nonce), "tag": hexadecimal(content.tag)],
            ] as [String: Any],
            "db": Data(content.text).base64EncodedString(),
        ]
        return try JSONSerialization.data(withJSONObject: file, options: [.prettyPrinted, .sortedKeys])
    }

    private static func seal(
        _ plain: UnsafeRawBufferPointer, _ key: borrowing SecretBytes
    ) throws -> (text: [UInt8], tag: [UInt8], nonce: [UInt8]) {
        let nonce = SecureRandom.bytes(12)
        let sealed = try EncryptedCodes.crypto {
            let library = try EncryptedCodes.library()
            return try key.withUnsafeBytes { key in
                try nonce.withUnsafeBytes { try AESGCM(library, key: key, vector: $0).seal(plain) }
            }
        }
        return (Array(sealed.dropLast(AESGCM.tagCount)), Array(sealed.suffix(AESGCM.tagCount)), nonce)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
