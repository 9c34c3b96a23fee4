/// Logs messages of one part of a program.
public struct Logger: Sendable {
    private let log: OSLog

    /// For no part in particular.
    public init() { log = .default }
    /// For the part that `log` stands for.
    public init(_ log: OSLog) { self.log = log }
    /// - Parameters:
    ///   - subsystem: the program, by its identifier.
    ///   - category: the part of the program.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    /// Logs a message of the given type.
    public func log(level: OSLogType, _ message: OSLogMessage) { os_log(level, log: log, message) }
    /// Logs a message that is worth keeping.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }
    /// Logs a message that is worth keeping.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    /// Logs a message for those who work on the program.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Logs a message for those who work on the program.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Logs a message that is helpful.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Logs that something went wrong.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }
    /// Logs that something went wrong.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Logs that something is that cannot be.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    /// Logs that something is that cannot be.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
