/// Whether the system's log shows a value.
public struct OSLogPrivacy: Sendable {
    private enum Kind { case auto, shown, hidden }
    private let kind: Kind

    /// What stands in for a hidden value.
    public enum Mask: Sendable {
        /// Nothing of the value.
        case none
        /// On Apple's systems a hash of the value; here nothing of it, since short values are easily guessed from one.
        case hash
    }

    /// Numbers are shown, texts and objects are not.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto) }
    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .shown) }
    /// Not shown.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .hidden) }
    /// Not shown.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .hidden) }
    /// Numbers are shown, texts and objects are not.
    public static func auto(mask: Mask) -> OSLogPrivacy { .auto }
    /// Not shown.
    public static func `private`(mask: Mask) -> OSLogPrivacy { .private }
    /// Not shown.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { .sensitive }

    func shows(scalar: Bool) -> Bool { kind == .shown || (kind == .auto && scalar) }
}

/// A text with values in it, each of which says whether the log shows it.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// A text without values.
    public init(stringLiteral value: String) { text = value }
    /// A text with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// What a message with values in it is made of.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Adds text that the program's author has written.
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
