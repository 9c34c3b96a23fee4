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
    /// `o`.
    case objectPath(String)
    /// `b`.
    case bool(Bool)
    /// `a…`, with the type of its elements.
    case list(String, [BusArgument])
    /// `v`, with the type of its contents.
    indirect case variant(String, BusArgument)
    /// `(…)`, with the types of its contents.
    case structure(String, [BusArgument])
    /// `a{…}`, with the types of key and value.
    case dictionary(String, [(BusArgument, BusArgument)])

    /// Appends the argument to a message.
    ///
    /// - Returns: the result of libsystemd's function: a negated errno value if it failed.
    func append(to message: OpaquePointer?, _ systemd: Systemd) -> Int32 {
        switch self {
        case .string(let text): text.withCString { systemd.appendBasic(message, CChar(busType: "s"), $0) }
        case .number(var number): systemd.appendBasic(message, CChar(busType: "u"), &number)
        case .signedNumber(var number): systemd.appendBasic(message, CChar(busType: "i"), &number)
        case .wideNumber(var number): systemd.appendBasic(message, CChar(busType: "t"), &number)
        case .objectPath(let path): path.withCString { systemd.appendBasic(message, CChar(busType: "o"), $0) }
        case .bool(let value): Self.append(value, to: message, systemd)
        case .list(let element, let values):
            Self.container("a", element, message, systemd) { Self.append(values, to: message, systemd) }
        case .variant(let contents, let value):
            Self.container("v", contents, message, systemd) { value.append(to: message, systemd) }
        case .structure(let contents, let values):
            Self.container("r", contents, message, systemd) { Self.append(values, to: message, systemd) }
        case .dictionary(let contents, let entries):
            Self.container("a", "{\(contents)}", message, systemd) {
                for (key, value) in entries {
                    let result = Self.container("e", contents, message, systemd) {
                        Self.append([key, value], to: message, systemd)
                    }
                    guard result >= 0 else { return result }
                }
                return 0
            }
        }
    }

    private static func append(_ value: Bool, to message: OpaquePointer?, _ systemd: Systemd) -> Int32 {
        // A boolean of D-Bus takes four bytes.
        var number: Int32 = value ? 1 : 0
        return systemd.appendBasic(message, CChar(busType: "b"), &number)
    }

    private static func append(_ values: [BusArgument], to message: OpaquePointer?, _ systemd: Systemd) -> Int32 {
        for value in values {
            let result = value.append(to: message, systemd)
            guard result >= 0 else { return result }
        }
        return 0
    }

    private static func container(
        _ kind: Unicode.Scalar, _ contents: String, _ message: OpaquePointer?, _ systemd: Systemd, _ body: () -> Int32
    ) -> Int32 {
        var result = systemd.openContainer(message, CChar(busType: kind), contents)
        if result >= 0 { result = body() }
        return result < 0 ? result : systemd.closeContainer(message)
    }
}
