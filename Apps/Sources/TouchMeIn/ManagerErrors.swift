import AppExtensions
import GtkSupport

extension Toasts {
    /// Shows an error of the password manager, unless the user has cancelled.
    func show(_ error: PasswordManagerError) {
        guard error.code != .cancelledByUser else { return }
        show(
            error.reason, details: (error.underlyingError.map { "\($0)" } ?? error.reason) + " (\(error.code.rawValue))"
        )
    }

    /// Shows an error, with details on request.
    func show(_ message: String, details: String) {
        show(message, button: text("Details")) {
            guard let window = MainWindow.current else { return }
            Task {
                _ = await Alert(text("Details"), details, [Alert.Answer("close", text("Close"))]).show(over: window)
            }
        }
    }
}
