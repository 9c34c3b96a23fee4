import Foundation
import GtkSupport

/// The program's window: the PIN, and behind it the presents.
@MainActor final class MainWindow {
    let window: Window
    let keeper = Keeper()
    let toasts: Toasts
    /// What was discarded last.
    private(set) lazy var undo = Undo(toasts)
    private let interface: Interface
    private let pages: Pages
    private(set) lazy var door = Door { [weak self] name, pin in self?.answer(name, pin) }
    private(set) lazy var list = PresentList(
        add: { [weak self] in self?.write() }, open: { [weak self] in self?.look(at: $0) },
        lock: { [weak self] in self?.close() })
    private(set) lazy var writing = NewPresent(
        choosePicture: { [weak self] in self?.choosePicture() }, cancelled: { [weak self] in self?.cancelWriting() },
        finished: { [weak self] in self?.keep($0) })
    private(set) lazy var details = PresentDetails(
        back: { [weak self] in self?.showList() }, share: { [weak self] in self?.share($0, $1) })
    /// What waits for a person or for the disk, and is of no use once the list is closed.
    private var work: [Task<Void, Never>] = []
    /// Counts closings: what was begun before one does not show anything after it.
    private var session = 0

    private var background: Background?

    private static var shown: MainWindow?

    /// Shows it, once.
    static func show(_ application: Application) {
        if let shown { return shown.window.present() }
        application.addStyle(ChristmasStyle.sheet)
        HandedOver.removeAll()
        let main = MainWindow()
        shown = main
        WindowSize.remember(main.window, of: application.identifier)
        main.window.join(application)
        main.window.present()
        main.askWhoIsThere()
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
            HandedOver.removeAll()
            return false
        }
    }

    enum Page: String { case door, list, writing, details }

    /// The page that is shown.
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
                        ("<Control>z", text("Take back what was discarded")),
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

    /// Does something that takes time. What it throws is shown; once the list is closed, nothing of it is.
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

    /// Whether the list has not been closed since; asked after each wait.
    func isStill(_ begun: Int) -> Bool { begun == session }

    /// Stands for this opening of the list.
    var now: Int { session }

    /// Shows what went wrong where it does not keep anybody from going on.
    func tell(_ error: any Error) { toasts.show(Trouble(error).reason) }

    // MARK: - Closing

    /// Goes back to the PIN. What is shown leaves the window and the memory; what was being written is kept, sealed.
    func close() {
        guard page != .door else { return }
        let draft = page == .writing ? writing.content : nil
        session += 1
        for task in work { task.cancel() }
        work = []
        // Not by a transition: that would go on showing the list.
        pages.showAtOnce(Page.door.rawValue)
        writing.clear()
        details.clear()
        list.presents = []
        undo.forget()
        toasts.clear()
        askWhoIsThere(closing: true, keeping: draft)
    }

    /// Asks for the PIN, or for a first one.
    private func askWhoIsThere(closing: Bool = false, keeping draft: PresentContent? = nil) {
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

    /// Says why the list cannot be opened.
    func stop(_ error: any Error) {
        let trouble = Trouble(error)
        if error is PINLock.KeyIsLost {
            door.stop(trouble.title, trouble.reason, text("Start With an Empty List")) { self.door.ask(.credentials) }
        } else {
            door.stop(trouble.title, trouble.reason, text("Try Again")) { self.askWhoIsThere() }
        }
    }
}
