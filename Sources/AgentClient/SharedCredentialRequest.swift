import AgentProtocol
import Foundation
import Glibc
import KeychainServices
import Secrets

/// A login for a website, which a person has picked for a program.
package struct SharedCredential: Sendable {
    /// The website's domain.
    package let domain: String
    /// The port, if the program has asked for one.
    package let port: Int?
    package let account: String
    package let password: String
}

/// A program's request for a shared web credential: the agent knows which websites are the program's, and a person decides in the sheet of
/// the password manager.
///
/// Specified in: Docs/shared-web-credentials.md.
package final class SharedCredentialRequest: Sendable {
    private let message: WirePasswordManagerRequest
    /// The password to store.
    private let secrets: SecretBytes

    /// - Throws: `.parameter` for a domain that is too long.
    private init(
        _ operation: WirePasswordManagerRequest.Operation, _ domain: String?, _ details: WireLoginDetails,
        _ secrets: consuming SecretBytes
    ) throws(KeychainError) {
        let address = SharedCredentialAddress.address(of: domain)
        guard address.utf8.count <= PasswordManagerLimits.url else { throw .parameter("the domain is too long") }
        message = .with { ($0.operation, $0.url, $0.details) = (operation, address, details) }
        self.secrets = secrets
    }

    /// Makes a request to store a login.
    ///
    /// - Parameter password: the password; nil removes the login.
    /// - Throws: `.parameter` for empty and for too long texts.
    package static func adding(
        domain: String, account: String, password: String?
    ) throws(KeychainError) -> SharedCredentialRequest {
        guard !domain.isEmpty else { throw .parameter("the domain is empty") }
        guard password?.isEmpty != true else { throw .parameter("the password is empty") }
        var details = try details(account)
        guard password?.utf8.count ?? 0 <= PasswordManagerLimits.text else {
            throw .parameter("the password is too long")
        }
        let secrets = details.encode(LoginSecrets(password: password?.utf8))
        return try SharedCredentialRequest(.store, domain, details, secrets)
    }

    /// Makes a request for a login.
    ///
    /// - Parameters:
    ///   - domain: the website's domain; nil for the program's first one.
    ///   - account: the account that goes first in the list; nil for none.
    /// - Throws: `.parameter` for empty and for too long texts.
    package static func finding(domain: String?, account: String?) throws(KeychainError) -> SharedCredentialRequest {
        guard domain?.isEmpty != true else { throw .parameter("the domain is empty") }
        let details = if let account { try details(account) } else { WireLoginDetails() }
        return try SharedCredentialRequest(.find, domain, details, SecretBytes(zeros: 0))
    }

    private static func details(_ account: String) throws(KeychainError) -> WireLoginDetails {
        guard (1...PasswordManagerLimits.text).contains(account.utf8.count) else {
            throw .parameter("the account is empty or too long")
        }
        return .with { $0.username = account }
    }

    // MARK: - Asking

    /// The socket of the agent that serves the user; nil if there is none.
    package static var socketOfUser: String? { SocketPath.ofServingAgent() }

    /// Asks the agent and waits for as long as the user takes: for a thread of its own.
    ///
    /// - Parameter path: the agent's socket; nil if there is none.
    /// - Returns: the login that the user has picked or saved.
    /// - Throws: status −909 without an agent or a vault; `.missingEntitlement` for a domain that is not in the program's entitlements;
    ///   `.userCanceled`; `.notAvailable` if no sheet can be shown; `.unimplemented` for a removal.
    package func login(at path: String?) throws(KeychainError) -> SharedCredential {
        guard let path else { throw .noPasswordManager }
        let answer: Answer
        do {
            answer = try PasswordManagerConnection().ask(message, secrets, at: path) { reply, secret in
                try Answer(reply, secret)
            }
        } catch {
            throw KeychainError(error)
        }
        switch answer {
        case .login(let login): return login
        case .refusal(let code, let reason): throw KeychainError(code, reason)
        }
    }
}

/// The answer of the password manager.
private enum Answer: Sendable {
    case login(SharedCredential)
    case refusal(RefusalCode, String)

    private struct Unreadable: Error {}

    /// - Throws: for a reply that is no answer to such a request.
    init(_ reply: WirePasswordManagerReply, _ secret: UnsafeRawBufferPointer) throws {
        switch reply.outcome {
        case .login(let details):
            guard let password = try details.secrets(in: secret).password,
                let text = String(validating: password, as: UTF8.self)
            else { throw Unreadable() }
            let site = try Self.site(details.url)
            self = .login(
                SharedCredential(domain: site.domain, port: site.port, account: details.username, password: text))
        case .refusal(let refusal):
            guard let code = refusal.knownCode else { throw Unreadable() }
            self = .refusal(code, refusal.reason)
        default: throw Unreadable()
        }
    }

    /// Returns the parts of the address that the agent has given the sheet: `https://`, the domain, and a port or none.
    private static func site(_ address: String) throws -> (domain: String, port: Int?) {
        let scheme = "https://"
        guard address.hasPrefix(scheme) else { throw Unreadable() }
        let parts = address.dropFirst(scheme.count).split(separator: ":", maxSplits: 1)
        guard let domain = parts.first else { throw Unreadable() }
        return (String(domain), parts.count > 1 ? Int(parts[1]) : nil)
    }
}

extension KeychainError {
    /// The error for a user who has no password manager. The status is that of a device on which AutoFill is switched off.
    fileprivate static var noPasswordManager: KeychainError {
        KeychainError(
            .init(rawValue: -909), "no agent serves the user’s vaults", remedy: "start it with: chatelaine agent")
    }

    fileprivate init(_ failure: PasswordManagerConnection.Failure) {
        switch failure {
        case .notReachable(let error as KeychainError), .invalidRequest(let error): self = error
        case .notReachable(let error as POSIXError) where [.ENOENT, .ECONNREFUSED].contains(error.code):
            self = .noPasswordManager
        case .notReachable:
            self.init(.notAvailable, "the agent has ended without an answer", remedy: "try again")
        case .malformedAnswer:
            self.init(.notAvailable, "the agent’s answer could not be read", remedy: "upgrade chatelaine")
        }
    }

    fileprivate init(_ refusal: RefusalCode, _ reason: String) {
        let code: Code =
            switch refusal {
            case .cancelledByUser: .userCanceled
            case .unexpectedData: .parameter
            default: .notAvailable
            }
        self.init(code, reason.isEmpty ? "the password manager did not carry out the request" : reason)
    }
}
