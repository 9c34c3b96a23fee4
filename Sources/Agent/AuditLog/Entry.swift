import LinuxSupport

/// One thing that a program asked of the keychain, and the answer.
///
/// There is no field for a secret or an attribute's value, so that none can get into the log. Texts come from programs
/// that may be hostile: they are cut, and what could move a terminal's cursor or turn text around is escaped.
public struct Entry: Hashable, Sendable {
    /// Longest path, in bytes.
    public static let maximumPathLength = 4096
    /// Longest of the other texts, in bytes.
    public static let maximumTextLength = 256

    /// UTC, in microseconds since 1970.
    public let time: Int64
    /// Whose program it was.
    public let uid: UInt32
    /// The program: where its executable lies.
    public let subject: String
    /// How sure it was which program it was.
    public let strength: String
    /// What it asked for.
    public let operation: String
    /// Of which class the item is; empty if none.
    public let itemClass: String
    /// In which access group; empty if none.
    public let group: String
    /// The item's id; empty if none.
    public let item: [UInt8]
    /// The answer: a status number, 0 for success.
    public let status: Int32

    /// An entry with its texts made printable. Of `item`, 32 bytes are kept.
    /// - Parameter time: UTC, in microseconds since 1970.
    public init(
        time: Int64, uid: UInt32, subject: String, strength: String, operation: String, itemClass: String = "",
        group: String = "", item: [UInt8] = [], status: Int32
    ) {
        self.time = time
        self.uid = uid
        self.subject = UntrustedText.forLog(subject, limit: Self.maximumPathLength)
        self.strength = UntrustedText.forLog(strength, limit: Self.maximumTextLength)
        self.operation = UntrustedText.forLog(operation, limit: Self.maximumTextLength)
        self.itemClass = UntrustedText.forLog(itemClass, limit: Self.maximumTextLength)
        self.group = UntrustedText.forLog(group, limit: Self.maximumTextLength)
        self.item = Array(item.prefix(32))
        self.status = status
    }
}
