import AgentClient
import GtkSupport
import KeychainServices

/// Deleting: the item leaves the list at once, and the keychain when the offer to have it back ends. So an item comes back as it was, with
/// its reference and its access control, also a key that no program can read.
extension ItemPane {
    func delete() {
        guard !isEditing, let details else { return }
        let (reference, keychain) = (details.reference, details.keychain)
        context.model.setRemoved(reference, true)
        onChanged(nil)
        context.undo?.offer(
            text("Deleted"), finish: { [self] in deleteForGood(reference, keychain) }
        ) { [self] in
            context.model.setRemoved(reference, false)
            onChanged(reference)
            context.say(text("Undone"))
        }
    }

    private func deleteForGood(_ reference: PersistentReference, _ keychain: OwnerKeychain) {
        deletions.append(
            Task {
                do {
                    _ = try await context.session.perform(keychain) { try $0.delete(Query(reference)) }
                    await context.session.reload()
                } catch { context.show(error) }
                context.model.setRemoved(reference, false)
            })
    }

    /// Deletes what could still be had back, and waits until that is done.
    func finishDeletions() async {
        context.undo?.forget()
        for task in deletions { await task.value }
        deletions = []
    }
}

/// The menu of an item.
@MainActor enum ItemMenu {
    static func sections(for details: ItemDetails) -> [[(label: String, action: String)]] {
        let delete = [(label: text("_Delete"), action: "win.delete")]
        guard !details.item.isWithheld else { return [delete] }
        var export: [(label: String, action: String)] = []
        if details.item.itemClass == .certificate {
            export.append((text("_Export the Certificate…"), "win.export"))
            export.append((text("Export with the Private _Key…"), "win.export-identity"))
        } else if details.item.itemClass == .key {
            export.append((text("_Export…"), "win.export"))
        }
        return [export, delete]
    }
}
