import Foundation
import LinuxSupport
import PasswordVault
import SecretServiceClient
import Secrets

/// The items of the desktop's keyring, as items of a vault.
public enum KeyringImport {
    /// The items whose secrets are asked for at a time.
    private static let batch = 100

    /// Reads all collections of the Secret Service of this session. The service asks the user to unlock those that are locked.
    ///
    /// - Throws: ``ExchangeError``.
    public static func read(_ context: ImportContext) throws -> ImportedContent {
        do { return try read(SecretService(.session(), cancellation: context.cancellation), context) } catch let error
            as SecretServiceError
        {
            throw ExchangeError(
                context.cancellation?.isCancelled ?? false ? .cancelled : .io, error.reason, remedy: error.remedy)
        }
    }

    static func read(_ service: SecretService, _ context: ImportContext) throws -> ImportedContent {
        var content = ImportedContent()
        let collections = try service.collections()
        for (number, collection) in collections.enumerated() {
            if collection.isLocked, try !service.unlock(collection) {
                content.remarks.append(
                    ImportRemark(
                        "keyring “\(collection.label)”", "is locked; none of its \(collection.items.count) items came"))
                continue
            }
            try read(collection, of: service, into: &content, context)
            context.progress(Double(number + 1) / Double(collections.count))
        }
        return content
    }

    private static func read(
        _ collection: SecretCollection, of service: SecretService, into content: inout ImportedContent,
        _ context: ImportContext
    ) throws {
        var left = collection.items[...]
        while !left.isEmpty {
            try context.checkCancellation()
            let paths = Array(left.prefix(batch))
            left = left.dropFirst(batch)
            var secrets: [String: KeyringSecret] = [:]
            try service.secrets(of: paths) { path, secret, type in secrets[path] = KeyringSecret(secret, type: type) }
            for path in paths {
                let item = try service.item(path)
                let position = "keyring “\(collection.label)”, “\(item.label)”"
                guard let secret = secrets[path] else {
                    content.remarks.append(ImportRemark(position, "is locked, or gone"))
                    continue
                }
                var imported = ImportedItem(vaultItem(item, secret, &content.remarks, position), position: position)
                imported.created = item.created == 0 ? nil : Date(timeIntervalSince1970: Double(item.created))
                imported.changed = item.modified == 0 ? nil : Date(timeIntervalSince1970: Double(item.modified))
                content.items.append(imported)
            }
        }
    }

    /// Names of attributes that programs give the user's name, and the site or server.
    private static let names = ["username", "user", "username_value", "account", "login", "acct"]
    private static let sites = ["origin_url", "signon_realm", "url", "uri", "server", "domain", "host", "hostname"]

    private static func vaultItem(
        _ item: SecretItem, _ secret: KeyringSecret, _ remarks: inout [ImportRemark], _ position: String
    ) -> VaultItem {
        var attributes = item.attributes
        let site = sites.first { attributes[$0]?.contains(".") ?? false }.flatMap { attributes[$0] }
        let name = names.first { !(attributes[$0] ?? "").isEmpty }
        let kind: ItemKind = site != nil || name != nil ? .login : .password
        var made = VaultItem(kind, title: item.label.isEmpty ? site ?? "Untitled" : item.label)
        if let name {
            made["username"] = .text(attributes[name] ?? "")
            attributes[name] = nil
        }
        if let site { made.websites = [SavedWebsite(site)] }
        if secret.isBase64 {
            remarks.append(ImportRemark(position, "the secret is no text, and came as Base64"))
        }
        made["password"] = .secret(secret.secret)
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where !value.isEmpty && value != site {
            made.fields.append(Field(label: name, value: .text(value)))
        }
        return made
    }
}

/// A secret of the keyring; one that is no text is in Base64.
private struct KeyringSecret {
    let secret: Secret
    let isBase64: Bool

    init(_ bytes: UnsafeRawBufferPointer, type: String) {
        isBase64 = String(validating: bytes, as: UTF8.self) == nil
        secret =
            isBase64 ? Secret(Data(bytes).base64EncodedString()) : Secret(SecretBytes(copying: bytes))
    }
}
