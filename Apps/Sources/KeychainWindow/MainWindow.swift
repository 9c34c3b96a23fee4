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
        Shortcuts.add(
            to: window,
            [
                "<Control>f": { [browser] in browser.focusSearch() },
                "<Control>n": { [browser] in browser.new() },
                "<Control>c": { [browser] in browser.copySecret() },
                "<Control>e": { [browser] in browser.edit() },
                "<Control>s": { [browser] in browser.save() },
                "<Control>comma": { [context] in KeychainSettingsWindow.show(context) },
                "<Control>l": { [browser] in browser.lock() },
                "<Control>z": { [context] in context.undo?.takeBackOrSay() },
                "Delete": { [browser] in browser.delete() },
                "Escape": { [browser] in browser.back() },
                "<Control>question": { [context] in context.show(KeyList.window(ShortcutsList.groups)) },
            ])
    }

    /// - Returns: whether the window stays open.
    private func close(_ application: Application) -> Bool {
        guard browser.item.hasUnsavedChanges || !context.drafts.isEmpty else {
            end(application)
            return true
        }
        context.dialogs.ask(.discardingChanges) { [weak self] in if $0 == "discard" { self?.end(application) } }
        return true
    }

    private func end(_ application: Application) {
        browser.conceal()
        context.copying.clear()
        Task {
            await browser.finishDeletions()
            application.quit()
        }
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
