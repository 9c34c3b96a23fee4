import Foundation
import Secrets

/// The JSON of programs for one-time codes. Values of another type than expected count as missing.
struct CodeJSON {
    /// The most bytes of a file.
    static let largest = 64 << 20
    /// The most entries.
    static let mostEntries = 100_000

    let object: [String: Any]

    init(_ object: [String: Any]) { self.object = object }

    subscript(_ name: String) -> CodeJSON { CodeJSON(object[name] as? [String: Any] ?? [:]) }
    /// The text of a member, also that of a number; empty if it is missing.
    func text(_ name: String) -> String {
        if let text = object[name] as? String { return text }
        return (object[name] as? NSNumber)?.stringValue ?? ""
    }
    func integer(_ name: String) -> Int? { Int(text(name)) }
    func list(_ name: String) -> [CodeJSON] { (object[name] as? [[String: Any]] ?? []).map(CodeJSON.init) }
    func texts(_ name: String) -> [String] { object[name] as? [String] ?? [] }
    func bytes(hexadecimal name: String) -> [UInt8]? { Self.hexadecimal(text(name)) }

    /// Parses JSON. JSONSerialization ends at a depth of 512.
    ///
    /// - Throws: ``ExchangeError``; its text has the position, and nothing of the file.
    static func parse(_ data: Data) throws(ExchangeError) -> Any {
        do { return try JSONSerialization.jsonObject(with: data) } catch {
            let index = ((error as NSError).userInfo["NSJSONSerializationErrorIndex"] as? NSNumber)?.intValue
            throw ExchangeError(
                .damaged, "the JSON is damaged", at: index.map { "byte \($0)" }, remedy: "export the file again")
        }
    }

    /// Returns the bytes of digits; `nil` for other characters.
    static func hexadecimal(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    static func checkCount(_ count: Int) throws(ExchangeError) {
        guard count <= mostEntries else {
            throw ExchangeError(.tooLarge, "there are more than \(mostEntries) entries", remedy: "split the file")
        }
    }

    /// Whether the start of a file has all of the given texts, blanks aside, and begins as JSON does.
    static func head(_ source: ImportSource, has texts: String...) -> Bool {
        let text = source.headText.filter { !$0.isWhitespace }
        return (text.hasPrefix("{") || text.hasPrefix("[")) && texts.allSatisfy { text.contains($0) }
    }
}

extension OneTimeCodeEntry {
    /// Sets digits, period, counter: numbers, or numbers as texts.
    mutating func set(
        _ json: CodeJSON, digits: String = "digits", period: String = "period", counter: String = "counter"
    ) {
        self.digits = json.integer(digits) ?? self.digits
        self.period = json.integer(period).flatMap { $0 > 0 ? $0 : nil } ?? self.period
        self.counter = UInt64(json.text(counter)) ?? self.counter
    }
}
