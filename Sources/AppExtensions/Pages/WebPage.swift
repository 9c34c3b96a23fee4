import AgentProtocol
import Foundation

/// A web view whose page can be filled.
///
/// Whoever has the web view says how a page is read and filled: what a page model and a fill plan are is in
/// Docs/password-manager-feature.md, "Pages".
@preconcurrency public protocol WebPage: Sendable {
    /// The address of the page that is shown; nil or empty: there is none.
    func currentURL() async -> String?

    /// What is on the page: a JSON object.
    /// - Throws: whatever kept it from being read.
    func pageModel() async throws -> Data

    /// Fills the page.
    /// - Parameter plan: what goes where: a JSON object with secrets in it, which ``PageFillPlan`` reads.
    /// - Throws: whatever kept it from being filled.
    func fill(with plan: Data) async throws
}

/// A page as it was read, to be filled.
public struct ExtensionItem: Sendable, Equatable {
    /// Where the page is.
    public let urlString: String
    /// What is on it: a JSON object.
    public let pageModel: Data

    /// A page that the program has read by itself.
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

    /// - Throws: `.collectFieldsScriptFailed` for a model that is none.
    func check() throws(PasswordManagerError) {
        guard pageModel.count <= PasswordManagerLimits.page,
            (try? JSONSerialization.jsonObject(with: pageModel)) is [String: Any]
        else {
            throw PasswordManagerError(
                .collectFieldsScriptFailed, "What was read from the page is no JSON object of at most 4 MiB.")
        }
    }
}

/// What a page is to be filled with: the user's pick. Has secrets in it.
public struct ReturnedItem: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    let plan: Data

    /// - Parameter plan: as a password manager has answered.
    /// - Throws: `.failedToLoadItemProviderData` for what is no plan.
    init(checking plan: Data) throws(PasswordManagerError) {
        _ = try PageFillPlan(plan)
        self.init(plan: plan)
    }

    init(plan: Data) { self.plan = plan }

    /// Never what is in it.
    public var description: String { "ReturnedItem([redacted])" }
    /// Without children.
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
