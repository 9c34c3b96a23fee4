import Foundation
import Glibc
import ProcessTesting
import Synchronization
import Testing

@testable import LoginSheet

/// A sheet in a terminal of its own, and the test as the person who sits there.
final class SheetTerminal {
    let sheet: TerminalSheet
    private var person: Int32
    private let program: Int32
    private let end = End()
    let before: tcflag_t
    /// Everything that the terminal has shown so far.
    private(set) var shown = ""

    private final class End: Sendable {
        let outcome = Mutex<SheetOutcome?>(nil)
        let hasCome = DispatchSemaphore(value: 0)
    }

    struct NoWord: Error { let shown: String }

    init(_ sheet: Sheet) throws {
        let (person, path) = try #require(Pseudoterminal.open())
        self.person = person
        // As those are opened that sheets are shown in.
        program = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        before = Self.flags(person)
        self.sheet = TerminalSheet(sheet, input: program, output: program)
    }

    deinit {
        hangUp()
        close(program)
    }

    /// Shows the sheet, on a thread of its own.
    func start() {
        Thread.detachNewThread { [sheet, end] in
            let outcome = sheet.run()
            end.outcome.withLock { $0 = outcome }
            end.hasCome.signal()
        }
    }

    /// Fills what the terminal keeps for somebody who reads it.
    func fill() {
        while write(program, ".", 1) == 1 {}
    }

    /// As another program sets them that has the terminal now.
    func set(_ flags: tcflag_t) {
        var settings = termios()
        tcgetattr(program, &settings)
        settings.c_lflag = flags
        tcsetattr(program, TCSANOW, &settings)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(person, bytes, bytes.count)
    }

    /// Waits until something is shown after what was waited for last.
    func expect(_ text: String) throws {
        while true {
            if let range = shown.range(of: text, range: position..<shown.endIndex) {
                position = range.upperBound
                return
            }
            guard let more = read() else { throw NoWord(shown: shown) }
            let offset = shown.utf8.distance(from: shown.startIndex, to: position)
            shown += more
            position = shown.utf8.index(shown.startIndex, offsetBy: offset)
        }
    }

    private var position = "".startIndex

    /// How the sheet ended.
    func ended() throws -> SheetOutcome {
        // Only a sheet that hangs takes that long.
        guard end.hasCome.wait(timeout: .now() + 20) == .success else { throw NoWord(shown: shown) }
        while let more = read(wait: 0) { shown += more }
        return try #require(end.outcome.withLock { $0 })
    }

    /// As if the window was closed.
    func hangUp() {
        if person >= 0 { close(person) }
        person = -1
    }

    var flags: tcflag_t { Self.flags(person) }

    private static func flags(_ descriptor: Int32) -> tcflag_t {
        var settings = termios()
        tcgetattr(descriptor, &settings)
        return settings.c_lflag
    }

    /// Nil at the end, or if nothing comes.
    private func read(wait milliseconds: Int32 = 20_000) -> String? {
        var wanted = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(person, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
