/// C's Boolean in structures and through pointers, as on Apple's systems.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, CustomStringConvertible, Hashable, Sendable {
    private var value: UInt8

    /// Makes a value.
    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    /// Makes the value of a literal.
    public init(booleanLiteral value: Bool) { self.init(value) }

    /// The value as Swift's type.
    public var boolValue: Bool { value != 0 }

    /// `true` or `false`.
    public var description: String { boolValue.description }
}
