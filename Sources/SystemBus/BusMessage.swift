import CBus

/// A message that was received over the bus.
///
/// Values are read one after the other, in the order in which the sender wrote them. Every reading function returns `nil` if the next value
/// has another type.
package final class BusMessage {
    /// The maximum number of characters of a text that are kept, more than any message for users needs.
    private static let textLimit = 200
    /// The maximum number of elements of a list that are read.
    private static let listLimit = 64

    private let pointer: OpaquePointer

    /// - Parameter pointer: a reference that belongs to this object from now on.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cbus_message_unref(pointer) }

    /// The unique name of the connection that sent the message, or `org.freedesktop.DBus`. The bus writes it, so that no sender can forge
    /// it.
    package var sender: String? { cbus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The object that a signal is about.
    package var path: String? { cbus_message_get_path(pointer).map { String(cString: $0) } }

    /// The name of the error that a call ended with.
    package var errorName: String? {
        guard cbus_message_is_method_error(pointer, nil) > 0 else { return nil }
        return cbus_message_error_name(pointer).map { String(cString: $0) }
    }

    /// The text of the error, for display.
    package var errorText: String {
        guard let text = cbus_message_error_text(pointer) else { return "" }
        return Self.printable(String(cString: text))
    }

    /// Whether it is the signal `member`.
    package func isSignal(_ interface: String, _ member: String) -> Bool {
        cbus_message_is_signal(pointer, interface, member) > 0
    }

    /// Whether this is the answer to the call that was sent with a cookie.
    package func answers(_ cookie: UInt64) -> Bool {
        var answered: UInt64 = 0
        return cbus_message_get_reply_cookie(pointer, &answered) >= 0 && answered == cookie
    }

    /// Reads a string.
    package func string() -> String? { name("s") }
    /// Reads the path of an object.
    package func objectPath() -> String? { name("o") }

    /// Reads a boolean.
    package func bool() -> Bool? {
        // A boolean of D-Bus takes four bytes.
        var value: Int32 = 0
        return read("b", into: &value) ? value != 0 : nil
    }

    /// Reads an unsigned number of 32 bits.
    package func number() -> UInt32? {
        var value: UInt32 = 0
        return read("u", into: &value) ? value : nil
    }

    /// Reads a list of strings, or of object paths.
    package func list(of element: Unicode.Scalar) -> [String]? {
        guard cbus_message_enter_container(pointer, Self.type("a"), String(element)) > 0 else { return nil }
        var list: [String] = []
        while list.count < Self.listLimit, let text = name(element) { list.append(text) }
        return list
    }

    /// Reads a structure with contents of the given types. Nothing after it can be read unless `body` reads all of it.
    package func structure<Result>(_ contents: String, _ body: () -> Result?) -> Result? {
        container("r", contents, body)
    }

    /// Reads a dictionary of texts. Of one with more than 64 entries, the rest is left out, and nothing after it can be read.
    package func texts() -> [String: String]? {
        container("a", "{ss}") {
            var texts: [String: String] = [:]
            for _ in 0..<Self.listLimit {
                guard
                    let (key, value) = container("e", "ss", { string().flatMap { key in string().map { (key, $0) } } })
                else { break }
                texts[key] = value
            }
            return texts
        }
    }

    private func container<Result>(_ kind: Unicode.Scalar, _ contents: String, _ body: () -> Result?) -> Result? {
        guard cbus_message_enter_container(pointer, Self.type(kind), contents) > 0 else { return nil }
        defer { cbus_message_exit_container(pointer) }
        return body()
    }

    /// Reads a text in a variant, for display.
    package func textInVariant() -> String? {
        guard cbus_message_enter_container(pointer, Self.type("v"), "s") > 0 else { return nil }
        return string().map(Self.printable)
    }

    /// Reads a number in a variant.
    package func numberInVariant() -> Int32? {
        guard cbus_message_enter_container(pointer, Self.type("v"), "i") > 0 else { return nil }
        var value: Int32 = 0
        return read("i", into: &value) ? value : nil
    }

    private func name(_ kind: Unicode.Scalar) -> String? {
        var text: UnsafePointer<CChar>?
        guard read(kind, into: &text), let text else { return nil }
        return String(cString: text)
    }

    private func read(_ kind: Unicode.Scalar, into value: inout some Any) -> Bool {
        withUnsafeMutablePointer(to: &value) { cbus_message_read_basic(pointer, Self.type(kind), $0) } > 0
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

    /// Returns a foreign text truncated, in one line and without characters that control a terminal.
    package static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(textLimit).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
