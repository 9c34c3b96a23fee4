import Foundation
import GtkSupport
import PasswordVault

/// The objects that all parts of the window share.
@MainActor final class WindowContext {
    let window: Window
    let session: VaultSession
    let library: ItemListModel
    let copying = Copying()
    var preferences: Preferences { didSet { if preferences != oldValue { preferences.save() } } }
    /// The messages at the foot of the window; set as soon as the window has them.
    var toasts: Toasts? { didSet { undo = toasts.map { Undo($0) } } }
    /// The undo of the latest operation.
    private(set) var undo: Undo?
    /// The time at which the user last used the window.
    private(set) var lastUse = ContinuousClock.now
    private var dialogs: [Window] = []
    private var questions: [Int: Task<Void, Never>] = [:]
    private var questionCount = 0

    init(_ window: Window) {
        self.window = window
        preferences = Preferences.load()
        session = VaultSession()
        library = ItemListModel(session, sorting: preferences.sorting)
        window.onUse { [weak self] in self?.noteUse() }
    }

    func noteUse() { lastUse = .now }

    // MARK: - Dialogs

    /// Shows a window in front of this one. A lock of the vault closes it.
    func show(_ dialog: Window) {
        dialogs.append(dialog)
        dialog.onUse { [weak self] in self?.noteUse() }
        dialog.onClose { [weak self] in
            self?.dialogs.removeAll { $0.raw == dialog.raw }
            return false
        }
        dialog.present(over: dialogs.dropLast().last ?? window)
    }

    /// Asks a question, and passes the answer to `body`. A lock of the vault answers it with the first answer.
    func ask(_ question: Alert, _ body: @escaping @MainActor (String) async -> Void) {
        questionCount += 1
        let number = questionCount
        questions[number] = Task {
            let answer = await question.show(over: dialogs.last ?? window)
            questions[number] = nil
            await body(answer)
        }
    }

    /// Asks for a file, and passes its path to `body`; shows the error of `body`. A lock of the vault closes the dialog.
    func choose(_ chooser: FileChooser, _ body: @escaping @MainActor (String) async throws -> Void) {
        questionCount += 1
        let number = questionCount
        questions[number] = Task {
            let path = await chooser.show(over: dialogs.last ?? window)
            questions[number] = nil
            guard let path, !Task.isCancelled else { return }
            do { try await body(path) } catch { show(error) }
        }
    }

    /// Closes all windows in front of this one.
    func closeDialogs() {
        questions.values.forEach { $0.cancel() }
        questions = [:]
        let open = dialogs
        dialogs = []
        open.forEach { $0.destroy() }
    }

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
