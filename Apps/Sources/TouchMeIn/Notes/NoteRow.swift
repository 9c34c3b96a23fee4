import Foundation
import GtkSupport

/// A row of the list: title and date of a note.
@MainActor final class NoteRow {
    private let title = Label(wraps: false)
    private let date = Label(wraps: false)

    /// Returns an empty row and its widget.
    static func make() -> (NoteRow, Widget) {
        let row = NoteRow()
        let box = Box(vertical: true, spacing: 3)
        box.setClass("note-row")
        row.date.setClass("dim-label")
        row.date.setClass("caption")
        box.append(row.title)
        box.append(row.date)
        return (row, Widget(box))
    }

    /// Shows a note. Returns the row's accessible name.
    func show(_ note: Note) -> String {
        let heading = note.heading.isEmpty ? text("New Note") : note.heading
        let date = Self.words(for: note.modified)
        (title.text, self.date.text) = (heading, date)
        return text("{title}, {date}", ["title": heading, "date": date])
    }

    /// Returns a date in the format of the user's language.
    static func words(for date: Date) -> String {
        let isToday = Calendar.current.isDateInToday(date)
        return (isToday ? times : dates).string(from: date)
    }

    private static let times = formatter(.none, .short)
    private static let dates = formatter(.medium, .none)

    private static func formatter(_ date: DateFormatter.Style, _ time: DateFormatter.Style) -> DateFormatter {
        let formatter = DateFormatter()
        (formatter.dateStyle, formatter.timeStyle) = (date, time)
        return formatter
    }
}
