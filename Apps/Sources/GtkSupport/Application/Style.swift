import CGtk

/// Additions to GTK's style sheet.
@MainActor enum Style {
    /// The colours are libadwaita's, so that they follow light, dark and high contrast.
    private static let sheet = """
        .secret-field { padding: 0 10px; min-height: 34px; border-radius: 6px; background: alpha(currentColor, 0.1); }
        .secret-field:focus-within { outline: 2px solid @accent_color; outline-offset: -2px; }
        /* Stronger than libadwaita's, which are hard to read: see WCAG 2.1, 1.4.3. */
        @define-color accent_bg_color #1962bd;
        .dim-label { opacity: 0.75; }
        text > placeholder { opacity: 0.75; }
        .notice { padding: 9px 12px; background: alpha(@warning_bg_color, 0.25); }
        """

    /// Applies the style sheet to all windows of the program.
    static func apply() {
        guard let display = gdk_display_get_default() else { return }
        add(sheet, to: display)
    }

    static func add(_ sheet: String, to display: OpaquePointer) {
        let provider = gtk_css_provider_new()
        gtk_css_provider_load_from_data(provider, sheet, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }
}

extension Application {
    /// Adds rules to the style sheet of all windows. Must be called when the program is activated.
    ///
    /// - Parameter sheet: CSS in GTK's dialect.
    public func addStyle(_ sheet: String) {
        guard let display = gdk_display_get_default() else { return }
        Style.add(sheet, to: display)
    }
}
