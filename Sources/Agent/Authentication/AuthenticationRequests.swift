import AgentProtocol
import KeychainServices
import Secrets

/// Serves requests that authenticate a person without reading an item.
struct AuthenticationRequests {
    /// The keychain, with all access groups.
    let service: any KeychainService
    let authentications: ProgramAuthentications
    private var contexts: ProgramContexts { authentications.contexts }

    init(_ service: any KeychainService, _ authentications: ProgramAuthentications) {
        self.service = service
        self.authentications = authentications
    }

    /// Makes a context, which keeps what a person has shown until the connection ends.
    func beginContext(for caller: Caller) throws(KeychainError) -> Work {
        let context = AuthenticationContext(authenticator: authentications.authenticator(for: caller))
        let id = try contexts.begin(context, process: caller.program.process, on: caller.id)
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in .message(.context(.with { $0.id = id })) }
    }

    func setApplicationPassword(
        _ password: WireContextPassword, _ secret: UnsafeRawBufferPointer, for caller: Caller
    ) throws(KeychainError) -> Work {
        let context = try contexts.context(on: caller.id)
        try context.setApplicationPassword(password.isSet ? SecretBytes(copying: secret) : nil)
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in .done }
    }

    /// Returns the work that asks a person for what a context lacks.
    func evaluatePolicy(_ request: WireEvaluate, for caller: Caller) throws(KeychainError) -> Work {
        let context = try contexts.context(on: caller.id)
        let demand = try request.decoded()
        context.presentation = request.presentation.decoded
        context.interactionNotAllowed = request.silent
        return Work(.ownThread, log: .absent) { [service] _ throws(KeychainError) in
            try service.show(demand, in: context, AuthenticationCancellation())
            return .done
        }
    }

    func showBiometry(to caller: Caller) -> Work {
        let context = AuthenticationContext(authenticator: authentications.authenticator(for: caller))
        // Asking the reader's daemon takes time, and may start it.
        return Work(.ownThread, log: .absent) { [service] _ throws(KeychainError) in
            .message(.biometry(WireBiometry(try service.availableFactors(of: context))))
        }
    }

    /// Forgets the context of a connection.
    func connectionEnded(_ id: Poller.ID) { contexts.end(on: id) }

    /// Forgets all contexts.
    func end() { contexts.endAll() }
}
