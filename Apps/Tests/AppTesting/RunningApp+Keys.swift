extension RunningApp {
    /// Directs keys to its window that was opened last. The display has no window manager that would do so.
    public func takeKeys() throws { try desktop.xdotool("windowfocus", "--sync", window) }
}
