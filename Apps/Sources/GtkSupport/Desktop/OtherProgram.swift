import CGtk
import Glibc

/// The error when a file could not be passed to another program, with the system's message.
public struct HandingOverFailed: Error {
    /// The message to the user.
    public let reason: String
}

/// The opening of files in other programs.
@MainActor public enum OtherProgram {
    private final class Waiting {
        let continuation: CheckedContinuation<Void, any Error>
        init(_ continuation: CheckedContinuation<Void, any Error>) { self.continuation = continuation }
    }

    /// Makes the desktop ask the user for a program and open the file in it. Without a desktop portal, the default program for the file's
    /// type opens it.
    ///
    /// - Parameter path: the path of a file that belongs to this program.
    /// - Throws: ``HandingOverFailed``.
    public static func open(_ path: String, over window: Window) async throws {
        do {
            try await askPortal(path, over: window)
        } catch {
            try await show(path, over: window)
        }
    }

    // MARK: - The portal

    private static func askPortal(_ path: String, over window: Window) async throws {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw HandingOverFailed(reason: String(cString: strerror(errno))) }
        defer { close(file) }
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil), let files = g_unix_fd_list_new() else {
            throw HandingOverFailed(reason: "no message bus")
        }
        defer {
            g_object_unref(UnsafeMutableRawPointer(bus))
            g_object_unref(files)
        }
        let place = g_unix_fd_list_append(files, file, nil)
        let handle = WindowHandle(window)
        defer { withExtendedLifetime(handle) {} }
        let arguments = Self.arguments(await handle.windowHandle() ?? "", place)
        try await withCheckedThrowingContinuation { continuation in
            let waiting = Unmanaged.passRetained(Waiting(continuation)).toOpaque()
            g_dbus_connection_call_with_unix_fd_list(
                bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                "org.freedesktop.portal.OpenURI", "OpenFile", arguments, nil, G_DBUS_CALL_FLAGS_NONE, -1, files, nil,
                { source, result, data in
                    var error: UnsafeMutablePointer<GError>?
                    let answer = g_dbus_connection_call_with_unix_fd_list_finish(
                        OpaquePointer(source), nil, result, &error)
                    if let answer { g_variant_unref(answer) }
                    OtherProgram.end(data, error)
                }, waiting)
        }
    }

    /// Returns the arguments: the parent window, the index of the file among the sent descriptors, and the option to ask the user.
    private static func arguments(_ parent: String, _ place: gint) -> OpaquePointer? {
        let options = g_variant_dict_new(nil)
        g_variant_dict_insert_value(options, "ask", g_variant_new_boolean(1))
        var parts = [g_variant_new_string(parent), g_variant_new_handle(place), g_variant_dict_end(options)]
        g_variant_dict_unref(options)
        return g_variant_new_tuple(&parts, gsize(parts.count))
    }

    // MARK: - Without one

    private static func show(_ path: String, over window: Window) async throws {
        guard let file = g_file_new_for_path(path) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let address = g_file_get_uri(file) else { return }
        defer { g_free(address) }
        try await withCheckedThrowingContinuation { continuation in
            let waiting = Unmanaged.passRetained(Waiting(continuation)).toOpaque()
            gtk_show_uri_full(
                window.pointer(), address, guint32(GDK_CURRENT_TIME), nil,
                { parent, result, data in
                    var error: UnsafeMutablePointer<GError>?
                    let window = UnsafeMutableRawPointer(parent)?.assumingMemoryBound(to: GtkWindow.self)
                    gtk_show_uri_full_finish(window, result, &error)
                    OtherProgram.end(data, error)
                }, waiting)
        }
    }

    private nonisolated static func end(_ data: gpointer?, _ error: UnsafeMutablePointer<GError>?) {
        guard let data else { return }
        let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
        guard let error else { return waiting.continuation.resume() }
        waiting.continuation.resume(throwing: HandingOverFailed(reason: String(cString: error.pointee.message)))
        g_error_free(error)
    }
}
