import Foundation
import PasswordVault

/// The content of a file of another program, as items of a vault.
public struct ImportedContent: Sendable {
    /// The items, in the order of the file.
    public var items: [ImportedItem] = []
    /// Content of the file that the items lack.
    public var remarks: [ImportRemark] = []

    /// Makes a content.
    public init(items: [ImportedItem] = [], remarks: [ImportRemark] = []) {
        (self.items, self.remarks) = (items, remarks)
    }
}

/// An item of a file, with what the file says about it.
public struct ImportedItem: Sendable {
    /// The item: kind, title, fields, websites, tags, notes, favourite. Its dates, history and attachments are those below.
    public var item: VaultItem
    /// The names of the folders that it is in, the outermost first.
    public var folder: [String] = []
    /// The vault, account or collection of the file that it belongs to; `nil` if the file has only one.
    public var sourceVault: String?
    /// The date of its creation, if the file has one.
    public var created: Date?
    /// The date of its last change, if the file has one.
    public var changed: Date?
    /// Whether it is archived.
    public var isArchived = false
    /// Whether it is in the trash.
    public var isTrashed = false
    /// Former secrets, the newest first.
    public var history: [FormerSecret] = []
    /// Attached files.
    public var attachments: [ImportedAttachment] = []
    /// The position in the file: `line 12`, `entry 4`.
    public var position: String

    /// Makes an item of a file.
    public init(_ item: VaultItem, position: String) { (self.item, self.position) = (item, position) }
}

/// A file that is attached to an item of a file.
public struct ImportedAttachment: Sendable {
    /// The file name, without directories.
    public let name: String
    /// The media type (RFC 6838); empty if not known.
    public let mediaType: String
    /// The content.
    public let content: any AttachmentContent

    /// Makes an attachment.
    public init(name: String, mediaType: String = "", content: any AttachmentContent) {
        self.name = name.split(separator: "/").last.map(String.init) ?? "attachment"
        (self.mediaType, self.content) = (mediaType, content)
    }
}

/// The bytes of an attachment, read when they are needed.
public protocol AttachmentContent: Sendable {
    /// The size in bytes.
    var size: Int { get }
    /// Passes all bytes on, in parts of at most 1 MiB.
    ///
    /// - Throws: ``ExchangeError`` if the content cannot be read, or is not `size` bytes long.
    func read(_ body: (Data) throws -> Void) throws
}

/// The bytes of an attachment that are in memory.
public struct AttachmentBytes: AttachmentContent {
    private let bytes: Data

    /// Makes a content.
    public init(_ bytes: Data) { self.bytes = bytes }

    /// The size in bytes.
    public var size: Int { bytes.count }

    /// Passes the bytes on.
    public func read(_ body: (Data) throws -> Void) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try body(Data(rest.prefix(1 << 20)))
            rest = rest.dropFirst(1 << 20)
        }
    }
}

/// Something in a file that has no place in a vault, or none in the file that is written.
public struct ImportRemark: Sendable, Equatable {
    /// The position in the file; empty for the file as a whole.
    public let position: String
    /// The text, without any secret.
    public let text: String

    /// Makes a remark.
    public init(_ position: String, _ text: String) { (self.position, self.text) = (position, text) }
}
