import AppExtensions
import CGtk
import CWindows

/// A window to which a password manager's sheet can belong: the argument `for:` of programs.
///
/// On Wayland the handle is valid as long as this value. It has to be kept until the sheet has closed.
public struct WindowHandle: PresentationParent {
    private let number: UInt
    private let name: WindowName

    /// - Parameter window: a window that is shown.
    @MainActor public init(_ window: Window) {
        number = UInt(chatelaine_x11_window(window.widget))
        name = WindowName(window)
    }

    /// Returns the handle of the window as in the desktop portals; `nil` on a display without such handles.
    public func windowHandle() async -> String? {
        if number != 0 { return "x11:" + String(number, radix: 16) }
        return await name.handle().map { "wayland:" + $0 }
    }

    /// Returns the token that brings the sheet to the front on Wayland; `nil` on X11, where window managers do that by themselves.
    public func activationToken() async -> String? { await name.token() }
}

/// The handle of a window that a Wayland compositor exports, for the lifetime of this object.
@MainActor private final class WindowName {
    private final class Waiting {
        let continuation: CheckedContinuation<String?, Never>
        init(_ continuation: CheckedContinuation<String?, Never>) { self.continuation = continuation }
    }

    private let window: Window
    private var isExported = false

    init(_ window: Window) {
        self.window = window
        g_object_ref(window.raw)
    }

    isolated deinit {
        if isExported { chatelaine_unexport(window.widget) }
        g_object_unref(window.raw)
    }

    func token() -> String? {
        guard let token = chatelaine_activation_token(window.widget) else { return nil }
        defer { g_free(token) }
        return String(cString: token)
    }

    /// Returns the handle; `nil` on a display of another kind, or one that exports no windows.
    func handle() async -> String? {
        await withCheckedContinuation { continuation in
            let waiting = Unmanaged.passRetained(Waiting(continuation))
            let isNew = chatelaine_export(
                window.widget,
                { handle, data in
                    guard let data else { return }
                    let waiting = Unmanaged<Waiting>.fromOpaque(data).takeRetainedValue()
                    waiting.continuation.resume(returning: handle.map { String(cString: $0) })
                }, waiting.toOpaque())
            // An export that is requested twice has to be withdrawn twice.
            if isNew != 0, isExported { chatelaine_unexport(window.widget) }
            isExported = isExported || isNew != 0
        }
    }
}
