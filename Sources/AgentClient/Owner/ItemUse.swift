import Foundation

/// A use of an item, as the agent's log has it.
public struct ItemUse: Sendable, Equatable {
    /// The time.
    public let date: Date
    /// The operation, such as `search` or `update`.
    public let operation: String
    /// The answer: `ok`, or a status.
    public let answer: String
    /// The path of the program's executable.
    public let program: String
    /// The strength of its identification.
    public let strength: String
    /// Whether the record is as it was written.
    public let isGenuine: Bool

    /// Reads a line of the log (Docs/agent.md, “The audit log”).
    ///
    /// - Parameter id: of the item, in hexadecimal digits.
    /// - Returns: nil for a line about something else.
    init?(line: String, of id: String, isGenuine: Bool) {
        guard line.contains(id) else { return nil }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init).filter { field in
            !["times=", "rotated-out=", "until="].contains { field.hasPrefix($0) }
        }
        guard fields.count >= 7, fields.contains("item=" + id), let date = Self.date(fields[1]) else { return nil }
        (self.date, operation, answer) = (date, fields[3], fields[4])
        (program, strength) = (fields[fields.count - 1], fields[fields.count - 2])
        self.isGenuine = isGenuine
    }

    /// Reads a time with a fraction of a second, which does not count here.
    private static func date(_ text: String) -> Date? {
        try? Date(String(text.prefix(19)) + "Z", strategy: .iso8601)
    }
}
