import GtkSupport
import KeychainServices

/// The program's window, and the shortcuts that work everywhere in it.
@MainActor final class MainWindow {
    private static var shown: MainWindow?

    static func show(_ application: Application) {
        if let shown { return shown.context.window.present() }
        application.addStyle(StyleSheet.css)
        shown = MainWindow(application)
    }

    private let context: WindowContext
    private let browser: Browser
    private var desktop: DesktopSession?

    private init(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        let window: Window = interface["window"]
        context = WindowContext(window)
        browser = Browser(context)
        (interface["main"] as Box).append(browser.view)
        context.toasts = Toasts(interface["overlay"], browser.status)
        window.join(application)
        WindowSize.remember(window, of: application.identifier)
        addKeys(window)
        window.onClose { [weak self] in self?.close(application) ?? false }
        // Changes of portable keychains by other programs are not announced: they are read when the user comes back.
        window.onActivity { [weak self] in self?.refresh() }
        desktop = DesktopSession { [browser] _ in browser.conceal() }
        window.present()
        browser.begin()
    }

    private func refresh() {
        guard context.window.isActive, context.session.shown?.isDevice == false else { return }
        Task { await context.session.reload() }
    }

    private func addKeys(_ window: Window) {
        func add(_ key: String, _ body: @escaping @MainActor () -> Void) {
            Shortcuts.add(key, to: window) {
                body()
                return true
            }
        }
        add("<Control>f") { [browser] in browser.focusSearch() }
        add("<Control>n") { [browser] in browser.new() }
        add("<Control>c") { [browser] in browser.copySecret() }
        add("<Control>e") { [browser] in browser.edit() }
        add("<Control>s") { [browser] in browser.save() }
        add("<Control>comma") { [context] in KeychainSettingsWindow.show(context) }
        add("<Control>l") { [browser] in browser.lock() }
        add("<Control>z") { [context] in
            if context.undo?.takeBack() != true { context.toasts?.show(text("Nothing to undo"), seconds: 2) }
        }
        add("Delete") { [browser] in browser.delete() }
        add("Escape") { [browser] in browser.back() }
        add("<Control>question") { [context] in context.show(KeyList.window(ShortcutsList.groups)) }
    }

    /// - Returns: whether the window stays open.
    private func close(_ application: Application) -> Bool {
        browser.conceal()
        context.copying.clear()
        Task {
            await browser.finishDeletions()
            application.quit()
        }
        return true
    }
}

/// The keyboard shortcuts, for the window that lists them.
@MainActor enum ShortcutsList {
    static var groups: [KeyList.Group] {
        [
            KeyList.Group(
                text("Everywhere"),
                [
                    ("<Control>f", text("Search")), ("<Control>n", text("New password")),
                    ("<Control>l", text("Lock the keychain")), ("<Control>comma", text("Keychain settings")),
                    ("<Control>z", text("Undo")),
                    ("F10", text("Main menu")), ("Escape", text("Go back")),
                    ("<Control>question", text("Keyboard shortcuts")),
                ]),
            KeyList.Group(
                text("Selected item"),
                [
                    ("<Control>c", text("Copy the secret")), ("<Control>e", text("Edit")),
                    ("<Control>s", text("Save changes")), ("Delete", text("Delete")),
                ]),
        ]
    }
}
