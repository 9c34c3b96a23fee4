import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices
import Secrets

/// What happens to a connection after a frame was taken from it.
enum Next {
    /// The same thread takes the next frame.
    case goOn
    /// Somebody else has the connection now.
    case handedOver
}

extension AgentServer {
    /// Takes the frame that has come and does what it asks.
    ///
    /// - Throws: whatever ends the connection.
    func handle(_ connection: Connection) throws(FrameError) -> Next {
        switch connection.phase {
        case .greeting: try greet(connection)
        case .proving(let nonce, let wanted, let program): return try admit(connection, nonce, wanted, program)
        case .ready(let session): return try request(connection, session)
        }
        return .goOn
    }

    /// The first message: is it our protocol, and who is it that speaks?
    private func greet(_ connection: Connection) throws(FrameError) {
        let hello = try connection.reader.take { (message, secret) throws(FrameError) in
            guard secret.isEmpty else { throw .malformed }
            return try WireClientHello(decoding: message)
        }
        guard hello.magic == ProtocolVersion.magic, hello.groups.count <= 64 else { throw .malformed }
        guard hello.major >= ProtocolVersion.major else {
            return try refuseStranger(
                connection,
                KeychainError(
                    .notAvailable, "the program speaks an old version of the agent's protocol (\(hello.major))",
                    remedy: "build the program with the chatelaine that the agent is of (\(ProtocolVersion.release))"))
        }
        let program: Program
        do throws(KeychainError) {
            program = try look(at: connection)
        } catch {
            return try refuseStranger(connection, error)
        }
        let nonce = SecureRandom.bytes(ProtocolVersion.nonceSize)
        connection.phase = .proving(nonce: nonce, wanted: hello.groups, program: program)
        try send(
            WireServerHello.with {
                $0.magic = ProtocolVersion.magic
                $0.major = ProtocolVersion.major
                $0.features = ProtocolVersion.features
                $0.nonce = Data(nonce)
                $0.version = ProtocolVersion.release
            }, to: connection)
    }

    /// The answer to the nonce. Who was looked at before it was sent has to be who has sent it back: otherwise a program could
    /// connect, put an innocent one in its place, and let a child of its own do the talking.
    private func admit(
        _ connection: Connection, _ nonce: [UInt8], _ wanted: [String], _ before: Program
    ) throws(FrameError) -> Next {
        var token: String?
        let proof = try connection.reader.take { (message, secret) throws(FrameError) in
            guard secret.count <= 256 else { throw .malformed }
            if !secret.isEmpty { token = String(decoding: secret, as: UTF8.self) }
            return try WireProof(decoding: message)
        }
        guard proof.nonce.elementsEqual(nonce) else { throw .malformed }
        do throws(KeychainError) {
            let program = try look(at: connection)
            guard program.process == before.process, program.fingerprint == before.fingerprint else {
                throw .becameAnother
            }
            let grant = try token.map { text throws(KeychainError) in try present(text, program) }
            var session = Connection.Session(
                program: program, wanted: wanted, token: grant, keychain: service, changingKeychain: service)
            let admission = try admit(&session)
            guard !admission.isChanged else { return try turnToPerson(session, connection) }
            try welcome(connection, session, admission)
        } catch {
            audit?.note(before, "connect", status: error.code.rawValue)
            try refuse(connection, error)
        }
        return .goOn
    }

    /// Has a person say whether a program that has changed may go on, where there is one to ask.
    private func turnToPerson(_ session: Connection.Session, _ connection: Connection) throws(KeychainError) -> Next {
        guard questions.hasPrompter else { throw .changed(session.program.path) }
        Thread.detachNewThread { [self] in
            finish(connection) { () throws(FrameError) in
                do throws(KeychainError) {
                    var session = session
                    try askAboutChange(session.program, connection)
                    let admission = try admit(&session)
                    try welcome(connection, session, admission)
                } catch {
                    audit?.note(session.program, "connect", status: error.code.rawValue)
                    try refuse(connection, error)
                }
            }
        }
        return .handedOver
    }

    /// Gives a program what it may have now.
    @discardableResult
    func admit(_ session: inout Connection.Session) throws(KeychainError) -> Admission {
        session.judgement = judgement.load(ordering: .acquiring)
        let lock = locks.load(ordering: .acquiring)
        if session.lock != lock { (session.hasShownPasscode, session.shownPasscode) = (false, nil) }
        session.lock = lock
        let admission = try gatekeeper.admit(
            session.program, wanted: session.wanted, token: session.token, hasShownPasscode: session.hasShownPasscode)
        session.keychain = service.with(accessGroups: admission.groups)
        session.changingKeychain = service.with(accessGroups: admission.groupsToChange)
        return admission
    }

    private func present(_ token: String, _ program: Program) throws(KeychainError) -> TokenGrant {
        do throws(TokenRefusal) {
            guard let policy else { throw .unknown }
            return try policy.document.present(token, uid: program.credentials.uid, now: Date())
        } catch {
            let reason =
                switch error {
                case .unknown: "the token is none that this agent has made, or it was revoked"
                case .otherUser: "the token is another user's"
                case .expired: "the token has expired"
                }
            throw KeychainError(.authenticationFailed, reason, remedy: "make one with: chatelaine token make")
        }
    }

    private func welcome(
        _ connection: Connection, _ session: Connection.Session, _ admission: Admission
    ) throws(KeychainError) {
        connection.phase = .ready(session)
        connection.reader.limit = FrameHeader.maximumBodySize
        let welcome = WireWelcome.with {
            $0.groups = admission.groups.names
            $0.wildcard = admission.groups.isWildcard
            $0.wantsTerminalGrant = admission.wantsTerminalGrant
            $0.subject = session.program.wire
        }
        do throws(FrameError) {
            try send(welcome, to: connection)
        } catch {
            throw KeychainError(.notAvailable, "the program has gone")
        }
    }

    /// Looks at the process that made the connection.
    func look(at connection: Connection) throws(KeychainError) -> Program {
        connection.lookedAt = bootTime()
        return try gatekeeper.inspect(connection.credentials, pidfd: connection.pidfd)
    }

    /// Refuses a process before it is known which program it is.
    private func refuseStranger(_ connection: Connection, _ error: KeychainError) throws(FrameError) {
        audit?.note(connection.credentials, "connect", status: error.code.rawValue)
        try refuse(connection, error)
    }

    private func refuse(_ connection: Connection, _ error: KeychainError) throws(FrameError) {
        switch connection.phase {
        case .greeting:
            try send(
                WireServerHello.with {
                    $0.magic = ProtocolVersion.magic
                    $0.major = ProtocolVersion.major
                    $0.failure = WireFailure(error)
                }, to: connection)
        default: try send(WireWelcome.with { $0.failure = WireFailure(error) }, to: connection)
        }
        throw .closed
    }
}

extension Program {
    var wire: WireSubject {
        .with {
            $0.path = path
            $0.strength = strength
            $0.note = reason
        }
    }
}

extension KeychainError {
    static var becameAnother: KeychainError {
        KeychainError(
            .missingEntitlement, "the process became another program while it connected",
            remedy: "connect after exec(), not before")
    }
}
