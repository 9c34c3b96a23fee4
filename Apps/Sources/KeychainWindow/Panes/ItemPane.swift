import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The third pane: an item, or the form in which it is edited.
@MainActor final class ItemPane {
    let context: WindowContext
    private let pages: Pages
    private let (viewPlace, editorPlace): (Scroller, Scroller)
    private let (cancelButton, saveButton, editButton): (Button, Button, Button)
    private let more: MenuButton
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
        (pages, viewPlace, editorPlace) = (interface["item-pages"], interface["view"], interface["editor"])
        (cancelButton, saveButton, editButton) = (interface["cancel"], interface["save"], interface["edit"])
        more = interface["more"]
        cancelButton.onClick { [weak self] in self?.cancel() }
        saveButton.onClick { [weak self] in self?.save() }
        editButton.onClick { [weak self] in self?.edit() }
        showPage()
    }

    private func showPage() {
        let isShown = details != nil && editor == nil
        (cancelButton.isVisible, saveButton.isVisible) = (editor != nil, editor != nil)
        (editButton.isVisible, more.isVisible) = (isShown, isShown)
        pages.shown = editor != nil ? "edit" : details != nil ? "view" : "none"
        if isShown, let details { more.setMenu(ItemMenu.sections(for: details)) }
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
        view = details.map { ItemView($0, self) }
        if let view { viewPlace.setChild(view.content) }
        showPage()
    }

    /// Shows the item again if it has changed.
    func refresh() {
        guard editor == nil, let details, context.session.state == .open else { return }
        let reference = details.reference
        Task {
            let found = try? await context.session.thread.run { [keychain = details.keychain] in
                try ItemDetails(reference, in: keychain)
            }
            guard requested == reference, editor == nil, let found,
                found.item.attributes != self.details?.item.attributes
            else { return }
            display(found)
        }
    }

    /// Removes the item and the form.
    func clear() {
        guard details != nil || editor != nil else { return }
        (requested, editor) = (nil, nil)
        display(nil)
        // The old content of a pane is released only when the pane gets another.
        viewPlace.setChild(Box())
        editorPlace.setChild(Box())
        onEditing()
    }

    /// Takes secrets off the screen.
    func conceal() { view?.conceal() }

    /// Copies the secret of the item that is shown.
    func copySecret() { if editor == nil { view?.copySecret() } }

    /// Writes the item to a file.
    func export(isIdentity: Bool) {
        guard editor == nil, let details, let what = Exchange.what(details, isIdentity: isIdentity) else { return }
        Exchange.export(details, what, context)
    }

    // MARK: - Editing

    var isEditing: Bool { editor != nil }

    func edit() {
        guard editor == nil, let details else { return }
        open(ItemEditor(details))
    }

    func new() {
        guard let keychain = context.session.shown else { return }
        leaveEditor()
        onChanged(nil)
        open(ItemEditor(newIn: keychain))
    }

    private func open(_ editor: ItemEditor) {
        self.editor = editor
        editorPlace.setChild(editor.content)
        editorPlace.position = 0
        showPage()
        onEditing()
        editor.focus()
    }

    private func close() {
        editor = nil
        showPage()
        // The focus moves before the widget that has it is removed: otherwise no widget would have it.
        if editButton.isVisible { editButton.focus() } else { onEnd() }
        editorPlace.setChild(Box())
        onEditing()
    }

    func cancel() {
        leaveEditor()
        requested = details?.reference
    }

    private func leaveEditor() { if editor != nil { close() } }

    func save() {
        guard let editor, saveButton.isEnabled else { return }
        saveButton.isEnabled = false
        Task {
            defer { saveButton.isEnabled = true }
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
            display(try await context.session.thread.run { try ItemDetails(reference, in: keychain) })
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
