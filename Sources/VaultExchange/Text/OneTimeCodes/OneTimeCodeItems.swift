import Foundation
import PasswordTools
import PasswordVault
import Secrets

/// An account in the file of a program for one-time codes.
struct OneTimeCodeEntry {
    var issuer = ""
    var account = ""
    /// In Base32.
    var secret = ""
    /// The bytes of the secret, for programs that write them so.
    var secretBytes: [UInt8]?
    /// `totp`, `hotp` or `steam`, in any case.
    var type = "totp"
    var algorithm = "SHA1"
    var digits = 6
    var period = 30
    var counter: UInt64 = 0
    var notes = ""
    var tags: [String] = []
    var folder: [String] = []
    var isFavourite = false
    var isTrashed = false

    /// Returns the code.
    ///
    /// - Throws: ``OneTimeCodeError`` with the reason; an unknown type or algorithm as well.
    fileprivate func code() throws -> OneTimeCode {
        let settings = try settings()
        if let secretBytes { return try OneTimeCode(secret: SecretBytes(copying: secretBytes), settings: settings) }
        // A colon would make it an address.
        guard !secret.contains(":") else { throw EntryError(reason: "the secret is not Base32") }
        return try OneTimeCode(secret: OneTimeCode.parse(secret).secret.copy(), settings: settings)
    }

    private func settings() throws -> OneTimeCodeSettings {
        let name = algorithm.uppercased().filter { $0.isLetter || $0.isNumber }.replacing("HMAC", with: "")
        guard let hash = OneTimeCodeSettings.Algorithm(rawValue: name.isEmpty ? "SHA1" : name) else {
            throw EntryError(reason: "codes by “\(UntrustedName.short(algorithm))” are not supported")
        }
        var settings = OneTimeCodeSettings(algorithm: hash, format: .digits(digits))
        settings.issuer = issuer.isEmpty ? nil : issuer
        settings.account = account.isEmpty ? nil : account
        switch type.lowercased() {
        case "totp": settings.factor = .time(period: period)
        case "hotp": settings.factor = .counter(counter)
        case "steam": (settings.factor, settings.format) = (.time(period: period), .steam)
        default: throw EntryError(reason: "codes of the type “\(UntrustedName.short(type))” are not supported")
        }
        return settings
    }
}

/// The reason why an entry has no code.
private struct EntryError: Error { let reason: String }

/// Names from a file in messages.
enum UntrustedName {
    /// Returns a text of at most 40 characters without control characters.
    static func short(_ text: String) -> String {
        String(text.prefix(40).filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
    }
}

/// Logins for accounts of one-time codes.
enum OneTimeCodeItems {
    /// Adds the login of an entry. One whose code cannot be made keeps its secret in a concealed field.
    static func add(_ entry: OneTimeCodeEntry, at position: String, to content: inout ImportedContent) {
        var draft = ItemDraft()
        draft.title = entry.issuer.isEmpty ? entry.account : entry.issuer
        draft.username = entry.account
        (draft.notes, draft.tags, draft.folder) = (entry.notes, entry.tags, entry.folder)
        (draft.isFavourite, draft.isTrashed) = (entry.isFavourite, entry.isTrashed)
        do {
            let uri = try entry.code().uri()
            guard uri.count <= OneTimeCode.longestText else { throw EntryError(reason: "its names are too long") }
            draft.oneTimeCode = uri.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        } catch {
            let reason = (error as? EntryError)?.reason ?? (error as? OneTimeCodeError)?.reason ?? "it is damaged"
            draft.remarks.append("it has no one-time code: \(reason); the secret is kept as a concealed field")
            let hexadecimal = entry.secretBytes?.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
            draft.add("secret", hexadecimal?.joined() ?? entry.secret, kind: .concealed)
            draft.add("type", entry.type)
            draft.add("algorithm", entry.algorithm)
            draft.add("digits", String(entry.digits))
        }
        keep(draft, at: position, in: &content)
    }

    /// Adds the login of an `otpauth` or `steam` address.
    static func add(uri: String, at position: String, to content: inout ImportedContent) {
        var draft = ItemDraft()
        var uri = uri
        // Some programs write Steam's codes as a type of their own.
        if let type = uri.range(of: "otpauth://steam/", options: [.caseInsensitive, .anchored]) {
            uri.replaceSubrange(type, with: "otpauth://totp/")
            if !uri.contains("encoder=") { uri += (uri.contains("?") ? "&" : "?") + "encoder=steam" }
        }
        draft.oneTimeCode = uri
        if let settings = try? OneTimeCode.parse(uri).settings {
            draft.title = settings.issuer ?? settings.account ?? ""
            draft.username = settings.account ?? ""
        }
        keep(draft, at: position, in: &content)
    }

    private static func keep(_ draft: ItemDraft, at position: String, in content: inout ImportedContent) {
        var draft = draft
        // Without a name there is nothing to tell it by.
        if draft.title.isEmpty { draft.title = "One-Time Code" }
        content.items.append(draft.item(at: position, &content.remarks))
    }

    /// Returns the code of an item; `nil` if it has none.
    static func code(_ item: VaultItem) -> OneTimeCode? { first(item).map { named($0.code, item) } }

    /// Returns the identifier of the field that ``code(_:)`` is from, in a list that is empty without one.
    static func fields(_ item: VaultItem) -> [String] { first(item).map { [$0.field] } ?? [] }

    private static func first(_ item: VaultItem) -> (field: String, code: OneTimeCode)? {
        for field in item.allFields where field.kind.makesOneTimeCodes {
            guard case .secret(let secret) = field.value, let code = try? OneTimeCode.parse(secret.copy()) else {
                continue
            }
            return (field.id, code)
        }
        return nil
    }

    /// Returns the address of an item's code; `nil` if it has none.
    static func uri(_ item: VaultItem) -> String? {
        code(item)?.uri().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A code whose address says whose it is: a bare secret does not.
    private static func named(_ code: OneTimeCode, _ item: VaultItem) -> OneTimeCode {
        var settings = code.settings
        if settings.issuer == nil, !item.title.isEmpty { settings.issuer = item.title }
        if settings.account == nil { settings.account = item.text("username") }
        return (try? OneTimeCode(secret: code.secret.copy(), settings: settings)) ?? code
    }
}
