import CSystemd

/// A message that was received over a bus. It belongs to the bus and must not be kept after its handler returns.
///
/// Values are read one after the other, in the order in which the sender wrote them. Every reading function returns `nil` if the next value
/// has another type.
struct Message {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// The unique name of the connection that sent the message, or `org.freedesktop.DBus`. The bus daemon writes it, so that no sender can
    /// forge it.
    var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// The object that a signal is about.
    var path: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }

    /// Whether this is the answer to a call that failed or timed out.
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

    /// Reads a descriptor, which is closed together with the message.
    func descriptor() -> Int32? {
        var value: Int32 = -1
        return read("h", into: &value) && value >= 0 ? value : nil
    }

    /// Enters a variant that contains a structure: the next values are the structure's fields.
    ///
    /// - Parameter fields: the types of the fields, as one signature.
    func enterStructureInVariant(_ fields: String) -> Bool {
        sd_bus_message_enter_container(pointer, Self.type("v"), "(\(fields))") > 0
            && sd_bus_message_enter_container(pointer, Self.type("r"), fields) > 0
    }

    private func read(_ kind: Unicode.Scalar, into value: inout some Any) -> Bool {
        withUnsafeMutablePointer(to: &value) { sd_bus_message_read_basic(pointer, Self.type(kind), $0) } > 0
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
