/// A request of a program to the keychain, and the answer.
///
/// There is no field for a secret or an attribute's value, so that none can get into the log. Texts come from programs
/// that may be hostile: they are truncated, and characters that could move a terminal's cursor or change the direction
/// of text are escaped.
public struct Entry: Hashable, Sendable {
    /// The maximum length of a path, in bytes.
    public static let maximumPathLength = 4096
    /// The maximum length of the other texts, in bytes.
    public static let maximumTextLength = 256

    /// UTC, in microseconds since 1970.
    public let time: Int64
    /// The user id of the program.
    public let uid: UInt32
    /// The path of the program's executable.
    public let subject: String
    /// The strength of the program's identification.
    public let strength: String
    /// The requested operation.
    public let operation: String
    /// The class of the item; empty if none.
    public let itemClass: String
    /// The access group; empty if none.
    public let group: String
    /// The item's id; empty if none.
    public let item: [UInt8]
    /// The answer: a status number, 0 for success.
    public let status: Int32

    /// Creates an entry with printable texts and the first 32 bytes of `item`.
    /// - Parameter time: UTC, in microseconds since 1970.
    public init(
        time: Int64, uid: UInt32, subject: String, strength: String, operation: String, itemClass: String = "",
        group: String = "", item: [UInt8] = [], status: Int32
    ) {
        self.time = time
        self.uid = uid
        self.subject = printable(subject, limit: Self.maximumPathLength)
        self.strength = printable(strength, limit: Self.maximumTextLength)
        self.operation = printable(operation, limit: Self.maximumTextLength)
        self.itemClass = printable(itemClass, limit: Self.maximumTextLength)
        self.group = printable(group, limit: Self.maximumTextLength)
        self.item = Array(item.prefix(32))
        self.status = status
    }
}

/// Returns `text` without characters that a terminal would act on, truncated to `limit` bytes. Such characters become
/// `\u{…}` and each backslash is doubled, so that a text cannot imitate an escape.
func printable(_ text: String, limit: Int) -> String {
    if text.utf8.count <= limit, isPlain(text) { return text }
    var result = ""
    var room = limit
    for scalar in text.unicodeScalars {
        let piece = printable(scalar)
        room -= piece.utf8.count
        guard room >= 0 else { break }
        result += piece
    }
    return result
}

/// Whether the text needs no escaping: a fast path, since nearly every text is plain and one is checked for every
/// request.
private func isPlain(_ text: String) -> Bool {
    func arePlain(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 >= 0x20 && $0 <= 0x7E && $0 != 0x5C } }
    let fast = text.utf8.withContiguousStorageIfAvailable { arePlain($0) }
    return if let fast { fast } else { arePlain(text.utf8) }
}

private func printable(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        "\\u{" + String(scalar.value, radix: 16) + "}"
    default: scalar == "\\" ? "\\\\" : String(scalar)
    }
}
