import Glibc

/// A command that programs run in loops, in its form without options: `NAME SERVICE ACCOUNT`.
///
/// It is parsed without ArgumentParser, which spends a third of such a process's time on examining every command and option.
protocol PlainCommand {
    static var plainName: String { get }
    init(plainService: String, account: String)
    func run(in session: Session) throws
}

extension PlainCommand {
    /// `nil` for arguments that the parser has to handle.
    init?(plain arguments: [String]) {
        guard arguments.count == 4, arguments[1] == Self.plainName, !arguments[2].hasPrefix("-"),
            !arguments[3].hasPrefix("-")
        else { return nil }
        self.init(plainService: arguments[2], account: arguments[3])
    }

    /// Runs the command and ends the process. Stored data is durable without closing anything. The kernel reclaims all memory at once and
    /// wipes it before another process gets it, which saves a tenth of the process's time.
    func runAndExit() throws -> Never {
        let session = try Session()
        try run(in: session)
        withExtendedLifetime(session) { _exit(ExitStatus.done.rawValue) }
    }
}
