import AgentProtocol
import Foundation
import PageFilling
import PasswordManagerTesting
import PasswordVault
import SheetRelay
import Synchronization
import Testing

@testable import AppExtensions

/// From a page's model to what is in its fields afterwards, by way of a password manager that makes plans as ours does.
@Suite struct PlanTests {
    /// A page that is nothing but its model.
    private final class ModelledPage: WebPage {
        let url: String
        let model: String
        /// What is in the fields, by their ids.
        let values = Mutex<[String: String]>([:])

        init(url: String = "https://acme.example/", _ fields: String) {
            self.url = url
            model = #"{"version":1,"url":"https://acme.example/","fields":[\#(fields)]}"#
        }

        func currentURL() async -> String? { url }
        func pageModel() async throws -> Data { Data(model.utf8) }
        func fill(with plan: Data) async throws {
            for step in try PageFillPlan(plan).steps { values.withLock { $0[step.field] = step.value } }
        }
    }

    private static let signIn = #"{"id":"u","name":"user"},{"id":"p","type":"password"}"#

    /// The numbers that programs get, of Docs/app-extensions.md.
    @Test(arguments: [(PageFillingError.Kind.unreadablePage, UInt32(4)), (.nothingToFill, 5), (.contradiction, 6)])
    func eachKindOfErrorHasItsNumber(kind: PageFillingError.Kind, number: UInt32) {
        #expect(RefusalCode(kind).rawValue == number)
    }

    private let desktop: TestDesktop
    private let toy: ToyPasswordManager

    init() throws {
        desktop = try TestDesktop()
        toy = try desktop.install { received in
            ToyPasswordManager.filling(received, with: .login("wendy", "\"hush\\", for: "https://acme.example"))
        }
    }

    private func values(_ page: ModelledPage) async throws -> [String: String] {
        try await desktop.passwordManager().fillItem(intoWebView: page)
        return page.values.withLock { $0 }
    }

    @Test func thePickedLoginIsInTheFieldsAfterwards() async throws {
        #expect(try await values(ModelledPage(Self.signIn)) == ["u": "wendy", "p": "\"hush\\"])
    }

    @Test func aSignInInTwoStepsIsFilledTwice() async throws {
        #expect(try await values(ModelledPage(#"{"id":"u","autocomplete":"username"}"#)) == ["u": "wendy"])
        #expect(try await values(ModelledPage(#"{"id":"p","type":"password"}"#)) == ["p": "\"hush\\"])
    }

    @Test func theHalvesDoTheSame() async throws {
        let (manager, page) = (desktop.passwordManager(), ModelledPage(Self.signIn))
        let picked = try await manager.pickItems(forExtensionItem: manager.createExtensionItem(forWebView: page))
        #expect(page.values.withLock { $0.isEmpty })
        try await manager.fillReturnedItems(picked, intoWebView: page)
        #expect(page.values.withLock { $0.count } == 2)
    }

    @Test(arguments: [
        ("https://acme.example/", #"{"id":"q","type":"search"}"#, 5),
        ("https://evil.example/", PlanTests.signIn, 6), ("https://acme.example/", #"{"name":"user"}"#, 4),
    ])
    func unfillableViewIsRefused(url: String, fields: String, code: Int) async {
        let page = ModelledPage(url: url, fields)
        let error = await #expect(throws: PasswordManagerError.self) { try await values(page) }
        #expect(error?.code.rawValue == code && page.values.withLock { $0.isEmpty })
    }

    @Test(arguments: [
        "plan", "[]", "{}", #"{"version":2,"fill":[]}"#, #"{"version":1}"#, #"{"version":1,"fill":{}}"#,
        #"{"version":1,"fill":[7]}"#, #"{"version":1,"fill":[{"field":"f"}]}"#,
        #"{"version":1,"fill":[{"field":7,"value":"v"}]}"#, #"{"version":1,"fill":[{"field":"","value":"v"}]}"#,
        #"{"version":1,"fill":[{"field":"f","value":null}]}"#,
        #"{"version":1,"fill":[{"field":"f","value":""}\#(String(repeating: #",{"field":"f","value":""}"#, count: 2_000))]}"#,
        #"{"version":1,"fill":\#(String(repeating: "[", count: 100_000))"#,
    ])
    func malformedPlanIsUnreadable(plan: String) async throws {
        let desktop = try TestDesktop()
        let toy = try desktop.install { _ in .answer(.with { $0.fillPlan = .init() }, secret: Array(plan.utf8)) }
        let page = ModelledPage(Self.signIn)
        await #expect(throws: PasswordManagerError(.failedToLoadItemProviderData, "")) {
            try await desktop.passwordManager().fillItem(intoWebView: page)
        }
        #expect(page.values.withLock { $0.isEmpty })
        _ = toy
    }

    @Test func unknownMembersOfAPlanAreIgnored() throws {
        let json = #"{"version":1,"later":[],"fill":[{"field":"f","value":"v","later":7}]}"#
        let plan = try PageFillPlan(Data(json.utf8))
        #expect(plan.steps.map(\.field) == ["f"] && plan.steps.map(\.value) == ["v"])
        #expect(!"\(plan)".contains("\"v\"") && !String(reflecting: plan.steps).contains("\"v\""))
    }
}

extension VaultItem {
    static func login(_ username: String, _ password: String, for website: String) -> VaultItem {
        var item = VaultItem(.login, title: "ACME")
        item.websites = [SavedWebsite(website)]
        item["username"] = .text(username)
        item["password"] = .secret(Secret(password))
        return item
    }
}

extension ToyPasswordManager {
    /// The plan for a page and an item that a person has picked, or why there is none.
    static func filling(_ received: Received, with item: VaultItem) -> Reaction {
        do throws(PageFillingError) {
            let plan = try FillPlan.make(
                model: received.message.page.model, url: received.message.url, item: item, oneTimeCode: nil)
            return .answer(.with { $0.fillPlan = .init() }, secret: plan.withUnsafeBytes { Array($0) })
        } catch {
            return refusal(RefusalCode(error.kind).rawValue, error.reason)
        }
    }
}
