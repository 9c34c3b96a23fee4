import Foundation
import GtkSupport

/// The program's window: the login page, and the notes behind it.
@MainActor final class MainWindow {
    static let identifier = "io.github.chatelaine.TouchMeIn"
    private static var shown: MainWindow?

    /// The window behind dialogs.
    static var current: Window? { shown?.window }

    private let window: Window
    private let pages: Pages
    private let toasts: Toasts
    private let settings = Settings()
    private lazy var login = LoginPage(window, toasts) { [weak self] in self?.showNotes() }
    private lazy var notes = NotesPage(Directories.data(Self.identifier).appendingPathComponent("notes"), toasts) {
        [weak self] in self?.leave()
    }
    private var background: Background?
    /// A task that asks the user something after the login.
    private var question: Task<Void, Never>?

    /// Shows the window; there is only one.
    static func show(_ application: Application) {
        if let shown { return shown.window.present() }
        application.addStyle(style)
        shown = MainWindow(application)
    }

    private init(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        (window, pages) = (interface["window"], interface["pages"])
        toasts = Toasts(interface["toasts"], interface["status"])
        pages.add(login.view, named: "login")
        pages.add(notes.view, named: "notes")
        window.join(application)
        WindowSize.remember(window, of: Self.identifier)
        addActions()
        addKeys()
        window.onClose { [weak self] in self?.close() ?? false }
        window.on("notify::is-active") { [weak self] in
            guard let self, window.isActive, !isInside else { return }
            login.refresh()
        }
        background = Background(window, rules: settings.rules) { [weak self] _ in self?.leave() }
        window.present()
        pages.shown = "login"
        login.show()
    }

    private var isInside: Bool { pages.shown == "notes" }

    // MARK: - Login and logout

    private func showNotes() {
        login.leave()
        pages.shown = "notes"
        ask { [notes] in
            do throws(NoteFiles.Failure) {
                try await notes.open()
            } catch {
                self.cannotOpen(error)
                return
            }
            guard !Task.isCancelled else { return notes.close() }
            if await KeychainAccess.state() == .open(hasPasscode: false) {
                notes.showNotice { [weak self] in self?.setPasscode() }
            }
        }
    }

    private func cannotOpen(_ failure: NoteFiles.Failure) {
        guard isInside else { return }
        leave()
        guard !failure.isLocked else { return login.unlock { [weak self] in self?.showNotes() } }
        toasts.show(text("The notes cannot be read"), details: failure.text)
    }

    /// Goes back to the login page. The notes leave memory, and any request to the user is cancelled.
    private func leave() {
        question?.cancel()
        question = nil
        login.leave()
        guard isInside else { return login.refresh() }
        notes.close()
        pages.showAtOnce("login")
        login.show()
    }

    private func close() -> Bool {
        guard isInside else { return false }
        leave()
        // Changes that are not on the disk yet have to be written first.
        Task {
            await notes.waitForWrites()
            window.destroy()
        }
        return true
    }

    /// Runs a task that takes time or asks the user, until the logout.
    private func ask(_ body: @escaping @MainActor () async -> Void) {
        question?.cancel()
        question = Task { await body() }
    }

    private func setPasscode() {
        ask { [self] in
            guard await Passcodes.set(over: window) else { return }
            notes.hideNotice()
            toasts.show(text("Passcode set: your notes are locked with the keychain"))
        }
    }

    // MARK: - Menus and keys

    private func addActions() {
        let actions = Actions(window)
        actions.add("change-password") { [weak self] in
            guard let self, isInside else { return }
            ask { [self] in await PasswordChange(login.account, window, toasts).run() }
        }
        actions.add("keys") { [weak self] in self?.showKeys() }
        actions.add("log-out") { [weak self] in self?.leave() }
        let rules = settings.rules
        actions.addSwitch("leave-when-minimized", isOn: rules.countsMinimizing) { [weak self] isOn in
            self?.change { $0.countsMinimizing = isOn }
        }
        actions.addSwitch("leave-when-unused", isOn: rules.secondsUnused > 0) { [weak self] isOn in
            self?.change { $0.secondsUnused = isOn ? Settings.usualSeconds : 0 }
        }
    }

    private func change(_ body: (inout Background.Rules) -> Void) {
        var rules = settings.rules
        body(&rules)
        settings.rules = rules
        background?.rules = rules
    }

    private func addKeys() {
        func key(_ key: String, early: Bool = false, _ body: @escaping @MainActor (NotesPage) -> Bool) {
            Shortcuts.add(key, to: window, early: early) { [weak self] in
                guard let self, isInside else { return false }
                return body(notes)
            }
        }
        func does(_ body: @escaping @MainActor (NotesPage) -> Void) -> @MainActor (NotesPage) -> Bool {
            { notes in
                body(notes)
                return true
            }
        }
        key("<Control>n", does { $0.write() })
        key("<Control>f", does { $0.find() })
        key("<Control>d", does { $0.deleteNote() })
        key("<Control><Alt>z") { $0.takeBack() }
        key("<Control>l", does { [weak self] _ in self?.leave() })
        key("Escape") { $0.goBack() }
        Shortcuts.add("Escape", to: window) { [weak self] in
            guard let self, !isInside else { return false }
            return login.stop()
        }
        Shortcuts.add("<Control>q", to: window) { [weak self] in
            self?.window.close()
            return true
        }
        KeyList.add(keys, to: window)
    }

    private func showKeys() { KeyList.window(keys).present(over: window) }

    private var keys: [KeyList.Group] {
        [
            KeyList.Group(
                text("Notes"),
                [
                    ("<Control>n", text("New note")), ("<Control>f", text("Search")),
                    ("<Control>d", text("Delete the note")), ("<Control><Alt>z", text("Undo deleting")),
                    ("Escape", text("Back")),
                ]),
            KeyList.Group(
                text("Program"),
                [
                    ("<Control>l", text("Log out")), ("<Control>question", text("This list")),
                    ("<Control>q", text("Quit")),
                ]),
        ]
    }

    private static let style = """
        .way-in { min-width: 48px; min-height: 48px; -gtk-icon-size: 24px; }
        .note-row { padding: 6px 3px; }
        .note-title { background: none; box-shadow: none; outline: none; border: none; padding: 0 10px; }
        .note-text, .note-text text { background: none; }
        .status-line { padding: 3px 12px; }
        """
}
