import Foundation

/// The attributes of an item that lists show: all that are not secret, available without decrypting the item.
public struct Overview: Equatable, Sendable, Identifiable {
    /// The identifier of the item.
    public let id: UUID
    /// The kind of the item.
    public let kind: ItemKind
    /// The title that the user has given it.
    public let title: String
    /// The second line in lists: for a login, its username.
    public let subtitle: String
    /// The websites of a login.
    public let websites: [SavedWebsite]
    /// Tags to find it by.
    public let tags: [String]
    /// Whether the user has marked it as a favourite.
    public let isFavourite: Bool
    /// Whether it has a one-time code.
    public let hasOneTimeCode: Bool
    /// The date of its creation.
    public let created: Date
    /// The date of its last change.
    public let changed: Date
    /// The date on which it was archived; `nil` if it is not archived.
    public let archived: Date?
    /// The date on which it was moved to the trash; `nil` if it is not there.
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

    /// The text that searches look through: the title first, then the rest, a line each.
    var searchText: String {
        ([title, subtitle] + websites.map(\.address) + tags)
            .map { SearchText.folded($0.replacingOccurrences(of: "\n", with: " ")) }.joined(separator: "\n")
    }
}

/// The normalisation of text for searches.
enum SearchText {
    /// Returns a text without case, accents and width.
    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// A filter for the items of a vault.
public struct VaultFilter: Hashable, Sendable {
    /// The place of an item.
    public enum Place: String, Sendable, CaseIterable {
        case active, archive, trash
    }

    /// The place; `nil` for all places but the trash.
    public var place: Place?
    /// The kind of the items; `nil` for all kinds.
    public var kind: ItemKind?
    /// A tag that the items have; `nil` for any or none.
    public var tag: String?
    /// Whether only favourites pass.
    public var onlyFavourites: Bool

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - place: the place; `nil` for all places but the trash.
    ///   - kind: the kind; `nil` for all kinds.
    ///   - tag: a tag that the items have; `nil` for any or none.
    ///   - onlyFavourites: whether only favourites pass.
    public init(place: Place? = .active, kind: ItemKind? = nil, tag: String? = nil, onlyFavourites: Bool = false) {
        self.place = place
        self.kind = kind
        self.tag = tag
        self.onlyFavourites = onlyFavourites
    }
}
