import GtkSupport
import PasswordVault

/// The page of the first start on which the user can allow fingerprints in place of the master password, for a limited time.
@MainActor final class FingerprintPage {
    var view: Clamp { page.view }
    var onEnd: @MainActor () -> Void = {}
    private let page = StepPage(
        "auth-fingerprint-symbolic", text("Unlock With Your Finger"),
        text(
            "For 14 days after you have entered the master password, your fingerprint unlocks the vault. After a restart, or five wrong fingers, the master password is required."
        ))
    private let error = Label()
    private let spinner = Spinner()
    private let use: Button

    /// - Parameter password: the master password that the user has just chosen.
    init(_ context: WindowContext, _ password: Secret) {
        use = page.add(Button(text("Use Fingerprint")), isSuggested: true)
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        page.add(error)
        page.add(spinner)
        // The page's widgets hold these closures, and the closures hold this object.
        use.onClick { [self] in
            guard !spinner.isSpinning else { return }
            spinner.isSpinning = true
            Task {
                defer { spinner.isSpinning = false }
                do {
                    try await context.session.allowFingerprint(password)
                    onEnd()
                } catch {
                    self.error.text = VaultSession.message(for: error)
                    self.error.isVisible = true
                }
            }
        }
        page.add(Button(text("Not Now"))).onClick { [self] in onEnd() }
    }

    func focus() { use.focus() }
}
