import GtkSupport
import KeychainServices
import PasswordVault
import Secrets

/// The window that sets a new master password for a locked vault, by its recovery key: for a user who has forgotten the old one.
@MainActor final class RecoveryWindow {
    /// Adds a button at the end of a page that opens this window.
    static func addButton(to page: Box, _ context: WindowContext) {
        let button = Button(text("Use the Recovery Key…"))
        button.setClass("flat")
        button.setAlignment(horizontal: .center)
        button.onClick { [context] in
            let recovery = RecoveryWindow(context)
            context.show(recovery.window)
            recovery.key.focus()
        }
        page.append(button)
    }

    private let context: WindowContext
    private let window: Window
    private let key = SecretField(text("Recovery key"))
    private let passwords = NewPasswordFields(text("New master password"))
    private let error = Label()
    private let button = Button(text("Set and Unlock"))
    private let spinner = Spinner()

    private init(_ context: WindowContext) {
        self.context = context
        let content = Box(vertical: true, spacing: 12)
        content.setMargins(18)
        window = Window(text("Recovery Key"), width: 420, content: content)
        let words = Label(
            text(
                "With the recovery key of “{name}” you choose a new master password. Everything in the vault is kept.",
                ["name": context.session.name]))
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        button.setClass("suggested-action")
        for part in [
            Widget(words), Widget(key), Widget(passwords.view), Widget(error), Widget(button), Widget(spinner),
        ] {
            content.append(part)
        }
        connect()
    }

    /// Connects the widgets. They hold the closures, and the closures hold this object.
    private func connect() {
        key.onChange { [self] in update() }
        key.onReturn { [self] in passwords.focus() }
        passwords.onChange = { [self] in update() }
        passwords.onReturn = { [self] in perform() }
        button.onClick { [self] in perform() }
        update()
    }

    private func update() {
        button.isEnabled = !key.isEmpty && passwords.isFilled && !spinner.isSpinning
        error.isVisible = false
    }

    private func perform() {
        guard button.isEnabled else { return }
        guard let password = passwords.password else { return complain(text("The passwords do not match.")) }
        guard passwords.rating != .veryWeak else {
            return complain(text("This password is easy to guess. Choose another."))
        }
        let typed = key.withUTF8 { Secret(SecretBytes(copying: $0)) }
        setBusy(true)
        Task {
            do {
                try await context.session.recover(typed, password)
                window.close()
                // The used recovery key is no longer valid.
                RecoveryKeyPage.showWindow(context)
            } catch {
                setBusy(false)
                complain(Self.message(for: error))
                key.focus()
            }
        }
    }

    private func setBusy(_ isBusy: Bool) {
        spinner.isSpinning = isBusy
        (key.isEnabled, passwords.view.isEnabled) = (!isBusy, !isBusy)
        update()
    }

    private func complain(_ words: String) { (error.text, error.isVisible) = (words, true) }

    private static func message(for error: any Error) -> String {
        switch (error as? KeychainError)?.code {
        case .parameter: text("This is not a recovery key. Type its 28 letters and digits again.")
        case .authenticationFailed:
            text("This is not the recovery key of this vault. Use the latest one.")
        default: VaultSession.message(for: error)
        }
    }
}
