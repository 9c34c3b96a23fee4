import Foundation
import Glibc

/// The names of files of backups.
package enum BackupName {
    /// The end of the names.
    package static let suffix = ".chatelaine-backup"
    private static let prefix = "chatelaine-"
    private static let stampLength = "20261128T201640Z".utf8.count

    /// A time in UTC for the name of a file. Names with it sort by time.
    package static func stamp(_ date: Date) -> String {
        var (seconds, parts) = (time_t(max(0, date.timeIntervalSince1970)), tm())
        gmtime_r(&seconds, &parts)
        let numbers = [
            (parts.tm_mon + 1, 2), (parts.tm_mday, 2), (parts.tm_hour, 2), (parts.tm_min, 2), (parts.tm_sec, 2),
        ]
        let texts = [padded(parts.tm_year + 1900, 4)] + numbers.map { padded($0.0, $0.1) }
        return texts[0...2].joined() + "T" + texts[3...].joined() + "Z"
    }

    private static func padded(_ number: Int32, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    static func scheduled(_ date: Date) -> String { prefix + stamp(date) + suffix }

    /// Whether a file may be one of a schedule, by its name.
    static func isScheduled(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let stamp = name.dropFirst(prefix.count).dropLast(suffix.count).utf8
        return stamp.count == stampLength && stamp.allSatisfy { (48...57).contains($0) || $0 == 84 || $0 == 90 }
    }
}
