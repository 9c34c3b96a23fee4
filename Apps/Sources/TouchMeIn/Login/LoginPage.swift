import GtkSupport

/// The login page, in front of the notes.
@MainActor final class LoginPage {
    let view: Widget
    /// Keeps the widgets until they are in the window.
    private let interface: Interface
    let account = Account()
    let window: Window
    let toasts: Toasts
    let fingerprint = Fingerprint()
    let username: Entry
    let password = SecretField(text("Password"))
    /// Called after a login.
    let enter: @MainActor () -> Void

    private let (login, finger, manager, cancel): (Button, Button, Button, Button)
    private let (line, waitingFor): (Label, Label)
    private let (fields, waiting): (Box, Box)
    private let notice = Notice()
    private var work: Task<Void, Never>?
    /// Whether the password field gets the focus as soon as the present work is done.
    var isPasswordWanted = false

    /// - Parameters:
    ///   - window: the window of the page.
    ///   - toasts: the messages of the window.
    ///   - enter: called after a login.
    init(_ window: Window, _ toasts: Toasts, enter: @escaping @MainActor () -> Void) {
        (self.window, self.toasts, self.enter) = (window, toasts, enter)
        interface = Interface(PackageResources.login_ui)
        (view, username, fields) = (interface["page"], interface["username"], interface["fields"])
        (login, finger, manager) = (interface["login"], interface["fingerprint"], interface["manager"])
        (line, waiting, waitingFor, cancel) = (
            interface["line"], interface["waiting"], interface["waiting-for"], interface["cancel"]
        )
        fields.append(password)
        let place: Box = interface["notice"]
        place.append(notice.view)
        for name in [text("Log in with a fingerprint")] {
            finger.setTooltip(name)
            finger.setAccessibleName(name)
        }
        username.onReturn { [weak self] in self?.password.focus() }
        password.onReturn { [weak self] in self?.pressedLogin() }
        login.onClick { [weak self] in self?.pressedLogin() }
        finger.onClick { [weak self] in self?.begin(text("Touch the fingerprint reader.")) { await $0.useFinger() } }
        manager.onClick { [weak self] in
            self?.begin(text("The password manager is waiting for you.")) { await $0.useManager() }
        }
        cancel.onClick { [weak self] in self?.stop() }
    }

    /// Shows the present state: the login, and the ways to log in.
    func show() {
        line.isVisible = !account.exists
        login.label = account.exists ? text("Login") : text("Create")
        if username.text.isEmpty { username.text = account.username ?? "" }
        if username.text.isEmpty { username.focus() } else { password.focus() }
        refresh()
    }

    /// Removes the typed password, and cancels any request to the user.
    func leave() {
        stop()
        password.clear()
    }

    /// Cancels the work under way; `false` if there is none.
    @discardableResult func stop() -> Bool {
        guard let work else { return false }
        work.cancel()
        fingerprint.cancel()
        return true
    }

    /// Checks again which ways to log in there are, and whether the keychain can be used.
    func refresh() {
        Task {
            async let hasReader = Fingerprint.isAvailable()
            async let hasManager = SavedLogin.isAvailable()
            async let name = SavedLogin.managerName()
            async let state = KeychainAccess.state()
            (finger.isVisible, manager.isVisible) = await (hasReader, hasManager)
            await showManager(name)
            await show(state)
        }
    }

    private func showManager(_ name: String) {
        manager.setIcon(account.isInManager ? "dialog-password-symbolic" : "document-save-symbolic")
        let does =
            account.isInManager
            ? text("Log in with {manager}", ["manager": name]) : text("Save this login in {manager}", ["manager": name])
        manager.setTooltip(does)
        manager.setAccessibleName(does)
        (finger.isEnabled, manager.isEnabled) = (account.exists && work == nil, account.exists && work == nil)
    }

    private func show(_ state: KeychainAccess.State) {
        switch state {
        case .open: notice.hide()
        case .locked:
            notice.show(text("The keychain is locked."), button: text("Unlock…")) { [weak self] in self?.unlock {} }
        case .unreachable(let reason):
            let message = text("The keychain cannot be used: {reason}.", ["reason": reason])
            notice.show(message, button: text("Start")) { [weak self] in
                self?.begin(text("Starting the keychain’s agent.")) { await $0.startAgent() }
            }
        }
    }

    /// Asks for the keychain's passcode, and continues if it was entered.
    func unlock(_ goOn: @escaping @MainActor () -> Void) {
        begin { page in
            if await Passcodes.unlock(over: page.window) { goOn() }
        }
    }

    private func startAgent() async {
        if await !KeychainAccess.startAgent() {
            toasts.show(text("The agent has not started. Try “chatelaine agent” in a terminal."))
        }
        refresh()
    }

    // MARK: - Work

    /// Starts work that takes time, and prevents any other meanwhile.
    ///
    /// - Parameter message: the message while the work waits; `nil` for short work.
    func begin(_ message: String? = nil, _ body: @escaping @MainActor (LoginPage) async -> Void) {
        guard work == nil else { return }
        let pressed = [login, finger, manager].first { $0.hasFocus }
        work = Task {
            await body(self)
            work = nil
            // A widget that is hidden loses the focus to the next one.
            let hasKeys = cancel.hasFocus
            setBusy(nil, false)
            if isPasswordWanted {
                password.focus()
            } else if hasKeys {
                pressed?.focus()
            } else {
                pressed?.focusIfLost()
            }
            isPasswordWanted = false
            refresh()
        }
        setBusy(message, true)
    }

    private func setBusy(_ message: String?, _ isBusy: Bool) {
        (waitingFor.text, waiting.isVisible) = (message ?? "", message != nil)
        login.isEnabled = !isBusy
        for button in [finger, manager] { button.isEnabled = !isBusy && account.exists }
        // A widget with the focus must not be disabled, so the focus moves first. For short work the fields stay enabled.
        if message != nil { cancel.focus() }
        fields.isEnabled = message == nil
    }

    private func pressedLogin() {
        begin { page in
            if page.account.exists { await page.logIn() } else { await page.create() }
        }
    }
}
