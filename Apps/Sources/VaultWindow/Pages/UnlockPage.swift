import GtkSupport
import KeychainServices
import PasswordVault
import Secrets

/// The page on which the master password is typed.
@MainActor final class UnlockPage {
    private let context: WindowContext
    private let field = SecretField(text("Master password"))
    private let vaults = Choice(text("Vault"), [])
    private let (error, kept, button, spinner): (Label, Label, Button, Spinner)
    private let vaultBox: Box
    private let finger: FingerprintEntry

    init(_ interface: Interface, _ context: WindowContext) {
        self.context = context
        finger = FingerprintEntry(context)
        (error, kept) = (interface["unlock-error"], interface["unlock-kept"])
        (button, spinner, vaultBox) = (
            interface["unlock-button"], interface["unlock-spinner"], interface["unlock-vault"]
        )
        let place: Box = interface["unlock-field"]
        field.setExpands(horizontally: true)
        place.append(field)
        vaults.setExpands(horizontally: true)
        vaultBox.append(vaults)
        finger.view.setExpands(horizontally: true)
        let fingerPlace: Box = interface["unlock-finger"]
        fingerPlace.append(finger.view)
        finger.onMessage = { [weak self] in self?.say($0) }
        field.onReturn { [weak self] in self?.unlock() }
        field.onChange { [weak self] in
            guard let self else { return }
            button.isEnabled = !field.isEmpty
        }
        button.onClick { [weak self] in self?.unlock() }
        vaults.onChange { [weak self] in self?.choose() }
        RecoveryWindow.addButton(to: interface["unlock"], context)
    }

    /// - Parameter hasUnsaved: whether there are unsaved changes, which are offered again after the unlock.
    func begin(hasUnsaved: Bool) {
        field.clear()
        error.isVisible = false
        kept.isVisible = hasUnsaved
        button.isEnabled = false
        let names = context.session.names
        vaultBox.isVisible = names.count > 1
        vaults.show(names)
        vaults.choose(names.firstIndex(of: context.session.name) ?? 0)
        setBusy(false)
        finger.begin()
        field.focus()
    }

    /// Stops waiting for a fingerprint. Called when the page is no longer shown.
    func end() { finger.stop() }

    private func choose() {
        let names = context.session.names
        guard names.indices.contains(vaults.chosen ?? 0), names[vaults.chosen ?? 0] != context.session.name else {
            return
        }
        let name = names[vaults.chosen ?? 0]
        context.preferences.vault = name
        Task {
            do { try await context.session.choose(name) } catch { say(VaultSession.message(for: error)) }
            finger.begin()
            field.focus()
        }
    }

    private func setBusy(_ isBusy: Bool) {
        spinner.isSpinning = isBusy
        (field.isEnabled, vaults.isEnabled, button.isEnabled) = (!isBusy, !isBusy, !isBusy && !field.isEmpty)
    }

    private func unlock() {
        guard !field.isEmpty, !spinner.isSpinning else { return }
        let password = field.withUTF8 { Secret(SecretBytes(copying: $0)) }
        setBusy(true)
        finger.stop()
        Task {
            do {
                try await context.session.unlock(password)
                field.clear()
                setBusy(false)
            } catch {
                setBusy(false)
                field.clear()
                say(Self.message(for: error))
                field.focus()
            }
        }
    }

    private func say(_ words: String?) {
        error.text = words ?? ""
        error.isVisible = words != nil
    }

    private static func message(for error: any Error) -> String {
        // Only the reason: advice about the command line does not help in a window.
        guard (error as? KeychainError)?.isWrongMasterPassword == true else { return VaultSession.message(for: error) }
        return text("That is not the master password. Try again.")
    }
}
