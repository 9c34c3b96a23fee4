import Foundation
import GtkSupport
import PasswordVault

/// The objects that all parts of the window share.
@MainActor final class WindowContext {
    let window: Window
    let session: VaultSession
    let library: ItemListModel
    let health: HealthModel
    let copying = Copying()
    var preferences: Preferences { didSet { if preferences != oldValue { preferences.save() } } }
    /// The messages at the foot of the window; set as soon as the window has them.
    var toasts: Toasts? { didSet { undo = toasts.map { Undo($0) } } }
    /// The undo of the latest operation.
    private(set) var undo: Undo?
    /// The time at which the user last used the window.
    private(set) var lastUse = ContinuousClock.now
    private let dialogs: Dialogs

    init(_ window: Window) {
        self.window = window
        dialogs = Dialogs(window)
        preferences = Preferences.load()
        session = VaultSession()
        library = ItemListModel(session, sorting: preferences.sorting)
        health = HealthModel(library)
        window.onUse { [weak self] in self?.noteUse() }
    }

    func noteUse() { lastUse = .now }

    // MARK: - Dialogs

    /// Shows a window in front of this one. A lock of the vault closes it.
    func show(_ dialog: Window) {
        dialog.onUse { [weak self] in self?.noteUse() }
        dialogs.show(dialog)
    }

    /// Asks a question, and passes the answer to `body`. A lock of the vault answers it with the first answer.
    func ask(_ question: Alert, _ body: @escaping @MainActor (String) async -> Void) { dialogs.ask(question, body) }

    /// Asks for a file, and passes its path to `body`; shows the error of `body`. A lock of the vault closes the dialog.
    func choose(_ chooser: FileChooser, _ body: @escaping @MainActor (String) async throws -> Void) {
        dialogs.choose(chooser) { [self] path in
            do { try await body(path) } catch { show(error) }
        }
    }

    /// Closes all windows in front of this one.
    func closeDialogs() { dialogs.closeAll() }

    // MARK: - Operations

    /// Runs an operation on the vault, and shows its error.
    func run(_ body: @escaping @MainActor () async throws -> Void) {
        Task {
            do { try await body() } catch { show(error) }
        }
    }

    /// Shows an error, unless the vault is not unlocked: the window then shows the state itself.
    func show(_ error: any Error) {
        guard session.state == .unlocked else { return }
        toasts?.show(VaultSession.message(for: error))
    }

    /// Copies a secret, and shows a message.
    ///
    /// - Parameter name: the name of the secret, not its value.
    func copy(_ secret: Secret, _ name: String) {
        let bytes = secret.withUnsafeBytes { Data(wipedWhenFreed: $0) }
        Task {
            let keeper = await copying.copy(bytes)
            let seconds = "\(Copying.seconds)"
            switch keeper {
            case .program:
                toasts?.show(
                    text(
                        "{name} copied. It is cleared after {seconds} seconds.",
                        ["name": name.startingUppercase, "seconds": seconds]),
                    seconds: 3)
            case .window:
                toasts?.show(
                    text(
                        "{name} copied. Clipboard managers may remember it: clear them.",
                        ["name": name.startingUppercase]), seconds: 5)
            }
        }
    }
}
