import GtkSupport
import PasswordVault
import Secrets

/// The page on which the master password is chosen.
@MainActor final class CreatePage {
    var view: Clamp { page.view }
    /// Called with the master password, which is needed once more.
    var onCreated: @MainActor (Secret) -> Void = { _ in }
    private let context: WindowContext
    private let page = StepPage(
        "dialog-password-symbolic", text("Create Your Vault"),
        text(
            "One master password opens everything in it. Choose a long one that you do not use elsewhere. It cannot be restored if you forget it."
        ))
    private let passwords = NewPasswordFields(text("Master password"))
    private let error = Label()
    private let button = Button(text("Create Vault"))
    private let spinner = Spinner()
    private var acceptsWeakPassword = false

    init(_ context: WindowContext) {
        self.context = context
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        page.add(passwords.view)
        page.add(error)
        page.add(button, isSuggested: true)
        page.add(spinner)
        button.isEnabled = false
        // The page's widgets hold these closures, and the closures hold this object.
        passwords.onChange = { [self] in
            button.isEnabled = passwords.isFilled
            error.isVisible = false
            acceptsWeakPassword = false
        }
        passwords.onReturn = { [self] in create() }
        button.onClick { [self] in create() }
    }

    func focus() { passwords.focus() }

    private func create() {
        guard passwords.isFilled, !spinner.isSpinning else { return }
        guard let password = passwords.password else { return complain(text("The passwords do not match.")) }
        if passwords.rating == .veryWeak, !acceptsWeakPassword {
            acceptsWeakPassword = true
            return complain(
                text("This password is easy to guess. Choose another, or press Create Vault again to use it anyway."))
        }
        setBusy(true)
        Task {
            defer { setBusy(false) }
            do {
                try await context.session.create(password)
                passwords.clear()
                onCreated(password)
            } catch { complain(VaultSession.message(for: error)) }
        }
    }

    private func setBusy(_ isBusy: Bool) {
        spinner.isSpinning = isBusy
        (passwords.view.isEnabled, button.isEnabled) = (!isBusy, !isBusy)
    }

    private func complain(_ words: String) {
        error.text = words
        error.isVisible = true
    }
}
