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
        func add(_ key: String, early: Bool = false, _ body: @escaping @MainActor () -> Void) {
            Shortcuts.add(key, to: window, early: early) { [weak self] in
                guard self?.session.state == .unlocked else { return false }
                body()
                return true
            }
        }
        add("<Control>f") { [browser] in browser.focusSearch() }
        add("<Control>n") { [browser] in browser.new(.login) }
        add("<Control>c") { [browser] in browser.copy("password") }
        // The search field would handle the key, also without a selection.
        Shortcuts.add("<Control>c", to: window, early: true) { [session, browser] in
            guard session.state == .unlocked, browser.isSearching, !window.hasSelectedText else { return false }
            browser.copy("password")
            return true
        }
        add("<Control><Shift>c") { [browser] in browser.copy("username") }
        add("<Control>t") { [browser] in browser.showLargeType("password") }
        add("<Control>e") { [browser] in browser.edit() }
        add("<Control>s") { [browser] in browser.save() }
        add("<Control>comma") { [context] in SettingsWindow.show(context) }
        add("<Control>l") { [session] in Task { await session.lock() } }
        // Otherwise the search field, which has the focus after unlocking, would take the key for “next match”.
        add("<Control>g", early: true) { [context] in GeneratorWindow.show(context) }
        add("<Control>z") { [context] in
            if context.undo?.takeBack() != true {
                context.toasts?.show(text("Nothing to undo"), seconds: 2)
            }
        }
        add("Delete") { [browser] in browser.delete() }
        add("Escape") { [browser] in browser.back() }
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
        let question = Alert(
            text("Discard Changes?"), text("You have changed an item and not saved it."),
            [Alert.Answer("stay", text("_Go Back")), Alert.Answer("discard", text("_Discard"), isDestructive: true)])
        context.ask(question) { [weak self] answer in
            guard answer == "discard" else { return }
            self?.browser.discard()
            self?.context.window.close()
        }
        return true
    }
}
