import Foundation

/// A value of a JSON document that another program has written. Each reading says what it expects, and gets `nil` or nothing for anything
/// else: no document makes it fail.
struct JSONNode {
    /// The value; `nil` for `null` and for a member that is missing.
    let value: Any?

    /// The size of the largest document in bytes.
    static let mostBytes = 256 << 20

    init(_ value: Any?) { self.value = value is NSNull ? nil : value }

    /// Parses a document. Foundation's parser refuses nesting of more than 512 levels.
    ///
    /// - Throws: `.damaged` with the position, or `.tooLarge`.
    init(parsing data: Data, name: String = "the file") throws(ExchangeError) {
        guard data.count <= Self.mostBytes else {
            throw ExchangeError(.tooLarge, "\(name) has more than \(Self.mostBytes >> 20) MiB of JSON")
        }
        do { self.init(try JSONSerialization.jsonObject(with: data)) } catch {
            // The text of the error can quote the file; its index cannot.
            let index = (error as NSError).userInfo["NSJSONSerializationErrorIndex"] as? Int
            throw ExchangeError(
                .damaged, "\(name) is no valid JSON", at: index.map { "byte \($0)" }, remedy: "export it again")
        }
    }

    subscript(_ member: String) -> JSONNode { JSONNode(object?[member]) }

    /// The members of an object.
    var object: [String: Any]? { value as? [String: Any] }
    /// The elements of an array; none for another value.
    var array: [JSONNode] { (value as? [Any] ?? []).map(JSONNode.init) }
    /// A text.
    var string: String? { value as? String }

    /// The elements of an array or, in the order of their names, the values of an object.
    var elements: [JSONNode] {
        guard let object else { return array }
        return object.sorted { $0.key < $1.key }.map { JSONNode($0.value) }
    }

    private var number: NSNumber? { value is String ? nil : value as? NSNumber }
    private var isBool: Bool { number.map { ["c", "B"].contains(String(cString: $0.objCType)) } ?? false }

    /// A number that is no fraction, also one that is written as a text.
    var int: Int? {
        if let string { return Int(string) }
        guard let number, !isBool else { return nil }
        return Int(exactly: number.doubleValue)
    }

    /// A number.
    var double: Double? { string.flatMap(Double.init) ?? (isBool ? nil : number?.doubleValue) }

    /// Whether the value is `true`, or a number other than 0.
    var isTrue: Bool { isBool ? number?.boolValue ?? false : (double ?? 0) != 0 || string == "true" }

    /// The value as a text: a text as it is, a number, `true`; an array or object as JSON. Empty for `null`.
    var text: String {
        if let string { return string }
        if isBool { return isTrue ? "true" : "false" }
        if let int { return String(int) }
        if let number { return number.stringValue }
        return json ?? ""
    }

    /// An array or object as JSON, with the members in the order of their names.
    var json: String? {
        guard let value, JSONSerialization.isValidJSONObject(value) else { return nil }
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the value says nothing: missing, empty, 0 or `false`.
    var isEmpty: Bool {
        if let string { return string.isEmpty }
        if let object { return object.values.allSatisfy { JSONNode($0).isEmpty } }
        if value is [Any] { return array.allSatisfy(\.isEmpty) }
        return value == nil || !isTrue
    }
}

/// The text by which JSON files of a program are recognised.
struct JSONHead {
    private let text: String

    /// - Returns: `nil` for a source that does not begin like an object of JSON.
    init?(_ source: ImportSource) {
        guard !source.isDirectory else { return nil }
        let text = source.headText
        guard text.first(where: { !$0.isWhitespace }) == "{" else { return nil }
        self.text = text
    }

    /// Whether the start of the file has all members.
    func has(_ members: String...) -> Bool { members.allSatisfy { text.contains("\"\($0)\"") } }
}

/// The bytes of a JSON document that is written.
enum JSONText {
    /// - Throws: `.damaged` if a text is not valid, which no item has.
    static func data(_ object: Any) throws(ExchangeError) -> Data {
        guard JSONSerialization.isValidJSONObject(object),
            let data = try? JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        else { throw ExchangeError(.damaged, "an item cannot be written as JSON") }
        return data
    }
}

/// Dates in the forms that the files of programs have.
enum JSONDates {
    /// A time in ISO 8601, with or without a fraction of seconds.
    static func time(_ node: JSONNode) -> Date? {
        guard let text = node.string, text.count <= 40 else { return nil }
        let whole = Date.ISO8601FormatStyle()
        return (try? whole.parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
    }

    /// A time in ISO 8601 with milliseconds.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// A time in seconds since 1970, between the years 1900 and 9999.
    static func seconds(_ node: JSONNode) -> Date? {
        guard let seconds = node.double, seconds != 0, (-2_208_988_800...253_402_300_799).contains(seconds) else {
            return nil
        }
        return Date(timeIntervalSince1970: seconds)
    }

    /// The day of a date in UTC: `2026-11-22`.
    static func day(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle().year().month().day()) }

    /// The date of a day at noon in UTC, as programs without time zones keep it.
    static func noon(_ day: String) -> Date? {
        isDay(day) ? try? Date.ISO8601FormatStyle().parse(day + "T12:00:00Z") : nil
    }

    static func isDay(_ text: String) -> Bool { matches(text, "0000-00-00") }
    static func isMonth(_ text: String) -> Bool {
        matches(text, "0000-00") && (1...12).contains(Int(text.suffix(2)) ?? 0)
    }

    /// The month of a text such as `2030-01`, `01/30`, `012030`, `1/2030`; `nil` for another.
    static func month(_ text: String) -> String? {
        if isMonth(text) { return text }
        if isDay(text) { return isMonth(String(text.prefix(7))) ? String(text.prefix(7)) : nil }
        var parts = text.split(whereSeparator: { "/-. ".contains($0) }).map(String.init)
        if parts.count == 1, text.count == 6 || text.count == 4, text.allSatisfy(\.isASCIIDigit) {
            parts = [String(text.prefix(2)), String(text.dropFirst(2))]
        }
        guard parts.count == 2, let number = Int(parts[0]), let year = Int(parts[1]),
            parts[1].count == 2 || (1900...9999).contains(year)
        else { return nil }
        return month(year < 100 ? 2000 + year : year, number)
    }

    static func month(_ year: Int, _ month: Int) -> String? {
        guard (1000...9999).contains(year), (1...12).contains(month) else { return nil }
        return "\(year)-\(month < 10 ? "0" : "")\(month)"
    }

    private static func matches(_ text: String, _ form: String) -> Bool {
        text.utf8.count == form.utf8.count
            && zip(text.utf8, form.utf8).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isWholeNumber }
}

extension Date {
    /// The whole seconds since 1970; 0 for a date that is none.
    var wholeSeconds: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}
