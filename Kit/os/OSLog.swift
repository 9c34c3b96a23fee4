import Foundation

/// The severity of a message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number of the type.
    public let rawValue: UInt8
    /// Creates the type with the given number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Creates the type with the given number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// A message of the default type, which is worth keeping.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// An informational message, which is helpful but not needed.
    public static let info = OSLogType(rawValue: 0x01)
    /// A message for developers.
    public static let debug = OSLogType(rawValue: 0x02)
    /// An error.
    public static let error = OSLogType(rawValue: 0x10)
    /// A fault: a state that should be impossible.
    public static let fault = OSLogType(rawValue: 0x11)
}

/// The origin of messages: a part of a program.
public final class OSLog: Sendable {
    let origin: String?
    private let isDisabled: Bool

    /// - Parameters:
    ///   - subsystem: the program, by its identifier.
    ///   - category: the part of the program.
    public init(subsystem: String, category: String) {
        origin = "\(subsystem):\(category)"
        isDisabled = false
    }

    private init(isDisabled: Bool) {
        origin = nil
        self.isDisabled = isDisabled
    }

    /// The log of the whole program.
    public static let `default` = OSLog(isDisabled: false)
    /// A log that discards its messages.
    public static let disabled = OSLog(isDisabled: true)

    /// Whether messages of a type are logged.
    public func isEnabled(type: OSLogType) -> Bool { !isDisabled }
}

/// Logs a message in the style of C.
///
/// - Parameters:
///   - message: a format. Strings and objects are shown only with `%{public}@` or `%{public}s`, otherwise as `<private>`.
///   - log: the origin of the message.
///   - type: the severity.
///   - arguments: the values for the format.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: Any?...
) {
    guard log.isEnabled(type: type) else { return }
    write(LogFormat.text("\(message)", arguments), to: log, type)
}

/// Logs a message of the default type.
///
/// - Parameter message: a text with values.
@_disfavoredOverload public func os_log(_ message: OSLogMessage) { write(message.text, to: .default, .default) }

/// Logs a message.
///
/// - Parameters:
///   - type: the severity.
///   - log: the origin of the message.
///   - message: a text with values.
@_disfavoredOverload public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    guard log.isEnabled(type: type) else { return }
    write(message.text, to: log, type)
}

/// Sends a line to the system's log; also to standard error if `OS_ACTIVITY_DT_MODE` is set, as on Apple's systems.
func write(_ text: String, to log: OSLog, _ type: OSLogType) {
    let line = log.origin.map { "[\($0)] \(text)" } ?? text
    let priority =
        switch type {
        case .debug: LOG_DEBUG
        case .info: LOG_INFO
        case .error: LOG_ERR
        case .fault: LOG_CRIT
        default: LOG_NOTICE
        }
    line.withCString { line in withVaList([line]) { vsyslog(priority, "%s", $0) } }
    if getenv("OS_ACTIVITY_DT_MODE") != nil { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
