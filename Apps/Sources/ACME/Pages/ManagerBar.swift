import AppExtensions
import GtkSupport

/// The access to the password manager below a form: a button, or advice if no password manager is installed.
@MainActor final class ManagerBar {
    /// A function that asks the password manager; not called while an answer is pending.
    var onAsk: @MainActor () -> Void = {}

    /// The widget of the bar.
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
    ///   - name: the title of the button.
    ///   - form: disabled while an answer is pending, so that the answer fills the form in the state of the request.
    ///   - messages: shows errors.
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

    /// Shows the button if there is a password manager, else the advice.
    func setAvailable(_ isAvailable: Bool) {
        // While an answer is pending the user can stop, even if the password manager was removed in the meantime.
        ask.isVisible = isAvailable || task != nil
        why.isVisible = !isAvailable && task == nil
    }

    /// Cancels the pending request, if there is one. The password manager closes its sheet.
    @discardableResult func stop() -> Bool {
        guard let task else { return false }
        task.cancel()
        return true
    }

    /// Returns the password manager's answer; `nil` if there is none, with a message unless the user has cancelled.
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
        label.text = isWaiting ? text("Stop Asking") : name
        ask.setAccessibleName(label.text)
    }
}

extension ReturnedLogin {
    /// Whether all values can be shown in a form and pass through it unchanged. Fields have one line and end at a zero byte.
    fileprivate var fitsForms: Bool {
        [
            username, password, oldPassword ?? "", returnedFields[Site.firstname] ?? "",
            returnedFields[Site.lastname] ?? "",
        ]
        .allSatisfy { $0.isSingleLine(maxLength: Account.longestPassword) }
    }
}
