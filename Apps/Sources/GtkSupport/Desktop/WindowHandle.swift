import AppExtensions
import CGtk
import CWindows

/// A window as a password manager's sheet can belong to it: what programs give as `for:`.
///
/// On Wayland the name lasts as long as this: to be kept until what belongs to the window is gone.
public struct WindowHandle: PresentationParent {
    private let number: UInt
    private let name: WindowName

    /// - Parameter window: is shown.
    @MainActor public init(_ window: Window) {
        number = UInt(chatelaine_x11_window(window.widget))
        name = WindowName(window)
    }

    /// As the desktop portals name it; nil: on a kind of display where it has no name.
    public func windowHandle() async -> String? {
        if number != 0 { return "x11:" + String(number, radix: 16) }
        return await name.handle().map { "wayland:" + $0 }
    }

    /// By which what belongs to the window comes to the front on Wayland; nil on X11, where window managers see to that by themselves.
    public func activationToken() async -> String? { await name.token() }
}

/// What a Wayland compositor calls a window, for as long as this lives.
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

    /// Nil if the display is of another kind, or does not name windows.
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
            // Asked twice, it is to be taken back once for each.
            if isNew != 0, isExported { chatelaine_unexport(window.widget) }
            isExported = isExported || isNew != 0
        }
    }
}
