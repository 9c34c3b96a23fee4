import CLinux
import Glibc
import LinuxSupport
import PasswordVault
import Secrets
import Synchronization

/// A sheet in a terminal, line by line. Passwords are not shown; Esc and ^C cancel at every step.
///
/// A terminal belongs to the program that runs in it: that program can read everything that is shown there, and can type anything. So every
/// request requires a master password, only items for the requested site can be picked, and the only value that is shown of them is the
/// title of the picked one (SECURITY.md).
public final class TerminalSheet: SheetPresentation {
    private let sheet: Sheet
    private let texts: SheetTexts
    private let input: Int32
    private let output: Int32
    private let chosen = Mutex<String?>(nil)
    private let posted = Mutex<[SheetEvent]>([])
    /// An eventfd that is readable as soon as an event was posted; negative if no descriptor was available, and then events go unnoticed.
    private let wake = clinux_event()

    /// Makes a sheet for a terminal.
    ///
    /// - Parameters:
    ///   - sheet: in its first state, for the environment ``SheetRequest/Environment/terminal``.
    ///   - input: the descriptor that the user types into; a terminal's settings are changed while the sheet runs, and restored. Stays open.
    ///   - output: where the sheet is shown; may be the same. Stays open. Where writing blocks, a terminal that takes nothing keeps the
    ///     sheet from noticing anything.
    public init(_ sheet: Sheet, input: Int32, output: Int32, texts: SheetTexts = SheetTexts()) {
        (self.sheet, self.texts, self.input, self.output) = (sheet, texts, input, output)
    }

    deinit {
        if wake >= 0 { close(wake) }
    }

    /// Sends an event from outside to the sheet, such as the end of the requesting program. It can be called from any thread.
    public func post(_ event: SheetEvent) {
        posted.withLock { $0.append(event) }
        clinux_event_signal(wake)
    }

    /// The password manager that the user has chosen, available after the end; `nil` if the sheet did not ask or the user did not answer.
    public var chosenManager: String? { chosen.withLock { $0 } }

    /// Shows, after the end, that the picked item could not be used.
    public func show(failure reason: String) {
        let sentence = texts[.failed, ["reason": UntrustedText.forTerminal(reason)]]
        let lines = TerminalLines(input: input, output: output, wake: wake)
        lines.show(sentence + "\n")
        lines.restore()
    }

    /// Shows the sheet until it ends. Nothing is shown for an invalid request. The call blocks, and may be made only once.
    public func run() -> SheetOutcome {
        // An invalid request is reported to the program that sent it, and not shown to the user.
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
