import CGtk
import GtkSupport
import LoginSheet

/// A row of the list: an initial letter, the title, the account.
@MainActor final class LoginRow {
    private let tile: OpaquePointer
    private let title = Label("", wraps: false)
    private let subtitle = Label("", wraps: false)
    private let notes = Label("", wraps: false)

    static func make() -> (LoginRow, Widget) {
        let row = LoginRow()
        let box = Box(spacing: 12)
        box.setMargins(6)
        let texts = Box(vertical: true, spacing: 0)
        gtk_widget_set_hexpand(texts.widget, 1)
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        texts.append(row.title)
        texts.append(row.subtitle)
        row.subtitle.setClass("caption")
        row.subtitle.setClass("dim-label")
        row.notes.setClass("caption")
        row.notes.setClass("dim-label")
        box.append(Widget(raw: UnsafeMutableRawPointer(row.tile)))
        box.append(texts)
        box.append(row.notes)
        return (row, Widget(box))
    }

    private init() { tile = OpaquePointer(adw_avatar_new(36, nil, 1)) }

    /// - Returns: the accessible name of the row.
    func show(_ login: SheetRow) -> String {
        let name = SheetTexts.short(login.title)
        let account = SheetTexts.short(login.subtitle)
        adw_avatar_set_text(tile, name)
        title.text = name
        subtitle.text = account.isEmpty ? text("No username") : account
        var notes: [String] = []
        if login.hasOneTimeCode { notes.append(text("with a code")) }
        if login.match?.needsClick == true { notes.append(text("check closely")) }
        self.notes.text = notes.joined(separator: ", ")
        return ([name, subtitle.text] + notes).joined(separator: ", ")
    }
}
