/// The place that a passcode comes from, as far as waits and turns go.
package enum PasscodeSource: Hashable, Sendable {
    /// A prompt of the agent, shown by an installed program that shows prompts, or a window of the password manager.
    case prompt
    /// The command line in a terminal.
    case terminal(TerminalGrant.Terminal)
    /// A program. If `isKnown` is false, other programs can have the same name, or a program can take another one at will.
    case program([UInt8], isKnown: Bool)

    /// A program.
    ///
    /// - Parameters:
    ///   - subject: the program as the agent has identified it.
    ///   - process: its process, for a program that has no name.
    package init(_ subject: Subject, process: String) {
        let isKnown =
            switch subject.strength {
            case .secured, .system, .pinned, .unpinned: true
            case .confined, .interpreter, .unidentified: false
            }
        self = .program(Array((subject.key ?? process).utf8), isKnown: isKnown)
    }

    /// Whether the right passcode gives it a count and a turn of its own from then on.
    var canBeProven: Bool {
        switch self {
        case .prompt: false
        case .terminal: true
        case .program(_, let isKnown): isKnown
        }
    }
}
