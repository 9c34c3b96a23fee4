import CGtk
import ChatelaineGLib
import Glibc

/// A program with windows.
///
/// The main actor and GTK's main loop are one: what is awaited on the main actor goes on in it, and signals arrive on it.
@MainActor public final class Application {
    /// The GTK object, an `AdwApplication`.
    public let raw: UnsafeMutablePointer<AdwApplication>
    /// Of the form `io.github.chatelaine.NAME`; desktops find the icon and the `.desktop` file by it.
    public let identifier: String

    /// - Parameters:
    ///   - identifier: of the form `io.github.chatelaine.NAME`.
    ///   - isUnique: whether starting it again shows the window that is there.
    public init(_ identifier: String, isUnique: Bool = true) {
        self.identifier = identifier
        // What the program holds must not be found in a file when it crashes. It stays dumpable: the agent has to see who asks.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // No drawing by way of drivers: they make code at run time, and the agent could not tell who asks.
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
    /// - Parameter activate: makes the window; called when the program starts, and when somebody starts it again.
    /// - Returns: what the process ends with.
    public func run(_ activate: @escaping @MainActor () -> Void) -> Int32 {
        do { try GLibMainLoop.attachMainQueue() } catch { Self.fail("\(error)") }
        Signal.connect(UnsafeMutableRawPointer(raw), "activate") { () -> Void in
            Style.apply()
            activate()
        }
        return raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_run($0, 0, nil) }
    }

    /// Has it run without a window as well, until ``quit()``.
    public func stayWithoutWindow() {
        raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_hold($0) }
    }

    /// Ends the program, after what runs now.
    public func quit() { raw.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_quit($0) } }

    private static func fail(_ reason: String) -> Never {
        var line = "\(reason)\n"
        _ = line.withUTF8 { write(2, $0.baseAddress, $0.count) }
        exit(1)
    }
}
