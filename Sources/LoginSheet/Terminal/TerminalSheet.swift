import CLinux
import Glibc
import PasswordVault
import Secrets
import Synchronization
import TerminalIO

/// A sheet in a terminal, line by line. Passwords are not shown; Esc and ^C say no at every step.
///
/// A terminal belongs to the program that runs in it: whatever is shown there, that program reads, and whatever it likes it types. So
/// each request has somebody enter a master password, only items for this one site can be picked, and of those nothing is shown
/// but the title of the one that was picked (SECURITY.md).
public final class TerminalSheet: SheetPresentation {
    private let sheet: Sheet
    private let texts: SheetTexts
    private let input: Int32
    private let output: Int32
    private let chosen = Mutex<String?>(nil)
    private let posted = Mutex<[SheetEvent]>([])
    /// Can be read from as soon as something was posted; negative if there was no descriptor left, and then nothing is noticed.
    private let wake = clinux_event()

    /// - Parameters:
    ///   - sheet: in its first state, for the environment ``SheetRequest/Environment/terminal``.
    ///   - input: where somebody types; a terminal's settings are changed while the sheet runs, and restored. Stays open.
    ///   - output: where the sheet is shown; may be the same. Stays open. Where writing blocks, a terminal that takes nothing keeps the
    ///     sheet from noticing anything.
    public init(_ sheet: Sheet, input: Int32, output: Int32, texts: SheetTexts = SheetTexts()) {
        (self.sheet, self.texts, self.input, self.output) = (sheet, texts, input, output)
    }

    deinit {
        if wake >= 0 { close(wake) }
    }

    /// Tells the sheet what has happened elsewhere, such as that the program has gone. From any thread.
    public func post(_ event: SheetEvent) {
        posted.withLock { $0.append(event) }
        clinux_event_signal(wake)
    }

    /// The password manager that somebody has chosen, once the sheet has ended; nil: nobody was asked or has said.
    public var chosenManager: String? { chosen.withLock { $0 } }

    /// Says, after the end, that what was picked could not be used.
    public func show(failure reason: String) {
        let sentence = texts[.failed, ["reason": TerminalText.escape(reason)]]
        let lines = TerminalLines(input: input, output: output, wake: wake)
        lines.show(sentence + "\n")
        lines.restore()
    }

    /// Shows the sheet until it ends; of a request that makes no sense nothing. Blocks; to be called once.
    public func run() -> SheetOutcome {
        // A request that makes no sense is the business of the program that sent it: nobody has to read of each.
        if sheet.checked == nil, let outcome = sheet.outcome { return outcome }
        let lines = TerminalLines(input: input, output: output, wake: wake)
        defer { lines.restore() }
        var dialogue = SheetDialogue(sheet, lines, texts) { [self] in
            posted.withLock { events in
                defer { events = [] }
                return events
            }
        }
        let outcome = dialogue.run()
        chosen.withLock { $0 = dialogue.sheet.chosenManager }
        return outcome
    }
}
