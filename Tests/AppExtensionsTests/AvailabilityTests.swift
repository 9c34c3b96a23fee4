import Foundation
import PasswordManagerTesting
import Testing

@testable import AppExtensions

/// Who is asked, and whether there is anybody.
@Suite struct AvailabilityTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private func find() async -> Result<ReturnedLogin, PasswordManagerError> {
        do throws(PasswordManagerError) {
            return .success(try await desktop.passwordManager().findLogin(forURLString: "https://example.com"))
        } catch { return .failure(error) }
    }

    private var isAvailable: Bool { desktop.passwordManager().isAppExtensionAvailable() }

    private func failure() async throws -> PasswordManagerError {
        let outcome = await find()
        guard case .failure(let error) = outcome else { throw PasswordManagerError(.unexpectedData, "an answer") }
        return error
    }

    @Test func missingManagerIsNotAvailable() async throws {
        #expect(!isAvailable)
        #expect(try await failure().code == .apiNotAvailable)
        try desktop.write("{", to: "data/password-managers/broken.json")
        #expect(!isAvailable)
        let error = try await failure()
        #expect(error.code == .apiNotAvailable && error.reason.contains("broken.json"))
    }

    @Test func aManagerThatListensIsAvailable() async throws {
        let toy = try desktop.install { _ in ToyPasswordManager.login("me", "secret") }
        #expect(isAvailable)
        #expect(try await find().get().password == "secret")
        _ = toy
    }

    /// The file exists, and no process listens: the check asked no user.
    @Test func aDeadSocketIsAvailableAndCannotBeReached() async throws {
        try desktop.install { _ in .hangUp }.end()
        #expect(isAvailable)
        #expect(try await failure().code == .failedToContactExtension)
    }

    @Test func aFileThatIsNoSocketIsNotAvailable() async throws {
        try desktop.write(TestDesktop.manifest("toy"), to: "data/password-managers/toy.json")
        try desktop.write("", to: "run/toy.socket")
        #expect(!isAvailable)
        #expect(try await failure().code == .failedToContactExtension)
    }

    @Test(arguments: [
        (#"{"unit": "toy.socket"}"#, "config/systemd/user/toy.socket"),
        (#"{"unit": "toy.socket"}"#, "shared/systemd/user/toy.socket"),
        (#"{"unit": "toy.socket"}"#, "run/systemd/user/toy.socket"),
        (#"{"bus-name": "org.example.Toy"}"#, "more/dbus-1/services/org.example.Toy.service"),
    ])
    func aManagerThatCanBeStartedIsAvailableAndIsStartedWhenItIsNeeded(start: String, file: String) async throws {
        try desktop.write(
            TestDesktop.manifest("toy", #", "start": \#(start)"#), to: "data/password-managers/toy.json")
        #expect(!isAvailable)
        try desktop.write("", to: file)
        #expect(isAvailable)
        #expect(desktop.starts.isEmpty)
        // Starting does not help.
        #expect(try await failure().code == .failedToContactExtension)
        #expect(desktop.starts.count == 1)
        let started = Box<ToyPasswordManager?>(nil)
        desktop.onStart { [socket = desktop("run/toy.socket")] _ in
            started.value = try? ToyPasswordManager(at: socket) { _ in ToyPasswordManager.login("me", "started") }
        }
        #expect(try await find().get().password == "started")
        #expect(desktop.starts.count == 2)
    }

    // MARK: - Places

    @Test func theFirstPlaceThatAppliesCounts() throws {
        func path(_ sockets: String...) throws -> String? {
            let locations = try sockets.map { try SocketLocation($0) }
            return locations.lazy.compactMap(desktop.managerEnvironment.path).first
        }
        #expect(try path("$TOY_HOME/s", "$XDG_RUNTIME_DIR/s") == desktop("run/s"))
        desktop.set("TOY_HOME", desktop("toy"))
        #expect(try path("$TOY_HOME/s", "$XDG_RUNTIME_DIR/s") == desktop("toy/s"))
        desktop.set("TOY_HOME", "toy")
        #expect(try path("$TOY_HOME/s", "$XDG_RUNTIME_DIR/s") == desktop("run/s"))
        #expect(try path(desktop("absolute"), "$XDG_RUNTIME_DIR/s") == desktop("run/s"))
        let absolute = try desktop.write("", to: "absolute")
        #expect(try path(absolute, "$XDG_RUNTIME_DIR/s") == absolute)
        desktop.set("XDG_RUNTIME_DIR", nil)
        #expect(try path("$XDG_RUNTIME_DIR/s") == "/run/user/\(geteuid())/s")
    }
}

/// With several installed.
@Suite struct ChoiceTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    private func install(_ names: String...) throws -> [ToyPasswordManager] {
        try names.map { name in try desktop.install(name) { _ in ToyPasswordManager.login(name, "secret") } }
    }

    private func find() async throws(PasswordManagerError) -> String {
        try await desktop.passwordManager().findLogin(forURLString: "https://example.com").username
    }

    @Test func theUsersChoiceIsAsked() async throws {
        let toys = try install("one", "two", "chatelaine")
        for name in ["two", "one", "chatelaine"] {
            try desktop.write(name + "\n", to: "config/chatelaine/password-manager")
            #expect(try await find() == name)
        }
        let first = try #require(await toys[0].requests.next())
        #expect(first.message.alternatives.isEmpty)
    }

    @Test func withoutAChoiceOursHasTheUserChoose() async throws {
        let toys = try install("one", "chatelaine", "two")
        #expect(try await find() == "chatelaine")
        let request = try #require(await toys[1].requests.next())
        #expect(request.message.alternatives.map(\.name) == ["chatelaine", "one", "two"])
        #expect(request.message.alternatives.map(\.title) == ["Chatelaine", "One", "Two"])
    }

    @Test func theNameForTextsIsThatOfTheOneThatWouldBeAsked() throws {
        var name: String? { desktop.passwordManager().passwordManagerTitle }
        #expect(name == nil)
        let one = try install("one")
        #expect(name == "One")
        let two = try install("two")
        #expect(name == nil)
        try desktop.write("two", to: "config/chatelaine/password-manager")
        #expect(name == "Two")
        let own = try install("chatelaine")
        try desktop.write("gone", to: "config/chatelaine/password-manager")
        #expect(name == "Chatelaine")
        withExtendedLifetime((one, two, own)) {}
    }

    /// A file that others may write, or that names a manager that is not installed, is ignored.
    @Test func untrustedOrUnknownChoiceIsIgnored() async throws {
        let toys = try install("one", "chatelaine")
        try desktop.write("gone", to: "config/chatelaine/password-manager")
        #expect(try await find() == "chatelaine")
        try desktop.write("one", to: "config/chatelaine/password-manager", mode: 0o666)
        #expect(try await find() == "chatelaine")
        _ = toys
    }

    @Test func severalOfOthersAndNoChoiceIsAnErrorThatSaysWhatToDo() async throws {
        let toys = try install("one", "two")
        let error = try #require(await #expect(throws: PasswordManagerError.self) { try await find() })
        #expect(error.code == .failedToContactExtension)
        #expect(error.reason.contains("“one”, “two”") && error.reason.contains("chatelaine/password-manager"))
        #expect(desktop.passwordManager().isAppExtensionAvailable())
        _ = toys
    }

    @Test func theOneThatTheUserWantsInsteadIsAsked() async throws {
        let other = try desktop.install("other") { _ in ToyPasswordManager.login("other", "secret") }
        let own = try desktop.install("chatelaine") { _ in .answer(.with { $0.otherManager = "other" }) }
        #expect(try await find() == "other")
        #expect(try #require(await other.requests.next()).message.alternatives.isEmpty)
        _ = own
    }

    @Test(arguments: ["unknown", "chatelaine", "", "../other"])
    func unknownOtherManagerIsAnError(name: String) async throws {
        let toys = try install("other")
        let own = try desktop.install("chatelaine") { _ in .answer(.with { $0.otherManager = name }) }
        let error = try #require(await #expect(throws: PasswordManagerError.self) { try await find() })
        #expect(error.code == .unexpectedData)
        _ = (toys, own)
    }

    /// Two of them cannot keep a request between themselves.
    @Test func aRequestIsPassedOnOnce() async throws {
        let toys = try ["other", "chatelaine"].map { name in
            try desktop.install(name) { _ in
                .answer(.with { $0.otherManager = name == "other" ? "chatelaine" : "other" })
            }
        }
        let error = try #require(await #expect(throws: PasswordManagerError.self) { try await find() })
        #expect(error.code == .unexpectedData)
        _ = toys
    }
}
