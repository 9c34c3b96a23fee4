import GtkSupport

/// The window that lists the keyboard shortcuts.
@MainActor enum ShortcutsList {
    static func show(_ context: WindowContext) { context.show(KeyList.window(groups)) }

    private static var groups: [KeyList.Group] {
        [
            KeyList.Group(
                text("Everywhere"),
                [
                    ("<Control>f", text("Search")), ("<Control>n", text("New login")),
                    ("<Control>g", text("Password generator")), ("<Control>l", text("Lock")),
                    ("<Control>comma", text("Settings")), ("<Control>z", text("Undo")),
                    ("F10", text("Main menu")), ("Escape", text("Go back")),
                    ("<Control>question", text("Keyboard shortcuts")),
                ]),
            KeyList.Group(
                text("Selected item"),
                [
                    ("<Control>c", text("Copy password")), ("<Control><Shift>c", text("Copy username")),
                    ("<Control>t", text("Show password in large type")), ("<Control>e", text("Edit")),
                    ("<Control>s", text("Save changes")), ("Delete", text("Move to the trash")),
                ]),
            KeyList.Group(
                text("List"),
                [
                    ("Down", text("From the search field into the list")), ("Return", text("Show the item")),
                ]),
        ]
    }
}
