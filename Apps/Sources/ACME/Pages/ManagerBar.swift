import AppExtensions
import GtkSupport

/// The way to the password manager, below a form: a button, or where there is none, why one helps.
@MainActor final class ManagerBar {
    /// Asks the password manager; not called while an answer is waited for.
    var onAsk: @MainActor () -> Void = {}

    /// The bar itself.
    let widget: Widget
    // Keeps the widgets until they are in a window.
    private let interface = Interface(PackageResources.manager_ui)
    private let name: String
    private let form: Box
    private let messages: Messages
    private let ask: Button
    private let (label, why, waiting): (Label, Label, Label)
    private let icon: Widget
    private let spinner: Spinner
    private var task: Task<ReturnedLogin, any Error>?

    /// - Parameters:
    ///   - name: what the button does.
    ///   - form: cannot be used while an answer is waited for, so that it is filled as it was when it was asked for.
    ///   - messages: where errors are shown.
    init(_ name: String, form: Box, messages: Messages) {
        (self.name, self.form, self.messages) = (name, form, messages)
        (widget, ask, label) = (interface["bar"], interface["ask"], interface["label"])
        (why, waiting, icon, spinner) = (
            interface["why"], interface["waiting"], interface["icon"], interface["spinner"]
        )
        ask.onClick { [weak self] in
            guard let self else { return }
            if !stop() { onAsk() }
        }
        showState()
    }

    /// Shows the button, or why there should be one.
    func setAvailable(_ isAvailable: Bool) {
        // Whoever waits for an answer can stop, whatever has been removed meanwhile.
        ask.isVisible = isAvailable || task != nil
        why.isVisible = !isAvailable && task == nil
    }

    /// Takes the request back, if there is one. The password manager closes its sheet.
    @discardableResult func stop() -> Bool {
        guard let task else { return false }
        task.cancel()
        return true
    }

    /// What the password manager answers; nil, and a message unless somebody has cancelled, if it does not.
    func answer(
        _ request: @escaping @MainActor () async throws(PasswordManagerError) -> ReturnedLogin
    ) async -> ReturnedLogin? {
        guard task == nil else { return nil }
        let asked = Task { @MainActor in try await request() }
        task = asked
        showState()
        let result = await asked.result
        task = nil
        showState()
        switch result {
        case .success(let login):
            guard login.fitsForms else {
                messages.show(text("What the password manager has sent does not fit into this form."))
                return nil
            }
            return login
        case .failure(let error):
            guard let error = error as? PasswordManagerError, error.code != .cancelledByUser else { return nil }
            messages.show(error.reason)
            return nil
        }
    }

    private func showState() {
        let isWaiting = task != nil
        form.isEnabled = !isWaiting
        icon.isVisible = !isWaiting
        spinner.isSpinning = isWaiting
        waiting.isVisible = isWaiting
        label.text = isWaiting ? text("Stop asking") : name
        ask.setAccessibleName(label.text)
    }
}

extension ReturnedLogin {
    /// Whether all of it is seen in a form, and goes through it unchanged. Fields have one line, and end at a zero.
    fileprivate var fitsForms: Bool {
        [
            username, password, oldPassword ?? "", returnedFields[Site.firstname] ?? "",
            returnedFields[Site.lastname] ?? "",
        ]
        .allSatisfy { $0.isLine(of: Account.longestPassword) }
    }
}
