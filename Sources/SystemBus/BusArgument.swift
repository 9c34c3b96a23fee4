import CBus

/// An argument of a method call. The letters are the type codes of D-Bus.
///
/// Specified in: D-Bus Specification, “Type System”.
package enum BusArgument {
    /// `s`.
    case string(String)
    /// `u`.
    case number(UInt32)
    /// `i`.
    case signedNumber(Int32)
    /// `t`.
    case wideNumber(UInt64)
    /// `v`, with the type of its contents.
    indirect case variant(String, BusArgument)
    /// `(…)`, with the types of its contents.
    case structure(String, [BusArgument])
    /// `a{…}`, with the types of key and value.
    case dictionary(String, [(BusArgument, BusArgument)])

    /// - Returns: a negative value of libsystemd if it failed.
    func append(to message: OpaquePointer?) -> Int32 {
        switch self {
        case .string(let text): text.withCString { cbus_message_append_basic(message, Self.type("s"), $0) }
        case .number(var number): cbus_message_append_basic(message, Self.type("u"), &number)
        case .signedNumber(var number): cbus_message_append_basic(message, Self.type("i"), &number)
        case .wideNumber(var number): cbus_message_append_basic(message, Self.type("t"), &number)
        case .variant(let contents, let value): Self.container("v", contents, message) { value.append(to: message) }
        case .structure(let contents, let values):
            Self.container("r", contents, message) { Self.append(values, to: message) }
        case .dictionary(let contents, let entries):
            Self.container("a", "{\(contents)}", message) {
                for (key, value) in entries {
                    let result = Self.container("e", contents, message) { Self.append([key, value], to: message) }
                    guard result >= 0 else { return result }
                }
                return 0
            }
        }
    }

    private static func append(_ values: [BusArgument], to message: OpaquePointer?) -> Int32 {
        for value in values {
            let result = value.append(to: message)
            guard result >= 0 else { return result }
        }
        return 0
    }

    private static func container(
        _ kind: Unicode.Scalar, _ contents: String, _ message: OpaquePointer?, _ body: () -> Int32
    ) -> Int32 {
        var result = cbus_message_open_container(message, type(kind), contents)
        if result >= 0 { result = body() }
        return result < 0 ? result : cbus_message_close_container(message)
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
