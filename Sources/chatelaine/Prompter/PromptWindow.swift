import CLinux
import Foundation
import Glibc
import LinuxSupport
import Synchronization

/// The program that shows sheets and questions in windows. It is started when there is something to show, and ends when nothing is
/// left to show.
final class PromptWindow: Sendable {
    private struct State {
        var process: pid_t?
        /// Whether there is something to show.
        var isWanted = false
        var isOver = false
    }

    /// The environment variables that the window needs from the desktop, and no others: many variables make a desktop's libraries load
    /// code.
    private static let variables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
        "XDG_CURRENT_DESKTOP", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "CHATELAINE_HOME",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "CHATELAINE_TEXTS", "ADW_DEBUG_COLOR_SCHEME",
    ]

    private let path: String
    private let arguments: [String]
    private let state = Mutex(State())

    /// - Parameter showsQuestions: whether it shows questions in addition to sheets.
    /// - Returns: `nil` if the program is not installed, or there is no display.
    init?(showsQuestions: Bool) {
        let environment = ProcessInfo.processInfo.environment
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        guard hasDisplay, let path = InstalledProgram.path(of: "chatelaine-sheet") else { return nil }
        self.path = path
        arguments = showsQuestions ? [] : ["--sheets-only"]
    }

    /// Keeps the program running as long as there is something to show. It ends by itself.
    ///
    /// - Parameter failed: called on any thread if the program ended without showing it.
    func note(hasSomething: Bool, failed: @escaping @Sendable () -> Void) {
        state.withLock { $0.isWanted = hasSomething }
        startIfWanted(failed)
    }

    private func startIfWanted(_ failed: @escaping @Sendable () -> Void) {
        let child = state.withLock { state -> pid_t? in
            guard state.process == nil, state.isWanted, !state.isOver else { return nil }
            state.process = start()
            return state.process ?? 0
        }
        guard let child else { return }
        guard child > 0 else { return failed() }
        Thread.detachNewThread { [self] in
            let word = waitForChild(child) ?? 0
            let isOver = state.withLock { state in
                state.process = nil
                return state.isOver
            }
            // Something new may have arrived while the program ended.
            if word == 0 { startIfWanted(failed) } else if !isOver { failed() }
        }
    }

    /// Ends the program and never starts it again.
    func end() {
        let process = state.withLock { state in
            state.isOver = true
            return state.process
        }
        if let process { kill(process, SIGTERM) }
    }

    private func start() -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // the program must not depend on our terminal, if there is one.
        posix_spawnattr_setflags(&attributes, clinux_spawn_session)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var environment = Self.variables.compactMap { name in
            getenv(name).map { strdup("\(name)=\(String(cString: $0))") }
        }
        environment += [strdup("PATH=/usr/bin:/bin"), nil]
        defer { (words + environment).forEach { free($0) } }
        var child: pid_t = 0
        return posix_spawn(&child, path, nil, &attributes, &words, &environment) == 0 ? child : nil
    }
}
