import Foundation
import GtkSupport

/// The program's window: the page for the PIN, and the presents behind it.
@MainActor final class MainWindow {
    let window: Window
    let keeper = PresentStore()
    let toasts: Toasts
    /// The undo of the latest discarded present.
    private(set) lazy var undo = Undo(toasts)
    private let interface: Interface
    private let pages: Pages
    private(set) lazy var door = PasswordPage { [weak self] name, pin in self?.answer(name, pin) }
    private(set) lazy var list = PresentList(
        add: { [weak self] in self?.write() }, open: { [weak self] in self?.look(at: $0) },
        lock: { [weak self] in self?.close() })
    private(set) lazy var writing = NewPresent(
        choosePicture: { [weak self] in self?.choosePicture() }, cancelled: { [weak self] in self?.cancelWriting() },
        finished: { [weak self] in self?.keep($0) })
    private(set) lazy var details = PresentDetails(
        back: { [weak self] in self?.showList() }, share: { [weak self] in self?.share($0, $1) })
    /// Tasks that wait for the user or for the disk, and are cancelled when the list is closed.
    private var work: [Task<Void, Never>] = []
    /// The number of closings. Work that began before a closing must not show anything after it.
    private var session = 0

    private var background: Background?

    private static var shown: MainWindow?

    /// Creates and shows the window; later calls bring it to the front.
    static func show(_ application: Application) {
        if let shown { return shown.window.present() }
        application.addStyle(ChristmasStyle.sheet)
        SharedFiles.removeAll()
        let main = MainWindow()
        shown = main
        WindowSize.remember(main.window, of: application.identifier)
        main.window.join(application)
        main.window.present()
        main.showPasswordPage()
    }

    private init() {
        interface = Interface(PackageResources.window_ui)
        (window, pages) = (interface["window"], interface["pages"])
        toasts = Toasts(interface["toasts"], interface["status"])
        pages.add(door.page, named: Page.door.rawValue)
        pages.add(list.page, named: Page.list.rawValue)
        pages.add(writing.page, named: Page.writing.rawValue)
        pages.add(details.page, named: Page.details.rawValue)
        pages.showAtOnce(Page.door.rawValue)
        addKeys()
        background = Background(window) { [weak self] _ in self?.close() }
        window.onClose { [weak self] in
            self?.close()
            SharedFiles.removeAll()
            return false
        }
    }

    enum Page: String { case door, list, writing, details }

    /// The visible page.
    var page: Page {
        get { Page(rawValue: pages.shown) ?? .door }
        set { pages.shown = newValue.rawValue }
    }

    private func addKeys() {
        Shortcuts.add("<Control>n", to: window) { [weak self] in
            guard let self, page == .list else { return false }
            write()
            return true
        }
        Shortcuts.add("<Control>l", to: window) { [weak self] in
            guard let self, page != .door else { return false }
            close()
            return true
        }
        Shortcuts.add("<Control>z", to: window) { [weak self] in self?.undo.takeBack() ?? false }
        Shortcuts.add("Escape", to: window) { [weak self] in self?.goBack() ?? false }
        KeyList.add(
            [
                KeyList.Group(
                    text("Presents"),
                    [
                        ("<Control>n", text("New present")), ("Escape", text("Back to the list")),
                        ("<Control>z", text("Undo discarding")),
                        ("<Control>l", text("Close the list, and ask for the password")),
                    ])
            ], to: window)
    }

    private func goBack() -> Bool {
        switch page {
        case .writing: cancelWriting()
        case .details: showList()
        case .door, .list: return false
        }
        return true
    }

    // MARK: - Work

    /// Starts work that takes time. Shows its error, unless the list has been closed since.
    func start(_ body: @escaping @MainActor () async throws -> Void, failed: @escaping @MainActor (any Error) -> Void) {
        let begun = session
        work.append(
            Task {
                do {
                    try await body()
                } catch {
                    guard begun == session else { return }
                    failed(error)
                }
            })
    }

    /// Whether the list has not been closed since; to be checked after each suspension.
    func isCurrent(_ begun: Int) -> Bool { begun == session }

    /// The number of this opening of the list, for ``isCurrent(_:)``.
    var now: Int { session }

    /// Shows an error that does not stop the user from going on.
    func showError(_ error: any Error) { toasts.show(ErrorText(error).reason) }

    // MARK: - Closing

    /// Goes back to the page for the PIN. The presents leave the window and the memory; a draft is stored encrypted.
    func close() {
        guard page != .door else { return }
        let draft = page == .writing ? writing.content : nil
        session += 1
        for task in work { task.cancel() }
        work = []
        // Without a transition, which would show the list for longer.
        pages.showAtOnce(Page.door.rawValue)
        writing.clear()
        details.clear()
        list.presents = []
        undo.forget()
        toasts.clear()
        showPasswordPage(closing: true, keeping: draft)
    }

    /// Asks for the PIN, or for a new one at the first start.
    private func showPasswordPage(closing: Bool = false, keeping draft: PresentContent? = nil) {
        door.clear()
        door.isBusy = true
        start {
            if closing { await self.keeper.close(keeping: draft) }
            let (isSet, wait) = try await self.keeper.state(at: Date())
            self.door.ask(isSet ? .password(Settings.name) : .credentials)
            if wait > 0 { self.door.wait(wait) }
        } failed: {
            self.stop($0)
        }
    }

    /// Shows why the list cannot be opened.
    func stop(_ error: any Error) {
        let trouble = ErrorText(error)
        if error is PINLock.MissingKey {
            door.stop(trouble.title, trouble.reason, text("Start With an Empty List")) { self.door.ask(.credentials) }
        } else {
            door.stop(trouble.title, trouble.reason, text("Try Again")) { self.showPasswordPage() }
        }
    }
}
