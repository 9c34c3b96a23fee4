/// A pre-filter for the items of a site: texts that an item's websites must contain to belong to it. With it, a vault can skip most items
/// without parsing and comparing addresses, which takes microseconds for each.
public struct WebsiteHint: Hashable, Sendable {
    /// The maximum number of names; a hint with more of them admits all items.
    public static let mostNames = 4096

    /// The names, in lower case. A website must contain one of them, in any case.
    public let names: [String]
    /// The rules for which the text of a website is not an address, and so is not searched for the names.
    public let openRules: [String]
    /// The names, grouped by their first two bytes.
    private let byStart: [UInt16: [[UInt8]]]
    /// A bit set of the pairs of bytes that names begin with.
    private let starts: [UInt64]
    /// Whether the hint admits all items.
    public let admitsAll: Bool

    /// Makes a hint.
    ///
    /// - Parameters:
    ///   - names: the names, in lower case.
    ///   - openRules: the rules, as items store them.
    public init(names: [String], openRules: [String]) {
        self.names = names
        self.openRules = openRules
        admitsAll = names.count > Self.mostNames || names.contains { $0.utf8.count == 1 }
        byStart = Dictionary(grouping: names.map { Array($0.utf8) }.filter { $0.count > 1 }) { Self.pair($0[0], $0[1]) }
        var starts = [UInt64](repeating: 0, count: 1024)
        for pair in byStart.keys { starts[Int(pair >> 6)] |= 1 << UInt64(pair & 63) }
        self.starts = starts
    }

    /// Returns whether a website may belong to the site; `false` only if it cannot.
    public func mayBelong(_ website: SavedWebsite) -> Bool {
        guard !openRules.contains(website.rule) else { return true }
        var address = website.address
        return address.withUTF8 { mayBelong(address: UnsafeRawBufferPointer($0)) }
    }

    /// Returns whether an address may belong to the site, for rules that are not in ``openRules``.
    func mayBelong(address: UnsafeRawBufferPointer) -> Bool {
        guard !admitsAll else { return true }
        var previous: UInt8?
        for (index, byte) in address.enumerated() {
            // Non-ASCII letters have several encodings, and so have IPv6 addresses, which are in brackets.
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

    /// Compares names and rules.
    public static func == (one: WebsiteHint, other: WebsiteHint) -> Bool {
        one.names == other.names && one.openRules == other.openRules
    }

    /// Hashes names and rules.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names)
        hasher.combine(openRules)
    }
}

extension OverviewCoding.Entry {
    /// Returns whether one of the websites may belong to the site; `false` only if none can.
    func mayBelong(to site: WebsiteHint) -> Bool {
        var rest = websites
        while let line = rest.popLine() {
            let rule = line.prefix { $0 != UInt8(ascii: " ") }
            // A line without a rule is an address with the vault's default rule.
            let address = rule.count < line.count ? line[(rule.endIndex + 1)...] : line[...]
            let isOpen = rule.count < line.count && site.openRules.contains { $0.utf8.elementsEqual(rule) }
            if isOpen || site.mayBelong(address: UnsafeRawBufferPointer(rebasing: address)) { return true }
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// Removes and returns the first line; `nil` if nothing is left.
    fileprivate mutating func popLine() -> UnsafeRawBufferPointer? {
        guard !isEmpty else { return nil }
        let line = firstLine
        self = UnsafeRawBufferPointer(rebasing: self[Swift.min(line.count + 1, count)...])
        return line
    }
}
