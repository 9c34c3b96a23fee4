import AppExtensionsWebKit
import GtkSupport

/// A window of the browser, which shows one page.
@MainActor final class BrowserWindow {
    private static var all: [BrowserWindow] = []
    private static let mostWindows = 20

    /// Whether there is a window.
    static var isOpen: Bool { !all.isEmpty }

    /// Opens a window.
    ///
    /// - Parameter address: of its page; `nil`: the program's own.
    static func open(_ application: Application, address: String? = nil) {
        guard all.count < mostWindows else { return all.last?.window.present() ?? () }
        let new = BrowserWindow(application)
        all.append(new)
        new.window.present()
        new.go(to: address ?? "acme:")
    }

    let application: Application
    let window: Window
    let messages: Messages
    let view = BrowserView(WebSession.shared)
    let filler: Filler
    /// The dialogs that pages may still open.
    var dialogs = DialogLimit()
    /// Whether the user is asked for the destination of a download.
    var isAskingForDestination = false
    /// The answers to servers whose passwords are to be kept if they are right.
    var accepted: [SignInServer: AuthenticationRequest] = [:]
    /// The problem that is shown in place of a page.
    private(set) var problem: PageProblem?
    /// The address that was to be shown last: another text in the field was typed by the user.
    var lastAddress = ""

    let (back, forward, reload, connection, again, accept): (Button, Button, Button, Button, Button, Button)
    let address: Entry
    let title: WindowTitle
    let pages: Pages
    let status: StatusPage
    let menu: MenuButton
    let actions: Actions

    private init(_ application: Application) {
        self.application = application
        let interface = Interface(PackageResources.window_ui)
        window = interface["window"]
        messages = Messages(Toasts(interface["toasts"], interface["status"]), window)
        filler = Filler(interface["fill"], WebKitPage(view.raw), window, messages)
        (back, forward, reload) = (interface["back"], interface["forward"], interface["reload"])
        (connection, again, accept) = (interface["connection"], interface["again"], interface["accept"])
        (address, title, pages) = (interface["address"], interface["title"], interface["pages"])
        (status, menu, actions) = (interface["problem"], interface["menu"], Actions(window))
        let web: Box = interface["web"]
        web.append(view.widget)
        window.join(application)
        WindowSize.remember(window, of: application.identifier)
        connectButtons()
        connectView()
        addMenu()
        addKeys()
        pages.shown = "page"
        update()
        filler.lookForManager()
    }

    private func connectButtons() {
        back.onClick { [weak self] in self?.userActs { $0.view.goBack() } }
        forward.onClick { [weak self] in self?.userActs { $0.view.goForward() } }
        reload.onClick { [weak self] in self?.userActs { $0.reloadOrStop() } }
        again.onClick { [weak self] in self?.userActs { $0.tryAgain() } }
        accept.onClick { [weak self] in self?.askWhetherToAccept() }
        connection.onClick { [weak self] in self?.showConnection() }
        address.onReturn { [weak self] in self?.userActs { $0.go(to: $0.address.text) } }
        // The address of another page must not stay when the user types no more.
        window.on("notify::focus-widget") { [weak self] in self?.showAddress() }
        // A password manager may have been installed while the user was in another window.
        window.on("notify::is-active") { [weak self] in self?.filler.lookForManager() }
        window.onClose { [weak self] in
            self?.close()
            return false
        }
    }

    private func connectView() {
        view.widget.onRelease { [weak self] in self?.dialogs.reset() }
        view.onChange = { [weak self] in self?.update() }
        view.onPage = { [weak self] in self?.hideProblem() }
        view.onProblem = { [weak self] in self?.show($0) }
        view.onEnd = { [weak self] in self?.processEnded() }
        view.onDialog = { [weak self] dialog in self?.show(dialog) }
        view.onDownload = { [weak self] in self?.begin($0) }
        view.onAuthentication = { [weak self] in self?.answer($0) }
        view.onNewWindow = { [weak self] address in
            guard let self else { return }
            BrowserWindow.open(application, address: address)
        }
        view.onBlocked = { [weak self] in self?.tellBlocked($0) }
    }

    private func close() {
        filler.stop()
        Self.all.removeAll { $0 === self }
    }

    // MARK: - Going somewhere

    /// Does something that the user wants, after which pages may open dialogs again.
    func userActs(_ body: (BrowserWindow) -> Void) {
        dialogs.reset()
        body(self)
    }

    /// Loads the page that a text in the address field means.
    func go(to text: String) {
        switch Destination(text) {
        case .nothing: return
        case .forms: view.loadForms()
        case .page(let address): view.load(address)
        case .search(let words): view.load(SearchEngine.address(for: words))
        case .refused(let refusal): return messages.show(Self.explanation(of: refusal))
        }
        hideProblem()
        view.widget.focus()
    }

    private static func explanation(of refusal: Destination.Refusal) -> String {
        switch refusal {
        case .scheme(let scheme): text("“{scheme}” addresses are not opened.", ["scheme": scheme])
        case .credentials: text("Addresses with a username or a password are not opened.")
        case .tooLong: text("The address is too long.")
        }
    }

    /// Stops loading, or loads the page again.
    func reloadOrStop() {
        if view.isLoading { view.stop() } else { tryAgain() }
    }

    private func tryAgain() {
        switch problem {
        case .failed(let address, _)?: view.load(address)
        case .untrusted(let refused)?: view.load(refused.address)
        case .ended?, .tooManyDialogs?, nil: view.reload()
        }
        hideProblem()
    }

    private func tellBlocked(_ scheme: String?) {
        if let scheme {
            messages.confirm(Self.explanation(of: .scheme(scheme)))
        } else {
            messages.confirm(text("The page wanted to open a window."))
        }
    }

    // MARK: - Problems

    private func processEnded() {
        if case .tooManyDialogs? = problem { return }
        show(.ended)
    }

    /// Shows a problem in place of the page.
    func show(_ problem: PageProblem) {
        self.problem = problem
        let (heading, details) = Self.texts(for: problem)
        status.setTitle(heading)
        status.setDescription(details)
        if case .untrusted = problem { accept.isVisible = true } else { accept.isVisible = false }
        pages.shown = "problem"
        again.focus()
        update()
    }

    private func hideProblem() {
        guard problem != nil else { return }
        problem = nil
        pages.shown = "page"
        update()
    }
}
