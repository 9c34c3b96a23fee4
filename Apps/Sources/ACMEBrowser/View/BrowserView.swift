import CWebKit
import GtkSupport

/// The web view of a window.
@MainActor final class BrowserView {
    /// Called when anything has changed that the window shows.
    var onChange: @MainActor () -> Void = {}
    /// Called when a page cannot be shown.
    var onProblem: @MainActor (PageProblem) -> Void = { _ in }
    /// Called when a page is shown, after which no problem is.
    var onPage: @MainActor () -> Void = {}
    /// Called when the process of the page has ended.
    var onEnd: @MainActor () -> Void = {}
    /// Called for a dialog of the page, which waits until it is answered.
    var onDialog: @MainActor (ScriptDialog) -> Void = { _ in }
    /// Called for a page that asks for a name and a password by http.
    var onAuthentication: @MainActor (AuthenticationRequest) -> Void = { $0.cancel() }
    /// Called for a file that the page sends.
    var onDownload: @MainActor (Download) -> Void = { $0.cancel() }
    /// Called for a link that opens a window.
    var onNewWindow: @MainActor (String) -> Void = { _ in }
    /// Called for a link that is not opened, with its scheme; `nil`: a window that the user has not asked for.
    var onBlocked: @MainActor (String?) -> Void = { _ in }

    /// The view, to which a reference is kept.
    let raw: UnsafeMutablePointer<WebKitWebView>
    /// The view as a widget.
    var widget: Widget { Widget(raw: UnsafeMutableRawPointer(raw)) }

    private let session: WebSession
    /// The address that is being loaded for the program.
    var requested: String?

    init(_ session: WebSession) {
        self.session = session
        raw = chatelaine_web_view_new(session.raw)
        g_object_ref_sink(raw)
        setUp()
        ViewSignals.connect(self)
        for property in ["uri", "title", "estimated-load-progress", "is-loading"] {
            widget.on("notify::\(property)") { [weak self] in self?.onChange() }
        }
        session.add(self)
    }

    isolated deinit { g_object_unref(raw) }

    private func setUp() {
        let settings = webkit_web_view_get_settings(raw)
        webkit_settings_set_user_agent_with_application_details(settings, "ACMEBrowser", Self.version)
        // These give some websites the name of another browser.
        webkit_settings_set_enable_site_specific_quirks(settings, 0)
        // Drivers of graphics cards generate code at run time, which the agent would see in this program.
        webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
        webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
        webkit_settings_set_enable_webgl(settings, 0)
        widget.setAccessibleName(text("Web page"))
        gtk_widget_set_vexpand(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GtkWidget.self), 1)
    }

    /// The version that websites are told: that of the user interface, which has not changed since the first.
    private static let version = "1"

    // MARK: - The page

    /// The address of the page, or of the one that is being loaded.
    var address: String { webkit_web_view_get_uri(raw).map { String(cString: $0) } ?? "" }

    /// The title that the page has given itself, for a line in the window.
    var title: String {
        let title = webkit_web_view_get_title(raw).map { String(cString: $0) } ?? ""
        return String(title.filter { !$0.isNewline }.prefix(200))
    }

    /// Whether a page is being loaded.
    var isLoading: Bool { webkit_web_view_is_loading(raw) != 0 }
    /// The progress of loading, from 0 to 1.
    var progress: Double { webkit_web_view_get_estimated_load_progress(raw) }
    /// Whether there is a page to go back to.
    var canGoBack: Bool { webkit_web_view_can_go_back(raw) != 0 }
    /// Whether there is a page to go forward to.
    var canGoForward: Bool { webkit_web_view_can_go_forward(raw) != 0 }

    /// Loads an address on http or https.
    func load(_ address: String) {
        requested = address
        webkit_web_view_load_uri(raw, address)
    }
    /// Loads the program's own page.
    func loadForms() { webkit_web_view_load_html(raw, FormsPage.html, FormsPage.address) }
    /// Goes back.
    func goBack() { webkit_web_view_go_back(raw) }
    /// Goes forward.
    func goForward() { webkit_web_view_go_forward(raw) }
    /// Loads the page again.
    func reload() { webkit_web_view_reload(raw) }
    /// Stops loading.
    func stop() { webkit_web_view_stop_loading(raw) }
    /// Ends the process of the page at once.
    func endProcess() { webkit_web_view_terminate_web_process(raw) }

    /// The security of the page's connection.
    var connection: ConnectionState {
        let address = address
        // The view has the address of a page that is on its way, and still shows the one before.
        guard requested == nil, !address.isEmpty, address != "about:blank" else { return .none }
        if address == FormsPage.address { return .own }
        let host = Self.host(of: address)
        if address.hasPrefix("http://") { return .insecure(host: host) }
        var errors = GTlsCertificateFlags(rawValue: 0)
        guard address.hasPrefix("https://"), webkit_web_view_get_tls_info(raw, nil, &errors) != 0 else { return .none }
        return errors.rawValue == 0 ? .secure(host: host) : .untrusted(host: host)
    }

    /// The certificate of the page; `nil` if it has none.
    var certificate: SiteCertificate? {
        var certificate: UnsafeMutablePointer<GTlsCertificate>?
        guard webkit_web_view_get_tls_info(raw, &certificate, nil) != 0, let certificate else { return nil }
        return SiteCertificate(certificate)
    }

    /// The host of an address, without its port.
    static func host(of address: String) -> String {
        guard let origin = webkit_security_origin_new_for_uri(address) else { return "" }
        defer { webkit_security_origin_unref(origin) }
        return webkit_security_origin_get_host(origin).map { String(cString: $0) } ?? ""
    }

    /// Trusts a certificate for a host until the program ends, and loads the page.
    func accept(_ refused: PageProblem.Refused) {
        webkit_network_session_allow_tls_certificate_for_host(session.raw, refused.certificate.raw, refused.host)
        load(refused.address)
    }
}
