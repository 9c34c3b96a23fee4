import CWebKit

/// A JavaScript world of its own in the page of a view, which no script of the page can reach.
@MainActor struct IsolatedWorld {
    /// The name of the world; the same for all pages of a program.
    private static let name = "io.github.chatelaine.filling"

    private let view: UnsafeMutablePointer<WebKitWebView>

    init(_ view: UnsafeMutablePointer<WebKitWebView>) { self.view = view }

    private typealias Outcome = Result<String, WebKitPageError>

    private final class Waiter {
        let continuation: CheckedContinuation<Outcome, Never>
        let hidesReason: Bool
        init(_ continuation: CheckedContinuation<Outcome, Never>, hidesReason: Bool) {
            (self.continuation, self.hidesReason) = (continuation, hidesReason)
        }
    }

    /// Runs a function in the main frame of the page.
    ///
    /// - Parameters:
    ///   - body: the body of an asynchronous function that returns a string.
    ///   - arguments: the values of its parameters by their names.
    ///   - hidesReason: whether the error omits JavaScript's text, which may contain an argument.
    /// - Returns: the string that the function returned.
    /// - Throws: `.unreadable` if it throws, or if the page ends first.
    func call(
        _ body: String, _ arguments: KeyValuePairs<String, String>, hidesReason: Bool = false
    ) async throws(WebKitPageError) -> String {
        let outcome: Outcome = await withCheckedContinuation { continuation in
            guard let dictionary = g_variant_dict_new(nil) else {
                return continuation.resume(returning: .failure(.unreadable("no memory")))
            }
            for (name, value) in arguments {
                g_variant_dict_insert_value(dictionary, name, g_variant_new_string(value))
            }
            let values = g_variant_dict_end(dictionary)
            g_variant_dict_unref(dictionary)
            let waiter = Waiter(continuation, hidesReason: hidesReason)
            webkit_web_view_call_async_javascript_function(
                view, body, -1, values, Self.name, nil, nil,
                { source, result, data in
                    guard let source, let result, let data else { return }
                    let waiter = Unmanaged<Waiter>.fromOpaque(data).takeRetainedValue()
                    let view = UnsafeMutableRawPointer(source).assumingMemoryBound(to: WebKitWebView.self)
                    waiter.continuation.resume(
                        returning: IsolatedWorld.outcome(view, result, hidesReason: waiter.hidesReason))
                }, Unmanaged.passRetained(waiter).toOpaque())
        }
        return try outcome.get()
    }

    private nonisolated static func outcome(
        _ view: UnsafeMutablePointer<WebKitWebView>, _ result: OpaquePointer, hidesReason: Bool
    ) -> Outcome {
        var error: UnsafeMutablePointer<GError>?
        guard let value = webkit_web_view_call_async_javascript_function_finish(view, result, &error) else {
            defer { g_error_free(error) }
            let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
            return .failure(.unreadable(hidesReason ? "its scripts failed" : String(reason.prefix(200))))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(value)) }
        guard jsc_value_is_string(value) != 0, let text = jsc_value_to_string(value) else {
            return .failure(.unreadable("no text"))
        }
        defer { g_free(text) }
        return .success(String(cString: text))
    }
}
