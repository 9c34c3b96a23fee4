import CGtk
import Foundation

/// Where a secret is typed.
///
/// GTK's own entries for passwords, and libadwaita's, hand what is in them to every accessibility client. This one is a box that is
/// called a text box, around a bare text of which clients are told nothing: it has a name, and neither a text nor events of one. What
/// is typed lies in memory that GTK keeps off the disk and wipes.
public struct SecretField: WidgetKind {
    /// The widget.
    public let raw: UnsafeMutableRawPointer
    /// - Parameter raw: of ``type``.
    public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
    /// GTK's type.
    public static var type: GType { gtk_box_get_type() }

    /// - Parameter name: what is to be typed, such as “Password”; shown while it is empty.
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

    /// What is to be typed.
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

    /// Whether nothing is in it.
    public var isEmpty: Bool { gtk_entry_buffer_get_length(buffer) == 0 }

    /// Gives `body` what is in it, in UTF-8. Not to be kept.
    public func withUTF8<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = gtk_entry_buffer_get_bytes(buffer)
        return try body(UnsafeRawBufferPointer(start: gtk_entry_buffer_get_text(buffer), count: Int(count)))
    }

    /// A copy of what is in it, which is wiped when nobody has it any more.
    public func copy() -> Data { withUTF8 { Data(wipedWhenFreed: $0) } }

    /// What is in it as a string, for interfaces that take nothing else: it cannot be wiped.
    public var text: String { withUTF8 { String(decoding: $0, as: UTF8.self) } }

    /// Puts a secret in, for somebody to change it.
    public func set(_ secret: some Collection<UInt8>) {
        var bytes = Array(secret)
        defer { bytes.withUnsafeMutableBytes { wipe($0) } }
        bytes.append(0)
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { gtk_entry_buffer_set_text(buffer, $0.baseAddress, -1) }
        }
        gtk_editable_set_position(OpaquePointer(inner), -1)
    }

    /// Takes everything out, and wipes it.
    public func clear() { gtk_entry_buffer_set_text(buffer, "", 0) }

    /// Whether the letters are seen. Not by accessibility clients.
    public var isRevealed: Bool {
        get { gtk_text_get_visibility(inner) != 0 }
        nonmutating set { gtk_text_set_visibility(inner, newValue ? 1 : 0) }
    }

    /// Has keys go to it.
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
