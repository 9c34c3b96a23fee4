import Foundation
import KeychainServices

/// A part of a vault's index: the overviews of some items, sealed together. That many fit into one keeps an edit cheap however large
/// the vault is, and opening the vault quick.
struct IndexPage: Sendable {
    /// Entries of a page that new ones are no longer put into.
    static let mostEntries = 128

    let number: UInt32
    /// One entry behind the other.
    let bytes: WipedBytes
    /// Where each begins.
    let offsets: [Int32]

    /// - Throws: `.decode` if there is anything else than entries.
    init(number: UInt32, bytes: Data) throws(KeychainError) {
        self.number = number
        self.bytes = bytes.withUnsafeBytes { WipedBytes(copying: $0) }
        var (position, offsets) = (0, [Int32]())
        while position < bytes.count {
            guard let entry = OverviewCoding.Entry(self.bytes.pointer, at: position),
                let offset = Int32(exactly: position)
            else { throw ItemCoding.damaged }
            offsets.append(offset)
            position += entry.size
        }
        self.offsets = offsets
    }

    /// In the order in which they were put there. None of them outlives the page.
    var entries: some Sequence<OverviewCoding.Entry> {
        offsets.lazy.compactMap { OverviewCoding.Entry(bytes.pointer, at: Int($0)) }
    }

    /// The same page with another entry in place of the item's, or behind the others; or without it.
    func replacing(_ id: UUID, with overview: Overview?) throws(KeychainError) -> IndexPage {
        var changed = Data()
        changed.reserveCapacity(bytes.pointer.count + 512)
        defer { changed.wipe() }
        var isNew = true
        for entry in entries {
            if entry.id != id {
                changed.append(contentsOf: entry.bytes)
            } else if let overview {
                changed.append(OverviewCoding.encode(overview))
                isNew = false
            }
        }
        if isNew, let overview { changed.append(OverviewCoding.encode(overview)) }
        return try IndexPage(number: number, bytes: changed)
    }

    /// By which the keychain names it.
    static func account(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Data {
    /// Overwrites what is there with zeros.
    mutating func wipe() { resetBytes(in: startIndex..<endIndex) }
}
