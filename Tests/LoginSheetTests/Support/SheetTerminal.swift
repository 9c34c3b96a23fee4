import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LoginSheet

/// A sheet in a terminal of its own, and the test as the person who sits there.
final class SheetTerminal {
    let sheet: TerminalSheet
    private let terminal: PseudoTerminal
    private let program: Int32
    private let end = End()
    let before: tcflag_t

    private final class End: Sendable {
        let outcome = Mutex<SheetOutcome?>(nil)
        let hasCome = DispatchSemaphore(value: 0)
    }

    init(_ sheet: Sheet) throws {
        terminal = try PseudoTerminal()
        // As those are opened that sheets are shown in.
        program = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        before = terminal.localModes
        self.sheet = TerminalSheet(sheet, input: program, output: program)
    }

    deinit { close(program) }

    /// Shows the sheet, on a thread of its own.
    func start() {
        Thread.detachNewThread { [sheet, end] in
            let outcome = sheet.run()
            end.outcome.withLock { $0 = outcome }
            end.hasCome.signal()
        }
    }

    /// Fills the terminal's output buffer.
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

    func type(_ text: String) { terminal.type(text) }

    /// Everything that the terminal has shown so far.
    var shown: String { terminal.shown }

    /// Waits until something is shown after what was waited for last.
    func expect(_ text: String) throws { try terminal.expect(text) }

    /// How the sheet ended.
    func ended() throws -> SheetOutcome {
        // Only a sheet that hangs takes that long.
        guard end.hasCome.wait(timeout: .now() + 300) == .success else { throw TestFailure("no end: \(shown)") }
        terminal.readAvailable()
        return try #require(end.outcome.withLock { $0 })
    }

    /// As if the window was closed.
    func hangUp() { terminal.hangUp() }

    var flags: tcflag_t { terminal.localModes }
}
