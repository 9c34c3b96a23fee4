import GtkSupport
import PasswordVault
import Secrets

/// The pages for a user without a vault: one page for each step, of which only the first is necessary.
@MainActor final class FirstStart {
    private let context: WindowContext
    private let container: Scroller

    init(_ box: Box, _ context: WindowContext) {
        self.context = context
        container = Scroller(Box())
        box.append(HeaderBar(flat: true))
        box.append(container)
    }

    func begin() {
        let page = CreatePage(context)
        page.onCreated = { [weak self] in self?.showRecovery($0) }
        show(page.view)
        page.focus()
    }

    private func showRecovery(_ password: Secret) {
        let page = RecoveryKeyPage(context)
        page.onEnd = { [weak self] in self?.offerFinger(password) }
        show(page.view)
        page.begin()
    }

    /// Shows the page for fingerprints if there is a reader and an enrolled finger.
    private func offerFinger(_ password: Secret) {
        Task {
            guard await context.session.hasFinger() else { return showNext() }
            let page = FingerprintPage(context, password)
            page.onEnd = { [weak self] in self?.showNext() }
            show(page.view)
            page.focus()
        }
    }

    private func showNext() {
        let hasExample = DesktopPrograms.isInstalled(Self.example)
        let page = StepPage(
            "object-select-symbolic", text("Your Vault Is Ready"),
            hasExample
                ? text("Save your first login, or see how a program uses what you save.")
                : text("Save your first login."))
        let login = page.add(Button(text("New Login")), isSuggested: true)
        login.onClick { [weak self] in self.map { $0.end($0.onNewLogin) } }
        if hasExample {
            let example = page.add(Button(text("Try It with TouchMeIn")))
            example.onClick { [weak self] in self?.end { DesktopPrograms.start(Self.example) } }
        }
        page.add(Button(text("Not Now"))).onClick { [weak self] in self?.end {} }
        show(page.view)
        login.focus()
    }

    private static let example = "io.github.chatelaine.TouchMeIn"

    var onNewLogin: @MainActor () -> Void = {}

    private func end(_ body: @MainActor () -> Void) {
        // No page is left in memory: the recovery key was on one of them.
        show(Box())
        Task { [context] in await context.session.finishCreating() }
        body()
    }

    private func show(_ page: some WidgetKind) { container.setChild(page) }
}

/// The page of a step: an icon, an explanation, and widgets for the user.
@MainActor struct StepPage {
    let view: Clamp
    private let box = Box(vertical: true, spacing: 12)

    init(_ icon: String, _ title: String, _ words: String) {
        view = Clamp(box, width: 440)
        box.setMargins(vertical: 30, horizontal: 24)
        box.setAlignment(vertical: .center)
        let picture = Icon(icon)
        picture.setPixels(72)
        picture.setClass("dim-label")
        let heading = Label(title)
        heading.setClass("title-1")
        heading.center()
        let text = Label(words)
        text.center()
        for part in [Widget(picture), Widget(heading), Widget(text)] { add(part) }
    }

    @discardableResult func add<Part: WidgetKind>(_ part: Part) -> Part {
        box.append(part)
        return part
    }

    @discardableResult func add(_ button: Button, isSuggested: Bool = false) -> Button {
        button.setClass("pill")
        if isSuggested { button.setClass("suggested-action") }
        button.setAlignment(horizontal: .center)
        box.append(button)
        return button
    }
}
