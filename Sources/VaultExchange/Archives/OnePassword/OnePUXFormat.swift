import Foundation
import PasswordVault

/// 1Password's unencrypted export: a zip archive with `export.data` and files.
///
/// Specified in: 1Password's documentation, "1Password Unencrypted Export (1PUX) files".
struct OnePUXFormat: ImportFormat, ExportFormat {
    let name = "1pux"
    let title = "1Password (1PUX)"
    let isEncrypted = false
    let isDirectory = false

    func recognizes(_ source: ImportSource) -> Bool {
        ZipReader.recognizes(source) && (try? ZipReader(source))?.entry(named: "export.data") != nil
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        let archive = try ZipReader(source)
        guard let entry = archive.entry(named: "export.data") else {
            throw ExchangeError(.damaged, "the archive has no export.data", remedy: "export it from 1Password again")
        }
        let document = try JSONNode(parsing: archive.read(entry), name: "export.data")
        return try OnePUXReader(archive).read(document, context)
    }

    func write(
        _ items: [ExportedItem], to destination: any ExportDestination, _ context: ExportContext
    ) throws -> [ImportRemark] {
        var writer = OnePUXWriter()
        let archive = try ZipWriter()
        for (index, item) in items.enumerated() {
            try context.checkCancellation()
            for file in writer.add(item) { try archive.add(file.path, file.content) }
            if index.isMultiple(of: 100) { context.progress(Double(index) / Double(items.count)) }
        }
        let name = context.vaultName.isEmpty ? "Chatelaine" : context.vaultName
        try archive.add("export.data", JSONText.data(writer.document(name)))
        let attributes: [String: Any] = [
            "version": 3, "description": "1Password Unencrypted Export", "createdAt": Date().wholeSeconds,
        ]
        try archive.add("export.attributes", JSONText.data(attributes))
        try archive.finish(to: destination)
        return writer.remarks
    }
}
