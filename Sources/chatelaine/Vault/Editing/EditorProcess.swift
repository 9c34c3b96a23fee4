import Foundation
import Glibc

/// Signals that would end this process, blocked until the files that must not be left behind are removed.
struct HeldSignals {
    fileprivate var waited = sigset_t()
    fileprivate var before = sigset_t()

    static func whileHolding<Result>(_ body: (HeldSignals) throws -> Result) throws -> Result {
        var signals = HeldSignals()
        sigemptyset(&signals.waited)
        for number in [SIGCHLD, SIGTERM, SIGHUP, SIGINT, SIGQUIT] { sigaddset(&signals.waited, number) }
        // The parent process may have made this process ignore the end of its children.
        _ = signal(SIGCHLD, SIG_DFL)
        sigprocmask(SIG_BLOCK, &signals.waited, &signals.before)
        defer { sigprocmask(SIG_SETMASK, &signals.before, nil) }
        return try body(signals)
    }
}

/// The user's editor, run on a file until it ends.
enum EditorProcess {
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - cleanUp: removes the files that must not be left behind if a signal ends this process.
    /// - Throws: if there is no editor, or it ends with an error.
    static func run(on path: String, _ signals: HeldSignals, cleanUp: () -> Void) throws {
        let editor = try command()
        let before = signals.before
        var waited = signals.waited
        let process = try start(editor, path, mask: before)
        let status = wait(for: process, &waited) { number in
            kill(process, SIGTERM)
            cleanUp()
            _ = signal(number, SIG_DFL)
            _ = raise(number)
            var before = before
            sigprocmask(SIG_SETMASK, &before, nil)
        }
        guard status == 0 else {
            throw Failure(
                .failed, "the editor ended with an error: \(editor.name)",
                remedy: "nothing was changed; say which editor you want with EDITOR")
        }
    }

    private struct Editor {
        let name: String
        let words: [String]
    }

    private static func command() throws -> Editor {
        let named = ["VISUAL", "EDITOR"].compactMap { (name: String) in getenv(name).map { String(cString: $0) } }
        if let line = named.first(where: { !$0.isEmpty }) {
            let program = line.split(separator: " ").first.map(String.init) ?? line
            // Users add options to the name, in quotes if necessary, which a shell parses.
            return Editor(name: program, words: ["sh", "-c", "exec \(line) \"$@\"", "sh"] + quietly(program))
        }
        guard let name = ["editor", "nano", "vi"].first(where: { find($0) != nil }) else {
            throw Failure(
                .failed, "there is no editor", remedy: "say which you want with EDITOR, or change it by field")
        }
        return Editor(name: name, words: [name] + quietly(name))
    }

    /// Returns options that keep an editor from storing copies elsewhere: swap files, backups, undo files, registers.
    private static func quietly(_ program: String) -> [String] {
        let resolved = find(program) ?? program
        let name = resolved.split(separator: "/").last.map(String.init) ?? resolved
        if name.hasPrefix("vim") || name.hasPrefix("nvim") {
            return ["-n", "-i", "NONE", "-c", "set nobackup nowritebackup noundofile"]
        }
        return name == "nano" ? ["--ignorercfiles"] : []
    }

    /// Returns the path of a program, with symbolic links followed; `nil` if it is not found.
    private static func find(_ program: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let places = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
        guard let place = places.first(where: { access($0, X_OK) == 0 }), let real = realpath(place, nil) else {
            return nil
        }
        defer { free(real) }
        return String(validatingCString: real)
    }

    private static func start(_ editor: Editor, _ path: String, mask: sigset_t) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (mask, ignored) = (mask, sigset_t())
        posix_spawnattr_setsigmask(&attributes, &mask)
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = (editor.words + [path]).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let error = posix_spawnp(&process, editor.words[0], nil, &attributes, &arguments, environ)
        guard error == 0 else {
            throw Failure(
                .failed, "the editor \(editor.name) cannot be started: \(String(cString: strerror(error)))",
                remedy: "say which editor you want with EDITOR")
        }
        return process
    }

    /// Waits for the process and returns its exit status.
    private static func wait(for process: pid_t, _ signals: inout sigset_t, end: (Int32) -> Void) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process || (ended < 0 && errno != EINTR) { return ended == process ? status : -1 }
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            // Ctrl-C and Ctrl-\\ at the terminal are for the editor.
            if number == SIGTERM || number == SIGHUP { end(number) }
        }
    }
}
