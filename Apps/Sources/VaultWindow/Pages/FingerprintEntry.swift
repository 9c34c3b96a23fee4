import GtkSupport
import KeychainServices
import PasswordVault

/// The unlocking by fingerprint below the field for the master password, if the user has allowed it.
@MainActor final class FingerprintEntry {
    let view = Box(vertical: true, spacing: 6)
    private let context: WindowContext
    private let words = Label(text("Touch the fingerprint reader."))
    private let button = Button("")
    private var waiting: (task: Task<Void, Never>, stop: FingerprintStop)?
    /// Called with an error message; `nil` removes it.
    var onMessage: @MainActor (String?) -> Void = { _ in }

    init(_ context: WindowContext) {
        self.context = context
        words.center()
        button.setClass("pill")
        button.setAlignment(horizontal: .center)
        button.onClick { [weak self] in self?.press() }
        view.append(words)
        view.append(button)
        view.isVisible = false
        showState()
    }

    /// Shows the button if a fingerprint can unlock the vault.
    func begin() {
        stop()
        view.isVisible = false
        Task { view.isVisible = await context.session.fingerprintUnlock() == .ready }
    }

    /// Stops waiting for a fingerprint.
    func stop() {
        waiting?.stop.stop()
        waiting = nil
        showState()
    }

    private func showState() {
        words.isVisible = waiting != nil
        button.label = waiting == nil ? text("Use Fingerprint") : text("Do Not Use Fingerprint")
    }

    private func press() {
        guard waiting == nil else { return stop() }
        let stop = FingerprintStop()
        waiting = (Task { await waitForFinger(stop) }, stop)
        showState()
    }

    /// Waits for one fingerprint after another, until one matches or too many did not match.
    private func waitForFinger(_ stop: FingerprintStop) async {
        while true {
            do {
                try await context.session.unlock(stop)
                break
            } catch {
                guard (error as? KeychainError)?.code != .userCanceled else { return }
                let isReady = await context.session.fingerprintUnlock() == .ready
                let isOther = (error as? KeychainError)?.code == .authenticationFailed && isReady
                onMessage(isOther ? text("That finger did not match. Try again.") : VaultSession.message(for: error))
                view.isVisible = isReady
                guard isOther else { break }
            }
        }
        waiting = nil
        showState()
    }
}
