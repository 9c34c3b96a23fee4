/// A logger for the messages of one part of a program.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger for the whole program.
    public init() { log = .default }
    /// Creates a logger for the part of the program that `log` names.
    public init(_ log: OSLog) { self.log = log }
    /// - Parameters:
    ///   - subsystem: the program, by its identifier.
    ///   - category: the part of the program.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Logs a message of the given type.
    public func log(level: OSLogType, _ message: OSLogMessage) { os_log(level, log: log, message) }
    /// Logs a message of the default type, which is worth keeping.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }
    /// Logs a message of the default type, which is worth keeping.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    /// Logs a message for developers.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Logs a message for developers.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Logs an informational message.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Logs an error.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }
    /// Logs an error.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Logs a fault: a state that should be impossible.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    /// Logs a fault: a state that should be impossible.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
