import AppExtensions
import GtkSupport

/// The program's window: a page to log in, one to register, one to change the password.
@MainActor final class MainWindow {
    private static var shown: MainWindow?

    /// Shows the window, or brings it to the front.
    static func show(_ application: Application) {
        let main = shown ?? MainWindow(application)
        shown = main
        main.window.present()
    }

    private let window: Window
    private let pages: SwitchedPages
    private let welcome: StatusPage
    private let logOutButton: Button
    private var isLoggedIn = false
    private let messages: Messages
    private let (loginPage, registrationPage, changePage): (LoginPage, RegistrationPage, ChangePage)
    private var managers: [ManagerBar] { [loginPage.manager, registrationPage.manager, changePage.manager] }

    private init(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        (window, pages) = (interface["window"], interface["pages"])
        messages = Messages(Toasts(interface["toasts"], interface["status"]), window)
        let accounts = Accounts()
        loginPage = LoginPage(window, accounts, messages)
        registrationPage = RegistrationPage(window, accounts, messages)
        changePage = ChangePage(window, accounts, messages)
        let later = Interface(PackageResources.welcome_ui)
        (welcome, logOutButton) = (later["page"], later["logOut"])
        let (login, registration, change): (Box, Box, Box) = (
            interface["login"], interface["registration"], interface["change"]
        )
        login.append(loginPage.widget)
        login.append(welcome)
        registration.append(registrationPage.widget)
        change.append(changePage.widget)
        window.join(application)
        WindowSize.remember(window, of: application.identifier)
        connect()
        addKeys()
        showPage()
        loginPage.begin()
        lookForManager()
    }

    /// Makes pages invisible that are behind another page: GTK 4.8 reports them to accessibility clients as visible.
    private func showPage() {
        let shown = pages.shown
        let all: [(page: Widget, isShown: Bool)] = [
            (loginPage.widget, shown == "login" && !isLoggedIn), (Widget(welcome), shown == "login" && isLoggedIn),
            (registrationPage.widget, shown == "registration"), (changePage.widget, shown == "change"),
        ]
        for (page, isShown) in all where isShown { page.isVisible = true }
        // The focus moves first, so that the page that has it is not hidden.
        if all.contains(where: { $0.page.hasFocus && !$0.isShown }) { focusPage() }
        for (page, isShown) in all where !isShown { page.isVisible = false }
    }

    private func connect() {
        pages.onSwitch { [weak self] in self?.showPage() }
        loginPage.onLogIn = { [weak self] account in self?.welcome(account) }
        logOutButton.onClick { [weak self] in self?.logOut() }
        registrationPage.onRegister = { [weak self] name in
            guard let self else { return }
            logOut(beginningWith: name)
            messages.confirm(text("You have registered. Now you can log in."))
        }
        // A password manager may have been installed while the user was in another window.
        window.on("notify::is-active") { [weak self] in self?.lookForManager() }
    }

    private func addKeys() {
        let names = ["login", "registration", "change"]
        for (number, name) in names.enumerated() {
            Shortcuts.add("<Alt>\(number + 1)", to: window) { [weak self] in
                self?.pages.shown = name
                self?.focusPage()
                return true
            }
        }
        KeyList.add(
            [
                .init(
                    text("Pages"),
                    [
                        ("<Alt>1", text("Log in")), ("<Alt>2", text("Register")),
                        ("<Alt>3", text("Change the password")),
                    ]),
                .init(text("Password manager"), [("Escape", text("Stop asking"))]),
            ], to: window)
        Shortcuts.add("Escape", to: window) { [weak self] in
            self?.managers.contains { $0.stop() } ?? false
        }
    }

    private func focusPage() {
        switch pages.shown {
        case "registration": registrationPage.focus()
        case "change": changePage.focus()
        default: if isLoggedIn { logOutButton.focus() } else { loginPage.begin() }
        }
    }

    /// Looks for a password manager. This reads files, so it does not run on the main thread.
    private func lookForManager() {
        Task { [weak self] in
            let isAvailable = await Task.detached { PasswordManagerExtension.shared.isAppExtensionAvailable() }.value
            self?.managers.forEach { $0.setAvailable(isAvailable) }
        }
    }

    private func welcome(_ account: Account) {
        welcome.setTitle(text("Welcome, {name}", ["name": account.name]))
        welcome.setDescription(text("You are logged in as {username}.", ["username": account.username]))
        isLoggedIn = true
        showPage()
        changePage.begin(with: account.username)
    }

    private func logOut(beginningWith name: String = "") {
        isLoggedIn = false
        changePage.begin(with: nil)
        pages.shown = "login"
        showPage()
        loginPage.begin(with: name)
    }
}
