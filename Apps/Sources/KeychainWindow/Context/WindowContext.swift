import AgentClient
import Foundation
import GtkSupport
import KeychainServices

/// The objects that all parts of the window share.
@MainActor final class WindowContext {
    let window: Window
    let session = KeychainSession()
    let model: ItemListModel
    let copying = Copying()
    let drafts = Drafts()
    let dialogs: Dialogs
    /// The messages at the foot of the window; set as soon as the window has them.
    var toasts: Toasts? { didSet { undo = toasts.map { Undo($0) } } }
    /// The undo of the latest operation.
    private(set) var undo: Undo?

    init(_ window: Window) {
        self.window = window
        model = ItemListModel(session)
        dialogs = Dialogs(window)
    }

    /// Runs an operation, and shows its error.
    func run(_ body: @escaping @MainActor () async throws -> Void) {
        Task {
            do { try await body() } catch { show(error) }
        }
    }

    func show(_ error: any Error) {
        guard (error as? KeychainError)?.code != .userCanceled else { return }
        toasts?.show(ErrorText.message(error))
    }

    func say(_ message: String) { toasts?.show(message, seconds: 3) }

    /// Shows a window in front of this one.
    func show(_ dialog: Window) { dialogs.show(dialog) }

    /// Runs an operation once the user has shown that it is they: by the password of the keychain, which counts for a minute, or by nothing
    /// where there is none.
    ///
    /// - Parameter action: the title of the button.
    func prove(_ keychain: OwnerKeychain, _ action: String, then body: @escaping @MainActor () -> Void) {
        guard !session.isProven(keychain) else { return body() }
        Task {
            let dialog = SecretsDialog(
                keychain.isDevice ? text("Enter the Passcode") : text("Enter the Password"),
                text(
                    "This protects secrets from other people while you are away from the desk. It counts for a minute."),
                fields: [keychain.isDevice ? text("Passcode") : text("Password of the keychain")], action: action)
            let isProven = await dialog.show(over: dialogs.front) { [session] fields in
                guard let field = fields.first else { return nil }
                do {
                    try await session.open(keychain, TypedSecret(field))
                    return nil
                } catch { return ErrorText.message(error) }
            }
            if isProven { body() }
        }
    }

    /// Copies a secret, and shows a message.
    ///
    /// - Parameter name: the name of the secret, not its value.
    func copy(_ secret: Data, _ name: String) {
        let bytes = secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }
        Task {
            let seconds = "\(Copying.seconds)"
            switch await copying.copy(bytes) {
            case .program:
                toasts?.show(
                    text(
                        "{name} copied. It is cleared after {seconds} seconds.", ["name": name, "seconds": seconds]),
                    seconds: 3)
            case .window:
                toasts?.show(
                    text("{name} copied. Clipboard managers may remember it: clear them.", ["name": name]), seconds: 5)
            }
        }
    }
}
