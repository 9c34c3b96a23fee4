extension RunningApp {
    /// Has keys go to its window that was opened last. Nobody else does that here: the display has no window manager.
    public func takeKeys() throws { try desktop.xdotool("windowfocus", "--sync", window) }
}
