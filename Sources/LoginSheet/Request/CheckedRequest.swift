import PasswordVault
import WebsiteMatching

/// A validated request, with its address and the options for passwords.
struct CheckedRequest: Sendable {
    let request: SheetRequest
    let address: WebAddress
    let options: RandomPasswordOptions

    /// The maximum sizes in bytes of UTF-8 (Docs/password-manager-feature.md, "Limits").
    static let longestAddress = 8 << 10
    static let longestText = 64 << 10
    static let mostFields = 128

    /// Validates a request.
    ///
    /// - Throws: ``SheetFailure/unexpectedData(_:)``, with the reason.
    init(_ request: SheetRequest) throws(SheetFailure) {
        self.request = request
        address = try Self.address(request)
        try Self.check(request.details)
        options = try Self.options(request.generator ?? PasswordConstraints())
    }

    private static func address(_ request: SheetRequest) throws(SheetFailure) -> WebAddress {
        guard request.url.utf8.count <= longestAddress else {
            throw .unexpectedData("the address has more than \(longestAddress >> 10) KiB")
        }
        let address: WebAddress
        do throws(WebAddressError) { address = try WebAddress(request.url) } catch {
            throw .unexpectedData(error.description)
        }
        // A program that could request logins in another program's name would get them.
        if case .app(let identifier) = address, !request.caller.identifiers.contains(identifier) {
            throw .unexpectedData("only the program that an app:// address names can request its logins")
        }
        return address
    }

    private static func check(_ details: LoginDetails) throws(SheetFailure) {
        let texts = [details.title, details.username, details.sectionTitle].compactMap { $0?.utf8.count }
        let secrets = [details.password, details.oldPassword, details.notes].compactMap { $0?.count }
        let fields = details.fields.flatMap { [$0.name.utf8.count, $0.value.utf8.count] }
        guard (texts + secrets + fields).allSatisfy({ $0 <= longestText }) else {
            throw .unexpectedData("a text of the login has more than \(longestText >> 10) KiB")
        }
        guard details.fields.count <= mostFields, Set(details.fields.map(\.name)).count == details.fields.count else {
            throw .unexpectedData("the login has more than \(mostFields) fields, or two with the same name")
        }
    }

    /// Options that contradict each other are found by making a password.
    private static func options(_ constraints: PasswordConstraints) throws(SheetFailure) -> RandomPasswordOptions {
        guard constraints.forbiddenCharacters.utf8.count <= longestText else {
            throw .unexpectedData("the forbidden characters have more than \(longestText >> 10) KiB")
        }
        do throws(PasswordOptionsError) {
            let options = try RandomPasswordOptions.forExtensionRequest(
                minLength: constraints.minLength, maxLength: constraints.maxLength,
                requiresDigits: constraints.requiresDigits,
                requiresSymbols: constraints.requiresSymbols, forbiddenCharacters: constraints.forbiddenCharacters)
            _ = try PasswordGenerator().password(options)
            return options
        } catch {
            throw .unexpectedData("the options for a password contradict each other: \(error.reason)")
        }
    }
}
