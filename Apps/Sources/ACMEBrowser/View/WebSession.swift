import CWebKit
import GtkSupport

/// The network session of all windows: nothing of it is written to the disk, and all of it ends with the program.
@MainActor final class WebSession {
    /// The session of the program.
    static let shared = WebSession()

    /// The session.
    let raw: OpaquePointer

    /// Called when a view begins a download.
    private var receivers: [UnsafeMutableRawPointer: Weak] = [:]

    private struct Weak { weak var view: BrowserView? }

    private init() {
        guard let raw = webkit_network_session_new_ephemeral() else { preconditionFailure("WebKit has no session") }
        self.raw = raw
        webkit_network_session_set_tls_errors_policy(raw, WEBKIT_TLS_ERRORS_POLICY_FAIL)
        webkit_network_session_set_itp_enabled(raw, 1)
        DownloadSignals.connect(self)
    }

    /// Adds a view, so that its downloads can be told from others.
    func add(_ view: BrowserView) {
        receivers = receivers.filter { $1.view != nil }
        receivers[UnsafeMutableRawPointer(view.raw)] = Weak(view: view)
    }

    func begin(_ raw: OpaquePointer) {
        let download = Download(raw)
        let view = webkit_download_get_web_view(raw).flatMap { receivers[UnsafeMutableRawPointer($0)]?.view }
        guard let view else { return download.cancel() }
        DownloadSignals.connect(download)
        view.onDownload(download)
    }
}
