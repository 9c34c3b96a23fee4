import GtkSupport
import PasswordVault
import Secrets

/// The window that changes the master password, the key derivation, or the unlocking by fingerprint. All require the current master
/// password.
@MainActor final class PasswordWindow {
    enum Change { case password, derivation, fingerprint }

    /// - Parameter onEnd: called once the window is closed, with whether the change was made.
    static func show(
        _ context: WindowContext, _ change: Change, onEnd: @escaping @MainActor (_ isDone: Bool) -> Void = { _ in }
    ) {
        let shown = PasswordWindow(context, change)
        shown.window.onClose {
            onEnd(shown.isDone)
            return false
        }
        context.show(shown.window)
    }

    private let context: WindowContext
    private let change: Change
    private let window: Window
    private let old = SecretField(text("Current master password"))
    private let new = NewPasswordFields(text("New master password"))
    private let derivation = Choice(text("Key derivation"), ["Argon2id", "PBKDF2-HMAC-SHA-256"])
    private let compromised = Switch(isOn: false, text("The old password may be compromised"))
    private let error = Label()
    private let button: Button
    private var isDone = false
    private let spinner = Spinner()

    private init(_ context: WindowContext, _ change: Change) {
        (self.context, self.change) = (context, change)
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        button = Button(change == .fingerprint ? text("Allow") : text("Change"))
        window = Window(Self.title(change), width: 400, content: content)
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        button.setClass("suggested-action")
        content.append(old)
        switch change {
        case .password:
            content.append(new.view)
            content.append(FormRow.box(text("The old password may be compromised"), compromised))
        case .derivation:
            content.append(derivation)
            content.append(
                Label(
                    hint: text(
                        "With Argon2id each guess takes memory as well as time. Choose PBKDF2 only if regulations require it."
                    )))
        case .fingerprint: break
        }
        for part in [Widget(error), Widget(button), Widget(spinner)] { content.append(part) }
        // The window's widgets hold these closures, and the closures hold this object.
        button.onClick { [self] in perform() }
        old.onReturn { [self] in if change == .password { new.focus() } else { perform() } }
        new.onReturn = { [self] in perform() }
    }

    private static func title(_ change: Change) -> String {
        switch change {
        case .password: text("Master Password")
        case .derivation: text("Key Derivation")
        case .fingerprint: text("Unlock With a Finger")
        }
    }

    private func perform() {
        guard !spinner.isSpinning else { return }
        let current = old.withUTF8 { Secret(SecretBytes(copying: $0)) }
        var next = current
        if change == .password {
            guard new.isFilled, let typed = new.password else { return complain(text("The passwords do not match.")) }
            guard new.rating != .veryWeak else {
                return complain(text("This password is easy to guess. Choose another."))
            }
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
                if change == .fingerprint {
                    try await context.session.allowFingerprint(current)
                    return end(text("Your fingerprint now unlocks the vault"))
                }
                try await context.session.perform { vault in
                    let function = change == .derivation ? chosen : try vault.passwordDerivation().derivation
                    try vault.changePassword(
                        from: current.copy(), to: next.copy(), derivation: function, compromised: isCompromised)
                }
                end(isCompromised ? text("Changed. Make a new recovery key.") : text("Changed"))
            } catch { complain(VaultSession.message(for: error)) }
        }
    }

    private func end(_ words: String) {
        isDone = true
        window.close()
        context.toasts?.show(words)
    }

    private func complain(_ words: String) {
        error.text = words
        error.isVisible = true
    }
}
