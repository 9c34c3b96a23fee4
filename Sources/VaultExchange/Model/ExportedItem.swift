import Foundation
import PasswordVault

/// An item of a vault that is written to a file, with the contents of its attachments.
public struct ExportedItem: Sendable {
    /// The item.
    public let item: VaultItem
    /// Its attachments, in the order of the item's.
    public let attachments: [ImportedAttachment]

    /// Makes an item.
    public init(_ item: VaultItem, attachments: [ImportedAttachment] = []) {
        (self.item, self.attachments) = (item, attachments)
    }
}

/// The place that an export writes to.
public protocol ExportDestination: AnyObject {
    /// The directory of a format that writes one; `nil` for a file.
    var directory: String? { get }
    /// Appends bytes to the file.
    ///
    /// - Throws: ``ExchangeError`` with `.io`.
    func write(_ bytes: UnsafeRawBufferPointer) throws
}

/// A destination in memory, which is wiped.
public final class ExportBuffer: ExportDestination {
    /// The bytes so far.
    public private(set) var data = Data()
    /// None.
    public var directory: String? { nil }

    /// Makes an empty buffer.
    public init() {}

    deinit { data.withUnsafeMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) } }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws { data.append(contentsOf: bytes) }
}
