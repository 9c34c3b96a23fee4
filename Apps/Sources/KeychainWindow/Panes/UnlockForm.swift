import GtkSupport
import KeychainServices

/// The field in place of the list, in which the password of the keychain is typed.
@MainActor final class UnlockForm {
    private let context: WindowContext
    private let field = SecretField(text("Passcode"))
    private let (title, hint, error): (Label, Label, Label)
    private let button: Button
    private let spinner: Spinner

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        (title, hint, error) = (interface["unlock-title"], interface["unlock-hint"], interface["unlock-error"])
        (button, spinner) = (interface["unlock-button"], interface["unlock-spinner"])
        field.setExpands(horizontally: true)
        (interface["unlock-field"] as Box).append(field)
        field.onReturn { [weak self] in self?.unlock() }
        field.onChange { [weak self] in
            guard let self else { return }
            button.isEnabled = !field.isEmpty && !spinner.isSpinning
        }
        button.onClick { [weak self] in self?.unlock() }
    }

    /// - Parameters:
    ///   - isProof: whether the keychain is unlocked, and the password shows that the user is there.
    ///   - isNew: whether the form was not shown before.
    ///   - hasDraft: whether there are changes that are offered again after the unlock.
    func show(isProof: Bool, isNew: Bool, hasDraft: Bool) {
        let isDevice = context.session.shown?.isDevice ?? true
        field.name = isDevice ? text("Passcode") : text("Password of the keychain")
        title.text = isProof ? text("Your Passcode, Please") : text("The Keychain Is Locked")
        hint.text =
            isProof
            ? text("With it this window shows the items of all programs.")
            : text("Nothing of its items can be shown.")
        if hasDraft { hint.text += " " + text("Your changes that are not saved yet come back then.") }
        button.label = isProof ? text("Show Items") : text("Unlock")
        guard isNew else { return }
        field.clear()
        error.isVisible = false
        button.isEnabled = false
        field.focus()
    }

    private func unlock() {
        guard !field.isEmpty, !spinner.isSpinning, let keychain = context.session.shown else { return }
        let password = TypedSecret(field)
        setBusy(true)
        Task {
            do {
                try await context.session.open(keychain, password)
                setBusy(false)
                field.clear()
                await context.session.reload()
            } catch {
                setBusy(false)
                field.clear()
                self.error.text = ErrorText.message(error)
                self.error.isVisible = true
                field.focus()
            }
        }
    }

    private func setBusy(_ isBusy: Bool) {
        spinner.isSpinning = isBusy
        (field.isEnabled, button.isEnabled) = (!isBusy, !isBusy && !field.isEmpty)
    }
}
