import AccessPolicy
import Glibc
import KeychainServices
import LinuxSupport
import ProcessIdentity

/// The development mode in which a program runs tests: the processes that it starts have its access groups.
///
/// A package's tests are an executable that changes with every build, so they have no identity that lasts. While the mode is on, every program
/// of the user can have the groups of the host, since the host runs any program; it has them as long as the host runs, and no other
/// program's (Docs/decisions/0071).
package struct TestHost: Sendable {
    /// The process that a program has its identity from.
    package struct Host: Sendable {
        /// Tells whether it still runs.
        let witness: ProgramWitness?
        /// The path of the program that it has started.
        let started: String
    }

    private let path: String

    /// - Parameter path: of the host's executable.
    /// - Throws: `.parameter` if no program is there, or it is one that runs scripts.
    package init(path: String) throws(KeychainError) {
        guard path.hasPrefix("/"), access(path, X_OK) == 0, let resolved = realpath(path, nil) else {
            throw KeychainError(
                .parameter, "there is no program “\(path)” that could run tests",
                remedy: "give the absolute path of TestHost")
        }
        defer { free(resolved) }
        self.path = String(cString: resolved)
        guard !Interpreters.contain(path: Array(self.path.utf8)) else {
            throw KeychainError(
                .parameter, "“\(path)” is an interpreter: all its scripts would be test hosts",
                remedy: "give the absolute path of TestHost")
        }
    }

    /// Whether a program can get the identity of its parent: not one of ours, and none that is another's tool.
    func mayHost(_ program: Program) -> Bool {
        program.role == .other && program.subject.strength != .unidentified && !program.wasUpgraded
    }

    /// Whether a process runs the host: the file that is at its path now.
    func isHost(_ evidence: ProcessEvidence) -> Bool {
        evidence.executablePathBytes.elementsEqual(path.utf8)
            && evidence.traits.isDisjoint(with: [.executableReplaced, .executableDeleted, .traced, .mixedCredentials])
    }

    /// Returns a program with the identity of the host that has started it.
    func hosted(_ program: Program, by host: Program) -> Program {
        var hosted = Program(
            // No process of its user's is kept from reading what the host has started.
            credentials: program.credentials, path: host.path, subject: host.subject.withoutMark,
            process: "\(program.process) in \(host.process)", fingerprint: "\(host.fingerprint) \(program.fingerprint)",
            session: program.session, terminal: program.terminal, witness: program.witness)
        hosted.startTime = program.startTime
        hosted.reason = "a program for tests runs in it"
        hosted.wasUpgraded = host.wasUpgraded
        hosted.declaration = host.declaration
        hosted.host = Host(witness: host.witness, started: program.path)
        return hosted
    }

    /// Notes for people, as long as the mode is on.
    var notes: [String] {
        [
            "development mode: every program that “\(path)” starts has its access groups; end it with an agent without --test-host"
        ]
    }

    /// The line of the audit log when the agent starts.
    package var logLine: String { "development mode: test host \(UntrustedText.forLog(path, limit: 1024))" }
}

extension Program {
    /// Whether it still has the identity that it had at the last look: a test host ends for all that it has started.
    var isStillHosted: Bool { host?.witness?.isRunning ?? true }

    /// The program in the audit log.
    var logged: String {
        guard let host else { return path }
        return "\(path) (runs \(UntrustedText.forLog(host.started, limit: 1024)))"
    }
}
