import Foundation
import PasswordVault

/// The groups and entries of a database.
struct KeePassDatabase {
    var groups: [KeePassGroup] = []
    var entries: [KeePassEntry] = []
    var recycleBin: UUID?
    var usesRecycleBin = true

    /// Returns the names of the groups that an entry is in, without the outermost, which stands for the database; and whether one of them
    /// is the recycle bin, whose name is left out.
    func place(of group: Int) -> (folder: [String], isTrashed: Bool) {
        var (folder, isTrashed, next) = ([String](), false, group)
        // A parent always comes before its children.
        while groups.indices.contains(next), let parent = groups[next].parent {
            if usesRecycleBin, let recycleBin, groups[next].id == recycleBin {
                return (folder.reversed(), true)
            }
            if !groups[next].isKind { folder.append(groups[next].name) }
            next = parent
        }
        isTrashed =
            usesRecycleBin && recycleBin != nil && groups.indices.contains(next) && groups[next].id == recycleBin
        return (folder.reversed(), isTrashed)
    }
}

/// A group.
struct KeePassGroup {
    var id: UUID?
    /// The index of the group that it is in; `nil` for the outermost.
    let parent: Int?
    var name = ""
    var hasNotes = false
    /// Whether an export of this program has made it for a kind of items: it is no folder.
    var isKind = false
}

/// A named value of an entry.
struct KeePassString {
    var key: String
    /// The value: a secret if the file marks it as protected.
    var value: FieldValue

    var isProtected: Bool {
        if case .secret = value { return true }
        return false
    }

    /// The value as a text.
    var text: String {
        switch value {
        case .text(let text): text
        case .secret(let secret): secret.text
        }
    }

    /// The value as a secret.
    var secret: Secret {
        switch value {
        case .text(let text): Secret(text)
        case .secret(let secret): secret
        }
    }
}

/// An entry, or a former version of one.
struct KeePassEntry {
    /// Parts of an entry that items have no place for.
    struct Extras: OptionSet {
        let rawValue: Int
        static let icon = Extras(rawValue: 1)
        static let colours = Extras(rawValue: 2)
        static let autoType = Extras(rawValue: 4)
        static let pluginData = Extras(rawValue: 8)
    }

    var id: UUID?
    var group = 0
    var strings: [KeePassString] = []
    var attachments: [ImportedAttachment] = []
    var tags: [String] = []
    var created: Date?
    var changed: Date?
    /// The date of expiry, if it expires.
    var expiry: Date?
    var overrideURL = ""
    var history: [KeePassEntry] = []
    var extras: Extras = []
    /// The layout that an export of this program has noted: ``KeePassLayout``.
    var layout: String?

    /// Returns the value with a name.
    subscript(_ key: String) -> KeePassString? { strings.first { $0.key == key } }
}

/// Dates of KeePass.
enum KeePassDate {
    /// The seconds from the start of the year 1 up to that of 1970, in the Gregorian calendar.
    private static let secondsBefore1970 = 62_135_596_800
    /// The seconds from 1970 up to the end of the year 9999.
    private static let lastSecond = 253_402_300_799

    /// Returns the date of a text: seconds in Base64, as KDBX 4 has them, or ISO 8601.
    static func date(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.count == 12, let data = Data(base64Encoded: text), data.count == 8 {
            let seconds = data.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard seconds <= UInt64(secondsBefore1970 + lastSecond) else { return nil }
            return Date(timeIntervalSince1970: TimeInterval(Int(seconds) - secondsBefore1970))
        }
        return iso(text)
    }

    /// Returns the seconds of a date in Base64.
    static func text(_ date: Date) -> String {
        let most = TimeInterval(lastSecond)
        let seconds = min(max(date.timeIntervalSince1970.rounded(.down), -TimeInterval(secondsBefore1970)), most)
        let number = UInt64(Int(seconds.isFinite ? seconds : 0) + secondsBefore1970)
        return withUnsafeBytes(of: number.littleEndian) { Data($0) }.base64EncodedString()
    }

    /// Returns the date of numbers in UTC; `nil` if there is no such time.
    static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0)
        -> Date?
    {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...24).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Days since 1970-03-01 by years that begin in March: the leap day is their last.
        let (shifted, index) = (month > 2 ? year : year - 1, (month + 9) % 12)
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (index * 306 + 5) / 10 + day - 719_469
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    /// Returns the date of a text such as `2010-08-25T16:19:25Z`; without a zone it counts as UTC.
    private static func iso(_ text: String) -> Date? {
        guard text.utf8.count >= 10, text.utf8.count <= 40 else { return nil }
        let parts = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int($0) ?? -1 }
        guard parts.count == 3 || parts.count == 6 else { return nil }
        let time = parts.count == 6 ? Array(parts[3...]) : [0, 0, 0]
        guard let date = date(parts[0], parts[1], parts[2], time[0], time[1], time[2]) else { return nil }
        return date.addingTimeInterval(-zone(text))
    }

    /// The seconds that a zone such as `+02:00` is before UTC.
    private static func zone(_ text: String) -> TimeInterval {
        let tail = text.suffix(6)
        guard tail.count == 6, let sign = tail.first, sign == "+" || sign == "-", text.contains("T") else { return 0 }
        let parts = tail.dropFirst().split(separator: ":").map { Int($0) ?? 0 }
        guard parts.count == 2 else { return 0 }
        return TimeInterval((parts[0] * 60 + parts[1]) * 60 * (sign == "-" ? -1 : 1))
    }

    /// The day in UTC, as fields of dates have it.
    static func day(_ date: Date) -> String {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970), tm())
        gmtime_r(&seconds, &parts)
        return
            "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
