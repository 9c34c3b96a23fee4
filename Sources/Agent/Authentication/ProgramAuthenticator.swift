import Authentication
import CLinux
import Foundation
import Glibc
import KeyManagement
import KeychainServices
import Secrets

/// Asks a person for one program. Who the program is, the agent has found out itself, and the prompt says it.
struct ProgramAuthenticator: Authenticator {
    let server: AgentServer
    let program: Program
    /// The program's connection: if it goes, so does the prompt.
    let connection: Connection
    /// A passcode that does not have to be typed again.
    var shown: ShownPasscode?

    func biometry() -> Biometry {
        guard let equipment = server.equipment else { return .notAvailable(.noReader) }
        return equipment.biometry(needsPasscodeFirst: needsPasscodeFirst)
    }

    var hasOtherPasscode: Bool { server.accountCheck != nil || server.ownerCheck != nil }

    /// After a start of the machine the passcode comes first (keychain-services 10.3).
    private var needsPasscodeFirst: Bool { (try? server.service.lockState()) == .beforeFirstUnlock }

    func authenticate(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        guard let proof = proofOfShown(for: request.requirement) else { return try ask(request) }
        server.audit?.note(program, "authentication: passcode, shown before")
        return try request.completing(proof, ask)
    }

    private func proofOfShown(for requirement: AuthenticationRequirement) -> AuthenticationProof? {
        // Where something else counts as the passcode, that is what is asked for.
        guard requirement.needsKeychainPasscode || !hasOtherPasscode else { return nil }
        return shown?.proof(for: requirement, lock: server.locks.load(ordering: .acquiring), now: bootTime())
    }

    private func ask(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        guard let equipment = server.equipment else { throw .noReader }
        guard server.questions.mayPrompt(program) else { throw .tooOften }
        let watch = HangUpWatch(connection) { request.cancellation.cancel(.systemCancel) }
        defer { watch.end() }
        let prompter = QuestionPrompter(questions: server.questions, program: program)
        let owner = server.ownerCheck?(program)
        let own = KeychainPasscodeCheck(CountedPasscode(server: server, program: program))
        let evaluation = Evaluation(
            equipment, passcode: server.accountCheck ?? own, keychainPasscode: own, owner: owner, prompter: prompter,
            program: program.subject.key ?? program.process, needsPasscodeFirst: needsPasscodeFirst)
        do throws(AuthenticationError) {
            let proof = try evaluation.run(request)
            server.questions.prompted(program, granted: true)
            server.audit?.note(program, "authentication: \(proof.summary)")
            return proof
        } catch {
            server.noteFailedFinger()
            // What nobody was asked was not in vain.
            if error.code != .notInteractive, prompter.hasAsked || owner != nil {
                server.questions.prompted(program, granted: false)
            }
            server.audit?.note(program, "authentication", status: KeychainError(error).code.rawValue)
            throw error
        }
    }
}

extension AuthenticationProof {
    /// For the audit log.
    fileprivate var summary: String {
        var parts: [String] = []
        if biometry != nil { parts.append("fingerprint") }
        if hasShownPasscode { parts.append("passcode") }
        if applicationPassword != nil { parts.append("application password") }
        return parts.joined(separator: ", ")
    }
}

extension AuthenticationError {
    fileprivate static var tooOften: AuthenticationError {
        AuthenticationError(
            .systemCancel, "the program has asked too often in vain", remedy: "wait ten minutes, then try again")
    }

    fileprivate static var noReader: AuthenticationError {
        AuthenticationError(.biometryNotAvailable, "this agent uses no fingerprint reader")
    }
}

/// The keychain's passcode, with wrong ones counted as everywhere else.
struct CountedPasscode: DevicePasscode {
    let server: AgentServer
    let program: Program

    func isSet() throws(KeychainError) -> Bool { try server.service.lockState() != .noPasscode }

    func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> [Int64: OpeningKey] {
        let holder = SecretHolder(passcode.copy())
        // Attempts come one after another.
        let result = server.passcodes.sync {
            Result { () throws(KeychainError) in
                var keys: [Int64: OpeningKey] = [:]
                try server.counting(program, atPrompt: true) { () throws(KeychainError) in
                    keys = try server.prove(holder)
                }
                return keys
            }
        }
        return try result.get()
    }
}

/// Notices that a program has gone while a person is asked for it.
final class HangUpWatch: Sendable {
    private let event: Int32

    /// - Parameter isGone: called on another thread, once.
    init(_ connection: Connection, _ isGone: @escaping @Sendable () -> Void) {
        let event = clinux_event()
        self.event = event
        if event < 0 { isGone() } else { Self.watch(event, connection, isGone) }
    }

    private static func watch(_ event: Int32, _ connection: Connection, _ isGone: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            var watched = [
                pollfd(fd: event, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: Connection.otherEndIsClosed, revents: 0),
            ]
            while poll(&watched, 2, -1) < 0, errno == EINTR {}
            if watched[0].revents == 0 {
                isGone()
                // Not before ``end()``: it would signal what has this number by then.
                while poll(&watched, 1, -1) < 0, errno == EINTR {}
            }
            close(event)
        }
    }

    /// Nobody has to be watched any more.
    func end() { if event >= 0 { clinux_event_signal(event) } }
}
