import AccessPolicy
import Agent
import Dispatch
import KeychainServices
import ProcessIdentity

/// Lets every program in with the groups that it asks for.
struct OpenGate: Gatekeeper {
    /// Signalled whenever the keychain was locked.
    let lockedEvent = DispatchSemaphore(value: 0)
    /// What it takes every program for.
    var subject = Subject.unidentified
    var terminal: TerminalGrant.Terminal?
    /// What tells a program's process from others.
    var process: @Sendable () -> String = { "test" }
    var isCommandLine = true
    /// The file next to the executable of every program.
    var declaration = Declaration.absent
    /// Whether it cannot find out who asks.
    var isBlind = false
    /// Whether it refuses all callers that have shown the passcode, as when a token has expired meanwhile.
    var refusesWhoKnows = false

    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        guard !isBlind else { throw KeychainError(.missingEntitlement, "the program is unknown") }
        var program = Program(
            credentials: credentials, path: "/test", subject: subject, process: process(), fingerprint: "test",
            terminal: terminal, witness: nil, role: isCommandLine ? .commandLine : .other)
        program.declaration = declaration
        return program
    }

    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission {
        guard !(refusesWhoKnows && hasShownPasscode) else {
            throw KeychainError(.authenticationFailed, "the token has expired")
        }
        return Admission(groups: AccessGroups(wanted.isEmpty ? [TestAgent.group] : wanted))
    }

    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool { true }

    func grantTerminal(of program: Program) {}

    /// One that takes every program for the command line in a terminal.
    static var inTerminal: OpenGate {
        var gate = OpenGate()
        gate.terminal = TerminalGrant.Terminal(uid: 1, sessionID: 1, leaderStart: 1, device: 1)
        return gate
    }
    func locked() { lockedEvent.signal() }
}
