import CGtk
import Foundation

/// A text area for a secret of several lines, such as a note.
///
/// As with ``SecretField``, accessibility clients get its name and nothing of its content. GTK has no guarded memory for text of several
/// lines: the typed text is in ordinary memory until the area is released.
public struct SecretArea: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_box_get_type() }

    /// - Parameters:
    ///   - name: the accessible name.
    ///   - height: the smallest height, in pixels.
    public init(_ name: String, height: Int32 = 120) {
        raw = UnsafeMutableRawPointer(chatelaine_text_box_new())
        let text = chatelaine_unspoken_area_new()
        gtk_widget_set_hexpand(text, 1)
        gtk_box_append(pointer(), text)
        gtk_text_view_set_input_purpose(area.pointer(), GTK_INPUT_PURPOSE_PASSWORD)
        gtk_text_view_set_accepts_tab(area.pointer(), 0)
        setAccessibleName(name)
        setLeastSize(height: height)
        setClass("secret-field")
        setClass("secret-area")
    }

    private var area: TextArea {
        guard let child = gtk_widget_get_first_child(widget) else {
            preconditionFailure("a secret area without a text")
        }
        return TextArea(raw: UnsafeMutableRawPointer(child))
    }

    /// The content. A string cannot be wiped.
    public var text: String {
        get { area.text }
        nonmutating set { area.text = newValue }
    }

    /// Moves the focus to the area.
    public func focus() { area.focus() }

    /// Calls `body` for each change.
    public func onChange(_ body: @escaping @MainActor () -> Void) { area.onChange(body) }
}
