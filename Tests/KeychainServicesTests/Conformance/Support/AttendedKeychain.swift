import Agent
import AsymmetricKeys
import Authentication
import AuthenticationTesting
import Foundation
import KeyManagement

@testable import KeychainServices

/// A keychain with a scripted user, who has a fingerprint reader and answers prompts.
final class AttendedKeychain {
    let keychain: KeychainUnderTest
    let reader: ScriptedReader
    let person = ScriptedPerson()
    /// Asks in this process; an agent asks itself.
    private let authenticator: (any Authenticator)?
    private var answers: ScriptedAnswers?

    static let passcode = "1234"

    /// - Parameters:
    ///   - passcode: nil for none.
    ///   - isAttended: whether anybody sees prompts.
    init(
        _ transport: Transport, _ reader: ScriptedReader = ScriptedReader(), passcode: String? = passcode,
        isAttended: Bool = true
    ) throws {
        self.reader = reader
        var authenticators = Authenticators()
        authenticators.reader = reader
        keychain = try KeychainUnderTest(
            transport, groups: [KeychainUnderTest.group], authenticators: authenticators)
        if let path = keychain.socketPath {
            authenticator = nil
            if isAttended { answers = try ScriptedAnswers(person, at: path) }
        } else {
            authenticator = ProcessAuthenticator(
                AuthenticationEquipment(reader: reader), terminal: isAttended ? person.prompter : nil)
        }
        if let passcode { try keychain.setPasscode(passcode) }
    }

    deinit {
        keychain.end()
        answers?.wait()
    }

    /// Everything that anybody was asked so far.
    var asked: Int { reader.looks + person.answered.count }

    /// A context for which nothing has been shown yet.
    func context(applicationPassword: String? = nil) throws -> AuthenticationContext {
        let context = AuthenticationContext(authenticator: authenticator)
        if let applicationPassword { try context.setApplicationPassword(secret(applicationPassword)) }
        return context
    }

    private func authentication(
        _ context: AuthenticationContext?, _ interaction: Authentication.Interaction
    ) -> Authentication {
        Authentication(context, or: authenticator, interaction: interaction)
    }

    // MARK: - Operations

    func add(
        _ account: String, _ flags: AccessControl.Flags, _ protection: ProtectionClass = .whenUnlocked,
        _ context: AuthenticationContext? = nil, interaction: Authentication.Interaction = .allow
    ) throws {
        let control = try AccessControl(protection: protection, flags: flags)
        try add(
            genericPassword(account, [.accessControl: .accessControl(control)], data: account), context, interaction)
    }

    func add(
        _ item: NewItem, _ context: AuthenticationContext? = nil, _ interaction: Authentication.Interaction = .allow
    ) throws {
        try keychain.keychain.add(item, with: authentication(context, interaction))
    }

    func items(
        _ query: Query, _ parts: ItemParts = .data, _ context: AuthenticationContext? = nil,
        _ interaction: Authentication.Interaction = .allow
    ) throws -> [Item] {
        try keychain.keychain.items(matching: query, reading: parts, with: authentication(context, interaction))
    }

    func use(
        _ key: PersistentReference, for request: PrivateKeyRequest,
        _ interaction: Authentication.Interaction = .allow
    ) throws -> SecretBytes {
        try keychain.keychain.use(key, for: request, with: authentication(nil, interaction))
    }

    /// The secret of an item, which ``add(_:_:_:_:interaction:)`` has made its account.
    func read(
        _ account: String, _ context: AuthenticationContext? = nil,
        interaction: Authentication.Interaction = .allow
    ) throws -> String? {
        try items(Query(.genericPassword, [.account: .string(account)]), .data, context, interaction)
            .first?.data.map { String(decoding: $0, as: UTF8.self) }
    }

    @discardableResult
    func update(
        _ account: String, _ changes: Changes, _ context: AuthenticationContext? = nil,
        interaction: Authentication.Interaction = .allow
    ) throws -> Int {
        try keychain.keychain.update(
            Query(.genericPassword, [.account: .string(account)]), with: changes,
            authentication: authentication(context, interaction))
    }

    func show(_ demand: AuthenticationDemand, in context: AuthenticationContext) throws {
        try keychain.keychain.service().show(demand, in: context, AuthenticationCancellation())
    }
}
