import Foundation
import PasswordVault

/// The lookup of an item by title or by id.
enum ItemFinder {
    /// The largest number of candidates that an error lists.
    private static let mostCandidates = 10

    /// Returns the id of an item.
    ///
    /// - Parameters:
    ///   - name: its id, or its title. An equal title takes precedence over one that differs in case, accents or width.
    ///   - place: the place in which the title is looked up; `nil` for everywhere except the trash.
    /// - Throws: if there is no such item, or there are several.
    static func id(of name: String, in vault: any VaultService, place: VaultFilter.Place? = nil) throws -> UUID {
        if let id = UUID(uuidString: name) { return id }
        let overviews = try vault.search(name, VaultFilter(place: place), limit: .max)
        let exact = overviews.filter { $0.title == name }
        let found = exact.isEmpty ? overviews.filter { folded($0.title) == folded(name) } : exact
        guard let first = found.first else { throw absent(name, place) }
        guard found.count == 1 else { throw ambiguous(name, found) }
        return first.id
    }

    /// Returns the item with all its content; otherwise the same as ``id(of:in:place:)``.
    static func item(_ name: String, in vault: any VaultService, place: VaultFilter.Place? = nil) throws -> VaultItem {
        try vault.item(id(of: name, in: vault, place: place))
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func absent(_ name: String, _ place: VaultFilter.Place?) -> Failure {
        Failure(
            .itemNotFound, place == .trash ? "no item “\(name)” is in the trash" : "there is no item “\(name)”",
            remedy: place == .trash
                ? "see what is: chatelaine vault list --trash" : "look for it with: chatelaine vault search")
    }

    private static func ambiguous(_ name: String, _ found: [Overview]) -> Failure {
        let listed = found.prefix(mostCandidates).map { overview in
            let subtitle = overview.subtitle.isEmpty ? overview.kind.name : overview.subtitle
            return "\(overview.id.text) (\(subtitle))"
        }
        let rest = found.count > mostCandidates ? ", …" : ""
        return Failure(
            .failed, "\(found.count) items are called “\(name)”",
            remedy: "name one by its id: \(listed.joined(separator: ", "))\(rest)")
    }
}

extension UUID {
    /// The form in which commands print it.
    var text: String { uuidString.lowercased() }
}
