import AgentClient
import AgentProtocol
import Foundation

/// The execution of a request: chooses a password manager, asks it, and if the user wants another, asks that.
struct PasswordManagerCall: Sendable {
    let environment: ManagerEnvironment
    let request: ManagerRequest
    let sheetParent: SheetParent

    /// Asks and waits for as long as the user takes, on a separate thread.
    ///
    /// - Parameter link: the connection, by which the request can be cancelled.
    func answer(over link: PasswordManagerRequest) async -> Result<ManagerAnswer, PasswordManagerError> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Result { () throws(PasswordManagerError) in try ask(over: link) })
            }
        }
    }

    private func ask(over link: PasswordManagerRequest) throws(PasswordManagerError) -> ManagerAnswer {
        let installed = InstalledManagers(environment)
        let choice = try installed.choice()
        var answer = try ask(choice, over: link)
        if case .otherManager(let name) = answer {
            // The chosen manager is asked without alternatives, so that it cannot pass the request on.
            answer = try ask(try installed.choice(of: name, from: choice), over: link)
        }
        switch answer {
        case .refusal(let error): throw error
        case .otherManager:
            throw PasswordManagerError(.unexpectedData, "The password manager has passed on what was its own to do.")
        case .login, .plan: return answer
        }
    }

    private func ask(
        _ choice: InstalledManagers.Choice, over link: PasswordManagerRequest
    ) throws(PasswordManagerError) -> ManagerAnswer {
        var encoded = request.encoded(sheetParent)
        encoded.message.alternatives = choice.alternatives.map { manifest in
            .with {
                $0.name = manifest.name
                $0.title = manifest.title
            }
        }
        do {
            return try link.ask(encoded.message, encoded.secrets, at: choice.socket) { reply, secret in
                try ManagerAnswer(reply, secret, to: request.operation)
            }
        } catch {
            throw PasswordManagerError(error, choice.manifest.title)
        }
    }
}

extension PasswordManagerError {
    fileprivate init(_ failure: PasswordManagerRequest.Failure, _ manager: String) {
        switch failure {
        case .notReachable(let error):
            self.init(
                .failedToContactExtension, "The password manager “\(manager)” could not be reached, or did not answer.",
                underlyingError: error)
        case .invalidRequest(let error):
            self.init(
                .unexpectedData, "The password manager “\(manager)” does not understand what it was asked for.",
                underlyingError: error)
        case .malformedAnswer: self = .unreadableAnswer
        }
    }
}
