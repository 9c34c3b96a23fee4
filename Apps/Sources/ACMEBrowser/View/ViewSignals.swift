import CWebKit

/// The signals of WebKit's objects whose arguments matter, for a receiver that lives no longer for them.
@MainActor enum ViewSignals {
    /// A weak reference as the data of signals, since the receiver keeps the view.
    private final class Receiver {
        weak var view: BrowserView?
        init(_ view: BrowserView) { self.view = view }
    }

    private static func connect(_ object: gpointer, _ name: String, _ function: GCallback, _ view: BrowserView) {
        g_signal_connect_data(
            object, name, function, Unmanaged.passRetained(Receiver(view)).toOpaque(),
            { data, _ in
                guard let data else { return }
                Unmanaged<Receiver>.fromOpaque(data).release()
            }, GConnectFlags(rawValue: 0))
    }

    /// Calls a method of the receiver on the main actor, on which signals arrive.
    private nonisolated static func tell<Value: Sendable>(
        _ data: gpointer, _ otherwise: Value, _ body: @MainActor (BrowserView) -> Value
    ) -> Value {
        // Swift cannot see that the pointer is used on this thread alone.
        nonisolated(unsafe) let data = data
        return MainActor.assumeIsolated {
            guard let view = Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue().view else { return otherwise }
            return body(view)
        }
    }

    /// Connects everything.
    static func connect(_ view: BrowserView) {
        let object = UnsafeMutableRawPointer(view.raw)
        connectLoading(object, view)
        connectQuestions(object, view)
    }

    private static func connectLoading(_ object: gpointer, _ view: BrowserView) {
        let changed: @convention(c) (gpointer, CUnsignedInt, gpointer) -> Void = { _, event, data in
            ViewSignals.tell(data, ()) { $0.loadChanged(event) }
        }
        connect(object, "load-changed", unsafeBitCast(changed, to: GCallback.self), view)

        typealias Failed =
            @convention(c) (gpointer, CUnsignedInt, UnsafePointer<CChar>?, UnsafePointer<GError>?, gpointer) -> gboolean
        let failed: Failed =
            { _, _, uri, error, data in
                let address = uri.map { String(cString: $0) } ?? ""
                guard let error = error?.pointee else { return 0 }
                let (domain, code) = (error.domain, error.code)
                let reason = error.message.map { String(cString: $0) } ?? ""
                return ViewSignals.tell(data, 0) {
                    $0.loadFailed(address, domain: domain, code: code, reason: reason) ? 1 : 0
                }
            }
        connect(object, "load-failed", unsafeBitCast(failed, to: GCallback.self), view)

        let untrusted: @convention(c) (gpointer, UnsafePointer<CChar>?, gpointer, CUnsignedInt, gpointer) -> gboolean =
            { _, uri, certificate, errors, data in
                let address = uri.map { String(cString: $0) } ?? ""
                nonisolated(unsafe) let certificate = certificate
                return ViewSignals.tell(data, 0) {
                    $0.certificateRefused(address, certificate, GTlsCertificateFlags(rawValue: errors))
                    return 1
                }
            }
        connect(object, "load-failed-with-tls-errors", unsafeBitCast(untrusted, to: GCallback.self), view)

        let ended: @convention(c) (gpointer, CUnsignedInt, gpointer) -> Void = { _, _, data in
            ViewSignals.tell(data, ()) { $0.onEnd() }
        }
        connect(object, "web-process-terminated", unsafeBitCast(ended, to: GCallback.self), view)
    }

    private static func connectQuestions(_ object: gpointer, _ view: BrowserView) {
        typealias Decide = @convention(c) (gpointer, gpointer, CUnsignedInt, gpointer) -> gboolean
        let policy: Decide = { _, decision, type, data in
            nonisolated(unsafe) let decision = decision
            return ViewSignals.tell(data, 0) { $0.decide(decision, type) ? 1 : 0 }
        }
        connect(object, "decide-policy", unsafeBitCast(policy, to: GCallback.self), view)

        let dialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, dialog, data in
            nonisolated(unsafe) let dialog = dialog
            return ViewSignals.tell(data, 0) {
                let dialog = ScriptDialog(dialog)
                $0.onDialog(dialog)
                // WebKit does not bear that a dialog is closed before this function has returned.
                Task { withExtendedLifetime(dialog) {} }
                return 1
            }
        }
        connect(object, "script-dialog", unsafeBitCast(dialog, to: GCallback.self), view)

        // Location, camera, messages on the desktop and the like: no page gets them.
        let permission: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, _ in
            webkit_permission_request_deny(request)
            return 1
        }
        connect(object, "permission-request", unsafeBitCast(permission, to: GCallback.self), view)

        // A page in full screen could draw the window around it.
        let fullscreen: @convention(c) (gpointer, gpointer) -> gboolean = { _, _ in 1 }
        connect(object, "enter-fullscreen", unsafeBitCast(fullscreen, to: GCallback.self), view)

        let request: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
            nonisolated(unsafe) let request = request
            return ViewSignals.tell(data, 0) {
                $0.onAuthentication(AuthenticationRequest(request))
                return 1
            }
        }
        connect(object, "authenticate", unsafeBitCast(request, to: GCallback.self), view)
    }
}
