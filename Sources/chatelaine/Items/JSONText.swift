import Foundation

/// A value of JSON (RFC 8259), written in the order in which it was put together.
indirect enum JSONText {
    case string(String)
    case number(Int)
    /// A finite number.
    case real(Double)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([(name: String, value: JSONText)])

    /// Text where the bytes are UTF-8, else an object with them in base64.
    static func bytes(_ data: Data) -> JSONText {
        String(validating: data, as: UTF8.self).map(JSONText.string)
            ?? .object([("base64", .string(data.base64EncodedString()))])
    }

    /// Prints an object with the version of the shape.
    ///
    /// Specified in: Docs/command-line.md, "JSON".
    static func print(_ members: [(name: String, value: JSONText)]) throws {
        try StandardStreams.print(object([("version", .number(ItemJSON.version))] + members).document)
    }

    /// Null where there is no text.
    init(_ text: String?) { self = text.map(JSONText.string) ?? .null }

    /// The value on one line.
    var text: String {
        switch self {
        case .string(let text): ItemJSON.string(text)
        case .number(let number): String(number)
        case .real(let number): number.isFinite ? String(number) : "null"
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(ItemJSON.string($0.name)): \($0.value.text)" }.joined(separator: ", ") + "}"
        }
    }

    /// The object with each member, and each element of its arrays, on a line of its own, for users who read it.
    var document: String {
        guard case .object(let members) = self else { return text }
        let lines = members.map { name, value in
            guard case .array(let values) = value, !values.isEmpty else {
                return "  \(ItemJSON.string(name)): \(value.text)"
            }
            let list = values.map { "    " + $0.text }.joined(separator: ",\n")
            return "  \(ItemJSON.string(name)): [\n\(list)\n  ]"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}"
    }
}
