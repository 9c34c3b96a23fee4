import Foundation
import GtkSupport
import PasswordVault

/// The third pane: an item, or the form in which it is edited.
@MainActor final class ItemPane {
    let context: WindowContext
    private let pages: ItemPages
    private let favourite: ToggleButton
    private(set) var item: VaultItem?
    private var view: ItemView?
    private var editor: Editor?
    /// The id of the item that was requested last. The result of an earlier request is ignored.
    private var requested: UUID?
    private var isUpdating = false
    /// Called when a form was opened or closed.
    var onEditing: @MainActor () -> Void = {}
    /// Called when a form was closed and there is no item to show in its place.
    var onEnd: @MainActor () -> Void = {}
    /// Called with the id of the item to select after a change; `nil` for none.
    var onChanged: @MainActor (UUID?) -> Void = { _ in }

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        (pages, favourite) = (ItemPages(interface), interface["favourite"])
        pages.cancel.onClick { [weak self] in self?.cancel() }
        pages.save.onClick { [weak self] in self?.save() }
        pages.edit.onClick { [weak self] in self?.edit() }
        favourite.onChange { [weak self] in self?.toggleFavourite() }
        showPage()
    }

    private func showPage() {
        let isShown = pages.update(
            hasItem: item != nil, isEditing: editor != nil, isEditable: item?.trashed == nil)
        favourite.isVisible = pages.edit.isVisible
        guard isShown, let item else { return }
        isUpdating = true
        favourite.isOn = item.isFavourite
        favourite.setIcon(item.isFavourite ? "starred-symbolic" : "non-starred-symbolic")
        isUpdating = false
        pages.more.setMenu(ItemMenu.sections(for: item))
    }

    // MARK: - Display

    /// Shows an item; `nil` for none. Unsaved changes to another item can be restored for a while.
    func show(_ id: UUID?) {
        if let editor, id == editor.base.id, !editor.isNew { return }
        leaveEditor()
        requested = id
        guard let id else { return display(nil) }
        guard item?.id != id else { return showPage() }
        context.run { [self] in
            let found = try await context.session.perform { try $0.item(id) }
            if requested == id, editor == nil { display(found) }
        }
    }

    private func display(_ item: VaultItem?) {
        self.item = item
        view = item.map { ItemView($0, self) }
        if let view { pages.setView(view.content) }
        showPage()
    }

    /// Removes the item and the form.
    func clear() {
        (requested, editor) = (nil, nil)
        display(nil)
        pages.removeAll()
        onEditing()
    }

    /// Copies a field of the item that is shown.
    func copy(_ field: String) {
        guard editor == nil, let item else { return }
        if let secret = item.secret(field) {
            context.copy(secret, item.label(of: field))
        } else if let words = item.text(field) {
            context.copy(Secret(words), item.label(of: field))
        }
    }

    /// Shows a secret of the item in large type.
    func showLargeType(_ field: String) {
        guard editor == nil, let item, let secret = item.secret(field), secret.count <= LargeTypeWindow.longest else {
            return
        }
        LargeTypeWindow.show(item.label(of: field), secret.text, context)
    }

    /// Examines the item that is shown again, after a report on the whole vault.
    func updateHealth() { view?.health.update() }

    func showHistory() { if let item { HistoryWindow.show(item, context) } }

    // MARK: - Editing

    var isEditing: Bool { editor != nil }
    var hasUnsavedChanges: Bool { editor?.isChanged ?? false }

    /// Returns the unsaved changes; `nil` if there are none.
    func draft() -> SealedDraft? {
        guard let editor, editor.isChanged else { return nil }
        return SealedDraft(editor.current, isNew: editor.isNew)
    }

    func edit() {
        guard editor == nil, let item, item.trashed == nil else { return }
        open(item, isNew: false)
    }

    func new(_ kind: ItemKind) {
        leaveEditor()
        onChanged(nil)
        open(VaultItem(kind, title: ""), isNew: true)
    }

    /// Shows unsaved changes from before the vault was locked, in the form.
    func offer(_ draft: SealedDraft) {
        context.run { [self] in
            var base = VaultItem(draft.kind, title: "")
            if let id = draft.id { base = try await context.session.perform { try $0.item(id) } }
            item = draft.id == nil ? nil : base
            open(base, isNew: draft.id == nil, changed: draft.opened(over: base))
            context.toasts?.show(text("Your changes were restored. They are not saved yet."))
        }
    }

    private func open(_ base: VaultItem, isNew: Bool, changed: VaultItem? = nil) {
        let editor = Editor(base, changed ?? base, isNew: isNew, context)
        self.editor = editor
        pages.setForm(editor.content)
        showPage()
        onEditing()
        editor.focus()
    }

    private func close() {
        editor = nil
        showPage()
        pages.removeForm(orElse: onEnd)
        onEditing()
    }

    /// Discards changes; they can be restored for a while.
    func cancel() {
        leaveEditor()
        requested = item?.id
    }

    private func leaveEditor() {
        guard editor != nil else { return }
        let draft = draft()
        close()
        guard let draft else { return }
        context.undo?.offer(text("Changes discarded")) { [weak self] in self?.offer(draft) }
    }

    func save() {
        guard let editor, let changed = editor.checked() else { return }
        pages.save.isEnabled = false
        Task {
            defer { pages.save.isEnabled = true }
            do {
                let stored = try await context.session.perform { try $0.save(changed) }
                guard self.editor === editor else { return }
                close()
                try await finish(stored, text("Saved"))
            } catch { await resolve(error, changed, editor) }
        }
    }

    /// Shows why an item was not saved. If another program has changed it in the meantime, the next save replaces that version.
    private func resolve(_ error: any Error, _ changed: VaultItem, _ editor: Editor) async {
        guard context.session.state == .unlocked, self.editor === editor else { return }
        let id = changed.id
        if !editor.isNew, let stored = try? await context.session.perform({ try $0.item(id) }),
            stored.changed != editor.base.changed
        {
            let draft = SealedDraft(changed, isNew: false)
            open(stored, isNew: false, changed: draft.opened(over: stored))
            self.editor?.complain(
                text(
                    "Another program has changed this item in the meantime. Saving now replaces that version.")
            )
        } else {
            editor.complain(VaultSession.message(for: error))
        }
    }

    /// Shows an item as it is stored now.
    func finish(_ stored: VaultItem, _ message: String? = nil) async throws {
        requested = stored.id
        display(stored)
        try await context.library.reload()
        onChanged(stored.id)
        if let message { context.toasts?.show(message, seconds: 2) }
    }

    private func toggleFavourite() {
        guard !isUpdating, var changed = item else { return }
        changed.isFavourite = favourite.isOn
        let new = changed
        context.run { [self] in
            let stored = try await context.session.perform { try $0.save(new) }
            try await finish(stored, new.isFavourite ? text("Added to favourites") : text("Removed from favourites"))
        }
    }
}

extension VaultItem {
    /// Returns the label of one of the fields.
    @MainActor fileprivate func label(of field: String) -> String {
        allFields.first { $0.id == field }?.shownLabel ?? field
    }
}
