import CBus

/// A message that has come over the bus.
///
/// What is read comes one value after the other, in the order in which the sender wrote it. Every reader gives nil where the
/// message has something else at that place.
package final class BusMessage {
    /// Characters of a text that are looked at; who needs more than that has nothing to say to people.
    private static let textLimit = 200
    /// Elements of a list that are looked at.
    private static let listLimit = 64

    private let pointer: OpaquePointer

    /// - Parameter pointer: a reference that is this object's from now on.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { cbus_message_unref(pointer) }

    /// The unique name of the connection that sent the message, or `org.freedesktop.DBus`. The bus writes it: no sender can
    /// lie about it.
    package var sender: String? { cbus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The object that a signal speaks of.
    package var path: String? { cbus_message_get_path(pointer).map { String(cString: $0) } }

    /// The name of the error that a call ended with.
    package var errorName: String? {
        guard cbus_message_is_method_error(pointer, nil) > 0 else { return nil }
        return cbus_message_error_name(pointer).map { String(cString: $0) }
    }

    /// What the error says, for people.
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

    /// A string.
    package func string() -> String? { name("s") }
    /// The path of an object.
    package func objectPath() -> String? { name("o") }

    /// A boolean.
    package func bool() -> Bool? {
        // A boolean of D-Bus takes four bytes.
        var value: Int32 = 0
        return read("b", into: &value) ? value != 0 : nil
    }

    /// An unsigned number of 32 bits.
    package func number() -> UInt32? {
        var value: UInt32 = 0
        return read("u", into: &value) ? value : nil
    }

    /// A list of strings, or of object paths.
    package func list(of element: Unicode.Scalar) -> [String]? {
        guard cbus_message_enter_container(pointer, Self.type("a"), String(element)) > 0 else { return nil }
        var list: [String] = []
        while list.count < Self.listLimit, let text = name(element) { list.append(text) }
        return list
    }

    /// What is in a structure, with the types of what is in it. Nothing after it can be read unless `body` reads all of it.
    package func structure<Result>(_ contents: String, _ body: () -> Result?) -> Result? {
        container("r", contents, body)
    }

    /// A dictionary of texts. Of one with more than 64 entries the rest is left out, and nothing after it can be read.
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

    /// A text in a variant, for people.
    package func textInVariant() -> String? {
        guard cbus_message_enter_container(pointer, Self.type("v"), "s") > 0 else { return nil }
        return string().map(Self.printable)
    }

    /// A number in a variant.
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

    /// A text of others', cut, in one line and with nothing that a terminal obeys.
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
