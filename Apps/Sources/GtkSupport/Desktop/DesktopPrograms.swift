import AgentClient
import CGtk
import Foundation

/// Other programs, found by their `.desktop` files.
@MainActor public enum DesktopPrograms {
    /// Whether a program is installed.
    ///
    /// - Parameter identifier: the name of its `.desktop` file, without the extension.
    public static func isInstalled(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        g_object_unref(UnsafeMutableRawPointer(info))
        return true
    }

    /// Starts a program by the name of its `.desktop` file.
    ///
    /// - Returns: whether it was started.
    @discardableResult public static func start(_ identifier: String) -> Bool {
        guard let info = chatelaine_desktop_program(identifier + ".desktop") else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        let context = environmentForOthers()
        defer { context.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
        return g_app_info_launch(info, nil, context, nil) != 0
    }

    /// The environment of a program that a secured process starts; nil in others, whose own environment it has.
    private static func environmentForOthers() -> UnsafeMutablePointer<GAppLaunchContext>? {
        guard let variables = SecuredProcess.environmentForPrograms, let context = g_app_launch_context_new() else {
            return nil
        }
        for name in ProcessInfo.processInfo.environment.keys where variables[name] == nil {
            g_app_launch_context_unsetenv(context, name)
        }
        for (name, value) in variables { g_app_launch_context_setenv(context, name, value) }
        return context
    }

    /// Shows a web page in the user's browser.
    ///
    /// - Parameter address: an `http` or `https` address; others are ignored.
    public static func show(page address: String, over window: Window) {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()) else { return }
        // A secured process does not see which browser the user has chosen: a program outside of it does.
        guard !SecuredProcess.isSecured || !open(address) else { return }
        gtk_show_uri(window.pointer(), address, guint32(GDK_CURRENT_TIME))
    }

    /// - Returns: whether the desktop's own program was started.
    private static func open(_ address: String) -> Bool {
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let opener = ChildProgram(["/usr/bin/xdg-open", address], input: nothing, isOfItsOwn: true) else {
            return false
        }
        DispatchQueue.global().async {
            _ = opener.firstLine()
            opener.wait()
        }
        return true
    }
}
