import AgentProtocol
import Foundation
import PasswordManagerTesting
import Synchronization
import Testing

@testable import AppExtensions

@Suite struct FillingTests {
    private struct Broken: Error {}

    /// A web view with a page, or with what is wrong with it.
    private final class Page: WebPage {
        let url: String?
        let model: Data?
        let canBeFilled: Bool
        let plans = Mutex<[Data]>([])

        init(
            url: String? = "https://acme.example", model: String? = #"{"version": 1, "fields": []}"#,
            canBeFilled: Bool = true
        ) {
            (self.url, self.model, self.canBeFilled) = (url, model.map { Data($0.utf8) }, canBeFilled)
        }

        func currentURL() async -> String? { url }
        func pageModel() async throws -> Data { if let model { model } else { throw Broken() } }
        func fill(with plan: Data) async throws {
            guard canBeFilled else { throw Broken() }
            plans.withLock { $0.append(plan) }
        }
    }

    private static let plan = #"{"version": 1, "fill": [{"field": "f1", "value": "hush"}]}"#

    private let desktop: TestDesktop
    private let toy: ToyPasswordManager

    init() throws {
        desktop = try TestDesktop()
        toy = try desktop.install { received in
            switch received.message.url {
            case "https://cancelled.example": ToyPasswordManager.refusal(0)
            case "https://login.example": ToyPasswordManager.login("wile", "secret")
            case "https://nothing.example": .answer(.with { $0.fillPlan = .init() })
            default: .answer(.with { $0.fillPlan = .init() }, secret: Array(Self.plan.utf8))
            }
        }
    }

    private func code(_ page: Page) async -> PasswordManagerError.Code? {
        do throws(PasswordManagerError) {
            try await desktop.passwordManager().fillItem(intoWebView: page)
            return nil
        } catch { return error.code }
    }

    @Test(arguments: [false, true]) func aPageIsReadAndFilled(onlyLogins: Bool) async throws {
        let page = Page()
        try await desktop.passwordManager().fillItem(intoWebView: page, showOnlyLogins: onlyLogins)
        #expect(page.plans.withLock { $0 } == [Data(Self.plan.utf8)])
        let message = try #require(await toy.requests.next()).message
        #expect(message.operation == .fill && message.url == "https://acme.example")
        #expect(message.page.model == page.model && message.page.onlyLogins == onlyLogins)
        #expect(!message.hasDetails && !message.hasGenerator)
    }

    @Test func eachFailureHasItsCode() async throws {
        #expect(await code(Page(url: nil)) == .failedToObtainURLStringFromWebView)
        #expect(await code(Page(url: "")) == .failedToObtainURLStringFromWebView)
        #expect(await code(Page(model: nil)) == .collectFieldsScriptFailed)
        for model in ["", "[]", "{", "\"" + String(repeating: "x", count: 5 << 20) + "\""] {
            #expect(await code(Page(model: model)) == .collectFieldsScriptFailed)
        }
        #expect(await code(Page(canBeFilled: false)) == .fillFieldsScriptFailed)
        #expect(await code(Page(url: "https://cancelled.example")) == .cancelledByUser)
        #expect(await code(Page(url: "https://login.example")) == .unexpectedData)
        #expect(await code(Page(url: "https://nothing.example")) == .unexpectedData)
    }

    @Test func theProgramsOwnErrorIsBehindOurs() async {
        let error = await #expect(throws: PasswordManagerError.self) {
            try await desktop.passwordManager().fillItem(intoWebView: Page(model: nil))
        }
        #expect(error?.underlyingError is Broken)
    }

    @Test func theHalvesFillAPageOnTheirOwn() async throws {
        let (manager, page) = (desktop.passwordManager(), Page())
        let item = try await manager.createExtensionItem(forWebView: page)
        #expect(item.urlString == "https://acme.example" && item.pageModel == page.model)
        let picked = try await manager.pickItems(forExtensionItem: item, showOnlyLogins: true)
        try await manager.fillReturnedItems(picked, intoWebView: page)
        #expect(page.plans.withLock { $0 } == [Data(Self.plan.utf8)])
        await #expect(throws: PasswordManagerError(.cancelledByUser, "")) {
            try await manager.fillReturnedItems([], intoWebView: page)
        }
        let own = ExtensionItem(urlString: "https://acme.example", pageModel: Data("no model".utf8))
        await #expect(throws: PasswordManagerError(.collectFieldsScriptFailed, "")) {
            try await manager.pickItems(forExtensionItem: own)
        }
    }

    // MARK: - With completion handlers

    @MainActor private func filled(
        _ begin: (PasswordManagerExtension, @escaping SuccessHandler) -> Void
    ) async -> (Bool, Int?) {
        await withCheckedContinuation { continuation in
            begin(desktop.passwordManager()) { success, error in
                continuation.resume(returning: (success, (error as NSError?)?.code))
            }
        }
    }

    @MainActor @Test func completionHandlersAreToldWhetherItWasDone() async {
        let page = Page()
        var result = await filled {
            $0.fillItem(intoWebView: page, for: nil, sender: nil, showOnlyLogins: false, completion: $1)
        }
        #expect(result == (true, nil) && page.plans.withLock { $0.count } == 1)
        for (view, code) in [(7 as Any?, 6), (nil, 6), (Page(url: nil), 7), (Page(canBeFilled: false), 5)] {
            result = await filled {
                $0.fillItem(intoWebView: view, for: nil, sender: nil, showOnlyLogins: false, completion: $1)
            }
            #expect(result == (false, code))
        }
    }

    @MainActor @Test func theHalvesHaveCompletionHandlersToo() async throws {
        let (manager, page) = (desktop.passwordManager(), Page())
        let item: ExtensionItem? = await withCheckedContinuation { continuation in
            manager.createExtensionItem(forWebView: page) { item, error in
                #expect(error == nil)
                continuation.resume(returning: item)
            }
        }
        let count: Int? = await withCheckedContinuation { continuation in
            manager.createExtensionItem(forWebView: "none") { _, error in
                continuation.resume(returning: (error as NSError?)?.code)
            }
        }
        #expect(count == 6)
        let picked = Box<[ReturnedItem]?>(nil)
        let asked = try #require(item)
        await withCheckedContinuation { continuation in
            manager.pickItems(forExtensionItem: asked, for: nil, sender: nil, showOnlyLogins: false) { items, _ in
                picked.value = items?.compactMap { $0 as? ReturnedItem }
                continuation.resume()
            }
        }
        #expect(await filled { $0.fillReturnedItems(picked.value, intoWebView: page, completion: $1) } == (true, nil))
        #expect(await filled { $0.fillReturnedItems(nil, intoWebView: page, completion: $1) } == (false, 0))
        #expect(await filled { $0.fillReturnedItems([7], intoWebView: page, completion: $1) } == (false, 6))
        #expect(page.plans.withLock { $0 } == [Data(Self.plan.utf8)])
    }
}
