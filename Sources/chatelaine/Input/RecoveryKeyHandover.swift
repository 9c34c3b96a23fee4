import Glibc
import Secrets

/// The way of a new recovery key to the user. It counts only once the user is known to have it; until then an earlier one does.
struct RecoveryKeyHandover {
    /// Whether the key counts as soon as it was written.
    let isTaken: Bool
    /// The command that has the key count later.
    let confirmation: String

    /// Shows the key, and has it count if the user has typed it back.
    ///
    /// - Parameters:
    ///   - write: writes the key to standard output.
    ///   - isKey: whether a text is the key.
    ///   - confirm: has the key count.
    func perform(
        write: () throws -> Void, isKey: (borrowing SecretBytes) -> Bool, confirm: () throws -> Void
    ) throws {
        if !isTaken, isatty(STDOUT_FILENO) == 1, let terminal = Terminal() {
            StandardStreams.complain("write this down and keep it away from this machine; it is not shown again:\n")
            try write()
            try typeBack(terminal, isKey)
            try confirm()
        } else {
            try write()
            // The reader may have taken it, or not: a pipe does not say.
            try StandardStreams.finish()
            guard isTaken else { return StandardStreams.complain(pending) }
            try confirm()
        }
        StandardStreams.complain("the recovery key counts from now on; an earlier one opens nothing any more\n")
    }

    private var pending: String {
        "this recovery key opens nothing yet, and an earlier one counts as before; when you have it, run: "
            + "chatelaine \(confirmation)\n"
    }

    private func typeBack(_ terminal: borrowing Terminal, _ isKey: (borrowing SecretBytes) -> Bool) throws {
        for _ in 0..<3 {
            guard try !isKey(terminal.secret("Type it back, from what you have written down: ")) else { return }
            StandardStreams.complain("that is another text than the recovery key\n")
        }
        throw Failure(
            .cancelled, "the recovery key was not typed back: it opens nothing, and an earlier one counts as before",
            remedy: "write it down, and try again")
    }

    /// Reads a key that is to count: typed twice, or the first line of standard input.
    static func confirmed(fromStandardInput: Bool) throws -> SecretBytes {
        guard !fromStandardInput else {
            return try StandardInput.line(of: "a recovery key", remedy: "write the recovery key on a line of its own")
        }
        guard let terminal = Terminal() else {
            throw Failure(
                .usage, "there is no terminal to type the recovery key on",
                remedy: "write it to standard input, and add --stdin")
        }
        return try terminal.newSecret("Recovery key, as you have kept it: ")
    }
}
