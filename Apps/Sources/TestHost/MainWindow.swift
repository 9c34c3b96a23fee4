import GtkSupport

/// The program's window.
@MainActor final class MainWindow {
    static func show(_ application: Application) {
        let interface = Interface(PackageResources.window_ui)
        let window: Window = interface["window"]
        window.join(application)
        WindowSize.remember(window, of: application.identifier)
        window.present()
    }
}
