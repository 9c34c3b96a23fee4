import CGtk
import ChatelaineGLib
import Glibc

/// A program with windows.
///
/// The main actor and GTK's main loop are one: the main loop runs the code of the main actor, and signals arrive on the main actor.
@MainActor public final class Application {
    /// The GTK object, an `AdwApplication`.
    public let raw: UnsafeMutablePointer<AdwApplication>
    /// The identifier, of the form `io.github.chatelaine.NAME`; desktops find the icon and the `.desktop` file by it.
    public let identifier: String

    /// - Parameters:
    ///   - identifier: the identifier, of the form `io.github.chatelaine.NAME`.
    ///   - isUnique: whether starting it again shows the window that is there.
    public init(_ identifier: String, isUnique: Bool = true) {
        self.identifier = identifier
        // Secrets in memory must not be written to a core file in a crash. The process stays dumpable if it is not secured: an agent of
        // the user's own has to identify it.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // No drawing by graphics drivers: they generate code at run time, and the agent could not identify such a process.
        setenv("GSK_RENDERER", "cairo", 0)
        guard
            let raw = adw_application_new(identifier, isUnique ? G_APPLICATION_DEFAULT_FLAGS : G_APPLICATION_NON_UNIQUE)
        else {
            Self.fail("GTK cannot be used")
        }
        self.raw = raw
        TextTable.translate()
    }

    /// Runs until the last window has closed.
    ///
    /// - Parameter activate: creates the window; called when the program starts, and when the user starts it again.
    /// - Returns: the exit status of the process.
    public func run(_ activate: @escaping @MainActor () -> Void) -> Int32 {
        do { try GLibMainLoop.attachMainQueue() } catch { Self.fail("\(error)") }
        Signal.connect(UnsafeMutableRawPointer(raw), "activate") { () -> Void in
            Style.apply()
            activate()
        }
        return raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_run($0, 0, nil) }
    }

    /// Keeps the program running without a window, until ``quit()``.
    public func stayWithoutWindow() {
        raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_hold($0) }
    }

    /// Ends the program after the code that runs now.
    public func quit() { raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_quit($0) } }

    private static func fail(_ reason: String) -> Never {
        var line = "\(reason)\n"
        _ = line.withUTF8 { write(2, $0.baseAddress, $0.count) }
        exit(1)
    }
}
