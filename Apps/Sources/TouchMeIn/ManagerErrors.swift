import AppExtensions
import GtkSupport

extension Toasts {
    /// Says what has gone wrong with the password manager. Nothing if somebody has cancelled.
    func show(_ error: PasswordManagerError) {
        guard error.code != .cancelledByUser else { return }
        show(
            error.reason, details: (error.underlyingError.map { "\($0)" } ?? error.reason) + " (\(error.code.rawValue))"
        )
    }

    /// Says what has gone wrong, and more of it to those who want to know.
    func show(_ message: String, details: String) {
        show(message, button: text("Details")) {
            guard let window = MainWindow.current else { return }
            Task {
                _ = await Alert(text("Details"), details, [Alert.Answer("close", text("Close"))]).show(over: window)
            }
        }
    }
}
