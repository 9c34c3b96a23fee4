import AgentProtocol
import Foundation

/// The reply of a password manager.
enum PasswordManagerReply: Sendable {
    case login(ReturnedLogin)
    /// The data to fill a page with.
    case plan(Data)
    /// The user has chosen another password manager, by name.
    case otherManager(String)
    /// A refusal, or an answer that is none of these.
    case refusal(PasswordManagerError)
}

extension PasswordManagerReply {
    /// The content of a reply.
    ///
    /// - Parameters:
    ///   - operation: the requested operation.
    ///   - secret: the second part of the frame.
    /// - Throws: an error if the reply cannot be decoded.
    init(
        _ reply: WirePasswordManagerReply, _ secret: UnsafeRawBufferPointer,
        to operation: WirePasswordManagerRequest.Operation
    ) throws {
        switch reply.outcome {
        case .login(let details): self = try .login(details, secret, operation)
        case .fillPlan: self = .plan(secret, operation)
        case .refusal(let refusal): self = try .refusal(PasswordManagerError(refusal))
        case .otherManager(let name): self = .otherManager(name)
        case nil: throw PasswordManagerError.unreadableAnswer
        }
    }

    private static func login(
        _ details: WireLoginDetails, _ secret: UnsafeRawBufferPointer,
        _ operation: WirePasswordManagerRequest.Operation
    ) throws -> PasswordManagerReply {
        let secrets = try details.secrets(in: secret)
        guard operation != .fill else { return .misplaced("a login") }
        guard let password = secrets.password else { return .misplaced("a login without a password") }
        var login = ReturnedLogin(
            username: details.username, password: try text(password), totp: try secrets.totp.map(text),
            oldPassword: try secrets.oldPassword.map(text), title: details.hasTitle ? details.title : nil,
            urlString: details.hasURL ? details.url : nil, notes: details.hasNotes ? details.notes : nil,
            sectionTitle: details.hasSectionTitle ? details.sectionTitle : nil, returnedFields: [:])
        for field in secrets.fields { login.returnedFields[field.name] = try text(field.value) }
        return .login(login)
    }

    private static func plan(
        _ secret: UnsafeRawBufferPointer, _ operation: WirePasswordManagerRequest.Operation
    ) -> PasswordManagerReply {
        guard operation == .fill else { return .misplaced("a fill plan") }
        guard (1...PasswordManagerLimits.page).contains(secret.count) else { return .misplaced("nothing to fill in") }
        return .plan(Data(secret))
    }

    private static func misplaced(_ what: String) -> PasswordManagerReply {
        .refusal(
            PasswordManagerError(
                .unexpectedData, "The password manager has answered with \(what), which was not requested."))
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw PasswordManagerError.unreadableAnswer }
        return text
    }
}

extension PasswordManagerError {
    static let unreadableAnswer = PasswordManagerError(
        .failedToLoadItemProviderData, "The answer of the password manager could not be read.")

    /// - Throws: if the number is none of the codes.
    fileprivate init(_ refusal: WirePasswordManagerReply.Refusal) throws {
        guard let known = refusal.knownCode else { throw PasswordManagerError.unreadableAnswer }
        let code = Code(rawValue: Int(known.rawValue))
        let isSensible = (1...WirePasswordManagerReply.Refusal.mostBytesOfReason).contains(refusal.reason.utf8.count)
        self.init(code, isSensible ? refusal.reason : "The password manager did not carry out the request.")
        if code == .cancelledByUser, !isSensible { self = .cancelled }
    }
}
