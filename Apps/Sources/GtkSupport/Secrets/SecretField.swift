import CGtk
import Foundation

/// A text field for a secret.
///
/// GTK's own password entries, and libadwaita's, pass their content to every accessibility client. This one is a box with the role of a
/// text box, around a bare text widget that clients cannot see: it has a name, and neither a text nor the events of one. The typed text is
/// in memory that GTK keeps off the disk and wipes.
public struct SecretField: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_box_get_type() }

    /// - Parameter name: the name of the field, such as “Password”; shown while the field is empty.
    public init(_ name: String) {
        raw = UnsafeMutableRawPointer(chatelaine_text_box_new())
        let buffer = gtk_password_entry_buffer_new()
        let text = chatelaine_unspoken_text_new(buffer)
        g_object_unref(buffer)
        gtk_widget_set_hexpand(text, 1)
        gtk_box_append(pointer(), text)
        gtk_text_set_input_purpose(inner, GTK_INPUT_PURPOSE_PASSWORD)
        self.name = name
        setClass("secret-field")
    }

    /// The name of the field.
    public var name: String {
        get { String(cString: gtk_text_get_placeholder_text(inner)) }
        nonmutating set {
            setAccessibleName(newValue)
            gtk_text_set_placeholder_text(inner, newValue)
        }
    }

    private var inner: UnsafeMutablePointer<GtkText> {
        UnsafeMutableRawPointer(gtk_widget_get_first_child(widget)).assumingMemoryBound(to: GtkText.self)
    }
    private var buffer: UnsafeMutablePointer<GtkEntryBuffer> { gtk_text_get_buffer(inner) }

    /// Whether the field is empty.
    public var isEmpty: Bool { gtk_entry_buffer_get_length(buffer) == 0 }

    /// Calls `body` with the content in UTF-8. The buffer must not be kept.
    public func withUTF8<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = gtk_entry_buffer_get_bytes(buffer)
        return try body(UnsafeRawBufferPointer(start: gtk_entry_buffer_get_text(buffer), count: Int(count)))
    }

    /// Returns a copy of the content, which is wiped when it is released.
    public func copy() -> Data { withUTF8 { Data(wipedWhenFreed: $0) } }

    /// The content as a string, for interfaces that take nothing else: a string cannot be wiped.
    public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

    /// Sets the content, for the user to change it.
    public func set(_ secret: some Collection<UInt8>) {
        var bytes = Array(secret)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        bytes.append(0)
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { gtk_entry_buffer_set_text(buffer, $0.baseAddress, -1) }
        }
        gtk_editable_set_position(OpaquePointer(inner), -1)
    }

    /// Removes the content, and wipes it.
    public func clear() { gtk_entry_buffer_set_text(buffer, "", 0) }

    /// Whether the characters are visible on the screen. Accessibility clients never get them.
    public var isRevealed: Bool {
        get { gtk_text_get_visibility(inner) != 0 }
        nonmutating set { gtk_text_set_visibility(inner, newValue ? 1 : 0) }
    }

    /// Moves the focus to the field.
    public func focus() { gtk_widget_grab_focus(gtk_widget_get_first_child(widget)) }

    /// Calls `body` for each change.
    public func onChange(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(UnsafeMutableRawPointer(inner), "changed", body)
    }

    /// Calls `body` when Return is pressed in it.
    public func onReturn(_ body: @escaping @MainActor () -> Void) {
        Signal.connect(UnsafeMutableRawPointer(inner), "activate", body)
    }
}
