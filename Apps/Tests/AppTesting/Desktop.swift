import CAtspi
import Foundation
import Glibc

/// A display, a message bus and what accessibility clients need: one for all tests of a process, started when it is first needed.
///
/// Nothing of the user's own desktop is touched.
public final class Desktop: @unchecked Sendable {
    // Sendable: set up once; libatspi is called on the main actor alone.

    /// The one.
    @MainActor public static func started() throws -> Desktop {
        if let running { return running }
        let desktop = try Desktop()
        running = desktop
        return desktop
    }

    @MainActor private static var running: Desktop?

    /// What is not installed of what this takes; empty: everything is there.
    public static var missing: [String] {
        ["Xvfb", "dbus-daemon", "xdotool", "import", "xclip"].filter { !ChildProcess.isInstalled($0) }
    }

    /// The display's size in pixels.
    public static let (width, height) = (1400, 1000)

    /// What programs on it find in their environment.
    public let variables: [String: String]

    @MainActor private init() throws {
        guard Self.missing.isEmpty else { throw TestFailure("not installed: \(Self.missing)") }
        let temporary = try TemporaryDirectory(mode: 0o700)
        let directory = temporary.path
        var variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": directory, "XDG_RUNTIME_DIR": directory]
        // The server picks a number that is free, and prints it. Without -noreset it restarts when its only program ends, and drops who
        // comes meanwhile.
        let server = try ChildProcess(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(Self.width)x\(Self.height)x24", "-nolisten", "tcp",
                "-noreset",
            ],
            variables: variables, leadsSession: true)
        guard let display = server.line().flatMap({ Int($0) }) else { throw TestFailure("there is no display") }
        variables["DISPLAY"] = ":\(display)"
        // Names of services are looked up in the display's environment, which they inherit from the bus.
        variables["GDK_BACKEND"] = "x11"
        let bus = try BusDaemon(.standardSession, variables: variables)
        variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        variables["GTK_A11Y"] = "atspi"
        variables["GSK_RENDERER"] = "cairo"
        self.variables = variables
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "XDG_RUNTIME_DIR"] {
            setenv(name, variables[name] ?? "", 1)
        }
        guard atspi_init() <= 1 else { throw TestFailure("no accessibility bus") }
        Self.atEnd = {
            bus.end(SIGTERM)
            server.end(SIGTERM)
            temporary.remove()
        }
        Self.endWithProcess()
    }

    private nonisolated(unsafe) static var atEnd: () -> Void = {}

    private nonisolated static func endWithProcess() { atexit { Desktop.atEnd() } }

    // MARK: - Waiting

    /// Waits until something is so that other programs show or do.
    ///
    /// It looks every 20 ms, because most of what tests wait for is not announced: programs of GTK are silent about where something is on
    /// the screen, and about all else unless a client listens, which changes what they do; and a clipboard, a terminal's picture or the
    /// answer of another command can only be asked for. For the end of a process there is `ChildProcess.waitForEnd()`.
    ///
    /// - Throws: a ``TestFailure`` if it is not so after a minute, which only a busy machine takes.
    @MainActor @discardableResult public static func wait<Value>(
        for what: @autoclosure () -> String, _ body: () throws -> Value?
    ) throws -> Value {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            if let value = try body() { return value }
            guard ContinuousClock.now < deadline else { throw TestFailure("waited in vain for \(what())") }
            runMainContext(milliseconds: 20)
        }
    }

    /// Has libatspi deal with what comes in meanwhile: what it keeps of programs is as they are then.
    @MainActor private static func runMainContext(milliseconds: UInt32) {
        let hasPassed = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        hasPassed.initialize(to: false)
        defer { hasPassed.deallocate() }
        g_timeout_add(
            milliseconds,
            { hasPassed in
                hasPassed?.assumingMemoryBound(to: Bool.self).pointee = true
                return 0
            }, hasPassed)
        while !hasPassed.pointee { g_main_context_iteration(nil, 1) }
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    // MARK: - Hands and eyes

    /// Runs xdotool.
    public func xdotool(_ words: String...) throws {
        let (_, status) = try ChildProcess.run(["xdotool"] + words, variables: variables)
        guard status == 0 else { throw TestFailure("xdotool \(words) ends with \(status)") }
    }

    /// Presses keys, one after the other, as xdotool calls them: `Return`, `ctrl+f`.
    public func press(_ keys: String...) throws {
        let (_, status) = try ChildProcess.run(["xdotool", "key", "--delay", "20"] + keys, variables: variables)
        guard status == 0 else { throw TestFailure("xdotool key \(keys) ends with \(status)") }
    }

    /// Types letters into what has the focus.
    public func type(_ text: String) throws { try xdotool("type", "--delay", "8", "--", text) }

    /// The content of the clipboard; nil if it is empty.
    public func pasted() throws -> String? {
        let (text, status) = try ChildProcess.run(
            ["timeout", "5", "xclip", "-o", "-selection", "clipboard"], variables: variables)
        return status == 0 ? text : nil
    }

    /// Writes a picture of a window, or of the whole display.
    public func screenshot(_ path: String, window: String? = nil) throws {
        let what = window ?? "root"
        let (_, status) = try ChildProcess.run(["import", "-window", what, path], variables: variables)
        guard status == 0 else { throw TestFailure("no picture of \(what)") }
    }
}
