import Foundation
import Glibc
import LinuxSupport
import PasswordVault
import Secrets

/// The directory of `pass` or gopass. The user's gpg decrypts the files, and asks for the passphrase in its own way.
struct PasswordStoreFormat: ImportFormat {
    let name = "pass"
    let title = "pass, gopass (directory)"

    func recognizes(_ source: ImportSource) -> Bool {
        source.isDirectory && access(source.path + "/.gpg-id", F_OK) == 0
    }

    func read(_ source: ImportSource, _ context: ImportContext) throws -> ImportedContent {
        guard source.isDirectory else {
            throw ExchangeError(.io, "“\(source.path)” is no directory", remedy: "name the directory of the store")
        }
        let tree = try PasswordStoreTree(source.path)
        var content = ImportedContent(remarks: tree.remarks)
        for (index, file) in tree.files.enumerated() {
            try context.checkCancellation()
            context.progress(Double(index) / Double(tree.files.count))
            let bytes = try GPG.decrypt(tree.open(file), file.path)
            guard let text = bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
                var imported = ImportedItem(VaultItem(.secureNote, title: file.name), position: file.path)
                imported.folder = file.folder
                imported.attachments = [
                    ImportedAttachment(
                        name: file.name, content: AttachmentBytes(bytes.withUnsafeBytes { Data($0) }))
                ]
                content.remarks.append(ImportRemark(file.path, "it is no text; it is kept as an attachment"))
                content.items.append(imported)
                continue
            }
            let draft = PasswordStoreEntry.draft(text, name: file.name, folder: file.folder)
            content.items.append(draft.item(at: file.path, &content.remarks))
        }
        return content
    }
}
