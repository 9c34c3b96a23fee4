import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The third pane: an item, or the form in which it is edited.
@MainActor final class ItemPane {
    let context: WindowContext
    private let pages: ItemPages
    private(set) var details: ItemDetails?
    private var view: ItemView?
    private var editor: ItemEditor?
    /// The item that was requested last. The result of an earlier request is ignored.
    private var requested: PersistentReference?
    /// Deletions that are under way.
    var deletions: [Task<Void, Never>] = []
    /// Called when a form was opened or closed.
    var onEditing: @MainActor () -> Void = {}
    /// Called when a form was closed and there is no item to show in its place.
    var onEnd: @MainActor () -> Void = {}
    /// Called with the item to select after a change; `nil` for none.
    var onChanged: @MainActor (PersistentReference?) -> Void = { _ in }

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        pages = ItemPages(interface)
        pages.cancel.onClick { [weak self] in self?.cancel() }
        pages.save.onClick { [weak self] in self?.save() }
        pages.edit.onClick { [weak self] in self?.edit() }
        showPage()
    }

    private func showPage() {
        let isShown = pages.update(
            hasItem: details != nil, isEditing: editor != nil, isEditable: details?.item.isWithheld == false)
        if isShown, let details { pages.more.setMenu(ItemMenu.sections(for: details)) }
    }

    // MARK: - Display

    /// Shows an item; `nil` for none.
    func show(_ reference: PersistentReference?) {
        // Also nothing, for a form of a new item: it stays open until another item is chosen.
        if let editor, reference == editor.base?.reference { return }
        leaveEditor()
        requested = reference
        guard let reference, let keychain = context.session.shown else { return display(nil) }
        guard details?.reference != reference else { return showPage() }
        context.run { [self] in
            let found = try await context.session.thread.run { try ItemDetails(reference, in: keychain) }
            if requested == reference, editor == nil { display(found) }
        }
    }

    private func display(_ details: ItemDetails?) {
        self.details = details
        view = details.flatMap { $0.item.isWithheld ? nil : ItemView($0, self) }
        if let view {
            pages.setView(view.content)
        } else if let details {
            pages.setView(WithheldView.content(details) { [weak self] in self?.ask(for: details) })
        }
        showPage()
    }

    /// Shows an item after what it asks the user for.
    private func ask(for details: ItemDetails) {
        WithheldItem.open(details, context) { [weak self] found in
            guard let self, requested == found.reference, editor == nil else { return }
            display(found)
        }
    }

    /// Shows the item again.
    ///
    /// - Parameter onlyChanged: whether only if its attributes have changed.
    func refresh(onlyChanged: Bool = true) {
        guard editor == nil, let details, context.session.state == .open else { return }
        let (reference, keychain, proof) = (details.reference, details.keychain, details.proof)
        Task {
            let found = try? await context.session.thread.run { try ItemDetails(reference, in: keychain, proof) }
            guard requested == reference, editor == nil, let found,
                !onlyChanged || found.item.attributes != self.details?.item.attributes
            else { return }
            display(found)
        }
    }

    /// Removes the item and the form.
    func clear() {
        guard details != nil || editor != nil else { return }
        (requested, editor) = (nil, nil)
        display(nil)
        pages.removeAll()
        onEditing()
    }

    /// Takes secrets off the screen.
    func conceal() { view?.conceal() }

    /// Copies the secret of the item that is shown.
    func copySecret() { if editor == nil { view?.copySecret() } }

    /// Writes the item to a file.
    func export(isIdentity: Bool) {
        guard editor == nil, let details, !details.item.isWithheld,
            let what = Exchange.what(details, isIdentity: isIdentity)
        else { return }
        Exchange.export(details, what, context)
    }

    // MARK: - Editing

    var isEditing: Bool { editor != nil }
    var hasUnsavedChanges: Bool { editor?.draft != nil }

    func edit() {
        guard editor == nil, let details, !details.item.isWithheld else { return }
        open(ItemEditor(details))
    }

    func new() {
        guard let keychain = context.session.shown else { return }
        leaveEditor()
        onChanged(nil)
        open(ItemEditor(newIn: keychain))
    }

    /// Seals what was typed and not saved, until its keychain is unlocked.
    func keepDraft() {
        guard let editor, let draft = editor.draft else { return }
        context.drafts.keep(draft, of: editor.keychain)
    }

    /// Shows what was typed before the keychain was locked, in the form.
    func offer(_ draft: Draft) {
        guard let keychain = context.session.shown else { return }
        guard let reference = draft.item else { return open(ItemEditor(newIn: keychain), with: draft) }
        context.run { [self] in
            let found = try await context.session.thread.run { try ItemDetails(reference, in: keychain) }
            guard found.item.isWithheld else { return edit(found, with: draft) }
            WithheldItem.open(found, context) { [self] in edit($0, with: draft) }
        }
    }

    private func edit(_ found: ItemDetails, with draft: Draft) {
        (details, requested) = (found, found.reference)
        open(ItemEditor(found), with: draft)
        onChanged(found.reference)
    }

    private func open(_ editor: ItemEditor, with draft: Draft) {
        editor.fill(with: draft)
        open(editor)
        context.toasts?.show(text("Your changes were restored. They are not saved yet."))
    }

    private func open(_ editor: ItemEditor) {
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

    func cancel() {
        leaveEditor()
        requested = details?.reference
    }

    private func leaveEditor() { if editor != nil { close() } }

    func save() {
        guard let editor, pages.save.isEnabled else { return }
        pages.save.isEnabled = false
        Task {
            defer { pages.save.isEnabled = true }
            do {
                let change = try editor.change()
                let (reference, undo) = try await context.session.thread.run { try change.perform() }
                guard self.editor === editor else { return }
                close()
                try await finish(reference, undo)
            } catch { editor.complain(ErrorText.message(error)) }
        }
    }

    /// Shows an item as it is stored now, and offers the undo of its change.
    private func finish(_ reference: PersistentReference, _ undo: ItemChange?) async throws {
        await context.session.reload()
        if let keychain = context.session.shown {
            requested = reference
            let proof = details?.reference == reference ? details?.proof : nil
            display(try await context.session.thread.run { try ItemDetails(reference, in: keychain, proof) })
        }
        onChanged(reference)
        guard let undo else { return context.say(text("Saved")) }
        context.undo?.offer(text("Saved")) { [self] in
            context.run { [self] in
                let (reference, _) = try await context.session.thread.run { try undo.perform() }
                try await finish(reference, nil)
            }
        }
    }
}
