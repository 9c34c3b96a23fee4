import AgentClient
import AgentProtocol
import Foundation

/// Sends a request to a password manager: chooses one, asks it, and if the user wants another, asks that one.
struct PasswordManagerCall: Sendable {
    let environment: ManagerEnvironment
    let request: PasswordManagerRequest
    let parent: ParentWindow

    /// Asks and waits for as long as the user takes, on a separate thread.
    ///
    /// - Parameter connection: by which it can be ended.
    func answer(over connection: PasswordManagerConnection) async -> Result<PasswordManagerReply, PasswordManagerError>
    {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result { () throws(PasswordManagerError) in try ask(over: connection) })
            }
        }
    }

    private func ask(over connection: PasswordManagerConnection) throws(PasswordManagerError) -> PasswordManagerReply {
        let installed = InstalledManagers(environment)
        let choice = try installed.choice()
        var answer = try ask(choice, over: connection)
        if case .otherManager(let name) = answer {
            // One that was chosen is asked without alternatives: it cannot pass the request on.
            answer = try ask(try installed.choice(of: name, from: choice), over: connection)
        }
        switch answer {
        case .refusal(let error): throw error
        case .otherManager:
            throw PasswordManagerError(.unexpectedData, "The chosen password manager has passed the request on again.")
        case .login, .plan: return answer
        }
    }

    private func ask(
        _ choice: InstalledManagers.Choice, over connection: PasswordManagerConnection
    ) throws(PasswordManagerError) -> PasswordManagerReply {
        var encoded = request.encoded(for: parent)
        encoded.message.alternatives = choice.alternatives.map { manifest in
            .with {
                $0.name = manifest.name
                $0.title = manifest.title
            }
        }
        do {
            return try connection.ask(encoded.message, encoded.secrets, at: choice.socket) { reply, secret in
                try PasswordManagerReply(reply, secret, to: request.operation)
            }
        } catch {
            throw PasswordManagerError(error, choice.manifest.title)
        }
    }
}

extension PasswordManagerError {
    fileprivate init(_ failure: PasswordManagerConnection.Failure, _ manager: String) {
        switch failure {
        case .notReachable(let error):
            self.init(
                .failedToContactExtension, "The password manager “\(manager)” could not be reached, or did not answer.",
                underlyingError: error)
        case .invalidRequest(let error):
            self.init(
                .unexpectedData, "The password manager “\(manager)” does not understand the request.",
                underlyingError: error)
        case .malformedAnswer: self = .unreadableAnswer
        }
    }
}
