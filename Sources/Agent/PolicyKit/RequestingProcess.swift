import Glibc

/// A process, distinguished from every other one with the same process id.
///
/// Debian 12's polkit (122) does not support pidfds, so process id, start time and user are the only means. Two processes with one process
/// id would have to start within one clock tick (10 ms) to be confused.
package struct RequestingProcess: Hashable, Sendable {
    let pid: Int32
    let startTime: UInt64
    let uid: uid_t
    /// The identity of the program that it runs: process id and start time stay the same when it executes another program.
    let program: String

    /// - Parameters:
    ///   - pid: the process id.
    ///   - startTime: in clock ticks since the system started, as the kernel reports it (proc(5), field 22 of `/proc/PID/stat`).
    ///   - uid: the user as which it runs.
    ///   - program: the identity of the program that it runs.
    package init(pid: Int32, startTime: UInt64, uid: uid_t, program: String = "") {
        self.pid = pid
        self.startTime = startTime
        self.uid = uid
        self.program = program
    }

    /// Whether it is running now, as this user and no other. A zombie is not.
    ///
    /// An open directory of `/proc` stays bound to one process: both files belong to the same one.
    package var isRunning: Bool {
        let directory = open("/proc/\(pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        guard let stat = Self.contents("stat", in: directory), let status = Self.contents("status", in: directory),
            let (state, start) = Self.stateAndStart(stat), state != "Z", state != "X", start == startTime
        else { return false }
        return Self.users(status) == [uid, uid]
    }

    /// Returns the start time of the process with this process id; `nil` if there is none.
    package static func startTime(of pid: Int32) -> UInt64? {
        let directory = open("/proc/\(pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        return contents("stat", in: directory).flatMap(stateAndStart)?.start
    }

    /// Parses state and start time. The second field is a name that the process chose, in parentheses; only the text after the last
    /// parenthesis is the kernel's.
    static func stateAndStart(_ stat: String) -> (state: Substring, start: UInt64)? {
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: name)...].split(whereSeparator: \.isWhitespace)
        // Fields are counted from one, and the first two precede.
        guard fields.count > 22 - 3, let start = UInt64(fields[22 - 3]) else { return nil }
        return (fields[0], start)
    }

    /// Returns the real and the effective user id. The kernel escapes newlines in the name, so that it cannot forge a line.
    static func users(_ status: String) -> [uid_t] {
        let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().prefix(2).compactMap { uid_t($0) } ?? []
    }

    private static let limit = 8192

    private static func contents(_ name: String, in directory: Int32) -> String? {
        let file = openat(directory, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let read = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress.map { $0 + count }, limit - count)
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { return nil }
            if read == 0 { break }
            count += read
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
