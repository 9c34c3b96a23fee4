import CGtk

/// The window that lists a program's keyboard shortcuts, opened by Ctrl+?.
@MainActor public enum KeyList {
    /// Keys under one heading: each in the syntax of `gtk_accelerator_parse()`, with its effect.
    public struct Group: Sendable {
        let title: String
        let keys: [(key: String, does: String)]

        /// - Parameters:
        ///   - title: the heading.
        ///   - keys: such as `("<Control>n", "New note")`.
        public init(_ title: String, _ keys: [(key: String, does: String)]) { (self.title, self.keys) = (title, keys) }
    }

    /// Makes Ctrl+? show the keys of a window.
    public static func add(_ groups: [Group], to window: Window) {
        Shortcuts.add("<Control>question", to: window) {
            self.window(groups).present(over: window)
            return true
        }
    }

    /// Creates the window. GTK's own (`GtkShortcutsWindow`) does not fit into narrow displays.
    public static func window(_ groups: [Group]) -> Window {
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        var count: Int32 = 0
        for group in groups {
            content.append(Label(heading: group.title))
            let list = PlainList(framed: group.title)
            for (key, does) in group.keys { append(key, does, to: list) }
            content.append(list)
            count += 1 + Int32(group.keys.count)
        }
        return Window(
            text("Keyboard Shortcuts"), width: 420, height: min(110 + count * 46, 640),
            content: Scroller(Clamp(content)))
    }

    /// Adds a row. Rows take the focus, so that long lists can be scrolled by keys.
    private static func append(_ key: String, _ does: String, to list: PlainList) {
        let row = FormRow.box(does, Widget(raw: UnsafeMutableRawPointer(gtk_shortcut_label_new(key))))
        list.append(row)
        guard let place = gtk_widget_get_parent(row.widget) else { return }
        Widget(raw: UnsafeMutableRawPointer(place)).setAccessibleName("\(does), \(label(of: key))")
    }

    /// Returns the key's name for the user: “Ctrl+F”.
    private static func label(of key: String) -> String {
        var (value, modifiers) = (guint(0), GdkModifierType(0))
        gtk_accelerator_parse(key, &value, &modifiers)
        guard let label = gtk_accelerator_get_label(value, modifiers) else { return key }
        defer { g_free(label) }
        return String(cString: label)
    }
}
