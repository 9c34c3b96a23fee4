import GtkSupport
import PasswordVault

/// Of the first start: whether a finger is to stand for the master password for a while.
@MainActor final class FingerprintPage {
    var view: Clamp { page.view }
    var onEnd: @MainActor () -> Void = {}
    private let page = StepPage(
        "auth-fingerprint-symbolic", text("Unlock with your finger"),
        text(
            "For 14 days after you have entered the master password a finger does instead. After a restart, or five wrong fingers, the master password comes first."
        ))
    private let error = Label()
    private let spinner = Spinner()
    private let use: Button

    /// - Parameter password: the master password that was chosen a moment ago.
    init(_ context: WindowContext, _ password: Secret) {
        use = page.add(Button(text("Use Fingerprint")), isSuggested: true)
        error.setClass("error")
        error.isVisible = false
        spinner.isSpinning = false
        page.add(error)
        page.add(spinner)
        // The page's widgets have these closures, and with them this object.
        use.onClick { [self] in
            guard !spinner.isSpinning else { return }
            spinner.isSpinning = true
            Task {
                defer { spinner.isSpinning = false }
                do {
                    try await context.session.allowFingerprint(password)
                    onEnd()
                } catch {
                    self.error.text = VaultSession.words(for: error)
                    self.error.isVisible = true
                }
            }
        }
        page.add(Button(text("Not Now"))).onClick { [self] in onEnd() }
    }

    func focus() { use.focus() }
}
