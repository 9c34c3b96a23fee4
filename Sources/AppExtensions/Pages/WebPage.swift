import AgentProtocol
import Foundation

/// A web view whose page can be filled.
///
/// The owner of the web view implements reading and filling the page; Docs/password-manager-feature.md, "Pages",
/// specifies page models and fill plans.
@preconcurrency public protocol WebPage: Sendable {
    /// Returns the address of the page that is shown; `nil` or empty if there is none.
    func currentURL() async -> String?

    /// Returns the page model: a JSON object.
    /// - Throws: the reason for which the page cannot be read.
    func pageModel() async throws -> Data

    /// Fills the page.
    /// - Parameter plan: the fill plan: a JSON object with secrets in it, which ``PageFillPlan`` decodes.
    /// - Throws: the reason for which the page cannot be filled.
    func fill(with plan: Data) async throws
}

/// A page that was read, to be filled.
public struct ExtensionItem: Sendable, Equatable {
    /// The address of the page.
    public let urlString: String
    /// The page model: a JSON object.
    public let pageModel: Data

    /// Creates an item from a page that the program has read itself.
    public init(urlString: String, pageModel: Data) {
        self.urlString = urlString
        self.pageModel = pageModel
    }

    /// - Throws: `.failedToObtainURLStringFromWebView`, `.collectFieldsScriptFailed`.
    init(of page: any WebPage) async throws(PasswordManagerError) {
        guard let url = await page.currentURL(), !url.isEmpty else {
            throw PasswordManagerError(.failedToObtainURLStringFromWebView, "The web view shows no page.")
        }
        do {
            self.init(urlString: url, pageModel: try await page.pageModel())
        } catch {
            throw PasswordManagerError(
                .collectFieldsScriptFailed, "The page could not be read.", underlyingError: error)
        }
        try check()
    }

    /// - Throws: `.collectFieldsScriptFailed` for an invalid model.
    func check() throws(PasswordManagerError) {
        guard pageModel.count <= PasswordManagerLimits.page,
            (try? JSONSerialization.jsonObject(with: pageModel)) is [String: Any]
        else {
            throw PasswordManagerError(
                .collectFieldsScriptFailed, "The page model is not a JSON object of at most 4 MiB.")
        }
    }
}

/// The fill plan that the user has picked. Contains secrets.
public struct ReturnedItem: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let plan: Data

    /// - Parameter plan: the answer of a password manager.
    /// - Throws: `.failedToLoadItemProviderData` for an invalid plan.
    init(checking plan: Data) throws(PasswordManagerError) {
        _ = try PageFillPlan(plan)
        self.init(plan: plan)
    }

    init(plan: Data) { self.plan = plan }

    /// A text without the contents.
    public var description: String { "ReturnedItem([redacted])" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// - Throws: `.fillFieldsScriptFailed`.
    func fill(_ page: any WebPage) async throws(PasswordManagerError) {
        do {
            try await page.fill(with: plan)
        } catch {
            throw PasswordManagerError(.fillFieldsScriptFailed, "The page could not be filled.", underlyingError: error)
        }
    }
}
