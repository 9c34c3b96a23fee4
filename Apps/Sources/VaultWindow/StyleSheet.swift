/// The additions to the style sheet for this program.
enum StyleSheet {
    /// Colours are libadwaita's, so that they follow light, dark and high contrast.
    static let css = """
        .secret-area { padding: 8px 10px; }
        .secret-area > textview, .secret-area > textview > text { background: transparent; }
        .field-value { font-size: 1.05em; }
        .code { font-size: 1.6em; font-weight: 600; letter-spacing: 2px; font-feature-settings: "tnum"; }
        .character { min-width: 30px; padding: 6px 4px; border-radius: 6px; background: alpha(currentColor, 0.07); }
        .character-text { font-family: monospace; font-size: 26px; }
        .character-digit .character-text { color: @accent_color; }
        .character-symbol .character-text { color: @error_color; }
        .password-preview { font-family: monospace; font-size: 20px; }
        .count { font-size: 0.9em; }
        .recovery-key { font-family: monospace; font-size: 17px; padding: 12px; }
        .item-list { background: transparent; }
        .comfortable .item-row { padding: 8px 6px; }
        .compact .item-row { padding: 2px 6px; }
        .compact .item-subtitle { font-size: 0.85em; }
        levelbar.strength-1 block.filled { background: @error_color; }
        levelbar.strength-2 block.filled, levelbar.strength-3 block.filled { background: @warning_color; }
        levelbar.strength-4 block.filled, levelbar.strength-5 block.filled { background: @success_color; }
        """
}
