import Foundation
import Glibc

/// A terminal without a window, with the test as the user in front of it.
public final class PseudoTerminal: @unchecked Sendable {
    // Sendable: a test uses a terminal from one thread at a time.

    /// The path of the end that programs have.
    public let path: String
    /// The end of the user; -1 after ``hangUp()``.
    private var user: Int32
    private var bytes: [UInt8] = []
    private var seen = 0

    /// - Parameters:
    ///   - rows: its height in characters; 0 if it says nothing of that.
    ///   - columns: its width in characters; 0 if it says nothing of that.
    public init(rows: UInt16 = 0, columns: UInt16 = 0) throws {
        let ends = try Self.open(rows: rows, columns: columns)
        close(ends.program)
        (user, path) = (ends.user, ends.path)
    }

    deinit { hangUp() }

    /// Opens both ends of a terminal, which the caller closes.
    ///
    /// - Throws: ``TestFailure`` if there are no more of them.
    public static func open(
        rows: UInt16 = 0, columns: UInt16 = 0
    ) throws -> (user: Int32, program: Int32, path: String) {
        var (user, program): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&user, &program, &name, nil, &size) == 0 else { throw TestFailure("there is no terminal") }
        for descriptor in [user, program] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return (user, program, String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    // MARK: - Screen

    /// Everything that the terminal was seen to show so far, byte for byte.
    public var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits until the terminal shows a text after what was expected before.
    ///
    /// - Parameter text: its lines end with a line feed alone, or with what the terminal makes of it.
    /// - Throws: ``TestFailure`` if no process has the terminal open any more, or nothing is shown for a minute.
    public func expect(_ text: String) throws {
        let wanted = Array(text.replacing("\n", with: "\r\n").utf8)
        while true {
            if let end = Self.end(of: wanted, in: bytes[seen...]) {
                seen = end
                return
            }
            guard readMore() else {
                throw TestFailure("“\(text)” was expected, but the terminal shows: \(shown)")
            }
        }
    }

    /// Waits until the terminal has shown a text for the given number of times in all.
    public func expect(_ text: String, times: Int) throws {
        while shown.components(separatedBy: text).count <= times {
            guard readMore() else {
                throw TestFailure("“\(text)” was expected \(times) times, but the terminal shows: \(shown)")
            }
        }
    }

    /// Reads until no program has the terminal open.
    ///
    /// - Returns: `false` if one still has after a minute without a word.
    @discardableResult public func readToEnd() -> Bool {
        while readMore() {}
        return hasEnded
    }

    /// Reads what is there already.
    public func readAvailable() { while readMore(within: 0) {} }

    private var hasEnded = false

    private func readMore(within milliseconds: Int32 = 60_000) -> Bool {
        var wanted = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(user, &buffer, buffer.count)
        hasEnded = count <= 0
        guard !hasEnded else { return false }
        bytes += buffer[..<count]
        return true
    }

    /// Returns the index behind the first occurrence; `nil` if there is none.
    private static func end(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var start = bytes.startIndex
        while start <= bytes.endIndex - wanted.count {
            if bytes[start...].starts(with: wanted) { return start + wanted.count }
            start += 1
        }
        return nil
    }

    // MARK: - Keyboard

    /// Types a text; Return is `\r`, Esc `\u{1b}`.
    public func type(_ text: String) { type(Array(text.utf8)) }

    /// Types bytes.
    public func type(_ bytes: [UInt8]) { _ = write(user, bytes, bytes.count) }

    /// Closes the window.
    public func hangUp() {
        if user >= 0 { close(user) }
        user = -1
    }

    /// Gives the window another size.
    public func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(user, UInt(TIOCSWINSZ), &size)
    }

    // MARK: - Settings

    /// The local modes as they are now (termios(3)).
    public var localModes: tcflag_t {
        var settings = termios()
        tcgetattr(user, &settings)
        return settings.c_lflag
    }
}
