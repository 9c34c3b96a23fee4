import GtkSupport
import PasswordVault

/// The websites of a login: an address and a rule in each row.
@MainActor final class WebsitesEditor {
    private struct Row {
        let address: Entry
        let rule: Choice
        let view: Box
        /// A rule that this release does not know.
        let otherRule: String?
    }

    /// The names of the rules in the vault (Docs/website-matching.md).
    private static let rules = ["domain", "host", "exact", "starts-with", "regex", "never"]

    let view = Box(vertical: true, spacing: 6)
    private let list = Box(vertical: true, spacing: 6)
    private var rows: [Row] = []

    init(_ websites: [SavedWebsite]) {
        view.append(Labelled.label(text("Websites")))
        view.append(list)
        for website in websites.isEmpty ? [SavedWebsite("")] : websites { add(website) }
        let button = Button(text("Add Website"))
        button.setClass("flat")
        button.setAlignment(horizontal: .start)
        button.onClick { [weak self] in self?.add(SavedWebsite(""))?.focus() }
        view.append(button)
    }

    private static var labels: [String] {
        [
            text("Whole domain"), text("This host"), text("This page"), text("Begins with"), text("Pattern"),
            text("Never"),
        ]
    }

    /// The explanations of ``labels``.
    private static var hints: [String] {
        [
            text("On every page of the domain and its subdomains"),
            text("On pages of exactly this host and port"), text("On pages at exactly this address"),
            text("On pages whose address begins like this"),
            text("On pages whose whole address matches this regular expression"),
            text("On no page: it can still be copied"),
        ]
    }

    @discardableResult private func add(_ website: SavedWebsite) -> Entry? {
        let address = Entry()
        address.text = website.address
        address.setAccessibleNames(text("Website"))
        address.setExpands(horizontally: true)
        let rule = Choice(text("Which pages"), Self.labels)
        let place = Self.rules.firstIndex(of: website.rule)
        rule.choose(place ?? 0)
        let remove = Button(icon: "list-remove-symbolic", text("Remove this website"))
        remove.setClass("flat")
        let row = Box(spacing: 6)
        row.append(address)
        row.append(remove)
        // Below the address, because narrow windows have no room next to it.
        rule.setAlignment(horizontal: .start)
        let box = Box(vertical: true, spacing: 4)
        box.append(row)
        box.append(rule)
        let hint = Label(hint: "")
        let update: @MainActor () -> Void = { hint.text = Self.hints[min(rule.chosen ?? 0, Self.hints.count - 1)] }
        rule.onChange(update)
        update()
        box.append(hint)
        list.append(box)
        rows.append(Row(address: address, rule: rule, view: box, otherRule: place == nil ? website.rule : nil))
        remove.onClick { [weak self] in
            guard let self else { return }
            rows.removeAll { $0.view.raw == box.raw }
            list.remove(box)
        }
        return address
    }

    /// Returns the websites of the rows that are not empty.
    ///
    /// - Parameter known: the stored websites; data that a later release has added to them is kept.
    func websites(knowing known: [SavedWebsite]) -> [SavedWebsite] {
        rows.compactMap { row in
            let address = row.address.text
            guard !address.isEmpty else { return nil }
            let rule = (row.rule.chosen ?? 0) == 0 ? row.otherRule ?? Self.rules[0] : Self.rules[(row.rule.chosen ?? 0)]
            return known.first { $0.address == address && $0.rule == rule } ?? SavedWebsite(address, rule: rule)
        }
    }
}
