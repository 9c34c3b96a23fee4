import AppExtensions
import CGtk
import CWindows

/// A window as a password manager's sheet can belong to it: what programs give as `for:`.
public struct WindowHandle: PresentationParent {
    private let handle: String?

    /// - Parameter window: is shown.
    @MainActor public init(_ window: Window) {
        let number = chatelaine_x11_window(window.widget)
        handle = number == 0 ? nil : "x11:" + String(number, radix: 16)
    }

    /// As the desktop portals name it; nil: on a kind of display where it has no name.
    public func windowHandle() async -> String? { handle }
}
