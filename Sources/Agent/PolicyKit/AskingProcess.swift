import Glibc

/// A process, told from every other that has had its number or will have it.
///
/// Debian 12's polkit (122) knows no descriptors of processes, so its number, the moment of its start and its user are all there
/// is. Two processes of one number would have to start within one clock tick (10 ms) to be taken for one another.
package struct AskingProcess: Hashable, Sendable {
    let pid: Int32
    let startTime: UInt64
    let uid: uid_t
    /// What tells the program that it runs from others: number and start stay when it executes another.
    let program: String

    /// - Parameters:
    ///   - pid: its number.
    ///   - startTime: in clock ticks since the machine has started, as the kernel says (proc(5), field 22 of `/proc/PID/stat`).
    ///   - uid: as whom it runs.
    ///   - program: what tells the program that it runs from others.
    package init(pid: Int32, startTime: UInt64, uid: uid_t, program: String = "") {
        self.pid = pid
        self.startTime = startTime
        self.uid = uid
        self.program = program
    }

    /// Whether it runs at this moment, and as this user and no other. One that has ended and waits for its parent does not.
    ///
    /// A directory of `/proc` that is open belongs to one process for ever: both files are of the same one.
    package var isRunning: Bool {
        let directory = open("/proc/\(pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        guard let stat = Self.contents("stat", in: directory), let status = Self.contents("status", in: directory),
            let (state, start) = Self.stateAndStart(stat), state != "Z", state != "X", start == startTime
        else { return false }
        return Self.users(status) == [uid, uid]
    }

    /// The moment when the process with this number has started; nil if there is none.
    package static func startTime(of pid: Int32) -> UInt64? {
        let directory = open("/proc/\(pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return nil }
        defer { close(directory) }
        return contents("stat", in: directory).flatMap(stateAndStart)?.start
    }

    /// The second field is a name that the process chose, in parentheses; only what comes after the last one is the kernel's.
    static func stateAndStart(_ stat: String) -> (state: Substring, start: UInt64)? {
        guard let name = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: name)...].split(whereSeparator: \.isWhitespace)
        // Fields are counted from one, and the first two lie before.
        guard fields.count > 22 - 3, let start = UInt64(fields[22 - 3]) else { return nil }
        return (fields[0], start)
    }

    /// As whom the process runs, and with whose rights. The kernel lets no name make a line of its own.
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
