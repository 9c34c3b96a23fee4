import AppExtensions
import PasswordManagerTesting
import Testing

/// The flows of an app for iOS, in Swift 5, against a password manager that answers through the published messages.
@MainActor @Suite struct FlowTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private func waits(_ begin: (@escaping () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in begin { continuation.resume() } }
    }

    private func extensionObject() -> OnePasswordExtension { desktop.passwordManager() }

    // MARK: - Login

    private func login(_ reaction: ToyPasswordManager.Reaction) async throws -> LoginViewController {
        let toy = try desktop.install { _ in reaction }
        let screen = LoginViewController()
        await waits { done in
            screen.onDone = done
            screen.findLoginFrom1Password(screen, with: extensionObject())
        }
        toy.end()
        return screen
    }

    @Test func loginFillsTheForm() async throws {
        let screen = try await login(
            ToyPasswordManager.login("wendy_appleseed", "pässword 1", totp: "012345"))
        #expect(screen.usernameTextField.text == "wendy_appleseed")
        #expect(screen.passwordTextField.text == "pässword 1")
        #expect(screen.oneTimePasswordTextField.text == "012345")
        #expect(screen.alert == nil)
    }

    @Test func closingTheSheetChangesNothing() async throws {
        let screen = try await login(ToyPasswordManager.refusal(0))
        #expect(screen.alert == nil && screen.usernameTextField.text == "")
    }

    @Test func managerThatEndsIsReported() async throws {
        let screen = try await login(.hangUp)
        #expect(screen.alert == "Error invoking password app extension for find login: 2")
    }

    @Test func theButtonIsShownIfThereIsAManager() {
        let screen = LoginViewController()
        screen.viewDidLoad()
        #expect(screen.onepasswordButton.isHidden == !OnePasswordExtension.shared.isAppExtensionAvailable())
    }

    // MARK: - Registration

    /// The user changes the username in the sheet, and a password is generated, since none was typed.
    @Test func registrationTakesOverWhatWasSaved() async throws {
        let toy = try desktop.install { received in
            ToyPasswordManager.login(
                received.message.details.username + "_2", "g3nerated",
                fields: [("firstname", "Wendy"), ("lastname", "A.")])
        }
        let screen = RegisterViewController()
        (screen.usernameTextField.text, screen.firstnameTextField.text) = ("wendy", "Wendy")
        await waits { done in
            screen.onDone = done
            screen.saveLoginTo1Password(screen, with: extensionObject())
        }
        #expect(screen.usernameTextField.text == "wendy_2" && screen.passwordTextField.text == "g3nerated")
        #expect(screen.firstnameTextField.text == "Wendy" && screen.lastnameTextField.text == "A.")
        let asked = try #require(await toy.requests.next())
        let (details, options) = (asked.message.details, asked.message.generator)
        #expect(details.title == "ACME" && details.notes == "Saved with the ACME app")
        #expect(details.sectionTitle == "ACME Browser" && !details.hasPasswordLength)
        #expect(details.fields.map(\.name) == ["firstname", "lastname"] && asked.secret == Array("Wendy".utf8))
        #expect(options.minLength == 8 && options.maxLength == 30 && options.requireDigits && options.requireSymbols)
        #expect(options.forbiddenCharacters == "!@#$%/0lIO")
    }

    @Test func registrationTellsWhatWentWrong() async throws {
        let toy = try desktop.install { _ in ToyPasswordManager.refusal(6, "The rules contradict each other.") }
        let screen = RegisterViewController()
        await waits { done in
            screen.onDone = done
            screen.saveLoginTo1Password(screen, with: extensionObject())
        }
        #expect(screen.alert == "The rules contradict each other.")
        toy.end()
    }

    // MARK: - Change of the password

    private func changed(_ reaction: ToyPasswordManager.Reaction) async throws -> ChangePasswordViewController {
        let toy = try desktop.install { _ in reaction }
        let screen = ChangePasswordViewController()
        screen.oldPasswordTextField.text = "typed"
        await waits { done in
            screen.onDone = done
            screen.changePasswordIn1Password(screen, with: extensionObject())
        }
        let asked = try #require(await toy.requests.next())
        #expect(asked.message.details.oldPasswordLength == 5 && asked.secret == Array("typed".utf8))
        toy.end()
        return screen
    }

    @Test func changingGivesTheOldAndTheNewPassword() async throws {
        let screen = try await changed(ToyPasswordManager.login("aUsername", "new 1", oldPassword: "old 1"))
        #expect(screen.oldPasswordTextField.text == "old 1")
        #expect(screen.freshPasswordTextField.text == "new 1" && screen.confirmPasswordTextField.text == "new 1")
    }

    @Test(arguments: [(0, nil), (2, "contact"), (6, "data"), (3, "other")] as [(UInt32, String?)])
    func changingTellsErrorsApart(code: UInt32, alert: String?) async throws {
        #expect(try await changed(ToyPasswordManager.refusal(code)).alert == alert)
    }

    // MARK: - Early Swift

    @Test func earlyCallSitesWork() async throws {
        let toy = try desktop.install { received in
            ToyPasswordManager.login(received.message.details.username + "!", "secret")
        }
        let screen = EarlySwiftViewController()
        let calls: any EarlySwiftCalls = screen
        await waits { done in
            screen.onDone = done
            calls.find(with: extensionObject())
        }
        #expect(screen.username == "!" && screen.code == nil)
        await waits { done in
            screen.onDone = done
            calls.store(with: extensionObject())
        }
        #expect(screen.username == "wile!")
        await waits { done in
            screen.onDone = done
            calls.change(with: extensionObject())
        }
        #expect(screen.code == AppExtensionErrorCodeUnexpectedData)
        await waits { done in
            screen.onDone = done
            calls.fill(screen, with: extensionObject())
        }
        #expect(screen.filled == false && screen.code == AppExtensionErrorCodeUnexpectedData)
        toy.end()
    }
}

/// What is called by way of it is not known to be deprecated.
protocol EarlySwiftCalls {
    func find(with extensionObject: OnePasswordExtension)
    func store(with extensionObject: OnePasswordExtension)
    func change(with extensionObject: OnePasswordExtension)
    func fill(_ webView: AnyObject, with extensionObject: OnePasswordExtension)
}
extension EarlySwiftViewController: EarlySwiftCalls {}
