import GtkSupport

/// The program's window.
@MainActor final class MainWindow {
    @discardableResult static func show(_ application: Application) -> Window {
        let interface = Interface(PackageResources.window_ui)
        let window: Window = interface["window"]
        window.join(application)
        WindowSize.remember(window, of: application.identifier)
        window.present()
        return window
    }
}
