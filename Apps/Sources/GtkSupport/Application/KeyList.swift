import CGtk

/// The window that lists a program's keys, and comes by Ctrl+?.
@MainActor public enum KeyList {
    /// Keys under one heading: as `gtk_accelerator_parse()` reads them, and what each does.
    public struct Group: Sendable {
        let title: String
        let keys: [(key: String, does: String)]

        /// - Parameters:
        ///   - title: what they are about.
        ///   - keys: such as `("<Control>n", "New note")`.
        public init(_ title: String, _ keys: [(key: String, does: String)]) { (self.title, self.keys) = (title, keys) }
    }

    /// Has Ctrl+? show the keys of a window.
    public static func add(_ groups: [Group], to window: Window) {
        Shortcuts.add("<Control>question", to: window) {
            show(groups, over: window)
            return true
        }
    }

    /// Shows the keys.
    public static func show(_ groups: [Group], over window: Window) {
        // GTK 4.8 can make such a window from a layout only.
        let list: Window = Interface(Array(layout(groups).utf8))["keys"]
        gtk_window_set_transient_for(list.pointer(), window.pointer())
        list.present()
    }

    private static func layout(_ groups: [Group]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <interface><object class="GtkShortcutsWindow" id="keys"><property name="modal">1</property>
        <property name="title">\(escaped(text("Keyboard Shortcuts")))</property>
        <child><object class="GtkShortcutsSection"><property name="section-name">keys</property>
        \(groups.map(layout).joined())
        </object></child></object></interface>
        """
    }

    private static func layout(_ group: Group) -> String {
        let keys = group.keys.map { key, does in
            """
            <child><object class="GtkShortcutsShortcut"><property name="accelerator">\(escaped(key))</property>
            <property name="title">\(escaped(does))</property></object></child>
            """
        }
        return """
            <child><object class="GtkShortcutsGroup"><property name="title">\(escaped(group.title))</property>
            \(keys.joined())</object></child>
            """
    }

    private static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
