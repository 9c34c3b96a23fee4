import Foundation
import PasswordVault
import Secrets

/// Bitwarden's export: JSON, plain or protected by a password, or a zip archive with attachments.
struct BitwardenFormat: ImportFormat {
    let name = "bitwarden-json"
    let title = "Bitwarden (JSON, zip)"

    func recognizes(_ source: ImportSource) -> Bool {
        if ZipReader.recognizes(source) { return (try? ZipReader(source))?.entry(named: "data.json") != nil }
        guard let head = JSONHead(source), !head.has("vaults") else { return false }
        // Enpass has a member “encrypted” in the history of a field.
        guard !head.has("value_updated_at"), !head.has("template_type"), !head.has("parent_uuid") else { return false }
        return head.has("encrypted", "items") || head.has("encrypted", "folders")
            || head.has("encrypted", "collections") || head.has("encrypted", "encKeyValidation_DO_NOT_EDIT")
            || head.has("items", "folderId", "reprompt")
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard ZipReader.recognizes(source) else {
            let data = try source.contents(atMost: JSONNode.mostBytes)
            return try read(data, files: [:], context)
        }
        let archive = try ZipReader(source)
        guard let entry = archive.entry(named: "data.json") else {
            throw ExchangeError(.damaged, "the archive has no data.json", remedy: "export it from Bitwarden again")
        }
        var files: [String: [ImportedAttachment]] = [:]
        for entry in archive.entries {
            let parts = entry.name.split(separator: "/", maxSplits: 2).map(String.init)
            guard parts.count == 3, parts[0] == "attachments" else { continue }
            files[parts[1], default: []].append(
                ImportedAttachment(name: parts[2], content: ZipContent(archive: archive, entry: entry)))
        }
        return try read(archive.read(entry), files: files, context)
    }

    private func read(
        _ data: Data, files: [String: [ImportedAttachment]], _ context: ImportContext
    ) throws -> ImportedContent {
        let document = try Self.opened(JSONNode(parsing: data), context)
        guard document["items"].value is [Any] else {
            throw ExchangeError(.damaged, "the file has no items", remedy: "export it from Bitwarden as JSON again")
        }
        let reader = BitwardenReader(document)
        let items = document["items"].array
        var content = ImportedContent()
        for (index, item) in items.enumerated() {
            try context.checkCancellation()
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
            let attachments = item["id"].string.flatMap { files[$0] } ?? []
            reader.read(item, "item \(index + 1)", attachments: attachments, into: &content)
        }
        let known = Set(items.compactMap { $0["id"].string })
        for id in files.keys.sorted() where !known.contains(id) {
            content.remarks.append(ImportRemark("", "attachments of an item that the file does not have"))
        }
        return content
    }

    private static func opened(_ document: JSONNode, _ context: ImportContext) throws -> JSONNode {
        guard document["encrypted"].isTrue else { return document }
        guard document["passwordProtected"].isTrue else {
            throw ExchangeError(
                .unsupported, "the file is encrypted for the Bitwarden account that it is from, and opens only there",
                remedy: "export again as “.json (Encrypted)” with “Password protected”, or as “.json”")
        }
        var isAgain = false
        while true {
            try context.checkCancellation()
            guard let password = try context.password("Password of the Bitwarden file", isAgain) else {
                throw isAgain
                    ? ExchangeError(.wrongPassword, "the password of the file is wrong")
                    : ExchangeError(.passwordRequired, "the file is protected by a password")
            }
            let cipher = try BitwardenCipher(password: password, document)
            do throws(ExchangeError) {
                _ = try cipher.open(
                    document["encKeyValidation_DO_NOT_EDIT"].text, "its check")
            } catch {
                guard error.kind == .wrongPassword else { throw error }
                isAgain = true
                continue
            }
            do throws(ExchangeError) {
                return try JSONNode(parsing: cipher.open(document["data"].text, "its data"))
            } catch {
                // The password is right: it has opened the check.
                guard error.kind == .wrongPassword else { throw error }
                throw ExchangeError(.damaged, "the data of the file was changed", remedy: "export it again")
            }
        }
    }
}

/// Bitwarden's export, written.
struct BitwardenExport: ExportFormat {
    /// A form of the export.
    enum Form: Sendable { case plain, protected, archive }

    private let form: Form

    init(_ form: Form) { self.form = form }

    var name: String {
        switch form {
        case .plain: "bitwarden-json"
        case .protected: "bitwarden-encrypted"
        case .archive: "bitwarden-zip"
        }
    }
    var title: String {
        switch form {
        case .plain: "Bitwarden (JSON)"
        case .protected: "Bitwarden (JSON, protected by a password)"
        case .archive: "Bitwarden (zip with attachments)"
        }
    }
    var isEncrypted: Bool { form == .protected }
    var isDirectory: Bool { false }

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        var writer = BitwardenWriter()
        for (index, item) in items.enumerated() {
            try context.checkCancellation()
            writer.add(item, hasFiles: form == .archive)
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
        }
        let data = try JSONText.data(writer.document)
        switch form {
        case .plain: try data.withUnsafeBytes { try destination.write($0) }
        case .protected:
            try Self.protected(data, context).withUnsafeBytes { try destination.write($0) }
        case .archive: try Self.archive(data, items, to: destination)
        }
        return writer.remarks
    }

    private static func archive(
        _ data: Data, _ items: [ExportedItem], to destination: any ExportDestination
    ) throws {
        let archive = try ZipWriter()
        try archive.add("data.json", data)
        for item in items {
            var names = Set<String>()
            for (index, attachment) in item.attachments.enumerated() {
                var name = ZipWriter.safe(attachment.name)
                if !names.insert(name).inserted {
                    name = "\(index + 1)-\(name)"
                    names.insert(name)
                }
                try archive.add("attachments/\(item.item.id.uuidString.lowercased())/\(name)", attachment.content)
            }
        }
        try archive.finish(to: destination)
    }

    private static func protected(_ data: Data, _ context: ExportContext) throws -> Data {
        guard let password = try context.password(), password.count > 0 else {
            throw ExchangeError(.passwordRequired, "the file needs a password")
        }
        let salt = SecretBytes(random: 16).withUnsafeBytes { Data($0).base64EncodedString() }
        // Bitwarden's own default: PBKDF2 with 600,000 rounds, which all of its clients read.
        var document: [String: Any] = [
            "encrypted": true, "passwordProtected": true, "salt": salt, "kdfType": 0,
            "kdfIterations": context.derivesCheaply ? 5000 : 600_000,
        ]
        let cipher = try BitwardenCipher(password: password, JSONNode(document))
        document["encKeyValidation_DO_NOT_EDIT"] = try cipher.seal(Data(UUID().uuidString.lowercased().utf8))
        document["data"] = try cipher.seal(data)
        return try JSONText.data(document)
    }
}
