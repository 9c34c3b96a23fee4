import Foundation
import LinuxSupport
import PasswordVault

/// The lookup of an item by title or by id.
enum ItemFinder {
    /// The number of matching items that are listed.
    private static let mostCandidates = 10

    /// Returns the id of an item.
    ///
    /// - Parameters:
    ///   - name: its id, its title, or words of its title; upper and lower case are told apart only if that decides.
    ///   - place: where it is looked for by title; nil: everywhere but in the trash.
    ///   - isChange: whether the item is to be changed: then words of its title are not enough without a yes.
    ///   - asks: whether the user may be asked; if not, only a whole title counts.
    /// - Throws: if there is none, or there are several and the user does not choose one.
    static func id(
        of name: String, in vault: any VaultService, place: VaultFilter.Place? = nil, isChange: Bool = false,
        asks: Bool = true
    ) throws -> UUID {
        if let id = UUID(uuidString: name) { return id }
        let overviews = try vault.search(name, VaultFilter(place: place), limit: .max)
        let exact = overviews.filter { $0.title == name }
        let same = exact.isEmpty ? overviews.filter { folded($0.title) == folded(name) } : exact
        if let first = same.first, same.count == 1 { return first.id }
        let close = same.isEmpty ? overviews.filter { hasWords(of: name, $0.title) } : same
        guard let first = close.first, asks || !same.isEmpty else { throw try absent(name, vault, place, asks: asks) }
        guard close.count == 1 else { return try choice(name, close, isSame: !same.isEmpty, asks: asks) }
        guard isChange else { return first.id }
        guard let terminal = Terminal() else { throw try absent(name, vault, place) }
        guard try terminal.agrees(to: "Do you mean “\(UntrustedText.forTerminal(first.title))”?") else {
            throw Failure(.cancelled, "nothing was changed", remedy: "name the item by its title or id")
        }
        return first.id
    }

    /// As ``id(of:in:place:isChange:asks:)``, with everything in it.
    static func item(
        _ name: String, in vault: any VaultService, place: VaultFilter.Place? = nil, isChange: Bool = false,
        asks: Bool = true
    ) throws -> VaultItem {
        try vault.item(id(of: name, in: vault, place: place, isChange: isChange, asks: asks))
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Whether a title has all words of a text, in any order.
    private static func hasWords(of text: String, _ title: String) -> Bool {
        let title = folded(title)
        return folded(text).split(whereSeparator: \.isWhitespace).allSatisfy { title.contains($0) }
    }

    /// The item that the user chooses; without a terminal, the error with the list.
    private static func choice(_ name: String, _ found: [Overview], isSame: Bool, asks: Bool) throws -> UUID {
        guard asks, found.count <= mostCandidates, let terminal = Terminal() else {
            throw ambiguous(name, found, isSame: isSame)
        }
        let rows = found.enumerated().map { number, overview in
            ["\(number + 1)", overview.title, overview.subtitle, overview.kind.name].map {
                UntrustedText.forTerminal($0)
            }
        }
        let lines = TextTable.aligned(rows).map { $0 + "\n" }
        let answer = try terminal.line(
            answering: lines.joined() + "Which item? (1 to \(found.count), Return: none) ")
        guard let number = Int(answer), found.indices.contains(number - 1) else {
            throw Failure(.cancelled, "no item was chosen", remedy: "name the item by its id, which “show” prints")
        }
        return found[number - 1].id
    }

    /// - Parameter asks: whether a user sees the error, and wants to know which titles are similar.
    private static func absent(
        _ name: String, _ vault: any VaultService, _ place: VaultFilter.Place?, asks: Bool = true
    ) throws -> Failure {
        try ListCompleteness(of: vault).check()
        let look =
            place == .trash
            ? "list the trash with: chatelaine vault list --trash" : "look for it with: chatelaine vault search"
        let titles = asks ? try vault.overviews(VaultFilter(place: place), limit: .max).map(\.title) : []
        let holders = titles.filter { hasWords(of: name, $0) }
        let question =
            holders.count == 1 ? "did you mean “\(holders[0])”?" : Suggestion.question(for: name, amongWordsOf: titles)
        return Failure(
            .itemNotFound, place == .trash ? "no item “\(name)” is in the trash" : "there is no item “\(name)”",
            remedy: [question, look].compactMap { $0 }.joined(separator: " Or "))
    }

    private static func ambiguous(_ name: String, _ found: [Overview], isSame: Bool) -> Failure {
        let listed = found.prefix(mostCandidates).map { overview in
            let subtitle = overview.subtitle.isEmpty ? overview.kind.name : overview.subtitle
            return "\(overview.id.text) (\(isSame ? subtitle : "\(overview.title), \(subtitle)"))"
        }
        let rest = found.count > mostCandidates ? ", …" : ""
        return Failure(
            .failed,
            isSame ? "\(found.count) items are called “\(name)”" : "the titles of \(found.count) items have “\(name)”",
            remedy: "name one by its id: \(listed.joined(separator: ", "))\(rest)")
    }
}

extension UUID {
    /// The form in which commands print it.
    var text: String { uuidString.lowercased() }
}
