import AppExtensions
import CWebKit
import Foundation

/// A web view of WebKitGTK as a page that a password manager can fill.
///
/// It is the argument `webView` of `PasswordManagerExtension`:
///
///     try await PasswordManagerExtension.shared.fillItem(intoWebView: WebKitPage(view), for: window)
///
/// The page is read and filled by scripts in a world of their own: they share the document with the page, and no JavaScript object. The
/// page sees the values in its fields, and events as of typing. Fields in frames of other origins are not read.
///
/// The main actor has to be the thread of the view, as with `GLibMainLoop.attachMainQueue()` of `ChatelaineGLib`.
@MainActor public final class WebKitPage: WebPage {
    /// The report on the last filling; `nil` before the first.
    public private(set) var lastReport: FillReport?

    private let view: UnsafeMutablePointer<WebKitWebView>
    private let world: IsolatedWorld
    /// The document that was read last: only that one is filled.
    private var reading: Reading?

    private struct Reading {
        /// A random text that the scripts keep for as long as the document lives.
        let token: String
        let origin: String
    }

    /// The largest model in UTF-8: what a password manager takes.
    nonisolated static let mostBytes = 4 << 20

    /// - Parameter view: the view, to which a reference is kept.
    public init(_ view: UnsafeMutablePointer<WebKitWebView>) {
        self.view = view
        world = IsolatedWorld(view)
        g_object_ref(view)
    }

    isolated deinit { g_object_unref(view) }

    /// Returns the address of the page, as the view has it; `nil` if there is none.
    public func currentURL() async -> String? { webkit_web_view_get_uri(view).map { String(cString: $0) } }

    /// Reads the page.
    ///
    /// - Returns: the page model of Docs/password-manager-feature.md.
    /// - Throws: ``WebKitPageError``.
    public func pageModel() async throws -> Data {
        reading = nil
        try checkCertificate()
        let token = UUID().uuidString
        let answer = try await world.call(
            PageScripts.reading(), ["token": token, "most": String(Self.mostBytes)])
        guard let end = answer.firstIndex(of: "\n") else { throw WebKitPageError.unreadable("no model") }
        let origin = String(answer[..<end])
        let model = Data(answer[answer.index(after: end)...].utf8)
        guard model.count <= Self.mostBytes else { throw WebKitPageError.tooLarge }
        guard origin != Self.noOrigin else { throw WebKitPageError.sandboxed }
        // While another page is loaded, the view already has its address.
        guard origin == self.origin else { throw WebKitPageError.loading }
        reading = Reading(token: token, origin: origin)
        return model
    }

    /// Fills the fields of the page that was read last.
    ///
    /// - Parameter plan: the fill plan, which has secrets in it. It reaches the scripts as an argument, and is in no script's text.
    /// - Throws: ``WebKitPageError``: if the page was left or loaded again in the meantime; if it took none of the values.
    public func fill(with plan: Data) async throws {
        lastReport = nil
        let steps = try PageFillPlan(plan).steps
        guard let reading else { throw WebKitPageError.changed }
        try checkCertificate()
        guard origin == reading.origin else { throw WebKitPageError.changed }
        // The scripts compare once more: the page may be left before they run.
        let answer = try await world.call(
            PageScripts.filling,
            ["token": reading.token, "origin": reading.origin, "plan": String(decoding: plan, as: UTF8.self)],
            hidesReason: true)
        guard !answer.isEmpty else { throw WebKitPageError.changed }
        let report = try FillReport(answer)
        lastReport = report
        guard steps.isEmpty || report.filledCount > 0 else { throw WebKitPageError.refused(report.reasons) }
    }

    // MARK: - Where the page is from

    /// The origin of documents without one, such as those in a sandbox.
    private static let noOrigin = "null"

    /// The origin of the view's address.
    private var origin: String? {
        guard let uri = webkit_web_view_get_uri(view), let origin = webkit_security_origin_new_for_uri(uri) else {
            return nil
        }
        defer { webkit_security_origin_unref(origin) }
        guard let text = webkit_security_origin_to_string(origin) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Refuses a page that was loaded although its certificate is not trusted: another machine may have sent it.
    private func checkCertificate() throws(WebKitPageError) {
        var errors = GTlsCertificateFlags(rawValue: 0)
        guard webkit_web_view_get_tls_info(view, nil, &errors) != 0 else { return }
        guard errors.rawValue == 0 else { throw .untrusted }
    }
}
