import Foundation
import GtkSupport

/// The page of the notes: a list, and the edited note.
@MainActor final class NotesPage {
    let view: Widget
    /// Keeps the widgets until they are in the window.
    private let interface: Interface
    let toasts: Toasts
    private let files: NoteFiles
    private let undo: Undo
    private let editor: NoteEditor
    private let list: RowList<Note, NoteRow>
    private let search: Entry
    private let panes: Panes
    private let listPages: Pages
    private let delete: Button
    private let notice = Notice()
    /// The notes. They are in memory only after a login.
    private var notes: [Note] = []
    private var isOpen = false
    /// The latest write. Writes run one after another.
    private var writing: Task<Void, Never>?

    /// - Parameters:
    ///   - directory: the directory of the notes.
    ///   - toasts: the messages of the window.
    init(_ directory: URL, _ toasts: Toasts, logOut: @escaping @MainActor () -> Void) {
        (files, self.toasts, undo) = (NoteFiles(directory), toasts, Undo(toasts))
        interface = Interface(PackageResources.notes_ui)
        let page: Box = interface["page"]
        page.append(notice.view)
        view = Widget(page)
        (search, panes, listPages) = (interface["search"], interface["panes"], interface["list-pages"])
        (delete, editor) = (interface["delete"], NoteEditor(interface))
        list = RowList(text("Notes"), makeRow: NoteRow.make) { $0.show($1) }
        list.view.setClass("navigation-sidebar")
        let area: Scroller = interface["list"]
        area.setChild(list.view)
        connect(interface, logOut)
    }

    private func connect(_ interface: Interface, _ logOut: @escaping @MainActor () -> Void) {
        func press(_ id: String, _ body: @escaping @MainActor (NotesPage) -> Void) {
            let button: Button = interface[id]
            button.onClick { [weak self] in
                guard let self else { return }
                body(self)
            }
        }
        press("new") { $0.write() }
        press("first") { $0.write() }
        press("delete") { $0.deleteNote() }
        press("back") { $0.showList() }
        press("clear-search") { $0.clearSearch() }
        press("log-out") { _ in logOut() }
        editor.save = { [weak self] in self?.changed($0) }
        search.on("search-changed") { [weak self] in self?.searched() }
        search.on("stop-search") { [weak self] in self?.clearSearch() }
        search.onReturn { [weak self] in self?.list.focus() }
        Shortcuts.add("Down", to: search, early: true) { [weak self] in
            self?.list.focus()
            return true
        }
        list.onSelect { [weak self] in self?.selected($0) }
        list.onOpen { [weak self] _ in self?.showNote() }
        list.setOpensByClick(true)
    }

    // MARK: - Opening and closing

    /// Reads the notes, and shows them.
    ///
    /// - Throws: if they cannot be read.
    func open() async throws(NoteFiles.Failure) {
        await writing?.value
        let content = try await files.load()
        notes = content.notes
        isOpen = true
        showList()
        update()
        search.focus()
        if let id = content.recovered.first {
            toasts.show(text("Changes from before the lock were kept"), button: text("Show")) { [weak self] in
                self?.show(id)
            }
        }
        guard let first = content.problems.first else { return }
        let message =
            content.problems.count == 1
            ? text("A note cannot be read")
            : text("{number} notes cannot be read", ["number": "\(content.problems.count)"])
        toasts.show(message, details: first)
    }

    /// Saves pending changes, and removes the notes from memory.
    func close() {
        guard isOpen else { return }
        editor.show(nil)
        undo.forget()
        toasts.clear()
        (notes, isOpen) = ([], false)
        search.text = ""
        list.show([])
        notice.hide()
    }

    /// Waits until all changes are on the disk.
    func waitForWrites() async { await writing?.value }

    /// Shows a notice that notes are not protected without a passcode.
    func showNotice(_ setPasscode: @escaping @MainActor () -> Void) {
        notice.show(
            text("Your notes are not protected from other programs: no passcode is set."),
            button: text("Set Passcode…"),
            setPasscode)
    }

    /// Hides the notice.
    func hideNotice() { notice.hide() }

    // MARK: - Actions of the user

    /// Creates a note.
    func write() {
        guard isOpen else { return }
        search.text = ""
        let note = Note(id: UUID())
        notes.append(note)
        show(note.id)
        editor.focusTitle()
    }

    /// Deletes the open or selected note.
    func deleteNote() {
        guard isOpen, let id = editor.id, let note = notes.first(where: { $0.id == id }) else { return }
        editor.finish()
        let last = notes.first { $0.id == id } ?? note
        notes.removeAll { $0.id == id }
        editor.show(nil)
        showList()
        update()
        list.focus()
        guard !last.isEmpty else { return }
        perform { [files] () async throws(NoteFiles.Failure) in try await files.delete(id) }
        undo.offer(text("Note deleted")) { [weak self] in
            guard let self, isOpen else { return }
            notes.append(last)
            save(last)
            show(id)
        }
    }

    /// Restores the last deleted note, if that is still possible.
    func takeBack() -> Bool { undo.takeBack() }

    /// Moves the focus to the search.
    func find() {
        showList()
        search.focus()
    }

    /// Goes back one step: from the search, or from the note if there is room for only one pane.
    func goBack() -> Bool {
        if !search.text.isEmpty {
            clearSearch()
        } else if panes.isFolded, panes.shown == "note" {
            showList()
            list.focus()
        } else {
            return false
        }
        return true
    }

    private func clearSearch() {
        search.text = ""
        searched()
        search.focus()
    }

    private func searched() {
        guard isOpen else { return }
        update()
    }

    private func showList() { panes.shown = "list" }

    private func showNote() { if editor.id != nil { panes.shown = "note" } }

    private func show(_ id: UUID) {
        guard let note = notes.first(where: { $0.id == id }) else { return }
        removeEmptyNote(for: id)
        editor.show(note)
        update()
        showNote()
    }

    private func selected(_ place: Int?) {
        guard let place, list.elements.indices.contains(place) else { return }
        let id = list.elements[place].id
        guard id != editor.id else { return }
        editor.show(notes.first { $0.id == id })
        removeEmptyNote(for: id)
        delete.isEnabled = true
    }

    /// Removes an empty note when the user goes to another one.
    private func removeEmptyNote(for id: UUID) {
        guard let empty = notes.firstIndex(where: { $0.isEmpty && $0.id != id }) else { return }
        notes.remove(at: empty)
        Task { update() }
    }

    // MARK: - Display and storage

    private func update() {
        let words = search.text
        let found = notes.filter { $0.matches(words) }.sorted { ($0.modified, $0.id) > ($1.modified, $1.id) }
        list.show(found, selecting: found.firstIndex { $0.id == editor.id })
        listPages.shown = !found.isEmpty ? "list" : notes.isEmpty ? "empty" : "no-match"
        delete.isEnabled = editor.id != nil
    }

    private func changed(_ note: Note) {
        if let place = notes.firstIndex(where: { $0.id == note.id }) { notes[place] = note }
        save(note)
        if isOpen { update() }
    }

    private func save(_ note: Note) {
        perform { [files] () async throws(NoteFiles.Failure) in try await files.save(note) }
    }

    private func perform(_ body: @escaping @Sendable () async throws(NoteFiles.Failure) -> Void) {
        writing = Task { [writing, toasts] in
            await writing?.value
            do { try await body() } catch {
                toasts.show(
                    text("The note could not be saved"), details: (error as? NoteFiles.Failure)?.text ?? "\(error)")
            }
        }
    }
}
