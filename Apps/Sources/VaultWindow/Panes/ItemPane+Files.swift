import Foundation
import GtkSupport
import KeychainServices
import PasswordVault

/// The files of an item.
extension ItemPane {
    /// Asks for a file, and attaches it.
    func addFile() {
        guard !isEditing, let item, item.trashed == nil else { return }
        let id = item.id
        context.choose(FileChooser(text("Add a File"), accept: text("Add"), .open(types: []))) { [self] path in
            try await runWithMessage(text("Adding the file…")) { vault in
                let file = try FileToAttach(path)
                _ = try vault.attach(to: id, name: file.name, mediaType: "", reading: file.read)
            }
            try await showChange(of: id, text("Added"))
        }
    }

    /// Asks for a path, and writes a file there.
    func save(_ file: Attachment) {
        guard let id = item?.id else { return }
        let chooser = FileChooser(text("Save the File"), accept: text("Save"), .save(name: file.fileName))
        context.choose(chooser) { [self] path in
            try await runWithMessage(text("Saving the file…")) { vault in
                let target = try FileToWrite(path)
                try vault.readAttachment(file.id, of: id) { data throws(KeychainError) in
                    do { try target.write(data) } catch { throw KeychainError(.io, "the file could not be written") }
                }
                try target.finish()
            }
            context.toasts?.show(text("Saved. Outside the vault it is not encrypted."))
        }
    }

    /// Removes a file at once. It can be restored for a while, and is only in memory until then.
    func remove(_ file: Attachment) {
        guard let id = item?.id else { return }
        context.run { [self] in
            let content = try await context.session.perform { vault in
                var parts: [Data] = []
                try vault.readAttachment(file.id, of: id) { data throws(KeychainError) in
                    parts.append(data.withUnsafeBytes { Data(wipedWhenFreed: $0) })
                }
                try vault.removeAttachment(file.id, of: id)
                return parts
            }
            try await showChange(of: id)
            context.undo?.offer(text("{name} removed", ["name": file.name])) { [self] in
                context.run { [self] in
                    try await putBack(file, content, id)
                    try await showChange(of: id, text("Undone"))
                }
            }
        }
    }

    private func putBack(_ file: Attachment, _ content: [Data], _ id: UUID) async throws {
        try await context.session.perform { vault in
            var rest = content[...]
            var part = Data()
            _ = try vault.attach(to: id, name: file.name, mediaType: file.mediaType) { count in
                if part.isEmpty { part = rest.popFirst() ?? Data() }
                defer { part = part.dropFirst(count) }
                return part.prefix(count)
            }
        }
    }

    /// Runs an operation that may take a while, with a message as long as it lasts.
    private func runWithMessage(_ message: String, _ body: @escaping @Sendable (any VaultService) throws -> Void)
        async throws
    {
        let toast = context.toasts?.show(message, seconds: 0)
        defer { toast?.dismiss() }
        do { try await context.session.perform(body) } catch let error as AttachedFileError {
            throw Failure(message: error.message)
        }
    }

    /// Shows an item again after a change of its files, if it is still the item that is shown.
    private func showChange(of id: UUID, _ message: String? = nil) async throws {
        let stored = try await context.session.perform { try $0.item(id) }
        guard item?.id == id, !isEditing else { return try await context.library.reload() }
        try await finish(stored, message)
    }
}

extension AttachedFileError {
    @MainActor fileprivate var message: String {
        switch self {
        case .unreadable: text("The file cannot be read.")
        case .noFile: text("This is not a file. Pack a folder into an archive first.")
        case .tooLarge:
            text("Files in a vault have at most {size} MiB.", ["size": "\(Vault.mostAttachment >> 20)"])
        case .unwritable: text("The file cannot be written there.")
        }
    }
}
