import CSystemd

/// A message that has come over a bus. It is the bus's: nothing may keep it for longer than its handler runs.
///
/// What is read comes one value after the other, in the order in which the sender wrote it. Every reader gives nil where the
/// message has something else at that place.
struct Message {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// The unique name of the connection that sent the message, or `org.freedesktop.DBus`. The bus daemon writes it: no
    /// sender can lie about it.
    var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The object that a signal speaks of.
    var path: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }

    /// Whether this is the answer to a call that failed, or that nobody answered in time.
    var isError: Bool { sd_bus_message_is_method_error(pointer, nil) > 0 }

    func string() -> String? {
        var text: UnsafePointer<CChar>?
        guard read("s", into: &text), let text else { return nil }
        return String(cString: text)
    }

    func bool() -> Bool? {
        // A boolean of D-Bus takes four bytes.
        var value: Int32 = 0
        return read("b", into: &value) ? value != 0 : nil
    }

    func number() -> UInt32? {
        var value: UInt32 = 0
        return read("u", into: &value) ? value : nil
    }

    /// A descriptor that is closed together with the message.
    func descriptor() -> Int32? {
        var value: Int32 = -1
        return read("h", into: &value) && value >= 0 ? value : nil
    }

    /// Steps into a variant that holds a structure: what is read next are the structure's fields.
    ///
    /// - Parameter fields: their types, as one signature.
    func enterStructureInVariant(_ fields: String) -> Bool {
        sd_bus_message_enter_container(pointer, Self.type("v"), "(\(fields))") > 0
            && sd_bus_message_enter_container(pointer, Self.type("r"), fields) > 0
    }

    private func read(_ kind: Unicode.Scalar, into value: inout some Any) -> Bool {
        withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(pointer, Self.type(kind), $0) } > 0
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
