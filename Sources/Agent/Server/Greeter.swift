import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices
import LinuxSupport
import Secrets

/// Identifies the programs that connect, and accepts or refuses them.
struct Greeter {
    let inspection: ProgramInspection
    let admissions: Admissions
    /// `nil` if every program gets what it asks for, as in tests.
    let policy: PolicyKeeper?
    let consent: PersonConsent
    let audit: Auditor?
    let replies: ReplyWriter
    let connections: ConnectionKeeper

    /// Answers the first message: checks the protocol, looks at the program, and sends a nonce.
    func greet(_ connection: Connection) throws(FrameError) {
        let hello = try connection.reader.take { (message, secret) throws(FrameError) in
            guard secret.isEmpty else { throw .malformed }
            return try WireClientHello(decoding: message)
        }
        guard hello.magic == ProtocolVersion.magic, hello.groups.count <= 64 else { throw .malformed }
        guard hello.major >= ProtocolVersion.major else {
            return try refuseStranger(connection, .oldProtocol(hello.major))
        }
        let program: Program
        do throws(KeychainError) {
            program = try inspection.inspect(connection)
        } catch {
            return try refuseStranger(connection, error)
        }
        let nonce = SecureRandom.bytes(ProtocolVersion.nonceSize)
        connection.phase = .proving(nonce: nonce, wanted: hello.groups, program: program)
        let answer = WireServerHello.with {
            $0.magic = ProtocolVersion.magic
            $0.major = ProtocolVersion.major
            $0.features = ProtocolVersion.features
            $0.nonce = Data(nonce)
            $0.version = ProtocolVersion.release
        }
        try replies.send(answer, to: connection.socket)
    }

    /// Checks the nonce that has come back, and accepts the program.
    ///
    /// The program that sends the nonce back has to be the one that was looked at before it was sent: otherwise a program could connect,
    /// put an innocent one in its place, and let a child of its own do the talking.
    func checkProof(
        on connection: Connection, _ nonce: [UInt8], _ wanted: [String], _ before: Program
    ) throws(FrameError) -> NextStep {
        var token: String?
        let proof = try connection.reader.take { (message, secret) throws(FrameError) in
            guard secret.count <= 256 else { throw .malformed }
            if !secret.isEmpty { token = String(decoding: secret, as: UTF8.self) }
            return try WireProof(decoding: message)
        }
        guard proof.nonce.elementsEqual(nonce) else { throw .malformed }
        do throws(KeychainError) {
            let program = try inspection.inspect(connection)
            guard program.process == before.process, program.fingerprint == before.fingerprint else {
                throw .becameAnother
            }
            let grant = try token.map { text throws(KeychainError) in try checkToken(text, of: program) }
            var session = admissions.makeSession(of: program, wanted: wanted, token: grant)
            let admission = try admissions.admit(&session)
            guard !admission.isChanged else { return try askAboutChange(session, connection) }
            try welcome(connection, session, admission)
        } catch {
            try refuse(connection, before, error)
        }
        return .proceed
    }

    /// Asks a person whether a program that has changed may go on. Only if the question would be shown at once: a program that runs
    /// without a person gets its error at once.
    private func askAboutChange(_ session: Session, _ connection: Connection) throws(KeychainError) -> NextStep {
        guard consent.canAskAboutChange else { throw .changed(session.program.path) }
        Thread.detachNewThread { [self] in
            connections.finish(connection) { () throws(FrameError) in
                do throws(KeychainError) {
                    var session = session
                    try consent.askAboutChange(of: session.program, on: connection.socket)
                    let admission = try admissions.admit(&session)
                    try welcome(connection, session, admission)
                } catch {
                    try refuse(connection, session.program, error)
                }
            }
        }
        return .handedOver
    }

    private func checkToken(_ token: String, of program: Program) throws(KeychainError) -> TokenGrant {
        do throws(TokenRefusal) {
            guard let policy else { throw .unknown }
            return try policy.document.present(token, uid: program.credentials.uid, now: Date())
        } catch {
            let reason =
                switch error {
                case .unknown: "the token is unknown or was revoked"
                case .otherUser: "the token belongs to another user"
                case .expired: "the token has expired"
                }
            throw KeychainError(.authenticationFailed, reason, remedy: "make one with: chatelaine token make")
        }
    }

    private func welcome(
        _ connection: Connection, _ session: Session, _ admission: Admission
    ) throws(KeychainError) {
        connection.caller = Caller(connection.socket, session, memory: RequestMemory(connection.makeLoan()))
        connection.reader.limit = FrameHeader.maximumBodySize
        let welcome = WireWelcome.with {
            $0.groups = admission.groups.names
            $0.wildcard = admission.groups.isWildcard
            $0.wantsTerminalGrant = admission.wantsTerminalGrant
            $0.subject = session.program.wire
        }
        do throws(FrameError) {
            try replies.send(welcome, to: connection.socket)
        } catch {
            throw KeychainError(.notAvailable, "the program has gone")
        }
    }

    // MARK: - Refusals

    /// Refuses a process before it is known which program it is.
    private func refuseStranger(_ connection: Connection, _ error: KeychainError) throws(FrameError) {
        audit?.note(connection.credentials, "connect", status: error.code.rawValue)
        let hello = WireServerHello.with {
            $0.magic = ProtocolVersion.magic
            $0.major = ProtocolVersion.major
            $0.failure = WireFailure(error)
        }
        try replies.send(hello, to: connection.socket)
        throw .closed
    }

    private func refuse(
        _ connection: Connection, _ program: Program, _ error: KeychainError
    ) throws(FrameError) {
        audit?.note(program, program.refusedOperation, status: error.code.rawValue)
        try replies.send(WireWelcome.with { $0.failure = WireFailure(error) }, to: connection.socket)
        throw .closed
    }
}

extension Program {
    /// The name of a connection that was refused, in the audit log, with the reason if it is not the program's.
    fileprivate var refusedOperation: String {
        if wasUpgraded { return "connect: it was replaced, start it again" }
        guard let markHolder else { return "connect" }
        return "connect: process \(markHolder.pid) has \(ProgramMark.name)"
    }
}

extension KeychainError {
    fileprivate static func oldProtocol(_ major: UInt32) -> KeychainError {
        KeychainError(
            .notAvailable, "the program speaks an old version of the agent's protocol (\(major))",
            remedy: "build the program with the agent's version of chatelaine (\(ProtocolVersion.release))")
    }
}
