import Glibc

/// A builder of one record: a line of JSON with its fields in a fixed order, the MAC last.
struct LineBuilder {
    /// The length of `,"mac":"`, 64 digits and `"}`.
    static let macLength = 74
    /// The same with the newline.
    static let endLength = 75
    /// The maximum length of a line: a path and six texts, every byte escaped, and the rest.
    static let maximumLength = 16_384

    private(set) var bytes: [UInt8] = []

    /// Starts a new record.
    mutating func begin(_ kind: RecordKind, sequence: UInt64, time: Int64) {
        bytes.removeAll(keepingCapacity: true)
        raw(#"{"seq":"#)
        number(sequence)
        raw(#","time":""#)
        date(time)
        raw(#"","kind":""#)
        raw(kind.rawValue)
        raw("\"")
    }

    mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
        label(name)
        number(value)
    }

    mutating func field(_ name: StaticString, hexadecimal value: some Sequence<UInt8>) {
        label(name)
        raw("\"")
        hexadecimal(value)
        raw("\"")
    }

    /// - Parameter text: printable, as `UntrustedText.forLog` makes it.
    mutating func field(_ name: StaticString, _ text: String) {
        label(name)
        raw("\"")
        if text.utf8.contains(where: Self.isEscaped) {
            for byte in text.utf8 {
                if Self.isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(byte)
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        raw("\"")
    }

    /// Returns a time as records have it.
    ///
    /// - Parameter time: UTC, in microseconds since 1970.
    static func text(of time: Int64) -> String {
        var line = LineBuilder()
        line.date(time)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    mutating func fields(of entry: Entry) {
        field("uid", entry.uid)
        field("subject", entry.subject)
        field("strength", entry.strength)
        field("operation", entry.operation)
        field("class", entry.itemClass)
        field("group", entry.group)
        field("item", hexadecimal: entry.item)
        field("status", entry.status)
        if entry.times > 1 { field("times", entry.times) }
    }

    mutating func end(_ mac: MAC) {
        raw(#","mac":""#)
        mac.withUnsafeBytes { hexadecimal($0) }
        raw("\"}\n")
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func label(_ name: StaticString) {
        raw(",\"")
        raw(name)
        raw("\":")
    }

    private mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func hexadecimal(_ value: some Sequence<UInt8>) {
        for byte in value {
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

    private mutating func number(_ value: some BinaryInteger, width: Int = 1) {
        var rest = UInt64(value.magnitude)
        let start = bytes.count
        repeat {
            bytes.append(48 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - start < width { bytes.append(48) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    /// Appends a time as ISO 8601 in UTC with microseconds, always 27 bytes.
    private mutating func date(_ microseconds: Int64) {
        // Limited to the years 1970 to 9999: others have another length.
        let time = min(max(microseconds, 0), 253_402_300_799_999_999)
        var seconds = time_t(time / 1_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        number(parts.tm_year + 1900, width: 4)
        raw("-")
        number(parts.tm_mon + 1, width: 2)
        raw("-")
        number(parts.tm_mday, width: 2)
        raw("T")
        number(parts.tm_hour, width: 2)
        raw(":")
        number(parts.tm_min, width: 2)
        raw(":")
        number(parts.tm_sec, width: 2)
        raw(".")
        number(time % 1_000_000, width: 6)
        raw("Z")
    }
}
