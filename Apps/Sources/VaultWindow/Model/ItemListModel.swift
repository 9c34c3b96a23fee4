import Foundation
import PasswordVault

/// The items in the list: those of a shelf, or the results of a search on it.
@MainActor final class ItemListModel {
    let session: VaultSession
    private(set) var catalogue = VaultContents()
    private(set) var listed: [Overview] = []
    private(set) var shelf = VaultSection.all
    private(set) var words = ""
    var sorting: Sorting { didSet { list() } }
    /// Called after each change of ``listed`` or ``catalogue``.
    var onChange: @MainActor () -> Void = {}
    /// The number of the latest search. Results of earlier searches are ignored.
    private var searches = 0

    init(_ session: VaultSession, sorting: Sorting) {
        (self.session, self.sorting) = (session, sorting)
    }

    /// Reads all items again.
    func reload() async throws {
        let all = try await session.perform { vault in
            var all: [Overview] = []
            for place in VaultFilter.Place.allCases {
                all += try vault.overviews(VaultFilter(place: place), limit: .max)
            }
            return VaultContents(all, isComplete: try vault.isComplete())
        }
        catalogue = all
        if catalogue.counts[shelf] == nil, case .tag = shelf { shelf = .all }
        await search()
    }

    /// Removes all items from memory.
    func forget() {
        searches += 1
        (catalogue, words, shelf) = (VaultContents(), "", .all)
        listed = []
    }

    /// Shows another shelf.
    func show(_ shelf: VaultSection) {
        self.shelf = shelf
        list()
    }

    /// Shows the items that have all of these words; all items for an empty text.
    func search(for words: String) {
        self.words = words
        list()
    }

    private func list() { Task { await search() } }

    private func search() async {
        searches += 1
        let (this, words, filter) = (searches, words, shelf.filter)
        guard !words.allSatisfy(\.isWhitespace) else {
            listed = catalogue.items(on: shelf, by: sorting)
            return onChange()
        }
        let found = try? await session.perform { try $0.search(words, filter, limit: 5000) }
        guard this == searches, let found else { return }
        listed = found
        onChange()
    }
}
