import AgentProtocol
import Foundation
import PasswordManagerTesting
import Synchronization
import Testing

@testable import AppExtensions

/// The forms with completion handlers.
@MainActor @Suite struct CompletionTests {
    private let desktop: TestDesktop
    private let toy: ToyPasswordManager

    init() throws {
        desktop = try TestDesktop()
        toy = try desktop.install { received in
            received.message.url == "refused"
                ? ToyPasswordManager.refusal(0, "closed")
                : .answer(
                    .with {
                        $0.login = received.message.details
                        if !$0.login.hasPasswordLength { $0.login.passwordLength = 0 }
                    }, secret: received.secret)
        }
    }

    private typealias Answer = (login: [AnyHashable: Any]?, error: NSError?)

    /// What the handler gets: exactly once, on the main queue, and not on the stack of the caller.
    private func answer(_ begin: (PasswordManagerExtension, @escaping LoginHandler) -> Void) async -> Answer {
        var calls: [Answer] = []
        let hasReturned = Box(false)
        await withCheckedContinuation { continuation in
            begin(desktop.passwordManager()) { login, error in
                dispatchPrecondition(condition: .onQueue(.main))
                MainActor.assertIsolated()
                #expect(hasReturned.value)
                calls.append((login, error.map { $0 as NSError }))
                if calls.count == 1 { continuation.resume() }
            }
            hasReturned.value = true
        }
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(calls.count == 1)
        return calls[0]
    }

    @Test func aLoginIsADictionary() async throws {
        let details: [String: Any] = [
            AppExtensionTitleKey: "ACME", AppExtensionUsernameKey: "wile", AppExtensionPasswordKey: "secret",
            AppExtensionNotesKey: "notes", AppExtensionSectionTitleKey: "Profile",
            AppExtensionFieldsKey: ["firstname": "Wile"], AppExtensionOldPasswordKey: "old", "another app's": Date(),
        ]
        let (login, error) = await answer {
            $0.storeLogin(
                forURLString: "acme.example", loginDetails: details, passwordGenerationOptions: nil, for: self,
                sender: nil, completion: $1)
        }
        #expect(error == nil)
        #expect(
            NSDictionary(dictionary: try #require(login))
                == [
                    "login_title": "ACME", "username": "wile", "password": "secret", "notes": "notes",
                    "section_title": "Profile", "returned_fields": ["firstname": "Wile"], "old_password": "old",
                ] as NSDictionary)
    }

