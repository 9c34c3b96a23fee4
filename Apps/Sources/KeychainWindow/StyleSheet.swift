/// The additions to the style sheet for this program.
enum StyleSheet {
    /// Colours are libadwaita's, so that they follow light, dark and high contrast.
    static let css = """
        .field-value { font-size: 1.05em; }
        .item-list { background: transparent; }
        .item-list .item-row { padding: 6px 6px; }
        .item-subtitle { font-size: 0.9em; }
        .hexadecimal { font-family: monospace; font-size: 0.95em; }
        .sidebar-heading { margin: 12px 12px 4px 12px; }
        .recovery-key { font-family: monospace; font-size: 17px; padding: 12px; }
        .chain-line { margin: 0 0 0 15px; min-height: 14px; min-width: 2px; background: alpha(currentColor, 0.3); }
        """
}
