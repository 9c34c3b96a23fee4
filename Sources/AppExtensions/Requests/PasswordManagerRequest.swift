import AgentProtocol
import Foundation
import Secrets

/// A request of the program to a password manager, with values that were checked.
struct PasswordManagerRequest: Sendable {
    let operation: WirePasswordManagerRequest.Operation
    let url: String
    private(set) var details: LoginDetails?
    private(set) var options: PasswordGenerationOptions?
    private(set) var page: ExtensionItem?
    private(set) var showsOnlyLogins = false

    /// - Throws: `.unexpectedData` without an address.
    private init(_ operation: WirePasswordManagerRequest.Operation, _ url: String?) throws(PasswordManagerError) {
        guard let url, !url.isEmpty else {
            throw PasswordManagerError(.unexpectedData, "The address of the login is missing.")
        }
        guard url.utf8.count <= PasswordManagerLimits.url else { throw Self.tooLong("The address") }
        (self.operation, self.url) = (operation, url)
    }

    static func find(_ url: String?) throws(PasswordManagerError) -> PasswordManagerRequest {
        try PasswordManagerRequest(.find, url)
    }

    /// - Throws: `.unexpectedData` also for options that contradict each other, and for texts that are too long.
    static func store(
        _ url: String?, _ details: LoginDetails, _ options: PasswordGenerationOptions?
    ) throws(PasswordManagerError) -> PasswordManagerRequest {
        try PasswordManagerRequest(.store, url).with(details, options)
    }

    /// - Throws: as ``store(_:_:_:)``.
    static func change(
        _ url: String?, _ details: LoginDetails, _ options: PasswordGenerationOptions?
    ) throws(PasswordManagerError) -> PasswordManagerRequest {
        try PasswordManagerRequest(.change, url).with(details, options)
    }

    static func fill(_ page: ExtensionItem, showsOnlyLogins: Bool) throws(PasswordManagerError)
        -> PasswordManagerRequest
    {
        var request = try PasswordManagerRequest(.fill, page.urlString)
        request.page = page
        request.showsOnlyLogins = showsOnlyLogins
        return request
    }

    private func with(
        _ details: LoginDetails, _ options: PasswordGenerationOptions?
    ) throws(PasswordManagerError) -> PasswordManagerRequest {
        try Self.check(details)
        try Self.check(options)
        var request = self
        request.details = details
        request.options = options
        return request
    }

    // MARK: - Checks

    private static func tooLong(_ what: String) -> PasswordManagerError {
        PasswordManagerError(.unexpectedData, "\(what) of the request is too long.")
    }

    private static func check(_ details: LoginDetails) throws(PasswordManagerError) {
        let texts = [
            details.title, details.username, details.password, details.oldPassword, details.notes, details.sectionTitle,
        ]
        let all = texts.compactMap { $0 } + details.fields.keys + details.fields.values
        guard all.allSatisfy({ $0.utf8.count <= PasswordManagerLimits.text }) else { throw tooLong("A text") }
        guard details.fields.count <= PasswordManagerLimits.fields else { throw tooLong("The list of fields") }
    }

    private static func check(_ options: PasswordGenerationOptions?) throws(PasswordManagerError) {
        guard let options else { return }
        if let least = options.minLength, let most = options.maxLength, least > most {
            throw PasswordManagerError(
                .unexpectedData, "A password cannot have at least \(least) and at most \(most) characters.")
        }
        guard options.forbiddenCharacters?.utf8.count ?? 0 <= PasswordManagerLimits.text else {
            throw tooLong("The list of forbidden characters")
        }
    }
}

extension PasswordManagerRequest {
    /// A request as it is sent.
    struct Encoded: ~Copyable {
        var message: WirePasswordManagerRequest
        /// The second part of the frame.
        let secrets: SecretBytes
    }

    /// Returns the request as it is sent.
    ///
    /// - Parameter parent: the window to which the sheet belongs.
    func encoded(for parent: ParentWindow) -> Encoded {
        var message = WirePasswordManagerRequest.with {
            $0.operation = operation
            $0.url = url
            $0.parentWindow = parent.handle ?? ""
            $0.activationToken = parent.activationToken ?? ""
        }
        if let options { message.generator = WireGeneratorOptions(options) }
        if let page {
            message.page.model = page.pageModel
            message.page.onlyLogins = showsOnlyLogins
        }
        guard let details else { return Encoded(message: message, secrets: SecretBytes(zeros: 0)) }
        var wire = WireLoginDetails(details)
        let secrets = wire.encode(details.secrets)
        message.details = wire
        return Encoded(message: message, secrets: secrets)
    }
}

extension WireGeneratorOptions {
    fileprivate init(_ options: PasswordGenerationOptions) {
        self.init()
        if let length = options.minLength { minLength = Int64(length) }
        if let length = options.maxLength { maxLength = Int64(length) }
        if let requires = options.requireDigits { requireDigits = requires }
        if let requires = options.requireSymbols { requireSymbols = requires }
        if let characters = options.forbiddenCharacters { forbiddenCharacters = characters }
    }
}

extension WireLoginDetails {
    fileprivate init(_ details: LoginDetails) {
        self.init()
        if let text = details.title { title = text }
        if let text = details.username { username = text }
        if let text = details.notes { notes = text }
        if let text = details.sectionTitle { sectionTitle = text }
    }
}

extension LoginDetails {
    /// The secrets, without empty passwords. The fields are in the order of their names, since a dictionary has no
    /// order.
    fileprivate var secrets: LoginSecrets<String.UTF8View> {
        LoginSecrets(
            password: (password?.isEmpty ?? true) ? nil : password?.utf8,
            oldPassword: (oldPassword?.isEmpty ?? true) ? nil : oldPassword?.utf8,
            fields: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.utf8) })
    }
}
