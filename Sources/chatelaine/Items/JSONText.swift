/// A JSON value (RFC 8259). Objects keep the order of their members.
indirect enum JSONText {
    case string(String)
    case number(Int)
    /// A finite number.
    case real(Double)
    case bool(Bool)
    case null
    case array([JSONText])
    case object([(name: String, value: JSONText)])

    /// Creates a string, or null if `text` is `nil`.
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
