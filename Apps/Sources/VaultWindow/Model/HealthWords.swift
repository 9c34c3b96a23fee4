import Foundation
import GtkSupport
import PasswordVault
import VaultHealth

/// The words for findings, in the user's language.
@MainActor enum HealthWords {
    /// The number of other items that are named.
    private static let mostNames = 3

    /// Returns the heading of the findings of a kind.
    static func title(_ kind: FindingKind) -> String {
        switch kind {
        case .leaked: text("Leaked Passwords")
        case .breached: text("Sites That Were Broken Into")
        case .reused: text("Reused Passwords")
        case .weak: text("Weak Passwords")
        case .http: text("Websites Without Encryption")
        case .expiry: text("Expired, or Soon")
        case .noCode: text("One-Time Codes Not Used")
        case .old: text("Old Passwords")
        case .duplicate: text("Duplicates")
        }
    }

    /// Returns the advice for a kind.
    static func advice(_ kind: FindingKind) -> String {
        switch kind {
        case .leaked: text("Change the password at the site: attackers try leaked ones first.")
        case .breached: text("Change the password at the site.")
        case .reused: text("Give each account a password of its own.")
        case .weak: text("Have a new password generated.")
        case .http: text("Change the address to https, if the site has it.")
        case .expiry: text("Enter the new date once it is renewed, or archive the item.")
        case .noCode: text("Switch two-step sign-in on at the site, and store its secret in the item.")
        case .old: text("Change the password when you next use it.")
        case .duplicate: text("Move one of the items to the trash.")
        }
    }

    /// Returns what is wrong with an item.
    ///
    /// - Parameter id: the item.
    static func reason(_ fact: Finding.Fact, of id: UUID) -> String {
        switch fact {
        case .weak(.veryWeak): text("The password is very weak")
        case .weak: text("The password is weak")
        case .reused(let items): text("The same password as {items}", ["items": names(items, without: id)])
        case .leaked(let times?):
            text("The password was seen {times} times in leaked data", ["times": "\(times)"])
        case .leaked(nil): text("The password is in a list of leaked ones")
        case .old(let since): text("The password has been in use since {date}", ["date": Dates.day(since)])
        case .http(let address): text("The address has no encryption: {address}", ["address": address])
        case .breached(let name, let day):
            text("{site} was broken into on {date}, and the password is older", ["site": name, "date": shown(day)])
        case .noCode(let site): text("{site} offers one-time codes", ["site": site])
        case .expiry(let label, let day, let daysLeft):
            if daysLeft < 0 {
                text("{name}: expired on {date}", ["name": name(ofField: label), "date": shown(day)])
            } else {
                text("{name}: expires on {date}", ["name": name(ofField: label), "date": shown(day)])
            }
        case .duplicate(let items): text("The same content as {items}", ["items": names(items, without: id)])
        }
    }

    /// Returns the title of an item.
    static func title(_ item: ItemReference) -> String { item.title.isEmpty ? text("Untitled") : item.title }

    private static func names(_ items: [ItemReference], without id: UUID) -> String {
        let others = items.filter { $0.id != id }
        let names = others.prefix(mostNames).map { "“\(title($0))”" }.joined(separator: ", ")
        guard others.count > mostNames else { return names }
        return text("{names} and {count} more", ["names": names, "count": "\(others.count - mostNames)"])
    }

    /// The label of a field as the item's view shows it: the vault's own labels are translated.
    private static func name(ofField label: String) -> String {
        let isOfKind = ItemKind.all.contains { $0.fields.contains { $0.label == label } }
        return (isOfKind ? text(label) : label).startingUppercase
    }

    /// A day such as `2026-11-30` in the user's format.
    private static func shown(_ day: String) -> String {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return day }
        let calendar = Calendar(identifier: .gregorian)
        let noon = DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12)
        return calendar.date(from: noon).map(Dates.day) ?? day
    }
}
