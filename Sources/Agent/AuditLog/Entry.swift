import LinuxSupport

/// A request of a program to the keychain, and the answer.
///
/// There is no field for a secret or an attribute's value, so that none can get into the log. Texts come from programs
/// that may be hostile: they are truncated, and characters that could move a terminal's cursor or change the direction
/// of text are escaped.
package struct Entry: Hashable, Sendable {
    /// The maximum length of a path, in bytes.
    package static let maximumPathLength = 4096
    /// The maximum length of the other texts, in bytes.
    package static let maximumTextLength = 256

    /// UTC, in microseconds since 1970.
    package let time: Int64
    /// The user id of the program.
    package let uid: UInt32
    /// The path of the program's executable.
    package let subject: String
    /// The strength of the program's identification.
    package let strength: String
    /// The requested operation.
    package let operation: String
    /// The class of the item; empty if none.
    package let itemClass: String
    /// The access group; empty if none.
    package let group: String
    /// The item's id; empty if none.
    package private(set) var item: [UInt8]
    /// The answer: a status number, 0 for success.
    package let status: Int32
    /// How many such requests it stands for: more than one if it was folded (``EntryFolding``).
    package internal(set) var times = 1

    /// Creates an entry with printable texts and the first 32 bytes of `item`.
    /// - Parameter time: UTC, in microseconds since 1970.
    package init(
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

    /// The entry for requests that are counted together.
    var withoutItem: Entry {
        var entry = self
        (entry.item, entry.times) = ([], 1)
        return entry
    }

    /// The entry for requests of several kinds that are counted together: their last status stands for all.
    var withoutDetails: Entry {
        Entry(time: time, uid: uid, subject: subject, strength: strength, operation: "others", status: status)
    }
}
