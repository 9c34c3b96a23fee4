import GtkSupport
import PasswordVault
import Secrets

/// Changes the master password, or how the vault's key is derived from it: both take the one that holds now.
@MainActor final class PasswordWindow {
    enum Change { case password, derivation }

    /// - Parameter done: told once it is changed.
    static func show(_ context: WindowContext, _ change: Change, done: @escaping @MainActor () -> Void = {}) {
        context.show(PasswordWindow(context, change, done).window)
    }

    private let context: WindowContext
    private let change: Change
    private let done: @MainActor () -> Void
    private let window: Window
    private let old = SecretField(text("Current master password"))
    private let new = NewPasswordFields(text("New master password"))
    private let derivation = Choice(text("Key derivation"), ["Argon2id", "PBKDF2-HMAC-SHA-256"])
    private let compromised = Switch(isOn: false, text("Somebody may know the old one"))
    private let error = Label()
    private let button = Button(text("Change"))
    private let spinner = Spinner()

    private init(_ context: WindowContext, _ change: Change, _ done: @escaping @MainActor () -> Void) {
        (self.context, self.change, self.done) = (context, change, done)
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        let title = change == .password ? text("Master Password") : text("Key Derivation")
        window = Window(title, width: 400, content: content)
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        button.setClass("suggested-action")
        content.append(old)
        if change == .password {
            content.append(new.view)
            content.append(FormRow.box(text("Somebody may know the old one"), compromised))
        } else {
            content.append(derivation)
        }
        for part in [Widget(error), Widget(button), Widget(spinner)] { content.append(part) }
        // The window's widgets have these closures, and with them this object.
        button.onClick { [self] in perform() }
        old.onReturn { [self] in if change == .password { new.focus() } else { perform() } }
        new.onReturn = { [self] in perform() }
    }

    private func perform() {
        guard !spinner.isSpinning else { return }
        let current = old.withUTF8 { Secret(SecretBytes(copying: $0)) }
        var next = current
        if change == .password {
            guard new.isFilled, let typed = new.password else { return complain(text("The two are not the same.")) }
            guard new.rating != .veryWeak else { return complain(text("This is guessed at once. Choose another.")) }
            next = typed
        }
        run(from: current, to: next)
    }

    private func run(from current: Secret, to next: Secret) {
        let (change, isCompromised) = (change, change == .password && compromised.isOn)
        let chosen: VaultPassword.Derivation = (derivation.chosen ?? 0) == 1 ? .pbkdf2 : .argon2id
        spinner.isSpinning = true
        button.isEnabled = false
        Task {
            defer { (spinner.isSpinning, button.isEnabled) = (false, true) }
            do {
                try await context.session.perform { vault in
                    let function = change == .derivation ? chosen : try vault.passwordDerivation().derivation
                    try vault.changePassword(
                        from: current.copy(), to: next.copy(), derivation: function, compromised: isCompromised)
                }
                window.close()
                done()
                context.toasts?.show(isCompromised ? text("Changed. Make a new recovery key.") : text("Changed"))
            } catch { complain(VaultSession.words(for: error)) }
        }
    }

    private func complain(_ words: String) {
        error.text = words
        error.isVisible = true
    }
}
