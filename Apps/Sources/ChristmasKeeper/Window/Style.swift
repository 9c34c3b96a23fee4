/// The Christmas colours of the program's windows. Everything else is libadwaita's, and follows light, dark and high contrast.
enum ChristmasStyle {
    static let sheet = """
        headerbar.christmas-green, headerbar.christmas-green:backdrop { background: #1a6334; color: white; box-shadow: none; }
        headerbar.christmas-red, headerbar.christmas-red:backdrop { background: #a51d2d; color: white; box-shadow: none; }
        headerbar.christmas-green:backdrop > windowhandle, headerbar.christmas-red:backdrop > windowhandle { opacity: 0.85; }
        headerbar.christmas-red button.suggested-action { background: white; color: #a51d2d; }
        headerbar.christmas-red button.suggested-action:disabled { opacity: 0.6; }
        .christmas-door { background: linear-gradient(to bottom, #1a6334, #0c3b1f); }
        .christmas-card { padding: 24px; background: @window_bg_color; color: @window_fg_color; }
        .christmas-card button.suggested-action, button.christmas-action { background: #1a6334; color: white; }
        .christmas-picture { border-radius: 9px; }
        .christmas-list { background: transparent; }
        listview.christmas-list > row, listview.christmas-list > row.activatable {
            padding: 0; margin: 0; border: none; min-height: 90px; box-shadow: inset 0 -1px alpha(currentColor, 0.12);
        }
        .christmas-text { background: transparent; font-size: 1.1em; }
        """
}
