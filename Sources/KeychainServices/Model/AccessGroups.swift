/// The access groups of a program, in order: where it may look, and, first, where it adds.
///
/// Embedded they are name spaces and no wall: SECURITY.md.
public struct AccessGroups: Hashable, Sendable {
    /// The group of items on tokens: may be read by all, written by none.
    public static let token = "com.apple.token"

    /// Without the wildcard.
    public let names: [String]
    /// Whether every group is allowed; an entitlements list with `*` says so.
    public let isWildcard: Bool

    /// - Parameter names: in order; `*` allows every group.
    public init(_ names: [String]) {
        var seen = Set<[UInt8]>()
        self.names = names.filter { $0 != "*" && seen.insert(Array($0.utf8)).inserted }
        isWildcard = names.contains("*")
    }

    /// As in an entitlements list: the names, and `*` if every group is allowed.
    package var entries: [String] { names + (isWildcard ? ["*"] : []) }

    /// Names are compared byte by byte: two that only look the same are two groups, as they are in the file.
    public func allows(_ group: String) -> Bool {
        isWildcard || names.contains { $0.utf8.elementsEqual(group.utf8) }
    }

    /// Where an item goes whose group nobody named, or nil if there is no such group.
    public var defaultGroup: String? { names.first { $0 != Self.token } }

    var isEmpty: Bool { names.isEmpty && !isWildcard }
}
