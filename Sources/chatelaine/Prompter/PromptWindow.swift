import Foundation
import Glibc
import HelperPrograms
import Synchronization

/// The program that shows sheets and questions in windows: it is started when there is something to show, and ends when there is
/// nothing any more.
final class PromptWindow: Sendable {
    private struct State {
        var process: pid_t?
        /// Whether there is something to show.
        var isWanted = false
        var isOver = false
    }

    /// What the window has to know of the desktop, and no more: much else that a desktop's libraries find in their environment has them
    /// load code.
    private static let variables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
        "XDG_CURRENT_DESKTOP", "HOME", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "CHATELAINE_HOME",
        "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "CHATELAINE_TEXTS", "ADW_DEBUG_COLOR_SCHEME",
    ]

    private let path: String
    private let arguments: [String]
    private let state = Mutex(State())

    /// - Parameter showsQuestions: whether it shows questions beside sheets.
    /// - Returns: nil if it is not installed, or there is no display.
    init?(showsQuestions: Bool) {
        let environment = ProcessInfo.processInfo.environment
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        guard hasDisplay, let path = InstalledProgram.path(of: "chatelaine-sheet") else { return nil }
        self.path = path
        arguments = showsQuestions ? [] : ["--sheets-only"]
    }

    /// Has the program run as long as there is something to show. It ends by itself.
    ///
    /// - Parameter failed: called, from any thread, if it has ended without showing what there is.
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
            var word: Int32 = 0
            while waitpid(child, &word, 0) < 0, errno == EINTR {}
            let isOver = state.withLock { state in
                state.process = nil
                return state.isOver
            }
            // Something may have come while it ended.
            if word == 0 { startIfWanted(failed) } else if !isOver { failed() }
        }
    }

    /// Ends the program; it is started no more.
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
        // POSIX_SPAWN_SETSID: it has nothing to do with our terminal, if there is one.
        posix_spawnattr_setflags(&attributes, 0x80)
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