    @Test func foundationObjectsAreAccepted() async throws {
        let details: NSDictionary = [
            AppExtensionUsernameKey: NSString("wile"), AppExtensionPasswordKey: "secret",
            AppExtensionFieldsKey: ["n": NSString("1")] as NSDictionary, AppExtensionNotesKey: NSNull(),
        ]
        let options: NSDictionary = [
            AppExtensionGeneratedPasswordMinLengthKey: NSNumber(value: 8),
            AppExtensionGeneratedPasswordRequireDigitsKey: NSNumber(value: true),
            AppExtensionGeneratedPasswordRequireSymbolsKey: 0,
        ]
        let (login, error) = await answer {
            $0.changePasswordForLogin(
                forURLString: "acme.example", loginDetails: details, passwordGenerationOptions: options, for: nil,
                sender: nil, completion: $1)
        }
        #expect(error == nil && login?[AppExtensionPasswordKey] as? String == "secret")
        let message = try #require(await toy.requests.next()).message
        #expect(message.operation == .change && message.generator.minLength == 8)
        #expect(
            message.generator.requireDigits && message.generator.hasRequireSymbols && !message.generator.requireSymbols)
        #expect(!message.details.hasNotes)
    }

    @Test func optionsMayBeAPartOfTheDetails() async throws {
        let inside = [AppExtensionPasswordGeneratorOptionsKey: [AppExtensionGeneratedPasswordMaxLengthKey: 12]]
        let outside = [AppExtensionGeneratedPasswordMaxLengthKey: 13]
        for options in [nil, outside] {
            _ = await answer {
                $0.storeLogin(
                    forURLString: "acme.example", loginDetails: inside, passwordGenerationOptions: options, for: nil,
                    sender: nil, completion: $1)
            }
        }
        var requests = toy.requests.makeAsyncIterator()
        #expect(try #require(await requests.next()).message.generator.maxLength == 12)
        #expect(try #require(await requests.next()).message.generator.maxLength == 13)
    }

    @Test func anErrorIsAnObject() async throws {
        let (login, error) = await answer {
            $0.findLogin(forURLString: "refused", for: nil, sender: nil, completion: $1)
        }
        #expect(login == nil)
        #expect(error?.domain == "OnePasswordExtension" && error?.code == AppExtensionErrorCodeCancelledByUser)
        #expect(error?.localizedDescription == "closed")
    }

    // MARK: - Wrong types

    @Test func detailsOfAWrongTypeAreRefused() async {
        let wrong: [[AnyHashable: Any]] = [
            [AppExtensionUsernameKey: 7], [AppExtensionPasswordKey: Data("secret".utf8)],
            [AppExtensionTitleKey: ["a"]], [AppExtensionNotesKey: true], [AppExtensionSectionTitleKey: 1.5],
            [AppExtensionFieldsKey: "firstname"], [AppExtensionFieldsKey: ["firstname": 7]],
            [AppExtensionFieldsKey: [7: "Wile"]], [AppExtensionFieldsKey: ["a"]], [7: "seven"],
            [AppExtensionPasswordGeneratorOptionsKey: "strong"], [AppExtensionOldPasswordKey: 7],
        ]
        for details in wrong {
            let (login, error) = await answer {
                $0.storeLogin(
                    forURLString: "acme.example", loginDetails: details, passwordGenerationOptions: nil, for: nil,
                    sender: nil, completion: $1)
            }
            #expect(login == nil && error?.code == AppExtensionErrorCodeUnexpectedData, "\(details)")
        }
    }

    @Test func optionsOfAWrongTypeAreRefused() async {
        let wrong: [[AnyHashable: Any]] = [
            [AppExtensionGeneratedPasswordMinLengthKey: "8"], [AppExtensionGeneratedPasswordMinLengthKey: true],
            [AppExtensionGeneratedPasswordMaxLengthKey: 8.5], [AppExtensionGeneratedPasswordMaxLengthKey: Double.nan],
            [AppExtensionGeneratedPasswordRequireDigitsKey: "yes"], [AppExtensionGeneratedPasswordRequireDigitsKey: 2],
            [AppExtensionGeneratedPasswordRequireSymbolsKey: ["no"]], [7: "seven"],
            [AppExtensionGeneratedPasswordForbiddenCharactersKey: ["a", "b"]],
            [AppExtensionGeneratedPasswordMinLengthKey: 9, AppExtensionGeneratedPasswordMaxLengthKey: 8],
        ]
        for options in wrong {
            let stored = await answer {
                $0.storeLogin(
                    forURLString: "acme.example", loginDetails: nil, passwordGenerationOptions: options, for: nil,
                    sender: nil, completion: $1)
            }
            let changed = await answer {
                $0.changePasswordForLogin(
                    forURLString: "acme.example", loginDetails: nil, passwordGenerationOptions: options, for: nil,
                    sender: nil, completion: $1)
            }
            for (login, error) in [stored, changed] {
                #expect(login == nil && error?.code == AppExtensionErrorCodeUnexpectedData, "\(options)")
            }
        }
    }

    @Test func absentValuesAreNil() async throws {
        let missing: String? = nil
        let details: [AnyHashable: Any] = [
            AppExtensionUsernameKey: missing as Any, AppExtensionTitleKey: "T" as String? as Any,
        ]
        _ = await answer {
            $0.storeLogin(
                forURLString: "acme.example", loginDetails: details, passwordGenerationOptions: nil, for: nil,
                sender: nil, completion: $1)
        }
        let message = try #require(await toy.requests.next()).message
        #expect(!message.details.hasUsername && message.details.title == "T")
    }

    /// What a program gives as its window, and what it does with the answer, need not cross to another thread.
    @Test func asyncFunctionsStayWithTheirCaller() async throws {
        final class Window { var username = "" }
        let window = Window()
        let details = LoginDetails(username: "wile", password: "secret")
        window.username = try await desktop.passwordManager().storeLogin(
            forURLString: "acme.example", loginDetails: details, for: window, sender: window
        ).username
        MainActor.assertIsolated()
        #expect(window.username == "wile")
    }

    @Test func allAccessorsReturnTheSharedObject() {
        #expect(PasswordManagerExtension.shared === PasswordManagerExtension.shared())
        #expect(OnePasswordExtension.shared === OnePasswordExtension.sharedExtension())
        #expect(OnePasswordExtension() !== OnePasswordExtension.shared)
    }
}

/// A main queue that is not drained, with a clock of the test's.
@Suite struct UndrainedQueueTests {
    private final class World: Sendable {
        struct State {
            var handlers: [@Sendable @MainActor () -> Void] = []
            var timers: [(Int, @Sendable () -> Void)] = []
            var complaints: [String] = []
        }
        let state = Mutex(State())
        let hasTimer: AsyncStream<Void>
        let timer: AsyncStream<Void>.Continuation

        init() { (hasTimer, timer) = AsyncStream.makeStream() }

        var delivery: MainQueueDelivery {
            MainQueueDelivery(
                enqueue: { body in self.state.withLock { $0.handlers.append(body) } },
                afterSeconds: { seconds, body in
                    self.state.withLock { $0.timers.append((seconds, body)) }
                    self.timer.yield()
                }, report: { text in self.state.withLock { $0.complaints.append(text) } })
        }
    }

    @Test(arguments: [false, true]) func undrainedQueueIsReportedAfterFiveSeconds(isDrained: Bool) async throws {
        let (desktop, world) = (try TestDesktop(), World())
        let calls = Box(0)
        desktop.passwordManager(world.delivery).findLogin(forURLString: nil, for: nil, sender: nil) { _, _ in
            calls.value += 1
        }
        _ = await world.hasTimer.next()
        let state = world.state.withLock { $0 }
        #expect(state.timers.map(\.0) == [5] && state.handlers.count == 1 && state.complaints.isEmpty)
        if isDrained { await state.handlers[0]() }
        state.timers[0].1()
        let complaints = world.state.withLock { $0.complaints }
        #expect(complaints.count == (isDrained ? 0 : 1))
        #expect(complaints.allSatisfy { $0.contains("dispatchMain()") && $0.hasSuffix("\n") })
        #expect(calls.value == (isDrained ? 1 : 0))
    }
}
