/// Text that is compared by its bytes.
///
/// Swift regards two strings as equal if they are canonically equivalent (é as one scalar or as two). To Linux these
/// are two files, and to the keychain two groups: the owner of one must not pass for the owner of the other.
struct ExactText: Hashable, Comparable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    static func < (one: ExactText, other: ExactText) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: Codable {
    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension String {
    /// Whether the text has 1 to `limit` bytes, no control character, and no replacement character (from invalid
    /// UTF-8).
    func isPlain(limit: Int) -> Bool {
        guard (1...limit).contains(utf8.count) else { return false }
        return unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
    }
}
