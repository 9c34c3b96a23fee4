import Foundation
import Glibc

/// A terminal with the test as the person who sits there: for programs with windows that were started from one.
@MainActor public final class Terminal {
    /// The path of the end that programs have.
    public nonisolated let name: String
    private let person: Int32
    /// Everything that it has shown so far.
    public var shown: String { String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n") }
    private var bytes: [UInt8] = []
    private var seen = 0

    /// Opens one that nobody uses yet.
    public init() throws {
        var (person, program): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        // As wide as somebody has it, so that no line breaks.
        var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&person, &program, &name, nil, &size) == 0 else { throw TestFailure("there is no terminal") }
        close(program)
        _ = fcntl(person, F_SETFD, FD_CLOEXEC)
        _ = fcntl(person, F_SETFL, O_NONBLOCK)
        self.person = person
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { close(person) }

    /// Waits until it shows a text, after what was expected before.
    public func expect(_ text: String) throws {
        try Desktop.wait(for: "“\(text)” in a terminal that shows “\(shown)”") {
            read()
            let shown = shown
            let rest = shown.dropFirst(seen)
            guard let range = rest.range(of: text) else { return nil as Void? }
            seen += rest.distance(from: rest.startIndex, to: range.upperBound)
            return ()
        }
    }

    /// Types; Return is `\r`, Esc `\u{1b}`.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(person, bytes, bytes.count)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(person, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }
}
