import KeychainServices
import LinuxSupport

/// Looks at the programs of connections: before a program is accepted, and again before its requests.
struct ProgramInspection {
    let admissions: Admissions

    /// The nanoseconds for which a look at a program is good enough to reveal a secret.
    private static let freshness: UInt64 = 1_000_000_000

    /// The nanoseconds for which a thread that serves all connections may be late with a request before it would look itself.
    private static let lateness: UInt64 = 100_000_000

    /// Whether the next frame of a connection takes a look at its program, which may last.
    func isDue(for connection: Connection) -> Bool {
        connection.caller == nil || Clock.sinceBoot &- connection.lookedAt > Self.freshness
    }

    /// Looks at the process that made a connection.
    func inspect(_ connection: Connection) throws(KeychainError) -> Program {
        connection.lookedAt = Clock.sinceBoot
        return try admissions.gatekeeper.inspect(connection.credentials, pidfd: connection.pidfd)
    }

    /// Looks at a program again if the last look is too old, and admits it again if it, or its rights, may have changed.
    ///
    /// - Throws: `.missingEntitlement` if it is not the program that was accepted.
    func recheck(_ caller: Caller, _ connection: Connection) throws(KeychainError) {
        // At every request: the program is still the same. From time to time: it has not loaded anything new.
        guard caller.session.program.witness?.isRunning ?? true else { throw .becameAnother }
        guard caller.session.program.isStillHosted else { throw .hostHasEnded }
        let isFresh = Clock.sinceBoot &- connection.lookedAt <= Self.freshness &+ Self.lateness
        let isCurrent = admissions.isCurrent(caller.session)
        guard !isFresh || !isCurrent else { return }
        var session = caller.session
        var program = isFresh ? session.program : try inspect(connection)
        guard program.process == session.program.process else { throw .becameAnother }
        // It is still the program that was accepted, and an upgrade of its package has not changed the process.
        if program.wasUpgraded { program = session.program }
        guard !isCurrent || program.fingerprint != session.program.fingerprint else { return }
        session.program = program
        guard try !admissions.admit(&session).isChanged else { throw .changed(program.path) }
        caller.session = session
    }
}

extension KeychainError {
    static var becameAnother: KeychainError {
        KeychainError(
            .missingEntitlement, "the process became another program while it connected",
            remedy: "connect after exec(), not before")
    }

    static var hostHasEnded: KeychainError {
        KeychainError(
            .missingEntitlement, "the test host that had started the program has ended",
            remedy: "run the tests again: testhost --host PROGRAM")
    }
}
