import CWebKit
import GtkSupport

extension BrowserView {
    func loadChanged(_ event: CUnsignedInt) {
        if event == WEBKIT_LOAD_COMMITTED.rawValue {
            onPage()
            // WebKit shows an empty page in place of some addresses, such as those with the port of another service.
            if let requested, address == "about:blank" {
                onProblem(.failed(address: requested, reason: text("WebKit does not open this address.")))
            }
            requested = nil
        }
        onChange()
    }

    /// - Returns: whether the problem is shown by the window.
    func loadFailed(_ address: String, domain: GQuark, code: Int32, reason: String) -> Bool {
        // Stopped by the user or by another page, or handed over to a download.
        requested = nil
        let number = UInt32(bitPattern: code)
        let isCancelled =
            domain == webkit_network_error_quark() && number == WEBKIT_NETWORK_ERROR_CANCELLED.rawValue
        let isHandedOver =
            domain == webkit_policy_error_quark()
            && number == WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE.rawValue
        guard !isCancelled, !isHandedOver else { return true }
        // No network has this page. It is asked for when the program's own page is loaded again.
        if address.hasPrefix(FormsPage.address) {
            loadForms()
        } else {
            onProblem(.failed(address: address, reason: String(reason.prefix(300))))
        }
        return true
    }

    func certificateRefused(_ address: String, _ certificate: gpointer, _ errors: GTlsCertificateFlags) {
        requested = nil
        let kept = KeptCertificate(certificate.assumingMemoryBound(to: GTlsCertificate.self))
        onProblem(
            .untrusted(
                .init(address: address, host: Self.host(of: address), certificate: kept, errors: errors.rawValue)))
    }

    /// - Returns: whether the decision was made here.
    func decide(_ decision: gpointer, _ type: CUnsignedInt) -> Bool {
        let policy = decision.assumingMemoryBound(to: WebKitPolicyDecision.self)
        switch type {
        case WEBKIT_POLICY_DECISION_TYPE_RESPONSE.rawValue:
            guard webkit_response_policy_decision_is_mime_type_supported(OpaquePointer(decision)) == 0 else {
                return false
            }
            webkit_policy_decision_download(policy)
            return true
        case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION.rawValue:
            let (address, isWanted) = Self.navigation(decision)
            webkit_policy_decision_ignore(policy)
            // A window of its own, which the page cannot reach by "opener".
            if isWanted, Self.isPage(address) { onNewWindow(address) } else { onBlocked(nil) }
            return true
        default:
            let (address, _) = Self.navigation(decision)
            let scheme = address.prefix { $0 != ":" }.lowercased()
            guard !["http", "https", "about", "data", "blob"].contains(scheme) else { return false }
            webkit_policy_decision_ignore(policy)
            onBlocked(String(scheme.prefix(40)))
            return true
        }
    }

    private static func isPage(_ address: String) -> Bool {
        ["http", "https"].contains(address.prefix { $0 != ":" }.lowercased())
    }

    /// The address that a navigation leads to, and whether the user has begun it.
    private static func navigation(_ decision: gpointer) -> (address: String, isWanted: Bool) {
        guard let action = webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision)) else {
            return ("", false)
        }
        let request = webkit_navigation_action_get_request(action)
        let address = webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? ""
        return (address, webkit_navigation_action_is_user_gesture(action) != 0)
    }
}
