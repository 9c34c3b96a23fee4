import AgentProtocol
import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

/// What goes to a password manager and what comes back, byte for byte.
@Suite struct ExchangeTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private static let details = LoginDetails(
        title: "ACME", username: "wile", password: "old 🐺", oldPassword: "older", notes: "two\nlines",
        sectionTitle: "Profile", fields: ["lastname": "E. Coyote", "firstname": "Wile", "": ""])

    @Test func findingSendsTheAddressAndNothingElse() async throws {
        let toy = try desktop.install { _ in
            ToyPasswordManager.login("wile", "s3cr€t\0\"") { $0.url = "https://acme.example/login" }
        }
        let login = try await desktop.passwordManager().findLogin(forURLString: "https://acme.example")
        #expect(login.username == "wile" && Array(login.password.utf8) == Array("s3cr€t\0\"".utf8))
        #expect(login.urlString == "https://acme.example/login")
        #expect(login.totp == nil && login.oldPassword == nil && login.title == nil && login.returnedFields.isEmpty)
        let request = try #require(await toy.requests.next())
        #expect(
            request.message
                == .with {
                    $0.operation = .find
                    $0.url = "https://acme.example"
                })
        #expect(request.secret.isEmpty && request.groups.isEmpty && request.token.isEmpty)
    }

    @Test func storingSendsWhatTheProgramKnows() async throws {
        let toy = try desktop.install { received in
            .answer(.with { $0.login = received.message.details }, secret: received.secret)
        }
        let options = PasswordGenerationOptions(
            minLength: -3, maxLength: 1000, requireDigits: true, requireSymbols: false, forbiddenCharacters: "0O'\"")
        let login = try await desktop.passwordManager().storeLogin(
            forURLString: "TouchMeIn.Login", loginDetails: Self.details, passwordGenerationOptions: options)
        let request = try #require(await toy.requests.next())
        #expect(request.message.operation == .store && request.message.url == "TouchMeIn.Login")
        #expect(
            request.message.generator
                == .with {
                    // As given: what is sensible the manager knows.
                    $0.minLength = -3
                    $0.maxLength = 1000
                    $0.requireDigits = true
                    $0.requireSymbols = false
                    $0.forbiddenCharacters = "0O'\""
                })
        #expect(request.message.details.fields.map(\.name) == ["", "firstname", "lastname"])
        #expect(request.secret == Array("old 🐺olderWileE. Coyote".utf8))
        // Nothing secret is in the message.
        let message: [UInt8] = try request.message.serializedBytes()
        #expect(!String(decoding: message, as: UTF8.self).contains("old"))
        // It comes back as it went.
        #expect(login.title == "ACME" && login.username == "wile" && login.password == "old 🐺")
        #expect(login.oldPassword == "older" && login.notes == "two\nlines" && login.sectionTitle == "Profile")
        #expect(login.returnedFields == Self.details.fields)
    }

    @Test func emptyPasswordIsNotSent() async throws {
        let toy = try desktop.install { _ in ToyPasswordManager.login("wile", "generated") }
        let manager = desktop.passwordManager()
        _ = try await manager.storeLogin(forURLString: "acme.example", loginDetails: LoginDetails(password: ""))
        _ = try await manager.changePasswordForLogin(forURLString: "acme.example", loginDetails: LoginDetails())
        var requests = toy.requests.makeAsyncIterator()
        let stored = try #require(await requests.next()).message
        #expect(stored.operation == .store && stored.hasDetails && !stored.details.hasPasswordLength)
        #expect(!stored.hasGenerator)
        let changed = try #require(await requests.next()).message
        #expect(changed.operation == .change && changed.hasDetails && !changed.details.hasPasswordLength)
    }

    @Test func changingGivesBothPasswordsAndTheCode() async throws {
        let toy = try desktop.install { _ in
            ToyPasswordManager.login("wile", "new", oldPassword: "old", totp: "123456")
        }
        let login = try await desktop.passwordManager().changePasswordForLogin(
            forURLString: "acme.example", loginDetails: Self.details)
        #expect(login.password == "new" && login.oldPassword == "old" && login.totp == "123456")
        _ = toy
    }

    @Test(arguments: [
        ("x11:1c00007", "x11:1c00007"), ("wayland:abc-DEF", "wayland:abc-DEF"), ("x11:", ""), ("x11:xyz", ""),
        ("wayland:", ""), ("wayland:a b", ""), ("mir:1", ""), ("", ""),
        ("wayland:" + String(repeating: "a", count: 2000), ""),
    ])
    func onlyValidWindowHandlesAreSent(handle: String, sent: String) async throws {
        struct Window: PresentationParent {
            let handle: String
            func windowHandle() async -> String? { handle }
            func activationToken() async -> String? { "token-" + handle }
        }
        let toy = try desktop.install { _ in ToyPasswordManager.login("wile", "secret") }
        _ = try await desktop.passwordManager().findLogin(forURLString: "acme.example", for: Window(handle: handle))
        let message = try #require(await toy.requests.next()).message
        #expect(message.parentWindow == sent)
        #expect(message.activationToken == (handle.contains(" ") || handle.utf8.count > 1000 ? "" : "token-" + handle))
    }

    @Test func invalidWindowIsIgnored() async throws {
        let toy = try desktop.install { _ in ToyPasswordManager.login("wile", "secret") }
        _ = try await desktop.passwordManager().findLogin(
            forURLString: "acme.example", for: "a view controller", sender: 7)
        #expect(try #require(await toy.requests.next()).message.parentWindow == "")
    }

    @Test func descriptionsHaveNoSecrets() throws {
        let login = ReturnedLogin(
            username: "wile", password: "hush", totp: "123456", oldPassword: "hush too", returnedFields: ["pin": "hush"]
        )
        var texts = ["\(login)", String(reflecting: login)]
        texts.append("\(LoginDetails(password: "hush"))")
        texts.append("\(ReturnedItem(plan: Data("hush".utf8)))")
        var dumped = ""
        dump([login], to: &dumped)
        dump(LoginDetails(password: "hush"), to: &dumped)
        texts.append(dumped)
        #expect(texts.allSatisfy { !$0.contains("hush") && !$0.contains("123456") })
    }
}
