import AccessPolicy
import Agent
import Dispatch
import KeychainServices

/// Lets every program in with the groups that it asks for.
struct OpenGate: Gatekeeper {
    /// Signalled whenever the keychain was locked.
    let lockedEvent = DispatchSemaphore(value: 0)

    func inspect(_ credentials: ProcessCredentials, pidfd: Int32) throws(KeychainError) -> Program {
        Program(
            credentials: credentials, path: "/test", subject: .unidentified, process: "test", fingerprint: "test",
            terminal: nil, witness: nil, isCommandLine: true)
    }

    func admit(
        _ program: Program, wanted: [String], token: TokenGrant?, hasShownPasscode: Bool
    ) throws(KeychainError) -> Admission {
        Admission(groups: AccessGroups(wanted.isEmpty ? [TestAgent.group] : wanted))
    }

    func isTrusted(_ program: Program, hasShownPasscode: Bool) throws(KeychainError) -> Bool { true }

    func grantTerminal(of program: Program) {}
    func locked() { lockedEvent.signal() }
}
