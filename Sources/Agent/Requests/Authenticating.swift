import AgentProtocol
import Foundation
import KeychainServices
import Secrets

/// Requests for items that ask for more than an unlocked keychain, and for a person without any item.
extension AgentServer {
    /// With what a request goes to such items. Nobody is asked on the thread that took the request.
    func authentication(
        _ wire: WireAuthentication, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) -> Authentication {
        let kept = wire.context == 0 ? nil : try contexts.find(wire.context, process: session.program.process)
        var asking = authenticator(session, connection)
        // A context has what was shown to it, and a program that has become another one has nothing.
        if kept == nil, session.program.isCommandLine { asking.shown = session.shownPasscode }
        var authentication = Authentication(kept, or: asking, interaction: try wire.decodedInteraction())
        authentication.context.presentation = wire.presentation.decoded
        // The interaction says it for this operation; the context's own is that of the last evaluation.
        authentication.context.interactionNotAllowed = false
        authentication.isDeferred = true
        return authentication
    }

    private func authenticator(_ session: Connection.Session, _ connection: Connection) -> ProgramAuthenticator {
        ProgramAuthenticator(server: self, program: session.program, connection: connection)
    }

    func beginContext(_ session: Connection.Session, _ connection: Connection) throws(KeychainError) -> Work {
        let context = AuthenticationContext(authenticator: authenticator(session, connection))
        let id = try contexts.begin(context, process: session.program.process, on: connection.id)
        return Work(nil, .here) { _ throws(KeychainError) in .message(.context(.with { $0.id = id })) }
    }

    func prepare(
        _ password: WireContextPassword, _ secret: UnsafeRawBufferPointer, _ connection: Connection
    ) throws(KeychainError) -> Work {
        let context = try contexts.context(on: connection.id)
        try context.setApplicationPassword(password.isSet ? SecretBytes(copying: secret) : nil)
        return Work(nil, .here) { _ throws(KeychainError) in .done }
    }

    func prepare(_ request: WireEvaluate, _ connection: Connection) throws(KeychainError) -> Work {
        let context = try contexts.context(on: connection.id)
        let demand = try request.decoded()
        context.presentation = request.presentation.decoded
        context.interactionNotAllowed = request.silent
        return Work(nil, .ownThread) { [service] _ throws(KeychainError) in
            try service.show(demand, in: context, AuthenticationCancellation())
            return .done
        }
    }

    func prepareBiometry(_ session: Connection.Session, _ connection: Connection) -> Work {
        let context = AuthenticationContext(authenticator: authenticator(session, connection))
        // Asking the reader's daemon takes time, and may start it.
        return Work(nil, .ownThread) { [service] _ throws(KeychainError) in
            .message(.biometry(WireBiometry(try service.availableFactors(of: context))))
        }
    }
}
