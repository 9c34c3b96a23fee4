import CWebKit
import Foundation

/// A server's request for a name and a password by http, for which the page waits.
@MainActor final class AuthenticationRequest {
    /// Called when the server has accepted the answer.
    var onSuccess: @MainActor () -> Void = {}

    /// A weak reference as the data of the signal: WebKit keeps its object for longer than the answer matters.
    private final class Receiver {
        weak var request: AuthenticationRequest?
        init(_ request: AuthenticationRequest) { self.request = request }
    }

    private let raw: OpaquePointer
    private var isOpen = true

    init(_ raw: OpaquePointer) {
        self.raw = raw
        g_object_ref(UnsafeMutableRawPointer(raw))
    }

    isolated deinit {
        cancel()
        g_object_unref(UnsafeMutableRawPointer(raw))
    }

    /// The server that asks; `nil` for a request of another kind, such as that for a certificate, and for a proxy.
    var server: SignInServer? {
        guard webkit_authentication_request_is_for_proxy(raw) == 0 else { return nil }
        let scheme: SignInServer.Scheme
        switch webkit_authentication_request_get_scheme(raw) {
        case WEBKIT_AUTHENTICATION_SCHEME_HTTP_BASIC: scheme = .basic
        case WEBKIT_AUTHENTICATION_SCHEME_HTTP_DIGEST: scheme = .digest
        default: return nil
        }
        guard let origin = webkit_authentication_request_get_security_origin(raw) else { return nil }
        defer { webkit_security_origin_unref(origin) }
        let isSecure = webkit_security_origin_get_protocol(origin).map { String(cString: $0) } == "https"
        let realm = webkit_authentication_request_get_realm(raw).map { String(cString: $0) } ?? ""
        let host = webkit_authentication_request_get_host(raw).map { String(cString: $0) } ?? ""
        guard !host.isEmpty, realm.utf8.count <= SignInServer.mostBytes else { return nil }
        return SignInServer(
            host: host, port: Int(webkit_authentication_request_get_port(raw)), realm: realm, isSecure: isSecure,
            scheme: scheme)
    }

    /// Whether an earlier answer was refused.
    var isRetry: Bool { webkit_authentication_request_is_retry(raw) != 0 }

    /// Answers with a name and a password, which WebKit keeps until the program ends.
    func answer(_ username: String, _ password: Data) {
        guard isOpen else { return }
        isOpen = false
        let accepted: @convention(c) (gpointer, OpaquePointer?, gpointer) -> Void = { _, _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue().request?.onSuccess() }
        }
        g_signal_connect_data(
            UnsafeMutableRawPointer(raw), "authenticated", unsafeBitCast(accepted, to: GCallback.self),
            Unmanaged.passRetained(Receiver(self)).toOpaque(),
            { data, _ in
                guard let data else { return }
                Unmanaged<Receiver>.fromOpaque(data).release()
            }, GConnectFlags(rawValue: 0))
        let credential = webkit_credential_new(
            username, String(decoding: password, as: UTF8.self), WEBKIT_CREDENTIAL_PERSISTENCE_FOR_SESSION)
        webkit_authentication_request_authenticate(raw, credential)
        webkit_credential_free(credential)
    }

    /// Answers that there is nothing: the server's page for that is shown.
    func cancel() {
        guard isOpen else { return }
        isOpen = false
        webkit_authentication_request_cancel(raw)
    }
}
