import AppExtensions
import AppExtensionsWebKit
import GtkSupport

/// The button of the password manager.
@MainActor final class Filler {
    /// Called with whether a page can be filled now.
    var onState: @MainActor (Bool) -> Void = { _ in }

    private let button: Button
    private let page: WebKitPage
    private let window: Window
    private let messages: Messages
    private var task: Task<Void, Never>?
    private var (isAvailable, hasPage) = (false, true)

    init(_ button: Button, _ page: WebKitPage, _ window: Window, _ messages: Messages) {
        (self.button, self.page, self.window, self.messages) = (button, page, window, messages)
        button.onClick { [weak self] in
            guard let self else { return }
            if !stop() { fill(onlyLogins: false) }
        }
        showState()
    }

    /// Looks for a password manager. This reads files, so it does not run on the main thread.
    func lookForManager() {
        Task { [weak self] in
            let isAvailable = await Task.detached { PasswordManagerExtension.shared.isAppExtensionAvailable() }.value
            self?.isAvailable = isAvailable
            self?.showState()
        }
    }

    /// Sets whether the window shows a page.
    func setHasPage(_ hasPage: Bool) {
        self.hasPage = hasPage
        showState()
    }

    /// Cancels the pending request, if there is one. The password manager closes its sheet.
    @discardableResult func stop() -> Bool {
        guard let task else { return false }
        task.cancel()
        return true
    }

    /// Asks the password manager for an item, and fills the page.
    func fill(onlyLogins: Bool) {
        guard task == nil, isAvailable, hasPage else { return }
        task = Task {
            let problem = await ask(onlyLogins: onlyLogins)
            task = nil
            showState()
            if let problem { messages.show(problem) }
        }
        showState()
    }

    /// - Returns: an error message; `nil` if the page was filled or the user has cancelled.
    private func ask(onlyLogins: Bool) async -> String? {
        // On Wayland the handle is valid as long as this value.
        let parent = WindowHandle(window)
        do throws(PasswordManagerError) {
            try await PasswordManagerExtension.shared.fillItem(
                intoWebView: page, for: parent, showOnlyLogins: onlyLogins)
        } catch {
            guard error.code != .cancelledByUser else { return nil }
            return (error.underlyingError as? WebKitPageError)?.description ?? error.reason
        }
        guard let report = page.lastReport else { return nil }
        let (filled, all) = (report.filledCount, report.fields.count)
        messages.confirm(
            filled == all
                ? text("Filled in: {count}", ["count": "\(filled)"])
                : text("Filled in: {count} of {all}", ["count": "\(filled)", "all": "\(all)"]))
        return nil
    }

    private func showState() {
        let isWaiting = task != nil
        button.isVisible = isAvailable || isWaiting
        button.isEnabled = hasPage || isWaiting
        button.setIcon(isWaiting ? "process-stop-symbolic" : "dialog-password-symbolic")
        let name = isWaiting ? text("Stop Asking") : text("Fill From Password Manager")
        button.setTooltip(name)
        button.setAccessibleName(name)
        onState(isAvailable && hasPage && !isWaiting)
    }
}
