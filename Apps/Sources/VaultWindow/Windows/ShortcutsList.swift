import GtkSupport

/// The window that says which keys there are.
@MainActor enum ShortcutsList {
    static func show(_ context: WindowContext) {
        let window: Window = Interface(PackageResources.shortcuts_ui)["shortcuts"]
        context.show(window)
    }
}
