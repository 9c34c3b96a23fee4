import Foundation

/// What lists show of an item: everything that is no secret, without the item being opened.
public struct Overview: Equatable, Sendable, Identifiable {
    /// The item's.
    public let id: UUID
    /// What the item is about.
    public let kind: ItemKind
    /// What people call it.
    public let title: String
    /// A second line: of a login its username.
    public let subtitle: String
    /// Where a login belongs.
    public let websites: [SavedWebsite]
    /// Words that it is found by.
    public let tags: [String]
    /// Whether it is among those that people want to see first.
    public let isFavourite: Bool
    /// Whether it has a one-time code.
    public let hasOneTimeCode: Bool
    /// When it was made.
    public let created: Date
    /// When it was changed last.
    public let changed: Date
    /// Since when it is out of the way; nil: it is not.
    public let archived: Date?
    /// Since when it is in the trash; nil: it is not.
    public let trashed: Date?
}

extension Overview {
    init(_ item: VaultItem) {
        id = item.id
        kind = item.kind
        title = item.title
        subtitle = item.kind.subtitle.flatMap { item.text($0) } ?? ""
        websites = item.websites.map { SavedWebsite($0.address, rule: $0.rule) }
        tags = item.tags
        isFavourite = item.isFavourite
        hasOneTimeCode = item.allFields.contains { $0.kind.makesOneTimeCodes && !$0.value.isEmpty }
        (created, changed, archived, trashed) = (item.created, item.changed, item.archived, item.trashed)
    }

    /// What a search looks through: title first, then the rest, a line each.
    var searchText: String {
        ([title, subtitle] + websites.map(\.address) + tags)
            .map { SearchText.folded($0.replacingOccurrences(of: "\n", with: " ")) }.joined(separator: "\n")
    }
}

/// Text as searches compare it.
enum SearchText {
    /// Without case, accents and width.
    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// Which items of a vault are meant.
public struct VaultFilter: Hashable, Sendable {
    /// Where items are.
    public enum Place: String, Sendable, CaseIterable {
        case active, archive, trash
    }

    /// Nil: everywhere but in the trash.
    public var place: Place?
    /// Nil: all.
    public var kind: ItemKind?
    /// A tag that the item has; nil: any or none.
    public var tag: String?
    /// Whether only favourites are meant.
    public var onlyFavourites: Bool

    /// - Parameters:
    ///   - place: nil: everywhere but in the trash.
    ///   - kind: nil: all.
    ///   - tag: one that the items have; nil: any or none.
    ///   - onlyFavourites: whether only favourites are meant.
    public init(place: Place? = .active, kind: ItemKind? = nil, tag: String? = nil, onlyFavourites: Bool = false) {
        self.place = place
        self.kind = kind
        self.tag = tag
        self.onlyFavourites = onlyFavourites
    }
}
