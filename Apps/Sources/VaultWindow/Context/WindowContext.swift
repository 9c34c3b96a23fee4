import Foundation
import GtkSupport
import PasswordVault

/// What all parts of the window share.
@MainActor final class WindowContext {
    let window: Window
    let session: VaultSession
    let library: Library
    let copying = Copying()
    var preferences: Preferences { didSet { if preferences != oldValue { preferences.save() } } }
    /// Set once the window has one.
    var toasts: Toasts? { didSet { undo = toasts.map { Undo($0) } } }
    /// What was done last and can be taken back.
    private(set) var undo: Undo?
    /// When somebody has last used the window.
    private(set) var lastUse = ContinuousClock.now
    private var dialogs: [Window] = []
    private var questions: [Int: Task<Void, Never>] = [:]
    private var questionCount = 0

    init(_ window: Window) {
        self.window = window
        preferences = Preferences.load()
        session = VaultSession()
        library = Library(session, sorting: preferences.sorting)
        window.onUse { [weak self] in self?.noteUse() }
    }

    func noteUse() { lastUse = .now }

    // MARK: - What is in front of the window

    /// Shows a window in front of this one. It goes when the vault is locked.
    func show(_ dialog: Window) {
        dialogs.append(dialog)
        dialog.onUse { [weak self] in self?.noteUse() }
        dialog.onClose { [weak self] in
            self?.dialogs.removeAll { $0.raw == dialog.raw }
            return false
        }
        dialog.present(over: dialogs.dropLast().last ?? window)
    }

    /// Asks something, and does what was chosen. Not answered when the vault is locked: then it is the first answer.
    func ask(_ question: Alert, _ body: @escaping @MainActor (String) async -> Void) {
        questionCount += 1
        let number = questionCount
        questions[number] = Task {
            let answer = await question.show(over: dialogs.last ?? window)
            questions[number] = nil
            await body(answer)
        }
    }

    /// Asks for a file, and does something with its path; says so if that fails. Not asked any more when the vault is locked.
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

    /// Takes away everything that is in front of the window.
    func closeDialogs() {
        questions.values.forEach { $0.cancel() }
        questions = [:]
        let open = dialogs
        dialogs = []
        open.forEach { $0.destroy() }
    }

    // MARK: - What everybody does

    /// Runs something of the vault's, and says so if it fails.
    func run(_ body: @escaping @MainActor () async throws -> Void) {
        Task {
            do { try await body() } catch { show(error) }
        }
    }

    /// Says what went wrong, unless the window shows it anyway.
    func show(_ error: any Error) {
        guard session.situation == .unlocked else { return }
        toasts?.show(VaultSession.words(for: error))
    }

    /// Copies a secret, and says so.
    ///
    /// - Parameter name: of what it is, not what it is.
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
