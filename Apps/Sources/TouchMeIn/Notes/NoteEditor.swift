import Foundation
import GtkSupport

/// The pane in which a note is edited. It saves automatically.
@MainActor final class NoteEditor {
    /// The time without typing after which the note is saved.
    private static let pause = Duration.milliseconds(600)

    private let title: Entry
    private let text: TextArea
    private let date: Label
    private let pages: Pages
    /// Called with a note that the user has changed.
    var save: @MainActor (Note) -> Void = { _ in }
    private var note: Note?
    private var isFilling = false
    private var pending: Task<Void, Never>?

    /// - Parameter interface: the notes' layout.
    init(_ interface: Interface) {
        (title, text, date) = (interface["title"], interface["text"], interface["date"])
        pages = interface["editor-pages"]
        title.onChange { [weak self] in self?.changed() }
        text.onChange { [weak self] in self?.changed() }
        title.onReturn { [weak self] in self?.text.focus() }
    }

    /// The id of the edited note.
    var id: UUID? { note?.id }

    /// Saves the present note, and shows another; `nil` for none.
    func show(_ note: Note?) {
        finish()
        fill(note)
        pages.shown = note == nil ? "none" : "note"
    }

    /// Moves the focus to the title.
    func focusTitle() { title.focus() }

    /// Saves pending changes.
    func finish() {
        guard pending != nil else { return }
        pending?.cancel()
        pending = nil
        guard var note else { return }
        (note.title, note.text, note.modified) = (title.text, text.text, Date())
        self.note = note
        date.text = NoteRow.words(for: note.modified)
        save(note)
    }

    private func fill(_ note: Note?) {
        isFilling = true
        defer { isFilling = false }
        self.note = note
        (title.text, text.text) = (note?.title ?? "", note?.text ?? "")
        date.text = note.map { NoteRow.words(for: $0.modified) } ?? ""
    }

    private func changed() {
        guard !isFilling, note != nil else { return }
        pending?.cancel()
        pending = Task { [weak self] in
            try? await Task.sleep(for: Self.pause)
            guard !Task.isCancelled else { return }
            self?.finish()
        }
    }
}
