import AgentProtocol
import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

/// Each code, provoked.
@Suite struct ErrorTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private func error(
        of react: @escaping @Sendable (ToyPasswordManager.Received) -> ToyPasswordManager.Reaction
    ) async throws -> PasswordManagerError {
        let toy = try desktop.install(react: react)
        defer { toy.end() }
        return try #require(
            await #expect(throws: PasswordManagerError.self) {
                try await desktop.passwordManager().findLogin(forURLString: "acme.example")
            })
    }

    @Test(arguments: 0...7) func messageOfTheManagerIsPassedOn(code: Int) async throws {
        let error = try await error { _ in ToyPasswordManager.refusal(UInt32(code), "because of \(code)") }
        #expect(error.code.rawValue == code && error.reason == "because of \(code)")
    }

    @Test func aRefusalHasATextInAnyCase() async throws {
        for reason in ["", String(repeating: "x", count: 2000)] {
            let error = try await error { _ in ToyPasswordManager.refusal(2, reason) }
            #expect(!error.reason.isEmpty && error.reason != reason)
        }
    }

    @Test func aManagerThatGoesAwayIsNoContact() async throws {
        let error = try await error { _ in .hangUp }
        #expect(error.code == .failedToContactExtension)
        #expect((error.underlyingError as? POSIXError)?.code == .ECONNRESET)
    }

    /// As of an agent that does not know the request, and of one that does not want the program.
    @Test(arguments: [-4, -34018, -25308] as [Int32]) func aRefusedRequestIsNoContact(status: Int32) async throws {
        let error = try await error { _ in .failure(status) }
        #expect(error.code == .failedToContactExtension)
        #expect((error.nsError.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(status))
    }

    @Test func aRequestThatIsNotUnderstoodIsUnexpected() async throws {
        #expect(try await error { _ in .failure(-50) }.code == .unexpectedData)
    }

    static let garbage: [[UInt8]] = [
        // No message; a reply to another request; one without a body; one of a later version; a frame that is too long.
        ToyPasswordManager.frame([0xff, 0xff, 0xff]),
        ToyPasswordManager.frame([0x08, 0x63, 0x60, 0x01]),
        ToyPasswordManager.frame([0x08, 0x01, 0x60, 0x01]),
        ToyPasswordManager.frame([0x08, 0x01, 0xDA, 0x3E, 0x02, 0x08, 0x01]),
        [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
        // An answer of another kind: done.
        ToyPasswordManager.frame([0x08, 0x01, 0x22, 0x00]),
        // One of ours without an outcome.
        ToyPasswordManager.frame([0x08, 0x01, 0xe2, 0x03, 0x00]),
    ]

    @Test(arguments: garbage) func malformedAnswerIsUnreadable(bytes: [UInt8]) async throws {
        #expect(try await error { _ in .bytes(bytes) }.code == .failedToLoadItemProviderData)
    }

    @Test func errorWithAnUnknownCodeCannotBeRead() async throws {
        #expect(
            try await error { _ in ToyPasswordManager.refusal(8, "later") }.code == .failedToLoadItemProviderData)
    }

    /// The secrets are not where the message says.
    @Test func secretsThatDoNotFitCannotBeRead() async throws {
        let changes: [@Sendable (inout WireLoginDetails) -> Void] = [
            { $0.passwordLength = 7 }, { $0.passwordLength = .max }, { $0.passwordLength = 5 }, { $0.totpLength = 1 },
            { $0.fields = [.with { $0.valueLength = .max }] },
            { $0.fields = [.with { $0.name = "a" }, .with { $0.name = "a" }] },
            { $0.fields = (0...128).map { number in .with { $0.name = "\(number)" } } },
            { $0.title = String(repeating: "x", count: 65 << 10) },
        ]
        for change in changes {
            let error = try await error { _ in
                var details = WireLoginDetails.with { $0.passwordLength = 6 }
                change(&details)
                return .answer(.with { $0.login = details }, secret: Array("secret".utf8))
            }
            #expect(error.code == .failedToLoadItemProviderData)
        }
    }

    @Test func aPasswordThatIsNoTextCannotBeRead() async throws {
        let error = try await error { _ in
            .answer(.with { $0.login.passwordLength = 2 }, secret: [0xC3, 0x28])
        }
        #expect(error.code == .failedToLoadItemProviderData)
    }

    @Test func anAnswerToSomethingElseIsUnexpected() async throws {
        let without = try await error { _ in .answer(.with { $0.login.username = "wile" }) }
        #expect(without.code == .unexpectedData)
        let plan = try await error { _ in .answer(.with { $0.fillPlan = .init() }, secret: Array("{}".utf8)) }
        #expect(plan.code == .unexpectedData)
    }

    // MARK: - Requests

    @Test(arguments: [nil, "", String(repeating: "x", count: 8193)]) func missingAddressShowsNoPrompt(
        url: String?
    ) async throws {
        let manager = desktop.passwordManager()
        var codes: [PasswordManagerError.Code] = []
        do { _ = try await manager.findLogin(forURLString: url) } catch { codes.append(error.code) }
        do {
            _ = try await manager.storeLogin(forURLString: url, loginDetails: LoginDetails())
        } catch { codes.append(error.code) }
        do {
            _ = try await manager.changePasswordForLogin(forURLString: url, loginDetails: LoginDetails())
        } catch { codes.append(error.code) }
        // Although there is no manager either.
        #expect(codes == [.unexpectedData, .unexpectedData, .unexpectedData])
    }

    @Test func atLeastMoreThanAtMostIsAContradiction() async throws {
        let toy = try desktop.install { _ in ToyPasswordManager.login("wile", "secret") }
        for (least, most, isRight) in [(20, 19, false), (60, 51, false), (20, 20, true), (1, 99, true)] {
            do {
                _ = try await desktop.passwordManager().storeLogin(
                    forURLString: "acme.example", loginDetails: LoginDetails(),
                    passwordGenerationOptions: .init(minLength: least, maxLength: most))
                #expect(isRight)
            } catch {
                #expect(!isRight && error.code == .unexpectedData)
            }
        }
        _ = toy
    }

    @Test func longTextsAreRefusedBeforeTheyAreSent() async throws {
        let long = String(repeating: "x", count: 65 << 10)
        let many = Dictionary(uniqueKeysWithValues: (0...128).map { ("\($0)", "") })
        for details in [LoginDetails(notes: long), LoginDetails(password: long), LoginDetails(fields: many)] {
            let error = await #expect(throws: PasswordManagerError.self) {
                try await desktop.passwordManager().storeLogin(forURLString: "acme.example", loginDetails: details)
            }
            #expect(error?.code == .unexpectedData)
        }
    }

    // MARK: - Two faces of one error

    @Test func errorsTurnIntoObjectsAndBack() throws {
        let cause = PasswordManagerError(.apiNotAvailable, "behind")
        let thrown: any Error = PasswordManagerError(.fillFieldsScriptFailed, "in front", underlyingError: cause)
        let object = thrown as NSError
        #expect(object.domain == AppExtensionErrorDomain && object.domain == "OnePasswordExtension")
        #expect(object.code == AppExtensionErrorCodeFillFieldsScriptFailed)
        #expect(object.localizedDescription == "in front" && thrown.localizedDescription == "in front")
        #expect((object.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription == "behind")
        let back = try #require((object as any Error) as? PasswordManagerError)
        #expect(back == PasswordManagerError(.fillFieldsScriptFailed, "") && back.reason == "in front")
        #expect((NSError(domain: NSCocoaErrorDomain, code: 5) as any Error) as? PasswordManagerError == nil)
        do { throw thrown } catch let error as NSError { #expect(error.code == 5) }
        #expect("\(cause)" == "behind (1)")
    }
}
