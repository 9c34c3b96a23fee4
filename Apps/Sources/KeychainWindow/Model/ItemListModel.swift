import Foundation
import GtkSupport
import KeychainServices

/// The items in the list: those of a kind, and of them those that a search finds.
@MainActor final class ItemListModel {
    private(set) var listed: [ListedItem] = []
    private(set) var counts: [Kind: Int] = [:]
    private(set) var kind = Kind.all
    private(set) var search = ""
    /// The items that the user has deleted, and can still have back.
    private var removed: Set<PersistentReference> = []
    private let session: KeychainSession
    private var searches = 0
    /// Called after each change.
    var onChange: @MainActor () -> Void = {}

    init(_ session: KeychainSession) { self.session = session }

    func show(_ kind: Kind) {
        self.kind = kind
        update()
    }

    func find(_ words: String) {
        search = words
        update()
    }

    /// Leaves an item out that is about to be deleted, or takes it in again.
    func setRemoved(_ reference: PersistentReference, _ isRemoved: Bool) {
        if isRemoved { removed.insert(reference) } else { removed.remove(reference) }
        update()
    }

    /// Removes all items from memory.
    func forget() {
        searches += 1
        (listed, counts) = ([], [:])
    }

    /// Looks through all items, which takes a moment if there are many.
    func update() {
        searches += 1
        let (this, kind, entries, removed) = (searches, kind, session.entries, removed)
        let wanted = search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        Task {
            let (listed, counts) = await offMain { () throws(Never) in Self.select(entries, kind, wanted, removed) }
            guard this == searches else { return }
            (self.listed, self.counts) = (listed, counts)
            onChange()
        }
    }

    private nonisolated static func select(
        _ entries: [ListedItem], _ kind: Kind, _ wanted: [String], _ removed: Set<PersistentReference>
    ) -> ([ListedItem], [Kind: Int]) {
        let present = removed.isEmpty ? entries : entries.filter { !removed.contains($0.reference) }
        var counts: [Kind: Int] = [:]
        for kind in Kind.allCases { counts[kind] = kind == .all ? present.count : present.count { kind.contains($0) } }
        let listed = present.filter { kind.contains($0) && $0.matches(wanted) }
        return (listed, counts)
    }
}
