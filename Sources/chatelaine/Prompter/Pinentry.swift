import CLinux
import Foundation
import Glibc
import LinuxSupport
import Secrets
import Synchronization

/// One run of a pinentry program, over its Assuan protocol on pipes (libassuan's manual, "Assuan protocol").
final class Pinentry: Sendable {
    enum Answer {
        case denied
        case allowed(Passcode)
    }

    /// The typed secret; empty if none was asked for.
    final class Passcode {
        private var bytes: SecretBytes?
        init(_ bytes: consuming SecretBytes) { self.bytes = consume bytes }
        func take() -> SecretBytes { bytes.take() ?? SecretBytes(zeros: 0) }
    }

    private let process: pid_t
    private let toChild: Int32
    private let fromChild: Int32
    private let hasEnded = Atomic(false)

    /// - Parameters:
    ///   - path: the absolute path of the pinentry.
    ///   - seconds: the time after which the pinentry gives up by itself.
    init?(path: String, seconds: UInt32) {
        var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0 else { return nil }
        guard pipe(&output) == 0 else {
            input.forEach { close($0) }
            return nil
        }
        for descriptor in input + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        // a pinentry in another process group of the same session would stop at our terminal.
        posix_spawnattr_setflags(&attributes, clinux_spawn_session)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            close(input[0])
            close(output[1])
        }
        var child: pid_t = 0
        let name = strdup(path)
        defer { free(name) }
        guard posix_spawn(&child, path, &actions, &attributes, [name, nil], environ) == 0 else {
            close(input[1])
            close(output[0])
            return nil
        }
        (process, toChild, fromChild) = (child, input[1], output[0])
        Self.running.store(child, ordering: .relaxed)
        signal(SIGPIPE, SIG_IGN)
        guard isOK(readLine()), isOK(command("SETTIMEOUT \(seconds)")) else {
            end()
            return nil
        }
        // A pinentry rejects an option that it does not know, and works without it.
        for option in Self.options() { _ = command("OPTION \(option)") }
    }

    /// Returns the options that name the terminal for a pinentry that needs one, since its own input and output are pipes.
    private static func options() -> [String] {
        let environment = ProcessInfo.processInfo.environment
        var options: [String] = []
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        if let locale { options.append("lc-ctype=\(escape(locale))") }
        // A process in the background must not use the terminal.
        let terminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].first { tcgetpgrp($0) == getpgrp() }
        if let terminal, let name = Self.name(of: terminal) {
            options.append("ttyname=\(escape(name))")
            if let kind = environment["TERM"] { options.append("ttytype=\(escape(kind))") }
        }
        return options
    }

    private static func name(of terminal: Int32) -> String? {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard ttyname_r(terminal, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { end() }

    /// Closes the dialogue; a call of `ask` that waits returns `.denied`.
    func cancel() { if !hasEnded.load(ordering: .relaxed) { kill(process, SIGTERM) } }

    /// The process id of the pinentry that is running, or -1.
    private static let running = Atomic<pid_t>(-1)

    /// Ends the pinentry that is running: in a session of its own it would not notice that this process ends.
    static func endRunning() {
        let process = running.load(ordering: .relaxed)
        if process > 0 { kill(process, SIGTERM) }
    }

    private func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        _ = Self.running.compareExchange(expected: process, desired: -1, ordering: .relaxed)
        close(toChild)
        close(fromChild)
        kill(process, SIGTERM)
        _ = waitForChild(process)
    }

    /// The content of a dialogue.
    struct Dialogue {
        var text: String
        /// The label of the field for the secret; `nil` if nothing is typed.
        var secret: String?
        /// The heading, if nothing is typed.
        var heading: String?
        var yes: String
        /// The title of the button that denies; `nil` if there is only one button, which denies and has the title ``yes``.
        var no: String?
        /// The message about the previous attempt.
        var error: String?
        /// Whether the user chooses a new secret, and so types it twice.
        var isNew = false
    }

    /// Shows a question and waits.
    func ask(_ dialogue: Dialogue) -> Answer {
        var lines = [
            "SETTITLE Chatelaine", "SETDESC \(Self.escape(dialogue.text))", "SETOK \(Self.title(dialogue.yes))",
        ]
        if let no = dialogue.no { lines.append("SETCANCEL \(Self.title(no))") }
        if let secret = dialogue.secret { lines.append("SETPROMPT \(Self.escape(secret))") }
        for line in lines where !isOK(command(line)) { return .denied }
        if let error = dialogue.error, !isOK(command("SETERROR \(Self.escape(error))")) { return .denied }
        guard dialogue.secret != nil else {
            // GNOME's shows it as a heading.
            if let heading = dialogue.heading { _ = command("SETPROMPT \(Self.escape(heading))") }
            let isYes = isOK(command(dialogue.no == nil ? "CONFIRM --one-button" : "CONFIRM"))
            return isYes && dialogue.no != nil ? .allowed(Passcode(SecretBytes(zeros: 0))) : .denied
        }
        guard dialogue.isNew else { return secret().map { .allowed($0.passcode) } ?? .denied }
        return newSecret(dialogue)
    }

    private func secret() -> (passcode: Passcode, wasRepeated: Bool)? {
        guard write("GETPIN") else { return nil }
        var passcode = SecretBytes(zeros: 0)
        var wasRepeated = false
        while let line = readLine() {
            let kind = line.withUnsafeBytes { $0.first }
            switch kind {
            case UInt8(ascii: "D"): passcode = Self.unescaped(line)
            case UInt8(ascii: "S"):
                wasRepeated = wasRepeated || line.withUnsafeBytes { $0.elementsEqual("S PIN_REPEATED".utf8) }
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "O"): return (Passcode(passcode), wasRepeated)
            default: return nil
            }
        }
        return nil
    }

    /// Asks for a new secret twice: in one dialogue, or in two if the pinentry has only one field. Three attempts.
    private func newSecret(_ dialogue: Dialogue) -> Answer {
        for _ in 1...3 {
            guard isOK(command("SETPROMPT \(Self.escape(dialogue.secret ?? ""))")) else { return .denied }
            // Not every pinentry supports these commands.
            _ = command("SETREPEAT Again")
            _ = command("SETREPEATERROR \(Self.notTheSame)")
            guard let first = secret() else { return .denied }
            if first.wasRepeated { return .allowed(first.passcode) }
            guard isOK(command("SETPROMPT Again:")), let second = secret() else { return .denied }
            let passcode = first.passcode.take()
            if passcode.equals(second.passcode.take()) { return .allowed(Passcode(passcode)) }
            guard isOK(command("SETERROR \(Self.notTheSame)")) else { return .denied }
        }
        return .denied
    }

    private static let notTheSame = "The two are not the same."

    // MARK: - Lines

    private func command(_ line: String) -> SecretBytes? { write(line) ? reply() : nil }

    private func reply() -> SecretBytes? {
        while let line = readLine() {
            let kind = line.withUnsafeBytes { $0.first }
            if kind != UInt8(ascii: "S"), kind != UInt8(ascii: "#") { return line }
        }
        return nil
    }

    private func isOK(_ line: consuming SecretBytes?) -> Bool {
        guard let line = consume line else { return false }
        return line.withUnsafeBytes { $0.starts(with: "OK".utf8) }
    }

    private func write(_ line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        return Glibc.write(toChild, bytes, bytes.count) == bytes.count
    }

    /// The longest line of the protocol, in bytes.
    private static let longestLine = 1000

    private func readLine() -> SecretBytes? {
        var line = SecretBytes(zeros: Self.longestLine + 2)
        let count = line.withUnsafeMutableBytes { buffer -> Int? in
            var count = 0
            while count < buffer.count {
                let got = read(fromChild, buffer.baseAddress.map { $0 + count }, 1)
                if got < 0, errno == EINTR { continue }
                guard got == 1 else { return nil }
                if buffer[count] == UInt8(ascii: "\n") { return count }
                count += 1
            }
            return nil
        }
        guard let count else { return nil }
        return line.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Returns the escaped text, cut to fit into a line after the longest command: a pinentry rejects a line that is too long.
    private static func escape(_ text: String) -> String {
        var (result, count) = ("", 0)
        for scalar in text.unicodeScalars {
            let escaped =
                switch scalar {
                case "%": "%25"
                case "\n": "%0A"
                case "\r": "%0D"
                default: String(scalar)
                }
            count += escaped.utf8.count
            guard count <= longestLine - 40 else { return result + "…" }
            result += escaped
        }
        return result
    }

    /// Returns a button's title: a single underscore would mark the next letter as its key.
    private static func title(_ text: String) -> String { escape(text.replacing("_", with: "__")) }

    /// Returns the data after the `D ` of a line, with each `%XX` decoded.
    private static func unescaped(_ line: borrowing SecretBytes) -> SecretBytes {
        line.withUnsafeBytes { line in
            var result = SecretBytes(zeros: max(line.count - 2, 0))
            let count = result.withUnsafeMutableBytes { result in
                var (from, to) = (2, 0)
                while from < line.count {
                    if line[from] == UInt8(ascii: "%"), from + 2 < line.count, let high = digit(line[from + 1]),
                        let low = digit(line[from + 2])
                    {
                        result[to] = high << 4 | low
                        from += 3
                    } else {
                        result[to] = line[from]
                        from += 1
                    }
                    to += 1
                }
                return to
            }
            return result.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
