/// The access groups of a program, in order: it may search all of them, and stores new items in the first.
///
/// Without an agent they are name spaces and no security boundary: SECURITY.md.
public struct AccessGroups: Hashable, Sendable {
    /// The group of items on tokens: readable by every program, writable by none.
    public static let token = "com.apple.token"

    /// The names, without the wildcard.
    public let names: [String]
    /// Whether every group is allowed, as an entitlements list says with `*`.
    public let isWildcard: Bool

    /// The groups that the wildcard does not stand for.
    private let excluded: Set<[UInt8]>

    /// Makes a list of groups.
    ///
    /// - Parameter names: in order; `*` allows every group.
    public init(_ names: [String]) { self.init(names, except: []) }

    /// Makes a list of groups.
    ///
    /// - Parameters:
    ///   - names: in order; `*` allows every group but those of `excluded`.
    ///   - excluded: groups that only their names allow.
    package init(_ names: [String], except excluded: [String]) {
        self.excluded = Set(excluded.map { Array($0.utf8) })
        var seen = Set<[UInt8]>()
        self.names = names.filter { $0 != "*" && seen.insert(Array($0.utf8)).inserted }
        isWildcard = names.contains("*")
    }

    /// The entries as in an entitlements list: the names, and `*` if every group is allowed.
    package var entries: [String] { names + (isWildcard ? ["*"] : []) }

    /// Returns whether a group is allowed. Names are compared byte by byte, as in the file: two that only look the same are different.
    public func allows(_ group: String) -> Bool {
        isWildcard && !excluded.contains(Array(group.utf8)) || names.contains { $0.utf8.elementsEqual(group.utf8) }
    }

    /// The group of new items that name none, or nil if there is no such group.
    public var defaultGroup: String? { names.first { $0 != Self.token } }

    var isEmpty: Bool { names.isEmpty && !isWildcard }
}
