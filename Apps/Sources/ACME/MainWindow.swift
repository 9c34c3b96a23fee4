import AppExtensions
import GtkSupport

/// The program's window: a page to log in, one to register, one to change the password.
@MainActor final class MainWindow {
    private static var shown: MainWindow?

    /// Shows it, or brings it to the front.
    static func show(_ application: Application) {
        let main = shown ?? MainWindow(application)
        shown = main
        main.window.present()
    }

    private let window: Window
    private let pages: SwitchedPages
    private let login: Pages
    private let welcome: StatusPage
    private let messages: Messages
    private let (loginPage, registrationPage, changePage): (LoginPage, RegistrationPage, ChangePage)
    private var managers: [ManagerBar] { [loginPage.manager, registrationPage.manager, changePage.manager] }

    private init(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        (window, pages, login) = (interface["window"], interface["pages"], interface["login"])
        messages = Messages(Toasts(interface["toasts"], interface["status"]), window)
        let accounts = Accounts()
        loginPage = LoginPage(window, accounts, messages)
        registrationPage = RegistrationPage(window, accounts, messages)
        changePage = ChangePage(window, accounts, messages)
        let later = Interface(PackageResources.welcome_ui)
        welcome = later["page"]
        login.add(loginPage.widget, named: "form")
        login.add(welcome, named: "welcome")
        let (registration, change): (Box, Box) = (interface["registration"], interface["change"])
        registration.append(registrationPage.widget)
        change.append(changePage.widget)
        window.join(application)
        connect(later["logOut"])
        addKeys()
        loginPage.begin()
        lookForManager()
    }

    private func connect(_ logOutButton: Button) {
        loginPage.onLogIn = { [weak self] account in self?.welcome(account) }
        logOutButton.onClick { [weak self] in self?.logOut() }
        registrationPage.onRegister = { [weak self] name in
            guard let self else { return }
            logOut(beginningWith: name)
            messages.confirm(text("You have registered. Now you can log in."))
        }
        // One may have been installed while somebody was elsewhere.
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
        Shortcuts.add("Escape", to: window) { [weak self] in
            self?.managers.contains { $0.stop() } ?? false
        }
    }

    private func focusPage() {
        switch pages.shown {
        case "registration": registrationPage.focus()
        case "change": changePage.focus()
        default: if login.shown == "form" { loginPage.begin() }
        }
    }

    /// Files are looked at for it, so not on the main thread.
    private func lookForManager() {
        Task { [weak self] in
            let isAvailable = await Task.detached { PasswordManagerExtension.shared.isAppExtensionAvailable() }.value
            self?.managers.forEach { $0.setAvailable(isAvailable) }
        }
    }

    private func welcome(_ account: Account) {
        welcome.setTitle(text("Welcome, {name}", ["name": account.name]))
        welcome.setDescription(text("You are logged in as {username}.", ["username": account.username]))
        login.shown = "welcome"
        changePage.begin(with: account.username)
    }

    private func logOut(beginningWith name: String = "") {
        login.shown = "form"
        changePage.begin(with: nil)
        pages.shown = "login"
        loginPage.begin(with: name)
    }
}
