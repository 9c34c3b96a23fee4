/// What the websites of an item must have in their texts to be of a site at all, so that a vault can leave out most items without
/// knowing how addresses are read and compared: that takes microseconds for each.
public struct WebsiteHint: Hashable, Sendable {
    /// The most names that make sense; of more there is no hint.
    public static let mostNames = 4096

    /// One of them must be in a text, in whatever case. In lower case themselves.
    public let names: [String]
    /// Rules with which the text of a website is no address, and says nothing.
    public let openRules: [String]
    /// The names by their first two bytes.
    private let byStart: [UInt16: [[UInt8]]]
    /// A bit for each two bytes that a name begins with.
    private let starts: [UInt64]
    /// Whether nothing can be left out by it.
    public let admitsAll: Bool

    /// - Parameters:
    ///   - names: in lower case.
    ///   - openRules: as they are saved.
    public init(names: [String], openRules: [String]) {
        self.names = names
        self.openRules = openRules
        admitsAll = names.count > Self.mostNames || names.contains { $0.utf8.count == 1 }
        byStart = Dictionary(grouping: names.map { Array($0.utf8) }.filter { $0.count > 1 }) { Self.pair($0[0], $0[1]) }
        var starts = [UInt64](repeating: 0, count: 1024)
        for pair in byStart.keys { starts[Int(pair >> 6)] |= 1 << UInt64(pair & 63) }
        self.starts = starts
    }

    /// False only where the website cannot belong to the site.
    public func mayBelong(_ website: SavedWebsite) -> Bool {
        guard !openRules.contains(website.rule) else { return true }
        var address = website.address
        return address.withUTF8 { mayBelong(address: UnsafeRawBufferPointer($0)) }
    }

    /// The same for an address with any other rule.
    func mayBelong(address: UnsafeRawBufferPointer) -> Bool {
        guard !admitsAll else { return true }
        var previous: UInt8?
        for (index, byte) in address.enumerated() {
            // Other letters than ASCII's have several forms, and so have IPv6 addresses, which have brackets around them.
            guard byte < 0x80, byte != UInt8(ascii: "[") else { return true }
            let byte = Self.lowercased(byte)
            if let previous {
                let pair = Self.pair(previous, byte)
                if starts[Int(pair >> 6)] & 1 << UInt64(pair & 63) != 0, hasName(pair, in: address, at: index - 1) {
                    return true
                }
            }
            previous = byte
        }
        return false
    }

    private func hasName(_ pair: UInt16, in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        byStart[pair, default: []].contains { name in
            text.count - start >= name.count
                && name.indices.allSatisfy { Self.lowercased(text[start + $0]) == name[$0] }
        }
    }

    private static func pair(_ one: UInt8, _ other: UInt8) -> UInt16 { UInt16(one) << 8 | UInt16(other) }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// By names and rules.
    public static func == (one: WebsiteHint, other: WebsiteHint) -> Bool {
        one.names == other.names && one.openRules == other.openRules
    }

    /// The same.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
        hasher.combine(openRules)
    }
}

extension OverviewCoding.Entry {
    /// False only where none of the websites can belong to the site.
    func mayBelong(to site: WebsiteHint) -> Bool {
        var rest = websites
        while let line = rest.popLine() {
            let rule = line.prefix { $0 != UInt8(ascii: " ") }
            // Without a rule it is an address with that of the vault's.
            let address = rule.count < line.count ? line[(rule.endIndex + 1)...] : line[...]
            let isOpen = rule.count < line.count && site.openRules.contains { $0.utf8.elementsEqual(rule) }
            if isOpen || site.mayBelong(address: UnsafeRawBufferPointer(rebasing: address)) { return true }
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// Takes the first line off; nil: there is nothing left.
    fileprivate mutating func popLine() -> UnsafeRawBufferPointer? {
        guard !isEmpty else { return nil }
        let line = firstLine
        self = UnsafeRawBufferPointer(rebasing: self[Swift.min(line.count + 1, count)...])
        return line
    }
}
