import AgentProtocol
import KeychainServices

/// Makes the authentication with which a request reads items that require more than an unlocked keychain.
struct ProgramAuthentications {
    let environment: AuthenticationEnvironment
    let contexts: ProgramContexts

    /// Returns a deferred authentication: no person is asked on the thread that took the request.
    func authentication(_ wire: WireAuthentication, for caller: Caller) throws(KeychainError) -> Authentication {
        let kept = wire.context == 0 ? nil : try contexts.find(wire.context, process: caller.program.process)
        var asking = authenticator(for: caller)
        // A context has what was shown to it, and a program that has become another one has nothing.
        if kept == nil, caller.program.isCommandLine { asking.shown = caller.session.shownPasscode }
        var authentication = Authentication(kept, or: asking, interaction: try wire.decodedInteraction())
        authentication.context.presentation = wire.presentation.decoded
        // The interaction says it for this operation; the context's own is that of the last evaluation.
        authentication.context.interactionNotAllowed = false
        authentication.isDeferred = true
        return authentication
    }

    func authenticator(for caller: Caller) -> ProgramAuthenticator {
        ProgramAuthenticator(environment: environment, program: caller.program, socket: caller.socket)
    }
}
