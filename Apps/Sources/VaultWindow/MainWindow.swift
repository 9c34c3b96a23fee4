import GtkSupport

/// The program's window: its pages, and the shortcuts that work everywhere in it.
@MainActor final class MainWindow {
    private static var shown: MainWindow?

    static func show(_ application: Application) {
        if let shown { return shown.context.window.present() }
        application.addStyle(StyleSheet.css)
        shown = MainWindow(application)
    }

    private let context: WindowContext
    private let pages: Pages
    private let problem: StatusPage
    private let browser: Browser
    private let unlockPage: UnlockPage
    private let firstStart: FirstStart
    private var watch: AutoLock?
    private var session: VaultSession { context.session }

    private init(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        let window: Window = interface["window"]
        context = WindowContext(window)
        (pages, problem) = (interface["pages"], interface["problem"])
        browser = Browser(context)
        unlockPage = UnlockPage(interface, context)
        firstStart = FirstStart(interface["start"], context)
        (interface["main"] as Box).append(browser.view)
        context.toasts = Toasts(interface["overlay"], browser.status)
        firstStart.onNewLogin = { [browser] in browser.new(.login) }
        let start: Button = interface["start-agent"]
        start.onClick { [weak self] in self?.startAgent(start) }
        window.join(application)
        window.size = (context.preferences.width, context.preferences.height)
        session.onChange = { [weak self] in self?.show($0) }
        watch = AutoLock(context)
        addKeys(window)
        window.onClose { [weak self] in self?.close(application) ?? false }
        window.present()
        Task { await session.connect(preferred: context.preferences.vault) }
    }

    private func show(_ state: VaultSession.State) {
        unlockPage.end()
        switch state {
        case .starting: pages.shown = "starting"
        case .unreachable(let reason):
            leave()
            problem.setDescription(reason)
            pages.shown = "problem"
        case .none:
            pages.shown = "start"
            firstStart.begin()
        case .locked:
            leave()
            pages.shown = "unlock"
            unlockPage.begin(hasUnsaved: browser.kept != nil)
        case .unlocked:
            pages.shown = "main"
            context.noteUse()
            browser.begin()
        }
    }

    /// Removes everything of the vault from the screen and the clipboard.
    private func leave() {
        browser.leave()
        context.closeDialogs()
        context.copying.clear()
        context.undo?.forget()
        context.toasts?.clear()
    }

    private func startAgent(_ button: Button) {
        button.isEnabled = false
        Task {
            await AgentStart.run()
            await session.connect(preferred: context.preferences.vault)
            button.isEnabled = true
        }
    }

    // MARK: - Keys

    private func addKeys(_ window: Window) {
        let isUnlocked: @MainActor () -> Bool = { [session] in session.state == .unlocked }
        Shortcuts.add(
            to: window, while: isUnlocked,
            [
                "<Control>f": { [browser] in browser.focusSearch() },
                "<Control>n": { [browser] in browser.new(.login) },
                "<Control>c": { [browser] in browser.copy("password") },
                "<Control><Shift>c": { [browser] in browser.copy("username") },
                "<Control>t": { [browser] in browser.showLargeType("password") },
                "<Control>e": { [browser] in browser.edit() },
                "<Control>s": { [browser] in browser.save() },
                "<Control>comma": { [context] in SettingsWindow.show(context) },
                "<Control>l": { [session] in Task { await session.lock() } },
                "<Control>z": { [context] in context.undo?.takeBackOrSay() },
                "Delete": { [browser] in browser.delete() },
                "Escape": { [browser] in browser.back() },
            ])
        // The search field would handle the key, also without a selection.
        Shortcuts.add("<Control>c", to: window, early: true) { [browser] in
            guard isUnlocked(), browser.isSearching, !window.hasSelectedText else { return false }
            browser.copy("password")
            return true
        }
        // Otherwise the search field, which has the focus after unlocking, would take the key for “next match”.
        Shortcuts.add("<Control>g", to: window, early: true) { [context] in
            guard isUnlocked() else { return false }
            GeneratorWindow.show(context)
            return true
        }
        Shortcuts.add("<Control>question", to: window) { [context] in
            ShortcutsList.show(context)
            return true
        }
    }

    // MARK: - End

    /// - Returns: whether the window stays open.
    private func close(_ application: Application) -> Bool {
        (context.preferences.width, context.preferences.height) = context.window.size
        guard browser.hasUnsavedChanges || browser.kept != nil else {
            Task {
                await session.lock()
                application.quit()
            }
            return true
        }
        context.ask(.discardingChanges) { [weak self] answer in
            guard answer == "discard" else { return }
            self?.browser.discard()
            self?.context.window.close()
        }
        return true
    }
}
