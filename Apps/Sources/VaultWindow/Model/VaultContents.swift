import Foundation
import PasswordVault

/// The order of the list.
enum Sorting: String, Codable, CaseIterable {
    case title, changed, created
}

/// All items of the open vault, as lists show them.
struct VaultContents {
    /// The items in the order of their titles.
    let all: [Overview]
    /// The number of items on each shelf that is not empty.
    let counts: [VaultSection: Int]
    /// The sorted tags of the items that are neither archived nor in the trash.
    let tags: [String]

    /// Whether these are all items that the vault's file has; false if a part of it is damaged.
    let isComplete: Bool

    /// - Parameter all: the items in the order of their titles, as vaults return them.
    init(_ all: [Overview] = [], isComplete: Bool = true) {
        self.all = all
        self.isComplete = isComplete
        var counts: [VaultSection: Int] = [:]
        var tags: Set<String> = []
        for overview in all {
            if overview.trashed != nil {
                counts[.trash, default: 0] += 1
            } else if overview.archived != nil {
                counts[.archive, default: 0] += 1
            } else {
                counts[.all, default: 0] += 1
                counts[.kind(overview.kind), default: 0] += 1
                if overview.isFavourite { counts[.favourites, default: 0] += 1 }
                for tag in Set(overview.tags) {
                    counts[.tag(tag), default: 0] += 1
                    tags.insert(tag)
                }
            }
        }
        self.counts = counts
        self.tags = tags.sorted()
    }

    /// The shelves in the first pane. Kinds without items are included, so that the list does not jump.
    var shelves: [VaultSection] {
        [.all, .favourites] + ItemKind.all.map { .kind($0) } + tags.map { .tag($0) } + [.archive, .trash]
    }

    /// Returns the items of a shelf in an order.
    func items(on shelf: VaultSection, by sorting: Sorting) -> [Overview] {
        let found = all.filter(shelf.contains)
        return switch sorting {
        case .title: found
        case .changed: found.sorted { $0.changed > $1.changed }
        case .created: found.sorted { $0.created > $1.created }
        }
    }
}
