import GtkSupport

extension LoginWindow {
    /// Adds the button if a fingerprint can be used.
    func offerFingerprint() async {
        guard await Fingerprint.isAvailable() else { return }
        let button = Button("Use Fingerprint")
        button.onClick { Task { await self.logInByFingerprint() } }
        otherWays.append(button)
    }

    private func logInByFingerprint() async {
        await attempt {
            hint.text = "Touch the fingerprint reader."
            defer { hint.text = "Welcome back." }
            switch await Fingerprint.ask("Open your notes") {
            case .confirmed: showNotes()
            case .cancelled: break
            case .refused(let why): await say("Fingerprint", why)
            }
        }
    }
}
