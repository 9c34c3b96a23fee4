import Foundation
import GtkSupport
import PasswordVault

/// Operations that can be undone: they happen at once, and a toast offers the undo.
extension ItemPane {
    func duplicate() {
        guard let item else { return }
        let (id, title) = (item.id, text("{title} (copy)", ["title": item.title]))
        context.run { [self] in
            let copy = try await context.session.perform { try $0.duplicate(id, title: title) }
            try await finish(copy, text("Duplicated"))
        }
    }

    func delete() {
        move(text("Moved to the trash"), { try $0.trash($1) }, undo: { try $0.restore($1) })
    }

    func restore() {
        move(text("Restored"), { try $0.restore($1) }, undo: { try $0.trash($1) })
    }

    func archive(_ isArchived: Bool) {
        move(
            isArchived ? text("Archived") : text("Restored from the archive"),
            { try $0.archive($1, isArchived) }, undo: { try $0.archive($1, !isArchived) })
    }

    private typealias Change = @Sendable (any VaultService, UUID) throws -> Void

    private func move(_ message: String, _ change: @escaping Change, undo: @escaping Change) {
        guard let id = item?.id else { return }
        context.run { [self] in
            try await context.session.perform { try change($0, id) }
            onChanged(nil)
            try await context.library.reload()
            context.undo?.offer(message) { [self] in
                context.run { [self] in
                    try await context.session.perform { try undo($0, id) }
                    try await context.library.reload()
                    onChanged(id)
                    context.toasts?.show(text("Undone"), seconds: 2)
                }
            }
        }
    }

    /// Deletes the item permanently, after asking the user, because this cannot be undone.
    func purge() {
        guard let item else { return }
        let id = item.id
        let question = Alert(
            text("Delete Permanently?"), text("The item, its history and its files cannot be restored."),
            [Alert.Answer("no", text("_Cancel")), Alert.Answer("yes", text("_Delete"), isDestructive: true)])
        context.ask(question) { [self] answer in
            guard answer == "yes" else { return }
            context.run { [self] in
                try await context.session.perform { try $0.purge(id) }
                onChanged(nil)
                try await context.library.reload()
                context.toasts?.show(text("Deleted permanently"), seconds: 2)
            }
        }
    }
}

/// The menu of an item.
@MainActor enum ItemMenu {
    static func sections(for item: VaultItem) -> [[(label: String, action: String)]] {
        let history = [(text("_History"), "win.history")]
        guard item.trashed == nil else {
            return [[(text("_Restore"), "win.restore")] + history, [(text("_Delete Permanently…"), "win.purge")]]
        }
        let archive =
            item.archived == nil
            ? (text("_Archive"), "win.archive") : (text("Take out of the _Archive"), "win.unarchive")
        return [
            [(text("_Duplicate"), "win.duplicate"), (text("Add a _File…"), "win.add-file")] + history,
            [archive, (text("Move to the _Trash"), "win.trash")],
        ]
    }
}
