/// Whether the system's log shows a value.
public struct OSLogPrivacy: Sendable {
    private enum Kind { case auto, shown, hidden }
    private let kind: Kind

    /// The replacement of a hidden value.
    public enum Mask: Sendable {
        /// No part of the value.
        case none
        /// A hash of the value on Apple's systems; here nothing of it, since short values are easy to guess from a hash.
        case hash
    }

    /// The default: numbers are shown, strings and objects are hidden.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto) }
    /// The option that shows the value.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .shown) }
    /// The option that hides the value.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .hidden) }
    /// The option that hides the value.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .hidden) }
    /// Returns the option that shows numbers, and hides strings and objects.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// Returns the option that hides the value.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// Returns the option that hides the value.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    func shows(scalar: Bool) -> Bool { kind == .shown || (kind == .auto && scalar) }
}

/// A text with values, each with its own privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a text without values.
    public init(stringLiteral value: String) { text = value }
    /// Creates a text with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The interpolation that builds a message with values.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Adds literal text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a number.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some Numeric, privacy: OSLogPrivacy = .auto
    ) {
        append("\(value())", privacy.shows(scalar: true))
    }

    /// Adds true or false.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        append("\(value())", privacy.shows(scalar: true))
    }

    /// Adds anything else, by its description.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: @autoclosure () -> Any?, privacy: OSLogPrivacy = .auto) {
        append(value().map { "\($0)" } ?? "nil", privacy.shows(scalar: false))
    }

    private mutating func append(_ value: @autoclosure () -> String, _ isShown: Bool) {
        text += isShown ? value() : "<private>"
    }
}
